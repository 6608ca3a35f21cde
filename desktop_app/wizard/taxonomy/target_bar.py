"""Asks for the category to which others are moved or with which they are merged."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.forms import named
from desktop_app.wizard.taxonomy.meaning_delegate import category_completer


class Purpose(Enum):
    """What is done with the category."""

    MOVE = "move"
    ALSO = "also"
    MERGE = "merge"


class TargetBar(QWidget):
    """One line; Return takes the category, Esc leaves.

    Signals
    -------
    given(object, object)
        With the `Purpose` and the category.
    left()
        The user thought better of it.
    """

    given = Signal(object, object)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._purpose = Purpose.MOVE
        self._titles: Mapping[str, str] = {}
        self.said = ElidedLabel()
        self.line = QLineEdit()
        self.line.returnPressed.connect(self._take)
        self.button = QPushButton(tr("&Do it"))
        self.button.clicked.connect(self._take)
        self.cancel_button = QPushButton(tr("Cancel"))
        self.cancel_button.clicked.connect(self.leave)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(sizes.UNIT)
        row.addWidget(self.said)
        row.addWidget(self.line, 1)
        row.addWidget(self.button)
        row.addWidget(self.cancel_button)
        self.hide()

    def ask(self, purpose: Purpose, said: str, titles: Mapping[str, str]) -> None:
        """Ask for a category among `titles`."""
        self._purpose, self._titles = purpose, titles
        self.said.setText(said)
        named(self.line, said)
        self.line.clear()
        completer = category_completer(titles, self.line)
        self.line.setCompleter(completer)
        self.show()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _take(self) -> None:
        typed = self.line.text().strip()
        category = self._titles.get(typed, typed)
        if category in set(self._titles.values()):
            self.hide()
            self.given.emit(self._purpose, category)
        else:
            self.line.selectAll()

    @Slot()
    def leave(self) -> None:
        """Ask no more."""
        self.hide()
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            return
        super().keyPressEvent(event)
