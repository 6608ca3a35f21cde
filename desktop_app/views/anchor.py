"""Keeps what was pressed under the pointer while the page above it grows or shrinks."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QObject, QPoint, Slot
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget


class Anchor(QObject):
    """Scrolls an area so that the field with the keyboard stays where it is on the screen.

    What is above it may grow or shrink at once or later, such as by what was counted in the
    background. Where the field was is noted when it gets the keyboard and when the user scrolls.
    """

    def __init__(self, area: QScrollArea) -> None:
        super().__init__(area)
        self._area = area
        self._field: QWidget | None = None
        self._top = 0
        self._scrolling = False
        bar = area.verticalScrollBar()
        bar.rangeChanged.connect(self._hold)
        bar.valueChanged.connect(self._note)
        app = cast("QApplication", QApplication.instance())
        app.focusChanged.connect(self._note)

    @Slot()
    @Slot(int)
    @Slot(QWidget, QWidget)
    def _note(self, *_: object) -> None:
        """Note where the field is that has the keyboard, if it is in sight."""
        if self._scrolling:
            return
        inner = self._area.widget()
        field = self._area.window().focusWidget()
        is_here = inner is not None and field is not None and inner.isAncestorOf(field)
        found = field if is_here and not self._out_of_sight(field) else None
        if found is not None and found is not self._field:
            found.destroyed.connect(self._forget)
        self._field = found
        if found is not None:
            self._top = self._place(found)

    def _place(self, field: QWidget) -> int:
        return field.mapTo(self._area.viewport(), QPoint()).y()

    def _out_of_sight(self, field: QWidget | None) -> bool:
        if field is None:
            return True
        top = self._place(field)
        return top + field.height() <= 0 or top >= self._area.viewport().height()

    @Slot(int, int)
    def _hold(self, _least: int, _most: int) -> None:
        if self._field is None:
            return
        bar = self._area.verticalScrollBar()
        self._scrolling = True
        bar.setValue(bar.value() + self._place(self._field) - self._top)
        self._scrolling = False

    @Slot()
    def _forget(self) -> None:
        self._field = None
