"""One side of the comparison of original and protected records, as a table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from core.model import Column, ColumnKind
from desktop_app.models.table_model import TableModel
from desktop_app.presenters.before_after import BeforeAfter
from desktop_app.text import tr
from desktop_app.text.cells import cell_text, value_locale
from desktop_app.views.plain import tip

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter

CHANGED = Qt.ItemDataRole.UserRole + 1
"""Role under which a cell says whether the protection changed it."""
FOUND = Qt.ItemDataRole.UserRole + 2
"""Role under which a cell says whether it holds what is looked for."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is drawn of a cell."""

    text: str
    alignment: Qt.AlignmentFlag
    is_missing: bool
    is_changed: bool
    is_found: bool


class SideModel(TableModel):
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
        self.endResetModel()

    def show_found(self, flags: NDArray[np.bool_] | None) -> None:
        """Mark the cells of the whole table that hold what is looked for, shape (r, c)."""
        self._found = flags
        if self.rowCount() and self.columnCount():
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last, [FOUND])

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Count the records shown."""
        return 0 if parent.isValid() else len(self._records)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Count the columns shown."""
        return 0 if parent.isValid() else len(self._columns)

    def cell(self, row: int, column: int) -> Cell | None:
        """Build the parts of a cell that are drawn."""
        if self._table is None:
            return None
        record, position = int(self._records[row]), int(self._columns[column])
        side_column = self._side(self._table)[position]
        return Cell(
            cell_text(side_column, record, self._locale),
            _alignment(side_column),
            bool(side_column.missing[record]),
            bool(self._table.changed[record, position]),
            self._found is not None and bool(self._found[record, position]),
        )

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, alignment, marks or explanation."""
        if not index.isValid() or self._table is None:
            return None
        cell = self.cell(index.row(), index.column())
        assert cell is not None
        values_by_role = {
            Qt.ItemDataRole.DisplayRole: cell.text,
            Qt.ItemDataRole.TextAlignmentRole: cell.alignment,
            CHANGED: cell.is_changed,
            FOUND: cell.is_found,
        }
        if role in values_by_role:
            return values_by_role[role]
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            record, position = int(self._records[index.row()]), int(self._columns[index.column()])
            change = self._change(record, position) if cell.is_changed else None
            return tip(change) if role == Qt.ItemDataRole.ToolTipRole else change
        return None

    def _change(self, record: int, position: int) -> str:
        assert self._table is not None
        original, released = self._table.before[position], self._table.after[position]
        return tr(
            "{column}: {before} became {after}",
            column=released.name,
            before=cell_text(original, record, self._locale),
            after=cell_text(released, record, self._locale),
        )

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a column's name and treatment, or a record's number and its row of the file."""
        if self._table is None:
            return None
        if orientation is Qt.Orientation.Vertical:
            shown = 0 <= section < len(self._records)
            return self._record_text(int(self._records[section]), role) if shown else None
        if not 0 <= section < len(self._columns):
            return None
        column = self._side(self._table)[int(self._columns[section])]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.name
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            masked = column.name in self._table.masked
            title = tr("{name}: masked") if masked else tr("{name}: published unchanged")
            return tip(title.format(name=column.name))
        return None

    def _record_text(self, record: int, role: int) -> str | None:
        """Write the number of a record in the file; of new records, that in the table."""
        assert self._table is not None
        number = int(self._table.numbers[record]) if self._table.paired else record + 1
        if role == Qt.ItemDataRole.DisplayRole:
            return str(number)
        if role == Qt.ItemDataRole.ToolTipRole and self._table.paired:
            row = int(self._table.rows[record])
            return tr("Record {at}; row {row} of the file", at=number, row=row)
        return None

    def _side(self, table: BeforeAfter) -> tuple[Column, ...]:
        return table.after if self._released else table.before


def _alignment(column: Column) -> Qt.AlignmentFlag:
    return _LEFT if column.kind is ColumnKind.TEXT or column.labels.values else _RIGHT
