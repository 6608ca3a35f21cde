"""The combinations of values that few records have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.model import Column, ColumnKind
from desktop_app.models.titled import TitledModel
from desktop_app.presenters.preparing_risk.risk_words import risk_text
from desktop_app.text import number, tr
from desktop_app.text.cells import cell_text, value_locale

if TYPE_CHECKING:
    from core.pipeline.assessing import FileRisk
    from core.risk import RareCombinations

RECORDS, RISK = range(2)
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
        numeric = (at for at, c in enumerate(self._columns) if c.kind is not ColumnKind.TEXT)
        self.figures = frozenset({RECORDS, RISK, *(_FIGURES + at for at in numeric)})
        self.endResetModel()

    def rows(self) -> int:
        """Return the number of combinations."""
        return 0 if self._rare is None else len(self._rare.groups)

    def shown(self, row: int, column: int) -> str:
        """Return the number of records, their risk or one of their values."""
        if self._rare is None:
            return ""
        if column == RECORDS:
            return number(int(self._rare.sizes[row]))
        if column == RISK:
            return risk_text(float(self._rare.risks[row]))
        position = int(self._rare.first[row])
        return cell_text(self._columns[column - _FIGURES], position, self._locale)
