"""What a user does with keys and wheel, as tests do it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu, QWidget

from tests.desktop.mouse import Index, open_cell
from tests.desktop.patience import activate
from tests.desktop.sync_runner import SyncRunner


def clear(field: QWidget) -> None:
    """Put the keyboard on `field` and delete what is in it."""
    assert field.isVisible(), field
    assert field.isEnabled(), (field, field.toolTip())
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(field, Qt.Key.Key_Delete)


def type_into(field: QWidget, text: str, runner: SyncRunner | None = None) -> None:
    """Replace what is in `field`, key by key, with the work that follows each of them."""
    clear(field)
    for sign in text:
        if sign == "\n":
            QTest.keyClick(field, Qt.Key.Key_Return)
        else:
            QTest.keyClicks(field, sign)
        if runner is not None:
            runner.finish()


def paste_into(field: QWidget, text: str) -> None:
    """Replace what is in `field` in one go: on the way to a wrong text there may be right ones."""
    QApplication.clipboard().setText(text)
    clear(field)
    QTest.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def type_into_cell(view: QAbstractItemView, index: Index, text: str) -> None:
    """Open a cell of a table with the mouse, replace what is in it, and press Return."""
    field = open_cell(view, index)
    type_into(field, text)
    QApplication.processEvents()
    completions = QApplication.activePopupWidget()
    if completions is not None:
        QTest.keyClick(completions, Qt.Key.Key_Return)
    QTest.keyClick(field, Qt.Key.Key_Return)
    QApplication.processEvents()


def choose_in_menu(window: QWidget, *keys: Qt.Key) -> None:
    """Open a menu of `window` by its letter and press the keys that lead on from there."""
    activate(window)
    QTest.keyClick(QApplication.focusWidget() or window, keys[0], Qt.KeyboardModifier.AltModifier)
    for key in keys[1:]:
        QApplication.processEvents()
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu), key
        QTest.keyClick(menu, key)
    QApplication.processEvents()


def turn_wheel(widget: QWidget, notches: int) -> bool:
    """Turn the wheel over `widget`; return whether it took it."""
    event = QWheelEvent(
        QPointF(widget.rect().center()),
        QPointF(widget.mapToGlobal(widget.rect().center())),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    event.setAccepted(False)
    QApplication.sendEvent(widget, event)
    return event.isAccepted()
