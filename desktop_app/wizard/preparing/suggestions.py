"""What the file suggests to prepare: each step with its reason, to be added at a press."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from core.model import Preparing
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.preparing.preparing_suggestions import Searched, Suggested, search_steps
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import heading, named, note
from desktop_app.wizard.preparing.line_list import LineList


class SuggestionList(LineList):
    """Suggestions; Return adds the current one.

    Signals
    -------
    entered()
        Return was pressed on a row, or a row was pressed twice.
    """

    entered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, tr("Suggested steps"), tr("Return adds the chosen step to the list above."))
        self.itemDoubleClicked.connect(self.entered)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Add by Return."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentRow() >= 0:
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class Suggestions(QWidget):
    """Searches the file as it is prepared, in the background.

    Signals
    -------
    add_wanted(object)
        With the `Preparing` step to be added.
    edit_wanted(object)
        With the step to be shown in the form before it is added.
    """

    add_wanted = Signal(object)
    edit_wanted = Signal(object)

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._searching = Latest(runner, tr("Looking for columns to prepare"), self)
        self._searching.arrived.connect(self._take)
        self._searched: tuple[object, ...] = ()
        self._found: tuple[Suggested, ...] = ()
        self.list, self.said = SuggestionList(), note()
        self.add_button = QPushButton(tr("A&dd it"))
        named(self.add_button, tr("Add the suggested step"))
        self.edit_button = QPushButton(tr("Chan&ge and add…"))
        named(self.edit_button, tr("Change the suggested step before it is added"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(sizes.HALF)
        layout.addWidget(heading(tr("Suggestions")))
        layout.addWidget(self.said)
        layout.addWidget(self.list, 1)
        row = QHBoxLayout()
        row.setSpacing(sizes.UNIT)
        row.addWidget(self.add_button)
        row.addWidget(self.edit_button)
        row.addStretch(1)
        layout.addLayout(row)
        # Without a list, what is said stays below its heading.
        layout.addStretch(0)
        self.list.entered.connect(self._add)
        self.list.currentRowChanged.connect(self._show_buttons)
        self.add_button.clicked.connect(self._add)
        self.edit_button.clicked.connect(self._edit)
        self._show(())

    def search(self, now: Searched, read: Searched, k: int) -> None:
        """Look for steps in these records, unless they were searched already."""
        wanted = (now.dataset, now.schema, read.dataset, read.schema, k)
        if wanted == self._searched:
            return
        self._searched = wanted
        self._searching.ask(partial(search_steps, now, read, k), Lane.IO)
        self._show(self._found)

    def forget(self) -> None:
        """Show nothing: another file is open."""
        self._searching.drop()
        self._searched = ()
        self._show(())

    @Slot(object)
    def _take(self, found: tuple[Suggested, ...]) -> None:
        self._show(found)

    def _show(self, found: Sequence[Suggested]) -> None:
        row = self.list.currentRow()
        if tuple(found) != self._found or not self.list.count():
            self._found = tuple(found)
            self.list.blockSignals(True)
            self.list.clear()
            for each in found:
                self.list.addItem(QListWidgetItem(f"{each.line}\n{each.reason}"))
            self.list.fit()
            self.list.setCurrentRow(min(max(row, 0), len(found) - 1))
            self.list.blockSignals(False)
        for widget in (self.list, self.add_button, self.edit_button):
            widget.setVisible(bool(found))
        if self._searching.waiting and not found:
            self.said.setText(tr("Examining the columns…"))
        else:
            self.said.setText(tr("No further step is suggested."))
        self.said.setVisible(not found)
        self._show_buttons()

    @Slot()
    def _show_buttons(self, *_: object) -> None:
        chosen = self.list.currentRow() >= 0
        self.add_button.setEnabled(chosen)
        self.edit_button.setEnabled(chosen)

    def _chosen(self) -> Preparing | None:
        row = self.list.currentRow()
        return self._found[row].step if 0 <= row < len(self._found) else None

    @Slot()
    def _add(self, *_: object) -> None:
        step = self._chosen()
        if step is not None:
            self.add_wanted.emit(step)

    @Slot()
    def _edit(self) -> None:
        step = self._chosen()
        if step is not None:
            self.edit_wanted.emit(step)
