"""The columns of categories, with what was decided of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Qt

from desktop_app.models.titled import ListModel, TableColumn
from desktop_app.state.parts import Part
from desktop_app.text import explain, number, tr
from desktop_app.text.schema import part_title
from desktop_app.theme import current, icon
from desktop_app.views.plain import tip

NAME, ROLE, CATEGORIES, RELATION, COVERED, STATE = range(6)


class ColumnState(StrEnum):
    """What is left to do for a column."""

    TODO = "to do"
    ATTENTION = "needs attention"
    CHOSEN = "chosen"
    NOT_NEEDED = "not needed"


@dataclass(frozen=True, slots=True)
class ColumnRow:
    """One column.

    Attributes
    ----------
    name : str
        The column's name.
    part : Part
        Its role.
    categories : int or None
        How many different ones occur; ``None`` until they are counted.
    relation, covered : str
        How they are related, and the share that is covered, in words.
    state : ColumnState
        What is left to do.
    """

    name: str
    part: Part
    categories: int | None
    relation: str
    covered: str
    state: ColumnState


class TaxonomyColumnsModel(ListModel[ColumnRow]):
    """A row for each column of categories."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("Column"), lambda shown: shown.name),
            TableColumn(tr("Role"), lambda shown: part_title(shown.part)),
            TableColumn(tr("Categories"), _categories_text, is_figure=True),
            TableColumn(tr("Relation"), lambda shown: shown.relation),
            TableColumn(tr("Covered"), lambda shown: shown.covered, is_figure=True),
            TableColumn(tr("State"), lambda shown: _state_text(shown.state)),
        )

    def show_rows(self, rows: Sequence[ColumnRow]) -> None:
        """Show these columns; the selection stays where the columns stay the same."""
        same = [row.name for row in rows] == [row.name for row in self.items]
        if not same:
            self.show_items(tuple(rows))
        elif tuple(rows) != self.items:
            self.items = tuple(rows)
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, STATE))

    def row(self, row: int) -> ColumnRow:
        """Return the column of a row."""
        return self.items[row]

    def row_of(self, name: str) -> int:
        """Find the row of a column; -1 without it."""
        return next((position for position, row in enumerate(self.items) if row.name == name), -1)

    def describe_cell(self, row: int, column: int, role: int) -> object:
        """Return the mark of the state, and explanations."""
        if role == Qt.ItemDataRole.DecorationRole and column == STATE:
            colours = current()
            name, colour = {
                ColumnState.TODO: ("to-do", colours.muted),
                ColumnState.ATTENTION: ("attention", colours.danger),
                ColumnState.CHOSEN: ("done", colours.good),
                ColumnState.NOT_NEEDED: ("done", colours.muted),
            }[self.items[row].state]
            return icon(name, colour)
        if role == Qt.ItemDataRole.ToolTipRole:
            if column == NAME:
                return tip(self.items[row].name)
            return explain(self.items[row].part.value) if column == ROLE else None
        return None

    def describe_title(self, column: int) -> str | None:
        """Say in full what a short title means."""
        return {
            RELATION: tr("How the categories are related to each other"),
            COVERED: tr("Share of the records whose text is a category of the taxonomy"),
        }.get(column)


def _categories_text(shown: ColumnRow) -> str:
    return "" if shown.categories is None else number(shown.categories)


def _state_text(state: ColumnState) -> str:
    return {
        ColumnState.TODO: tr("To do"),
        ColumnState.ATTENTION: tr("Needs attention"),
        ColumnState.CHOSEN: tr("Chosen"),
        ColumnState.NOT_NEEDED: tr("Not needed"),
    }[state]
