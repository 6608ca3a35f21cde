"""A field to find things with, by Ctrl+F from anywhere on its page."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import named
from desktop_app.views.plain import set_tip

_WIDEST = 34 * sizes.UNIT
# Beside the text: the frame, and the button that empties the field.
_AROUND = 3 * sizes.UNIT


class FindField(QLineEdit):
    """Return goes on, Esc empties it.

    Signals
    -------
    next_wanted()
        Return was pressed.
    left()
        Esc was pressed in the empty field, or the Down key: the keyboard shall go on.
    """

    next_wanted = Signal()
    left = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        named(self, title, tr("{title} (Ctrl+F)", title=title))
        set_tip(self, tr("{title} (Ctrl+F)", title=title))
        self.setClearButtonEnabled(True)
        self.setMinimumWidth(self.fontMetrics().horizontalAdvance(title) + _AROUND)
        self._show_title()
        self.setMaximumWidth(_WIDEST)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Name the key as well where there is space for it."""
        super().resizeEvent(event)
        self._show_title()

    def _show_title(self) -> None:
        full_title = tr("{title} (Ctrl+F)", title=self._title)
        fits = self.fontMetrics().horizontalAdvance(full_title) + _AROUND <= self.width()
        self.setPlaceholderText(full_title if fits else self._title)

    def listen_on(self, page: QWidget) -> None:
        """Let Ctrl+F lead here from everywhere on `page`."""
        shortcut = QShortcut(QKeySequence.StandardKey.Find, page)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self.begin)

    def begin(self) -> None:
        """Put the keyboard here, over what was looked for."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on with Return and Down, empty the field with Esc."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.next_wanted.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Down):
            self.left.emit()
        else:
            super().keyPressEvent(event)
