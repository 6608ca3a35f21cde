"""The panel *What this means*: words and one small picture, live."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import heading


class MeaningPanel(QScrollArea):
    """Says what the present settings imply for this file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("meaning")
        self.setMinimumWidth(sizes.NARROW_PANEL_WIDTH)
        self.setMaximumWidth(sizes.PANEL_WIDTH)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("What this means"))
        inner = QWidget()
        self._layout = QVBoxLayout(inner)
        self._layout.setContentsMargins(*(sizes.MARGIN,) * 4)
        self._layout.setSpacing(sizes.UNIT + sizes.HALF)
        self._layout.addWidget(heading(tr("What this means")))
        self._paragraphs: list[QLabel] = []
        self._picture: QWidget | None = None
        self._layout.addStretch(1)
        self.setWidget(inner)

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

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the width it has where there is room; narrow windows make it narrower."""
        return QSize(sizes.PANEL_WIDTH, super().sizeHint().height())

    def _new_paragraph(self) -> QLabel:
        label = QLabel()
        label.setWordWrap(True)
        # A word longer than the panel is cut; it must not push the other lines out of sight.
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        label.setSizePolicy(policy)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._layout.insertWidget(1 + len(self._paragraphs), label)
        return label
