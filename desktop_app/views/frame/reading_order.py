"""The keyboard in the window: Tab visits what is shown as it is read, Return presses buttons."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLayout,
    QMainWindow,
    QPushButton,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QToolButton,
    QWidget,
)

# What is inside them belongs to them: an inner line edit, the header of a table.
_WHOLE = (QAbstractItemView, QAbstractSpinBox, QComboBox)


def in_reading_order(widget: QWidget) -> Iterator[QWidget]:
    """Yield what Tab can reach inside `widget`, itself included, in the order of its layouts.

    What is hidden or disabled is passed over. Qt visits widgets in the order in which they were
    made, so a page that is made late comes after the buttons below it.
    """
    if not widget.isVisible() or not widget.isEnabled():
        return
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
        yield widget
    if not isinstance(widget, _WHOLE):
        for child in _children(widget):
            yield from in_reading_order(child)


def _children(widget: QWidget) -> list[QWidget]:
    children: list[QWidget | None]
    match widget:
        case QTabWidget():
            children = [widget.tabBar(), widget.currentWidget()]
        case QStackedWidget():
            children = [widget.currentWidget()]
        case QScrollArea():
            children = [widget.widget()]
        case QSplitter():
            children = [widget.widget(i) for i in range(widget.count())]
        case _:
            children = [*_laid_out(widget.layout())]
            direct = Qt.FindChildOption.FindDirectChildrenOnly
            further = widget.findChildren(QWidget, options=direct)
            children += [
                child for child in further if child not in children and not child.isWindow()
            ]
    return [child for child in children if child is not None]


def _laid_out(layout: QLayout | None) -> Iterator[QWidget]:
    for i in range(layout.count() if layout is not None else 0):
        item = layout.itemAt(i) if layout is not None else None
        if item is None:
            continue
        if (widget := item.widget()) is not None:
            yield widget
        else:
            yield from _laid_out(item.layout())


def first_in(widget: QWidget) -> QWidget | None:
    """Return where the keyboard begins in `widget`: where its focus proxy says, else as read."""
    return widget.focusProxy() or next(in_reading_order(widget), None)


def nearest_in(widget: QWidget, origin: QWidget) -> QWidget | None:
    """Return what Tab can reach inside `widget` nearest to `origin`, which may be hidden."""
    centre = origin.mapToGlobal(origin.rect().center())

    def distance_of(place: QWidget) -> int:
        return (place.mapToGlobal(place.rect().center()) - centre).manhattanLength()

    return min(in_reading_order(widget), key=distance_of, default=None)


def move_focus(window: QWidget, forward: bool) -> bool:
    """Put the keyboard on what is read next in `window`, or before; return whether there is any."""
    widgets, focused = list(in_reading_order(window)), window.focusWidget()
    if not widgets:
        return False
    position = -1 if forward else 0
    for i, widget in enumerate(widgets if focused is not None else ()):
        if widget is focused or (isinstance(widget, _WHOLE) and widget.isAncestorOf(focused)):
            position = i
            break
    # The order is a ring.
    next_widget = widgets[(position + (1 if forward else -1)) % len(widgets)]
    next_widget.setFocus(
        Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    )
    above = next_widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(next_widget)
        above = above.parentWidget()
    return True


_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ReturnPresses(QMainWindow):
    """Presses the button that has the keyboard when Return reaches the window."""

    def __init__(self) -> None:
        super().__init__()
        self._had_keyboard: QWidget | None = None

    def event(self, event: QEvent) -> bool:
        """Note which widget has the keyboard when a key goes down."""
        if event.type() is QEvent.Type.ShortcutOverride:
            self._had_keyboard = self.focusWidget()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button on Return, unless the same key moved the keyboard to it just now."""
        button, self._had_keyboard = self._had_keyboard, None
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        is_return = plain and event.key() in _RETURN and not event.isAutoRepeat()
        if (
            is_return
            and isinstance(button, QPushButton | QToolButton)
            and button is self.focusWidget()
        ):
            button.click()
            return
        super().keyPressEvent(event)
