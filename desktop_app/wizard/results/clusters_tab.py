"""The tab Clusters: map, sizes, table and records, linked by the selection."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QFrame, QVBoxLayout, QWidget

from core.model import Role
from desktop_app.jobs import Runner
from desktop_app.models.clusters import ClusterModel, ClusterRecordsModel
from desktop_app.plots.cluster_sizes import ClusterSizes, SizeBars, count_sizes
from desktop_app.presenters.results_insight import Principal, ResultInsight
from desktop_app.text import explain, number, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import label_for, note, push_button
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.pictures.picture_frame import PictureFrame
from desktop_app.views.plain import PlainLabel, set_entry_tip, set_tip
from desktop_app.views.split import split
from desktop_app.views.tables.data_table import DataTable
from desktop_app.views.tables.table_width import WIDE_WINDOW, fit_width
from desktop_app.wizard.results.cluster_categories import ClusterCategories
from desktop_app.wizard.results.results_map import ClusterMapFrame, axis_name
from desktop_app.wizard.results.results_selection import Selection
from desktop_app.wizard.results.results_verdict import fill_blocks

# Wider tables, of many confidential columns, scroll.
_TABLE_WIDTH = 33 * sizes.UNIT
_TABLE_SHARE = 0.47
_ORDER_MARK = 4 * sizes.UNIT


class ClustersTab(QWidget):
    """Everything about single clusters.

    Signals
    -------
    block_chosen(object)
        Number of the block whose clusters the user wants to see, or ``None`` for all columns.
    """

    block_chosen = Signal(object)

    def __init__(self, selection: Selection, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._insight: ResultInsight | None = None
        self._bars: SizeBars | None = None
        self.map = ClusterMapFrame(selection, runner)
        self.sizes = PictureFrame(tr("Cluster sizes"), runner, meaning=explain("cluster"))
        self.sizes.picked.connect(self._pick_size)
        self.across, self.up = _axis_box(tr("&Across")), _axis_box(tr("&Up"))
        for box in (self.across, self.up):
            box.currentIndexChanged.connect(self._ask)
        self.block, self.blocks = _axis_box(tr("Clusters &of")), QWidget()
        self.block.activated.connect(self._choose_block)
        self.model = ClusterModel(self)
        self.table = self._table()
        self.records = ClusterRecords(selection)
        self.categories = ClusterCategories(selection, runner)
        selection.cluster_changed.connect(self._show_selection)

    def show_insight(self, insight: ResultInsight) -> None:
        """Take another result."""
        self._insight = insight
        fill_blocks(self.block, insight.result.blocks, insight.block)
        self.blocks.setVisible(bool(insight.result.blocks))
        self._bars = count_sizes(insight.grouping.sizes)
        self.model.set_clusters(insight.grouping)
        self._fit_table()
        self.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.records.show_insight(insight)
        self.categories.show_insight(insight)
        for box, first in ((self.across, 0), (self.up, 1)):
            box.blockSignals(True)
            box.clear()
            for position, axis in enumerate(insight.axes):
                box.addItem(axis_name(axis), axis)
                if isinstance(axis, Principal):
                    set_entry_tip(box, position, explain("principal-component"))
            box.setCurrentIndex(first)
            box.blockSignals(False)
        self._ask()
        self._show_sizes()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width again."""
        super().resizeEvent(event)
        self._fit_table()

    def _fit_table(self) -> None:
        """Show all columns of the table where less than half of a wide window is enough."""
        wide = self.window().width() >= WIDE_WINDOW
        share = int(_TABLE_SHARE * self.width()) if wide else 0
        fit_width(self.table, max(_TABLE_WIDTH, share))

    def _table(self) -> DataTable:
        table = DataTable(dense=True, remembered="clusters")
        table.heading_margin = _ORDER_MARK
        table.list_model(self.model, tr("Clusters"), one_row=True)
        table.setSortingEnabled(True)
        table.selectionModel().currentRowChanged.connect(self._pick_row)
        return table

    def lay_out(self) -> None:
        """Lay out the views, which takes as long as making them: a second part of the page."""
        of = label_for(self.block, tr("Clusters &of"))
        in_row(of, (self.block, 1), inside=self.blocks)
        across, up = label_for(self.across, tr("&Across")), label_for(self.up, tr("&Up"))
        axes = in_row(across, (self.across, 1), up, (self.up, 1))
        map_side, size_side = QWidget(), QWidget()
        in_column(axes, (self.map, 1), inside=map_side)
        in_column((self.sizes, 2), (self.table, 3), inside=size_side)
        upper = split(Qt.Orientation.Horizontal, map_side, size_side, (3, 2))
        lower = split(Qt.Orientation.Horizontal, self.records, self.categories, (3, 2))
        views = split(Qt.Orientation.Vertical, upper, lower, (7, 3))
        in_column(views, inside=self, margins=sizes.UNIT + sizes.HALF)

    @Slot(int)
    def _choose_block(self, _index: int) -> None:
        self.block_chosen.emit(self.block.currentData())

    @Slot()
    @Slot(int)
    def _ask(self, _index: int = 0) -> None:
        insight = self._insight
        axes = (self.across.currentData(), self.up.currentData())
        if insight is not None and None not in axes:
            self.map.show_axes(insight, axes)

    @Slot()
    def _show_selection(self) -> None:
        self._show_sizes()
        cluster = self._selection.cluster
        rows = self.table.selectionModel()
        if cluster is None:
            rows.clear()
            return
        index = self.model.index(self.model.row_of(cluster), 0)
        flag = QItemSelectionModel.SelectionFlag
        rows.setCurrentIndex(index, flag.ClearAndSelect | flag.Rows)
        self.table.scrollTo(index)

    def _show_sizes(self) -> None:
        if self._insight is None or self._bars is None:
            return
        all_sizes, cluster = self._insight.grouping.sizes, self._selection.cluster
        self.sizes.show_drawing(
            ClusterSizes(
                self._bars,
                tr("Size (records)"),
                tr("Clusters"),
                tr(
                    "{count} clusters of {least} to {most} records.",
                    count=len(all_sizes),
                    least=int(all_sizes.min()),
                    most=int(all_sizes.max()),
                ),
                number,
                None if cluster is None else int(all_sizes[cluster]),
            )
        )

    @Slot(QModelIndex, QModelIndex)
    def _pick_row(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid():
            self._selection.select_cluster(self.model.cluster_at(current.row()))

    @Slot(object)
    def _pick_size(self, size: int) -> None:
        """Select the first cluster in the bar that begins at `size`."""
        if self._insight is not None and self._bars is not None:
            end = int(np.searchsorted(self._bars.edges, size, side="right"))
            all_sizes = self._insight.grouping.sizes
            clusters = np.flatnonzero((all_sizes >= size) & (all_sizes < self._bars.edges[end]))
            self._selection.select_cluster(int(clusters[0]) if len(clusters) else None)


def _axis_box(name: str) -> QComboBox:
    box = ChoiceBox()
    box.setAccessibleName(name.replace("&", ""))
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(12)
    return box


class ClusterRecords(QWidget):
    """Size and EMD of the selected cluster in a line, its records in a table beneath."""

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._insight: ResultInsight | None = None
        self.sentence = PlainLabel(font=sizes.strong_font())
        set_tip(self.sentence, explain("emd"))
        self._invitation = QFrame()
        self._invitation.setObjectName("picture")
        invited = note(tr("Click a cluster in the map or in the table to see its records."))
        invited.setAlignment(Qt.AlignmentFlag.AlignCenter)
        QVBoxLayout(self._invitation).addWidget(invited)
        self.model = ClusterRecordsModel(self)
        self.table = DataTable()
        self.table.setModel(self.model)
        self.table.setAccessibleName(tr("Records of the selected cluster"))
        self.copy_button = push_button(tr("Copy recor&ds"), self._copy, kind="flat")
        top = in_row((self.sentence, 1), self.copy_button, spacing=-1)
        in_column(top, (self._invitation, 1), (self.table, 1), inside=self, spacing=sizes.HALF)
        selection.cluster_changed.connect(self._show)
        self._show()

    def show_insight(self, insight: ResultInsight) -> None:
        """Take another result."""
        self._insight = insight
        masked = {a.name for a in insight.attributes if a.role is Role.QUASI_IDENTIFIER}
        # The records of a block's cluster share nothing in the columns of the other blocks.
        block_columns = {attribute.name for attribute in insight.masked}
        apart = masked - block_columns if insight.block is not None else ()
        names = [a.name for a in insight.attributes if a.name not in apart]
        self.model.set_columns(
            tuple(insight.before[name] for name in names),
            tuple(insight.after[name] if name in masked else None for name in names),
        )
        self._show()

    @Slot()
    def _show(self) -> None:
        insight, cluster = self._insight, self._selection.cluster
        chosen = insight is not None and cluster is not None
        self.table.setVisible(chosen)
        self.copy_button.setVisible(chosen)
        self._invitation.setVisible(not chosen)
        if insight is None or cluster is None:
            self.sentence.setText(tr("Records of a cluster"))
            return
        members = insight.members(cluster)
        self.model.show_cluster(members, insight.numbers[members], insight.rows[members])
        clusters = insight.grouping
        cluster_title = tr_n(
            "Cluster {number}: {count} record",
            "Cluster {number}: {count} records",
            int(clusters.sizes[cluster]),
            number=cluster + 1,
        )
        distances = [
            tr("EMD of {name}: {emd}", name=name, emd=number(float(emd[cluster]), 3))
            for name, emd in clusters.emd.items()
        ]
        self.sentence.setText(" · ".join((cluster_title, *distances)))

    @Slot()
    def _copy(self) -> None:
        self.table.selectAll()
        self.table.copy()
