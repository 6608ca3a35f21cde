"""Clusters counted by size, of runs on disk."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.models.titled import ListModel, TitledModel
from desktop_app.presenters.large.disk_insight import Grouping
from desktop_app.text import fixed, number, tr


class GroupingsModel(ListModel[Grouping]):
    """A row for the clusters of all columns, or for those of each block."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles = (
            tr("Columns"),
            tr("Clusters"),
            tr("Smallest"),
            tr("Median"),
            tr("Mean"),
            tr("Largest"),
        )
        self.figures = frozenset(range(1, 6))

    def shown(self, row: int, column: int) -> str:
        """Return a cell's text."""
        one = self.items[row]
        return (
            ", ".join(one.columns) or tr("all masked"),
            number(one.count),
            number(int(one.sizes[0])),
            number(one.median),
            fixed(one.records / one.count, 2),
            number(int(one.sizes[-1])),
        )[column]


class SizesModel(TitledModel):
    """A row for each size that clusters have."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown: Grouping | None = None
        self.titles = (
            tr("Size (records)"),
            tr("Clusters"),
            tr("Records"),
            tr("Records (%)"),
        )
        self.figures = frozenset(range(4))

    def show_grouping(self, grouping: Grouping | None) -> None:
        """Show the sizes of a grouping, or nothing."""
        self.beginResetModel()
        self._shown = grouping
        self.endResetModel()

    def rows(self) -> int:
        """Return the number of sizes that occur."""
        return 0 if self._shown is None else len(self._shown.sizes)

    def shown(self, row: int, column: int) -> str:
        """Return a cell's text."""
        assert self._shown is not None
        size, clusters = int(self._shown.sizes[row]), int(self._shown.clusters[row])
        records = size * clusters
        if column == 3:
            return fixed(100 * records / self._shown.records, 2)
        return number((size, clusters, records)[column])
