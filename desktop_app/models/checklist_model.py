"""All counts of the checklist as a table."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt

from core.checklist.row_registry import ROWS
from core.log.declared.entries import LoggedRow
from desktop_app.models.titled import ListModel, TableColumn
from desktop_app.text import message, number, tr
from desktop_app.text.lists import list_names
from desktop_app.views.plain import tip

_NAMED = 3


class ChecklistModel(ListModel[LoggedRow]):
    """A row for each count, as in the internal report."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("No."), lambda item: ROWS[item.row].number or "–"),
            TableColumn(tr("What is counted"), lambda item: message(f"counted-{item.row}")),
            TableColumn(tr("Columns"), _columns_text),
            TableColumn(tr("Figure"), lambda item: _figure_text(item.figure), is_figure=True),
            TableColumn(tr("Limit"), lambda item: _figure_text(item.limit), is_figure=True),
            TableColumn(tr("Outcome"), _outcome_text),
        )

    def describe_cell(self, row: int, column: int, role: int) -> object:
        """Return the whole text of a cell, which may be cut off."""
        return tip(self.write_cell(row, column)) if role == Qt.ItemDataRole.ToolTipRole else None


def _columns_text(item: LoggedRow) -> str:
    return list_names([item.column] if item.column is not None else item.columns, _NAMED) or "–"


def _figure_text(value: float | None) -> str:
    return "–" if value is None else number(value, 3)


def _outcome_text(item: LoggedRow) -> str:
    asked_as = () if item.asked_as is None else f"counted-{item.asked_as}"
    return message(f"outcome-{item.outcome}", said=item.why, what=asked_as)
