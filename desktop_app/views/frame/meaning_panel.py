"""The panel *What this means*: words and one small picture, live."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import Sentence, heading, named

_FOLDED_WIDTH = 5 * sizes.UNIT


class MeaningPanel(QScrollArea):
    """Says what the present settings imply for this file; folded, it leaves its space to the page.

    Signals
    -------
    fold_wanted(object)
        The user wants it folded, or unfolded: a bool.
    """

    fold_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("meaning")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("What this means"))
        inner = QWidget()
        self._outer = QVBoxLayout(inner)
        self._outer.setSpacing(sizes.UNIT + sizes.HALF)
        self._heading = heading(tr("What this means"))
        # Tab leads through the page's own controls; by keys, the menu View folds the panel.
        self.fold_button = QToolButton()
        self.fold_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.fold_button.clicked.connect(self._ask)
        top = QHBoxLayout()
        top.addWidget(self._heading, 1)
        top.addWidget(self.fold_button, 0, Qt.AlignmentFlag.AlignTop)
        self._content = QWidget()
        self._layout = QVBoxLayout(self._content)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(sizes.UNIT + sizes.HALF)
        self._paragraphs: list[QLabel] = []
        self._picture: QWidget | None = None
        self._layout.addStretch(1)
        self._outer.addLayout(top)
        self._outer.addWidget(self._content, 1)
        self.setWidget(inner)
        self.folded = False
        self.set_folded(False)

    def set_folded(self, folded: bool) -> None:
        """Show a narrow strip with the button alone, or the whole panel."""
        self.folded = folded
        margin = sizes.HALF if folded else sizes.MARGIN
        self._outer.setContentsMargins(margin, sizes.MARGIN, margin, sizes.MARGIN)
        self.setMinimumWidth(_FOLDED_WIDTH if folded else sizes.NARROW_PANEL_WIDTH)
        self.setMaximumWidth(_FOLDED_WIDTH if folded else sizes.PANEL_WIDTH)
        self._heading.setHidden(folded)
        self._content.setHidden(folded)
        arrow = Qt.ArrowType.LeftArrow if folded else Qt.ArrowType.RightArrow
        self.fold_button.setArrowType(arrow)
        said = tr("Show what this means") if folded else tr("Hide what this means")
        self.fold_button.setToolTip(said)
        named(self.fold_button, said)
        self.updateGeometry()

    @Slot()
    def _ask(self) -> None:
        self.fold_wanted.emit(not self.folded)

    def set_paragraphs(self, *paragraphs: str) -> None:
        """Show these sentences, each a paragraph of plain or rich text."""
        while len(self._paragraphs) < len(paragraphs):
            self._paragraphs.append(self._new_paragraph())
        for label, text in zip(self._paragraphs, paragraphs, strict=False):
            if label.text() != text:
                label.setText(text)
            label.show()
        for label in self._paragraphs[len(paragraphs) :]:
            label.hide()

    def text(self) -> str:
        """Return the sentences that are shown."""
        return "\n".join(label.text() for label in self._paragraphs if not label.isHidden())

    def set_picture(self, picture: QWidget) -> None:
        """Show `picture` (about 220 x 120 pixels) under the sentences; it stays for good."""
        if self._picture is None:
            self._picture = picture
            self._layout.insertWidget(self._layout.count() - 1, picture)

    def sizeHint(self) -> QSize:
        """Return the width it has where there is space; narrow windows make it narrower."""
        return QSize(self.maximumWidth(), super().sizeHint().height())

    def _new_paragraph(self) -> QLabel:
        label = Sentence()
        # A word longer than the panel is cut; it must not push the other lines out of sight.
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        label.setSizePolicy(policy)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._layout.insertWidget(len(self._paragraphs), label)
        return label
