"""Lets Ctrl+Z undo decisions from within a field in which nothing was typed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QPlainTextEdit, QWidget
from shiboken6 import isValid

_KEYS = QKeySequence.StandardKey


class FieldUndo(QObject):
    """Keeps the field with the keyboard from taking undo and redo where it has none of its own.

    Qt's fields claim both keys at all times. After an undo has put the keyboard into a field, the
    next press would therefore do nothing at all.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._watched: QWidget | None = None
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave an undo or redo that the field has nothing for to the window's menu."""
        if event.type() is not QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if event.matches(_KEYS.Undo):
            return not _has(watched, "undo")
        return event.matches(_KEYS.Redo) and not _has(watched, "redo")

    @Slot(QWidget, QWidget)
    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        # A field that had the keyboard when its window was closed may be gone.
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        is_field = isinstance(now, QLineEdit | QAbstractSpinBox | QPlainTextEdit)
        self._watched = now if is_field else None
        if self._watched is not None:
            self._watched.installEventFilter(self)


def _has(field: QObject, what: str) -> bool:
    """Return whether `field` holds typing that it could undo or redo."""
    if isinstance(field, QPlainTextEdit):
        document = field.document()
        return document.isUndoAvailable() if what == "undo" else document.isRedoAvailable()
    line = field.lineEdit() if isinstance(field, QAbstractSpinBox) else field
    if not isinstance(line, QLineEdit) or line.isReadOnly():
        return False
    return line.isUndoAvailable() if what == "undo" else line.isRedoAvailable()
