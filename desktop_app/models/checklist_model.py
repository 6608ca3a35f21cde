"""All counts of the checklist as a table."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt

from core.checklist.row_registry import ROWS
from core.log.declared.entries import LoggedRow
from desktop_app.models.titled import ListModel
from desktop_app.text import message, number, tr
from desktop_app.text.lists import list_names
from desktop_app.views.plain import tip

_FIGURE, _LIMIT, _OUTCOME = 3, 4, 5
_NAMED = 3


class ChecklistModel(ListModel[LoggedRow]):
    """A row for each count, as in the internal report."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles = (
            *(tr("No."), tr("What is counted"), tr("Columns")),
            *(tr("Figure"), tr("Limit"), tr("Outcome")),
        )
        self.figures = frozenset({_FIGURE, _LIMIT})

    def write_cell(self, row: int, column: int) -> str:
        """Return a cell's text."""
        item = self.items[row]
        if column in (_FIGURE, _LIMIT):
            value = item.figure if column == _FIGURE else item.limit
            return "–" if value is None else number(value, 3)
        if column == _OUTCOME:
            asked_as = () if item.asked_as is None else f"counted-{item.asked_as}"
            return message(f"outcome-{item.outcome}", said=item.why, what=asked_as)
        names = [item.column] if item.column is not None else item.columns
        words = (ROWS[item.row].number, message(f"counted-{item.row}"), list_names(names, _NAMED))
        return words[column] or "–"

    def describe_cell(self, row: int, column: int, role: int) -> object:
        """Return the whole text of a cell, which may be cut off."""
        return tip(self.write_cell(row, column)) if role == Qt.ItemDataRole.ToolTipRole else None
