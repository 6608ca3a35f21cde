"""The records of one cluster: what they all became, then what each was."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from core.model import Column, ColumnKind
from desktop_app.models.table_model import TableModel
from desktop_app.text import number, tr
from desktop_app.text.cells import cell_text, value_locale

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class ClusterRecordsModel(TableModel):
    """First row: the released values all records of the cluster share; below: the originals."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._before: tuple[Column, ...] = ()
        self._after: tuple[Column | None, ...] = ()
        self._members = np.zeros(0, dtype=np.int64)
        self._numbers = self._rows = np.zeros(0, dtype=np.int64)
        self._locale = value_locale()
        self._bold = QFont()
        self._bold.setBold(True)

    def set_columns(self, before: tuple[Column, ...], after: tuple[Column | None, ...]) -> None:
        """Take the columns; ``None`` in `after` where a column is published unchanged."""
        self.beginResetModel()
        self._before, self._after = before, after
        self._members = np.zeros(0, dtype=np.int64)
        self.endResetModel()

    def show_cluster(
        self, members: NDArray[np.int64], numbers: NDArray[np.int64], rows: NDArray[np.int64]
    ) -> None:
        """Show a cluster's records.

        Parameters
        ----------
        members : numpy.ndarray of int64
            Their positions in the columns.
        numbers : numpy.ndarray of int64
            Their numbers among the records of the user's file, from 1.
        rows : numpy.ndarray of int64
            Their rows in the user's file, its header included.
        """
        self.beginResetModel()
        self._members, self._numbers, self._rows = members, numbers, rows
        self.endResetModel()

    def rowCount(self, parent: Index = _NONE) -> int:
        """Return one row more than records."""
        if parent.isValid() or len(self._members) == 0:
            return 0
        return len(self._members) + 1

    def columnCount(self, parent: Index = _NONE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._before)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a column's name, or a record's number and its row of the file."""
        if orientation is Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return _LEFT if self._before[section].kind is ColumnKind.TEXT else _RIGHT
            return self._before[section].name if role == Qt.ItemDataRole.DisplayRole else None
        if section == 0:
            return tr("Released") if role == Qt.ItemDataRole.DisplayRole else None
        return self._record_text(section - 1, role)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a value as text, its alignment, or the weight of the released row."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(index.row(), index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            text = self._before[index.column()].kind is ColumnKind.TEXT
            return None if text else _RIGHT
        if role == Qt.ItemDataRole.FontRole and index.row() == 0:
            return self._bold if self._after[index.column()] is not None else None
        return None

    def _record_text(self, member: int, role: int) -> str | None:
        at = number(int(self._numbers[member]))
        if role == Qt.ItemDataRole.DisplayRole:
            return tr("Record {at}", at=at)
        if role == Qt.ItemDataRole.ToolTipRole:
            row = int(self._rows[member])
            return tr("Record {at}; row {row} of the file", at=at, row=row)
        return None

    def _text(self, row: int, column: int) -> str:
        if row > 0:
            member = int(self._members[row - 1])
            return cell_text(self._before[column], member, self._locale)
        after = self._after[column]
        if after is None:
            return tr("unchanged")
        return cell_text(after, int(self._members[0]), self._locale)
