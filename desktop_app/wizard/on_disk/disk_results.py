"""The tabs of the step Results that runs on disk have instead of those on single records."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, Qt, Slot
from PySide6.QtWidgets import QLabel, QWidget

from desktop_app.jobs import Runner
from desktop_app.models.clusters import ConditionsModel
from desktop_app.models.titled import ListModel, TitledModel
from desktop_app.plots.cluster_sizes import ClusterSizes, count_sizes
from desktop_app.presenters.large.disk_insight import DiskInsight, Grouping
from desktop_app.presenters.large.large_words import clusters_on_disk
from desktop_app.presenters.results_conditions import counted_rows, units_sentence
from desktop_app.text import explain, fixed, number, tr
from desktop_app.theme import sizes
from desktop_app.views.forms import note
from desktop_app.views.layouts import in_column
from desktop_app.views.pictures.picture_frame import PictureFrame
from desktop_app.views.split import split
from desktop_app.views.tables.table_width import fit_width
from desktop_app.wizard.results.result_table import result_table

_MARGINS = (sizes.UNIT + sizes.HALF,) * 4


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


class DiskClustersTab(QWidget):
    """How many clusters have how many records: a picture, and the same as a table."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.groupings, self.sizes = GroupingsModel(self), SizesModel(self)
        self.groupings_table = result_table(self.groupings, "disk-clusters", tr("Clusters"))
        self.groupings_table.selectionModel().currentRowChanged.connect(self._choose)
        self.sizes_table = result_table(
            self.sizes, "disk-cluster-sizes", tr("Sizes of the clusters")
        )
        self.picture = PictureFrame(tr("Cluster sizes"), runner, meaning=explain("cluster"))
        self.picture.picked.connect(self._pick)
        left = QWidget()
        in_column(
            _heading(tr("Clusters")),
            (self.groupings_table, 1),
            _heading(tr("Sizes of the clusters")),
            (self.sizes_table, 3),
            inside=left,
        )
        in_column(
            (split(Qt.Orientation.Horizontal, left, self.picture, (1, 1)), 1),
            note(clusters_on_disk()),
            inside=self,
            margins=_MARGINS,
        )

    def show_disk(self, insight: DiskInsight) -> None:
        """Take another result."""
        self.groupings.show_items(insight.groupings)
        fit_width(self.groupings_table)
        self.groupings_table.selectRow(0)
        self._choose()

    @Slot()
    @Slot(QModelIndex, QModelIndex)
    def _choose(
        self, _current: QModelIndex | None = None, _before: QModelIndex | None = None
    ) -> None:
        """Show the sizes of the clusters of the current row."""
        chosen = self._chosen()
        self.sizes.show_grouping(chosen)
        fit_width(self.sizes_table)
        if chosen is None:
            self.picture.show_empty(tr("There are no clusters."))
            return
        self.picture.show_drawing(
            ClusterSizes(
                count_sizes(chosen.sizes, chosen.clusters),
                tr("Size (records)"),
                tr("Clusters"),
                tr(
                    "{count} clusters of {least} to {most} records.",
                    count=number(chosen.count),
                    least=number(int(chosen.sizes[0])),
                    most=number(int(chosen.sizes[-1])),
                ),
                number,
            )
        )

    @Slot(object)
    def _pick(self, size: int) -> None:
        """Select the size in the table at which the bar under the mouse begins."""
        chosen = self._chosen()
        if chosen is not None:
            row = int(np.searchsorted(chosen.sizes, size))
            self.sizes_table.selectRow(min(row, len(chosen.sizes) - 1))

    def _chosen(self) -> Grouping | None:
        """Return the grouping of the current row."""
        row = self.groupings_table.currentIndex().row()
        return self.groupings.items[row] if 0 <= row < self.groupings.rows() else None


class DiskConditionsTab(QWidget):
    """What was promised and what was counted in the written file, without single groups."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.units = note(kind="")
        self.meaning = note()
        self.model = ConditionsModel(self)
        self.table = result_table(self.model, "disk-conditions", tr("Conditions"))
        self.table.selectionModel().currentRowChanged.connect(self._explain)
        in_column(self.units, (self.table, 1), self.meaning, inside=self, margins=_MARGINS)

    def show_disk(self, insight: DiskInsight) -> None:
        """Take another result."""
        said = units_sentence(insight.result)
        self.units.setText(said)
        self.units.setVisible(bool(said))
        self.model.show_items(counted_rows(insight.result))
        fit_width(self.table)
        self.table.selectRow(0)
        self._explain(self.table.currentIndex())

    @Slot(QModelIndex, QModelIndex)
    def _explain(self, current: QModelIndex, _before: QModelIndex | None = None) -> None:
        """Say what the current condition means."""
        chosen = self.model.items[current.row()] if current.isValid() else None
        self.meaning.setText(chosen.meaning if chosen is not None else "")


def _heading(title: str) -> QLabel:
    found = QLabel(title)
    found.setFont(sizes.strong_font())
    return found
