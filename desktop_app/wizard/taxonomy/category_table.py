"""The categories of a column with their records, before it is said how they are related."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QHeaderView, QWidget

from desktop_app.models.titled import TitledModel
from desktop_app.text import number, tr
from desktop_app.views.forms import named
from desktop_app.views.tables.data_table import DataTable

CATEGORY, RECORDS = range(2)


class CategoryCounts(TitledModel):
    """A row for each category, the most frequent first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles = (tr("Category"), tr("Records"))
        self.figures = frozenset({RECORDS})
        self._rows: tuple[tuple[str, int], ...] = ()

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Show these categories."""
        rows = tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    def rows(self) -> int:
        """Return the number of categories."""
        return len(self._rows)

    def shown(self, row: int, column: int) -> str:
        """Return a cell's text."""
        category, records = self._rows[row]
        return category if column == CATEGORY else number(records)


class CategoryTable(DataTable):
    """Shows what there is to relate."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.counts = CategoryCounts(self)
        self.setModel(self.counts)
        self.verticalHeader().hide()
        named(self, tr("Categories of the column"), tr("Each with its number of records."))
        self.horizontalHeader().setSectionResizeMode(CATEGORY, QHeaderView.ResizeMode.Stretch)

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Show these categories; nothing to show, no table."""
        self.counts.show_counts(counts)
        self.setVisible(bool(counts))
