"""Names the values that keep columns from being numbers or dates, and takes them for missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.text import tr, tr_n
from desktop_app.text.obstacles import elsewhere_text, named_values, obstacle_text
from desktop_app.theme import sizes
from desktop_app.views.forms import Sentence, heading, named, note, scrolling

if TYPE_CHECKING:
    from core.io import ColumnProfile, Obstacle

# More rows at once are slow to make; the others come when these are settled.
_MOST_ROWS = 30
_HEIGHT = 16 * sizes.UNIT


class ObstaclesView(QWidget):
    """One row for each column that a few values keep from being numbers or dates.

    Signals
    -------
    missing_wanted(object)
        With the values that shall mean “missing”, a tuple of str.
    """

    missing_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[tuple[str, Obstacle], ...] = ()
        self.buttons: list[QPushButton] = []
        self._title = heading("")
        self._advice = note(
            tr("As text they count as unordered categories, which no method can average.")
        )
        self._rows = QVBoxLayout()
        self._rows.setContentsMargins(0, 0, sizes.UNIT, 0)
        self._rows.setSpacing(sizes.UNIT)
        inner = QWidget()
        inner.setLayout(self._rows)
        self._area = scrolling(inner)
        self._area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(sizes.HALF)
        outer.addWidget(self._title)
        outer.addWidget(self._advice)
        outer.addWidget(self._area)
        self.hide()

    def show_profiles(self, profiles: Sequence[ColumnProfile]) -> None:
        """Show the columns among `profiles` that have such values."""
        found = tuple((p.name, p.obstacle) for p in profiles if p.obstacle is not None)
        self.setVisible(bool(found))
        if found == self._shown:
            return
        self._shown = found
        self._title.setText(
            tr_n(
                "{count} column would be numbers or dates but for a few values",
                "{count} columns would be numbers or dates but for a few values",
                len(found),
            )
        )
        self._clear()
        for name, obstacle in found[:_MOST_ROWS]:
            row = self._row(name, obstacle)
            self._rows.addWidget(row)
            row.show()
        self._rows.addStretch(1)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the width, by which sentences wrap into more lines or fewer."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Take the height that the rows need at this width, up to a limit from which they scroll.

        The rows fill what is left of a scroll bar, whether or not there is one.
        """
        width = self.width() - self._area.verticalScrollBar().sizeHint().width()
        self._rows.activate()
        self._area.setFixedHeight(max(0, min(_HEIGHT, self._rows.totalHeightForWidth(width))))

    def _clear(self) -> None:
        self.buttons = []
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _row(self, name: str, obstacle: Obstacle) -> QWidget:
        row = QFrame()
        said = Sentence(tr("{column}: {said}", column=name, said=obstacle_text(obstacle)))
        said.setTextFormat(Qt.TextFormat.PlainText)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(said)
        if obstacle.elsewhere:
            words.addWidget(note(elsewhere_text(obstacle), "caution"))
        button = QPushButton(tr("Treat as missing"))
        values = tuple(value for value, _ in obstacle.values)
        button.setProperty("codes", list(values))
        button.clicked.connect(self._take)
        named(
            button,
            tr("Treat as missing: {column}", column=name),
            tr("{values} become missing values.", values=named_values(obstacle)),
        )
        self.buttons.append(button)
        inner = QHBoxLayout(row)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(sizes.MARGIN)
        inner.addLayout(words, 1)
        inner.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return row

    @Slot()
    def _take(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton):
            self.missing_wanted.emit(tuple(button.property("codes")))
