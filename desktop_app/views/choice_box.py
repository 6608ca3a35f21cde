"""A box to choose from that the wheel does not turn in passing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QWidget

_ROWS = 14


class ChoiceBox(QComboBox):
    """A combo box that takes the wheel only where the keyboard is.

    Whoever scrolls a page must not change what it says.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # The delegate that combo boxes bring knows no style sheet, so its rows would be cramped.
        self.setItemDelegate(QStyledItemDelegate(self))
        self.setMaxVisibleItems(_ROWS)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Leave the wheel to the page unless the keyboard is here."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
