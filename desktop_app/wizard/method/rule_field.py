"""A field in which an edit rule is typed, with completion of column names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal, Slot
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from core.rules import name_text

_WORD = re.compile(r"[^\W\d][\w.]*$")


class RuleField(QLineEdit):
    """A line for a rule.

    Signals
    -------
    entered()
        Return was pressed to add the rule, not to choose a name.
    """

    entered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = QStringListModel(self)
        self.names = QCompleter(self._names, self)
        self.names.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.names.setWidget(self)
        self.names.activated.connect(self._insert)
        self.textEdited.connect(self._offer)
        self.returnPressed.connect(self._enter)

    def show_names(self, names: Sequence[str]) -> None:
        """Offer these names of columns."""
        if list(names) != self._names.stringList():
            self._names.setStringList(list(names))

    def show_mistake(self, character: int) -> None:
        """Select the sign at a place, counted from 1, or put the cursor behind the last one."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.setCursorPosition(character - 1)
        if character <= len(self.text()):
            self.setSelection(character - 1, 1)

    def _word(self) -> str:
        """Return the name that is being typed."""
        found = _WORD.search(self.text()[: self.cursorPosition()])
        return found[0] if found else ""

    @Slot()
    def _offer(self) -> None:
        word = self._word()
        self.names.setCompletionPrefix(word)
        offered = self.names.completionCount() if word else 0
        if not offered or (offered == 1 and self.names.currentCompletion() == word):
            self._close()
            return
        self.names.complete()

    @Slot(str)
    def _insert(self, name: str) -> None:
        end = self.cursorPosition()
        start = end - len(self._word())
        said = name_text(name)
        self.setText(self.text()[:start] + said + self.text()[end:])
        self.setCursorPosition(start + len(said))

    @Slot()
    def _enter(self) -> None:
        popup = self.names.popup()
        if popup is not None and popup.isVisible() and popup.currentIndex().isValid():
            return
        self._close()
        self.entered.emit()

    def _close(self) -> None:
        popup = self.names.popup()
        if popup is not None:
            popup.hide()
