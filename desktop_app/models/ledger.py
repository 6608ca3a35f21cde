"""The ledger of a privacy budget as a table."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import QObject

from core.model import Ledger, LedgerEntry, Spending
from desktop_app.models.titled import TitledModel
from desktop_app.text import number, percent, tr

_EPSILON, _SHARE = 1, 2


class LedgerModel(TitledModel):
    """What each part of the budget is spent on; the sum and what is left come last."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles = (tr("Spent on"), tr("ε"), tr("Share"))
        self.figures = frozenset({_EPSILON, _SHARE})
        self._ledger: Ledger | None = None
        self._lines: list[tuple[str, Fraction]] = []

    def show_ledger(self, ledger: Ledger | None) -> None:
        """Show a ledger, or nothing."""
        if ledger == self._ledger:
            return
        self.beginResetModel()
        self._ledger = ledger
        self._lines = [] if ledger is None else _lines(ledger)
        self.endResetModel()

    def rows(self) -> int:
        """Return the number of lines."""
        return len(self._lines)

    def shown(self, row: int, column: int) -> str:
        """Return a cell's text."""
        what, epsilon = self._lines[row]
        if column == _EPSILON:
            return number(float(epsilon), 4)
        if column == _SHARE:
            budget = self._ledger.budget if self._ledger is not None else Fraction(0)
            return percent(float(epsilon / budget)) if budget else "–"
        return what


def _lines(ledger: Ledger) -> list[tuple[str, Fraction]]:
    found = [(entry_text(entry), entry.epsilon) for entry in ledger.entries]
    return [
        *found,
        (tr("All together"), ledger.spent),
        (tr("Left of the budget"), ledger.remaining),
    ]


def entry_text(entry: LedgerEntry) -> str:
    """Return on what a part of a budget is spent."""
    if entry.spending is Spending.COLUMN:
        return entry.columns[0]
    if entry.spending is Spending.TREE:
        return tr("Learning which columns are related")
    if not entry.columns:
        return tr("A relation still to be learned")
    return tr("How {one} and {other} are related", one=entry.columns[0], other=entry.columns[1])
