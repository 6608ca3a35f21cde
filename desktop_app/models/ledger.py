"""A private release as tables: what its budget is spent on, and other ways to mask."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import QObject, Qt

from core.model import Ledger, LedgerEntry, Spending
from desktop_app.models.titled import ListModel, TableColumn
from desktop_app.state.ways import COMPARED, Way
from desktop_app.text import failure_text, message, number, percent, tr
from desktop_app.views.plain import tip


class LedgerModel(ListModel[tuple[str, Fraction]]):
    """What each part of the budget is spent on; the sum and what is left come last."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("Spent on"), lambda line: line[0]),
            TableColumn(tr("ε"), lambda line: number(float(line[1]), 4), is_figure=True),
            TableColumn(tr("Share"), lambda line: self._share_text(line[1]), is_figure=True),
        )
        self._ledger: Ledger | None = None

    def show_ledger(self, ledger: Ledger | None) -> None:
        """Show a ledger, or nothing."""
        if ledger == self._ledger:
            return
        self._ledger = ledger
        lines: list[tuple[str, Fraction]] = []
        if ledger is not None:
            lines += [(entry_text(entry), entry.epsilon) for entry in ledger.entries]
            lines.append((tr("All together"), ledger.spent))
            lines.append((tr("Left of the budget"), ledger.remaining))
        self.show_items(tuple(lines))

    def _share_text(self, epsilon: Fraction) -> str:
        budget = self._ledger.budget if self._ledger is not None else Fraction(0)
        return percent(float(epsilon / budget)) if budget else "–"


def entry_text(entry: LedgerEntry) -> str:
    """Return on what a part of a budget is spent."""
    if entry.spending is Spending.COLUMN:
        return entry.columns[0]
    if entry.spending is Spending.TREE:
        return tr("Learning which columns are related")
    if not entry.columns:
        return tr("A relation still to be learned")
    return tr("How {one} and {other} are related", one=entry.columns[0], other=entry.columns[1])


_WAY = 0


class WaysModel(ListModel[Way]):
    """A row for each way; lower is better in every column."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles = (
            tr("Way"),
            tr("Relative error"),
            tr("Divergence"),
            tr("Change of the variance (%)"),
            tr("Largest change of a correlation"),
        )
        self.figures = frozenset(range(1, 1 + len(COMPARED)))

    def write_cell(self, row: int, column: int) -> str:
        """Return a way's name or one of its figures."""
        way = self.items[row]
        if column == _WAY:
            return {
                "this": tr("This release"),
                "laplace": tr("Noise for every cell, with the same ε"),
                "alone": tr("The same averages without noise (no privacy claim)"),
            }[way.code]
        value = way.values.get(COMPARED[column - 1])
        return "–" if value is None else number(value, 3)

    def describe_cell(self, row: int, column: int, role: int) -> object:
        """Say what a measure means, or why a way has no figures."""
        if role != Qt.ItemDataRole.ToolTipRole:
            return None
        error = self.items[row].error
        if error is not None:
            return tip(failure_text(error))
        return None if column == _WAY else message(f"measure-{COMPARED[column - 1]}-meaning")
