"""A private release and other ways to mask the same columns, as a table."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt

from desktop_app.models.titled import TitledModel
from desktop_app.state.ways import COMPARED, Way
from desktop_app.text import failure_text, message, number, tr

_NAME = 0


class WaysModel(TitledModel):
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
        self._ways: tuple[Way, ...] = ()

    def show_ways(self, ways: tuple[Way, ...]) -> None:
        """Show these."""
        self.beginResetModel()
        self._ways = ways
        self.endResetModel()

    def rows(self) -> int:
        """Return the number of ways."""
        return len(self._ways)

    def shown(self, row: int, column: int) -> str:
        """Return a way's name or one of its figures."""
        way = self._ways[row]
        if column == _NAME:
            return {
                "this": tr("This release"),
                "laplace": tr("Noise for every cell, with the same ε"),
                "alone": tr("The same averages without noise (no privacy claim)"),
            }[way.code]
        value = way.values.get(COMPARED[column - 1])
        return "–" if value is None else number(value, 3)

    def said(self, row: int, column: int, role: int) -> object:
        """Say what a measure means, or why a way has no figures."""
        if role != Qt.ItemDataRole.ToolTipRole:
            return None
        error = self._ways[row].error
        if error is not None:
            return failure_text(error)
        return None if column == _NAME else message(f"measure-{COMPARED[column - 1]}-meaning")
