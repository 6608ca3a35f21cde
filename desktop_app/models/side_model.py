"""One side of the comparison of original and protected records, as a table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt

from core.model import Column
from desktop_app.models.titled import (
    LEFT,
    RIGHT,
    TitledModel,
    describe_record,
    describe_words,
    is_of_figures,
)
from desktop_app.presenters.before_after import BeforeAfter
from desktop_app.text import tr
from desktop_app.text.cells import cell_text, value_locale
from desktop_app.views.plain import tip

CHANGED = Qt.ItemDataRole.UserRole + 1
"""Role under which a cell says whether the protection changed it."""
FOUND = Qt.ItemDataRole.UserRole + 2
"""Role under which a cell says whether it holds what is looked for."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is drawn of a cell."""

    text: str
    alignment: int
    is_missing: bool
    is_changed: bool
    is_found: bool


class SideModel(TitledModel):
    """Some records and columns of one side; cells become text when they come into sight.

    Parameters
    ----------
    released : bool
        Whether this is the side of the protected records.
    """

    def __init__(self, released: bool, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._released = released
        self._table: BeforeAfter | None = None
        self._records = np.zeros(0, dtype=np.int64)
        self._columns = np.zeros(0, dtype=np.int64)
        self._found: NDArray[np.bool_] | None = None
        self._locale = value_locale()

    def show_table(
        self, table: BeforeAfter, records: NDArray[np.int64], columns: NDArray[np.int64]
    ) -> None:
        """Show these records and columns of `table`, by their positions."""
        self.beginResetModel()
        self._table, self._records, self._columns = table, records, columns
        self._found = None
        shown = [self._side(table)[int(position)] for position in columns]
        self.titles = tuple(column.name for column in shown)
        self.figures = frozenset(i for i, column in enumerate(shown) if is_of_figures(column))
        self.endResetModel()

    def show_found(self, flags: NDArray[np.bool_] | None) -> None:
        """Mark the cells of the whole table that hold what is looked for, shape (r, c)."""
        self._found = flags
        if self.rows() and self.titles:
            last = self.index(self.rows() - 1, len(self.titles) - 1)
            self.dataChanged.emit(self.index(0, 0), last, [FOUND])

    def rows(self) -> int:
        """Count the records shown."""
        return len(self._records)

    def cell(self, row: int, column: int) -> Cell | None:
        """Build the parts of a cell that are drawn."""
        if self._table is None:
            return None
        record, position = int(self._records[row]), int(self._columns[column])
        side_column = self._side(self._table)[position]
        return Cell(
            cell_text(side_column, record, self._locale),
            RIGHT if column in self.figures else LEFT,
            bool(side_column.missing[record]),
            bool(self._table.changed[record, position]),
            self._found is not None and bool(self._found[record, position]),
        )

    def write_cell(self, row: int, column: int) -> str:
        """Write a value."""
        cell = self.cell(row, column)
        return "" if cell is None else cell.text

    def describe_cell(self, row: int, column: int, role: int) -> object:
        """Return a cell's marks or explanation, without writing what the role does not ask for."""
        if self._table is None:
            return None
        record, position = int(self._records[row]), int(self._columns[column])
        if role == FOUND:
            return self._found is not None and bool(self._found[record, position])
        is_changed = bool(self._table.changed[record, position])
        if role == CHANGED:
            return is_changed
        if not is_changed:
            return None
        return describe_words(partial(self._change, record, position), role)

    def _change(self, record: int, position: int) -> str:
        assert self._table is not None
        original, released = self._table.before[position], self._table.after[position]
        return tr(
            "{column}: {before} became {after}",
            column=released.name,
            before=cell_text(original, record, self._locale),
            after=cell_text(released, record, self._locale),
        )

    def describe_title(self, column: int) -> str | None:
        """Return a column's name and treatment."""
        name = self.titles[column]
        masked = self._table is not None and name in self._table.masked
        title = tr("{name}: masked") if masked else tr("{name}: published unchanged")
        return tip(title.format(name=name))

    def describe_row(self, row: int, role: int) -> object:
        """Return the number of a record and its row in the file; of new ones, that in the table."""
        assert self._table is not None
        record = int(self._records[row])
        if not self._table.paired:
            return str(record + 1) if role == Qt.ItemDataRole.DisplayRole else None
        file_row = int(self._table.rows[record])
        return describe_record(str(int(self._table.numbers[record])), file_row, role)

    def _side(self, table: BeforeAfter) -> tuple[Column, ...]:
        return table.after if self._released else table.before
