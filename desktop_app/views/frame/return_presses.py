"""A main window whose buttons Return presses, as the space bar does; Qt does so in dialogs only."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMainWindow, QPushButton, QToolButton, QWidget

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
