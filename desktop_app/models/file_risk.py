"""The risk of the file as it is prepared, as tables: columns, rare values, some records."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from core.model import Column, ColumnKind
from desktop_app.models.titled import (
    ListModel,
    TableColumn,
    TitledModel,
    describe_record,
    describe_words,
)
from desktop_app.presenters.preparing_risk.risk_words import driving_hint, risk_text
from desktop_app.text import number, tr
from desktop_app.text.cells import cell_text, value_locale

if TYPE_CHECKING:
    from core.assess import FileRisk
    from core.risk import RareCombinations


class ChosenRecordsModel(TitledModel):
    """The risk of each record, its key columns, then its other columns; nothing is copied."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._risk: FileRisk | None = None
        self._columns: tuple[Column, ...] = ()
        # Where the records are in the file, ascending; shape (r,).
        self.positions = np.zeros(0, dtype=np.int64)
        self._locale = value_locale()

    def show_records(self, risk: FileRisk, positions: NDArray[np.int64]) -> None:
        """Show the records of a file at these positions."""
        self.beginResetModel()
        keys = [risk.dataset.column(name) for name in risk.columns]
        other_columns = [c for c in risk.dataset.columns if c.name not in risk.columns]
        self._risk, self.positions = risk, positions
        self._columns = (*keys, *other_columns)
        self.titles = (tr("Risk"), *(column.name for column in self._columns))
        kinds = enumerate((c.kind for c in self._columns), 1)
        self.figures = frozenset({0, *(i for i, kind in kinds if kind is not ColumnKind.TEXT)})
        self.endResetModel()

    def clear(self) -> None:
        """Show no records, and let go of the file."""
        self.beginResetModel()
        self._risk, self._columns, self.titles = None, (), ()
        self.positions = np.zeros(0, dtype=np.int64)
        self.endResetModel()

    def rows(self) -> int:
        """Count the records."""
        return len(self.positions)

    def write_cell(self, row: int, column: int) -> str:
        """Return the risk of a record or one of its values."""
        if self._risk is None:
            return ""
        position = int(self.positions[row])
        if column == 0:
            return risk_text(float(self._risk.population.risks[position]))
        return cell_text(self._columns[column - 1], position, self._locale)

    def describe_row(self, row: int, role: int) -> object:
        """Return a record's number and its row of the file."""
        assert self._risk is not None
        position = int(self.positions[row])
        return describe_record(str(position + 1), self._risk.dataset.row_number(position), role)


NAME, BAR, RECORDS = range(3)


@dataclass(frozen=True, slots=True)
class DrivingColumn:
    """A key column.

    Attributes
    ----------
    key : int
        Its number among the key columns.
    name : str
        Its name.
    records : int
        Number of records that violate k-anonymity and would not without it.
    """

    key: int
    name: str
    records: int


class DrivingModel(ListModel[DrivingColumn]):
    """Name, bar and number of records of each column; the largest number first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("Column"), lambda shown: shown.name),
            TableColumn("", lambda _: ""),
            TableColumn(tr("Records"), lambda shown: number(shown.records), is_figure=True),
        )
        self._k = 0

    def show_columns(self, columns: tuple[DrivingColumn, ...], k: int) -> None:
        """Show these columns."""
        self._k = k
        self.show_items(tuple(sorted(columns, key=lambda column: (-column.records, column.key))))

    def share(self, row: int) -> float:
        """Return the length of a row's bar, from 0 to 1."""
        return self.items[row].records / max(1, self.items[0].records)

    def describe_cell(self, row: int, column: int, role: int) -> object:  # noqa: ARG002
        """Say what the bar shows."""
        shown = self.items[row]
        return describe_words(partial(driving_hint, shown.name, shown.records, self._k), role)


COUNT, RISK = range(2)
_FIGURES = 2


class RareModel(TitledModel):
    """Records, risk and values of each combination; cells are made when they come into sight."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rare: RareCombinations | None = None
        self._columns: tuple[Column, ...] = ()
        self._locale = value_locale()

    def show_risk(self, risk: FileRisk | None) -> None:
        """Show the rare combinations of a file; ``None``: nothing."""
        self.beginResetModel()
        details = None if risk is None else risk.details
        self._rare = None if details is None else details.rare
        names = () if risk is None else risk.columns
        self._columns = () if risk is None else tuple(map(risk.dataset.column, names))
        self.titles = (tr("Records"), tr("Risk"), *names)
        numeric = (i for i, c in enumerate(self._columns) if c.kind is not ColumnKind.TEXT)
        self.figures = frozenset({COUNT, RISK, *(_FIGURES + i for i in numeric)})
        self.endResetModel()

    def rows(self) -> int:
        """Count the combinations."""
        return 0 if self._rare is None else len(self._rare.groups)

    def write_cell(self, row: int, column: int) -> str:
        """Return the number of records, their risk or one of their values."""
        if self._rare is None:
            return ""
        if column == COUNT:
            return number(int(self._rare.sizes[row]))
        if column == RISK:
            return risk_text(float(self._rare.risks[row]))
        position = int(self._rare.first[row])
        return cell_text(self._columns[column - _FIGURES], position, self._locale)
