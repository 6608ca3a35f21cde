"""Keeps what was pressed under the pointer while the page above it grows or shrinks."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QTimer, Slot
from PySide6.QtWidgets import QScrollArea, QWidget

# On a slow computer the first change comes late, and each may be followed by another. What counts
# are turns of the event loop: while something else holds it up, time alone settles nothing.
_TURNS = 20
_MILLISECONDS_A_TURN = 25


class Anchor(QObject):
    """Scrolls an area so that one of its fields stays where it is on the screen.

    A layout with texts that wrap takes several turns of the event loop to find its height, so
    the place is held for a moment.
    """

    def __init__(self, area: QScrollArea) -> None:
        super().__init__(area)
        self._area = area
        self._field: QWidget | None = None
        self._top = self._scrolled_to = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_MILLISECONDS_A_TURN)
        self._timer.timeout.connect(self._count_turn)
        self._turns_left = 0
        area.verticalScrollBar().rangeChanged.connect(self._scroll)

    def hold(self) -> None:
        """Hold the field that has the keyboard, from now on for a moment.

        A field that is held already may have left its place for that moment. It is held where it
        was, unless somebody has scrolled since.
        """
        field, scrolled_to = self._area.focusWidget(), self._area.verticalScrollBar().value()
        if field is None:
            self._let_go()
            return
        if field is not self._field or scrolled_to != self._scrolled_to:
            self._field, self._top, self._scrolled_to = field, self._place(field), scrolled_to
            field.destroyed.connect(self._let_go)
        self._begin_counting()

    def _begin_counting(self) -> None:
        self._turns_left = _TURNS
        self._timer.start()

    def _place(self, field: QWidget) -> int:
        return field.mapTo(self._area.viewport(), QPoint()).y()

    @Slot(int, int)
    def _scroll(self, _least: int, _most: int) -> None:
        if self._field is not None:
            bar = self._area.verticalScrollBar()
            bar.setValue(bar.value() + self._place(self._field) - self._top)
            self._scrolled_to = bar.value()
            self._begin_counting()

    @Slot()
    def _count_turn(self) -> None:
        self._turns_left -= 1
        if self._turns_left <= 0:
            self._let_go()

    @Slot()
    def _let_go(self) -> None:
        self._field = None
        self._timer.stop()
