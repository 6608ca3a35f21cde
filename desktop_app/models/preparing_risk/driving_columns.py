"""The key columns by the number of records that each makes rare."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt

from desktop_app.models.titled import TitledModel
from desktop_app.presenters.preparing_risk.risk_words import driving_hint
from desktop_app.text import number, tr

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


class DrivingModel(TitledModel):
    """Name, bar and number of records of each column; the largest number first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[DrivingColumn, ...] = ()
        self._k = 0
        self.figures = frozenset({RECORDS})
        self.titles = (tr("Column"), "", tr("Records"))

    @property
    def columns(self) -> tuple[DrivingColumn, ...]:
        """What is shown, a row each."""
        return self._columns

    def show_columns(self, columns: tuple[DrivingColumn, ...], k: int) -> None:
        """Show these columns."""
        self.beginResetModel()
        self._columns = tuple(sorted(columns, key=lambda each: (-each.records, each.key)))
        self._k = k
        self.endResetModel()

    def share(self, row: int) -> float:
        """Return the length of a row's bar, from 0 to 1."""
        return self._columns[row].records / max(1, self._columns[0].records)

    def rows(self) -> int:
        """Return the number of columns."""
        return len(self._columns)

    def shown(self, row: int, column: int) -> str:
        """Return name or number of records; a bar has no words."""
        shown = self._columns[row]
        return {NAME: shown.name, RECORDS: number(shown.records)}.get(column, "")

    def said(self, row: int, column: int, role: int) -> object:  # noqa: ARG002
        """Say what the bar shows."""
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return driving_hint(self._columns[row].name, self._columns[row].records, self._k)
        return None
