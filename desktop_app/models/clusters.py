"""The clusters of a result as a table that is sorted by an index."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt

from core.model import Clusters
from desktop_app.models.titled import TitledModel
from desktop_app.text import above_zero, number, tr

_EMD_DECIMALS = 4


class ClusterModel(TitledModel):
    """Number, size and EMD of each cluster. Clusters are numbered from 1 for people."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[NDArray[np.int64] | NDArray[np.float64], ...] = ()
        self._order = np.zeros(0, dtype=np.int64)
        self._rows = np.zeros(0, dtype=np.int64)

    def set_clusters(self, clusters: Clusters) -> None:
        """Show these, in the order of their numbers."""
        self.beginResetModel()
        numbers = np.arange(1, len(clusters.sizes) + 1, dtype=np.int64)
        self._columns = (numbers, clusters.sizes, *clusters.emd.values())
        self.figures = frozenset(range(len(self._columns)))
        self.titles = (
            tr("Cluster"),
            tr("Records"),
            *(tr("EMD of\n{name}", name=name) for name in clusters.emd),
        )
        self._sort_by(np.arange(len(numbers), dtype=np.int64))
        self.endResetModel()

    def cluster_at(self, row: int) -> int:
        """Return the cluster, from 0, shown in `row`."""
        return int(self._order[row])

    def row_of(self, cluster: int) -> int:
        """Return the row that shows `cluster`, from 0."""
        return int(self._rows[cluster])

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; equal ones stay in the order of their numbers."""
        if not 0 <= column < len(self._columns):
            return
        self.layoutAboutToBeChanged.emit()
        held = [(index, self.cluster_at(index.row())) for index in self.persistentIndexList()]
        values = self._columns[column]
        down = order is Qt.SortOrder.DescendingOrder
        self._sort_by(np.argsort(-values if down else values, kind="stable"))
        for index, cluster in held:
            self.changePersistentIndex(index, self.index(self.row_of(cluster), index.column()))
        self.layoutChanged.emit()

    def rows(self) -> int:
        """Return the number of clusters."""
        return len(self._order)

    def shown(self, row: int, column: int) -> str:
        """Return a figure as text."""
        value = self._columns[column][self._order[row]].item()
        return number(value) if isinstance(value, int) else above_zero(value, _EMD_DECIMALS)

    def _sort_by(self, order: NDArray[np.int64]) -> None:
        self._order = order
        self._rows = np.empty_like(order)
        self._rows[order] = np.arange(len(order))
