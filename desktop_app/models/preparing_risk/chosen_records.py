"""Some of the records of a file, each with its risk and its line of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from core.model import Column, ColumnKind
from desktop_app.models.titled import TitledModel
from desktop_app.presenters.preparing_risk.risk_words import risk_text
from desktop_app.text import tr
from desktop_app.text.cells import cell_text, value_locale

if TYPE_CHECKING:
    from core.pipeline.assessing import FileRisk

Index = QModelIndex | QPersistentModelIndex


class ChosenRecordsModel(TitledModel):
    """The risk of each record, its key columns, then its other columns; nothing is copied."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._risk: FileRisk | None = None
        self._columns: tuple[Column, ...] = ()
        self._positions = np.zeros(0, dtype=np.int64)
        self._locale = value_locale()

    @property
    def positions(self) -> NDArray[np.int64]:
        """Where the records are in the file, ascending; shape (r,)."""
        return self._positions

    def show_records(self, risk: FileRisk, positions: NDArray[np.int64]) -> None:
        """Show the records of a file at these positions."""
        self.beginResetModel()
        keys = [risk.dataset.column(name) for name in risk.columns]
        others = [c for c in risk.dataset.columns if c.name not in risk.columns]
        self._risk, self._positions = risk, positions
        self._columns = (*keys, *others)
        self.titles = (tr("Risk"), *(column.name for column in self._columns))
        kinds = enumerate((c.kind for c in self._columns), 1)
        self.figures = frozenset({0, *(at for at, kind in kinds if kind is not ColumnKind.TEXT)})
        self.endResetModel()

    def clear(self) -> None:
        """Show no records, and let go of the file."""
        self.beginResetModel()
        self._risk, self._columns, self.titles = None, (), ()
        self._positions = np.zeros(0, dtype=np.int64)
        self.endResetModel()

    def rows(self) -> int:
        """Return the number of records."""
        return len(self._positions)

    def shown(self, row: int, column: int) -> str:
        """Return the risk of a record or one of its values."""
        if self._risk is None:
            return ""
        position = int(self._positions[row])
        if column == 0:
            return risk_text(float(self._risk.population.risks[position]))
        return cell_text(self._columns[column - 1], position, self._locale)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the title of a column, or a record's number and its row of the file."""
        if orientation is Qt.Orientation.Horizontal:
            return super().headerData(section, orientation, role)
        if self._risk is None or not 0 <= section < len(self._positions):
            return None
        position = int(self._positions[section])
        if role == Qt.ItemDataRole.DisplayRole:
            return str(position + 1)
        if role == Qt.ItemDataRole.ToolTipRole:
            row = self._risk.dataset.row_number(position)
            return tr("Record {at}; row {row} of the file", at=position + 1, row=row)
        return None
