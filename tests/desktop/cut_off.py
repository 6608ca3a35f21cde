"""What is cut off in a window: words without space, and widgets beyond the edge of what is around.

Tables are not looked at: their cells end in an ellipsis, and they scroll. What lies further down
in something that scrolls up and down is there, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QLabel,
    QScrollArea,
    QWidget,
)

from desktop_app.views.elided import ElidedLabel

# Widths are whole pixels, and a font's are not.
_ROUNDED = 1


def cut_off(window: QWidget) -> list[str]:
    """Return a line for each widget in sight that is cut off, or scrolls sideways."""
    found = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.window() is not window:
            continue
        name = f"{type(widget).__name__} “{_words(widget)}”"
        found.extend(f"{name}: {what}" for what in _faults(widget, window))
    return found


def _faults(widget: QWidget, window: QWidget) -> Iterator[str]:
    if isinstance(widget, QScrollArea) and widget.horizontalScrollBar().maximum() > 0:
        yield f"scrolls sideways by {widget.horizontalScrollBar().maximum()}"
    if not isinstance(widget, QLabel | QAbstractButton) or not _words(widget):
        return
    wide, high = _needed(widget)
    if widget.width() < wide - _ROUNDED:
        yield f"is {widget.width()} wide and needs {wide}"
    if widget.height() < high - _ROUNDED:
        yield f"is {widget.height()} high and needs {high}"
    beyond = _beyond(widget, window)
    if beyond > _ROUNDED:
        yield f"has {beyond} pixels out of sight"


def _words(widget: QWidget) -> str:
    if isinstance(widget, QLabel | QAbstractButton):
        return widget.text()
    return widget.accessibleName()


def _needed(widget: QLabel | QAbstractButton) -> tuple[int, int]:
    if isinstance(widget, ElidedLabel):
        return widget.minimumSizeHint().width(), widget.sizeHint().height()
    if isinstance(widget, QLabel) and widget.wordWrap():
        return 0, widget.heightForWidth(widget.width())
    hint = widget.sizeHint()
    return hint.width(), hint.height()


def _beyond(widget: QWidget, window: QWidget) -> int:
    """Return how many pixels stick out of what is around, not counting those to scroll to."""
    left, right, top, bottom = 0, widget.width(), 0, widget.height()
    most, scrolls, inner = 0, False, widget
    while inner is not window:
        around = inner.parentWidget()
        if isinstance(around, QAbstractItemView):
            return most
        left, right = left + inner.x(), right + inner.x()
        top, bottom = top + inner.y(), bottom + inner.y()
        scrolls = scrolls or isinstance(around.parentWidget(), QAbstractScrollArea)
        most = max(most, -left, right - around.width())
        if not scrolls:
            most = max(most, -top, bottom - around.height())
        inner = around
    return most
