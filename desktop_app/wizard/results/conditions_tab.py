"""The tab Conditions: what was promised and counted, with the worst groups on the cluster map."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractItemView, QLabel, QVBoxLayout, QWidget

from core.jobs import Job
from core.model import Result
from desktop_app.jobs import Runner
from desktop_app.jobs.latest import Latest
from desktop_app.models.near_groups import ConditionsModel, NearGroupsModel
from desktop_app.models.titled import TitledModel
from desktop_app.presenters.results_conditions import ConditionRow, condition_rows, units_sentence
from desktop_app.presenters.results_insight import ResultInsight
from desktop_app.text import explain, failure_text, tr
from desktop_app.theme import sizes
from desktop_app.views.pictures.picture_frame import PictureFrame
from desktop_app.views.split import split
from desktop_app.views.tables.data_table import DataTable
from desktop_app.views.tables.table_width import fit_width
from desktop_app.wizard.results.results_map import MapBackground, cluster_map, ground
from desktop_app.wizard.results.results_selection import Selection

_WIDEST = 48 * sizes.UNIT


class ConditionsTab(QWidget):
    """Conditions above; beneath, the groups nearest to violating the current one, and the map.

    Signals
    -------
    group_picked(object, int)
        Block (``None`` for all columns together) and cluster of a group that the user clicked.
    """

    group_picked = Signal(object, int)

    def __init__(self, selection: Selection, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._insight: ResultInsight | None = None
        self._counted: Result | None = None
        self._ground: MapBackground | None = None
        self.units = QLabel()
        self.units.setWordWrap(True)
        self.meaning = QLabel()
        self.meaning.setWordWrap(True)
        self.meaning.setProperty("kind", "muted")
        self.model, self.near = ConditionsModel(self), NearGroupsModel(self)
        self.table = _table(self.model, "conditions", tr("Conditions"))
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self.groups = _table(self.near, "near-groups", tr("Groups nearest to violating it"))
        self.groups.selectionModel().currentRowChanged.connect(self._pick)
        self.groups.clicked.connect(self._pick)
        self.map = PictureFrame(tr("Cluster map"), runner, meaning=explain("cluster-map"))
        self.map.picked.connect(selection.select_cluster)
        self._rows = Latest(runner, tr("Counting the conditions by group"), self)
        self._rows.arrived.connect(self._take_rows)
        self._rows.failed.connect(self._show_failure)
        self._maps = Latest(runner, tr("Laying out the cluster map"), self)
        self._maps.arrived.connect(self._take_map)
        self._maps.failed.connect(self._show_failure)
        selection.cluster_changed.connect(self._show_map)
        heading = QLabel(tr("Groups nearest to violating it"))
        heading.setFont(sizes.strong_font())
        upper, lower = QWidget(), QWidget()
        for side, parts in (
            (upper, (self.units, self.table, self.meaning)),
            (lower, (heading, self.groups)),
        ):
            column = QVBoxLayout(side)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(sizes.UNIT)
            for part in parts:
                column.addWidget(part, int(isinstance(part, DataTable)))
        beneath = split(Qt.Orientation.Horizontal, lower, self.map, (1, 2))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*(sizes.UNIT + sizes.HALF,) * 4)
        layout.addWidget(split(Qt.Orientation.Vertical, upper, beneath, (2, 3)))

    def show_insight(self, insight: ResultInsight) -> None:
        """Take a result, or the clusters of another block of it."""
        self._insight, self._ground = insight, None
        result, dataset = insight.result, insight.dataset
        self.map.show_loading()

        def lay_out(_job: Job) -> MapBackground:
            return ground(insight, (insight.axes[0], insight.axes[1]))

        def count(job: Job) -> tuple[Result, tuple[ConditionRow, ...]]:
            return result, condition_rows(result, dataset, job)

        if result is not self._counted:
            said = units_sentence(result)
            self.units.setText(said)
            self.units.setVisible(bool(said))
            self.model.show_conditions(())
            self._choose()
            self._rows.ask(count)
        self._maps.ask(lay_out)

    @Slot(object)
    def _take_rows(self, answer: tuple[Result, tuple[ConditionRow, ...]]) -> None:
        result, rows = answer
        if self._insight is None or result is not self._insight.result:
            return
        self._counted = result
        self.model.show_conditions(rows)
        fit_width(self.table)
        self.table.selectRow(0)

    @Slot(object)
    def _take_map(self, laid: MapBackground) -> None:
        if laid.insight is self._insight:
            self._ground = laid
            self._show_map()

    @Slot()
    def _show_map(self) -> None:
        if self._ground is not None:
            self.map.show_drawing(cluster_map(self._ground, self._selection.cluster))

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        self.map.show_empty(failure_text(error))

    @Slot()
    @Slot(QModelIndex, QModelIndex)
    def _choose(
        self, current: QModelIndex | None = None, _before: QModelIndex | None = None
    ) -> None:
        """Show the meaning and the worst groups of a condition."""
        chosen = None
        if current is not None and current.isValid():
            chosen = self.model.conditions[current.row()]
        self.near.show_groups(chosen)
        fit_width(self.groups)
        said = tr("Choose a condition to see its groups.") if chosen is None else chosen.meaning
        if chosen is not None and not chosen.groups:
            said = tr("{meaning} No group is nearer to violating it than others.", meaning=said)
        self.meaning.setText(said)

    @Slot(QModelIndex)
    @Slot(QModelIndex, QModelIndex)
    def _pick(self, current: QModelIndex, _before: QModelIndex | None = None) -> None:
        if current.isValid():
            group = self.near.groups[current.row()]
            self.group_picked.emit(group.block, group.cluster)


def _table(model: TitledModel, remembered: str, name: str) -> DataTable:
    table = DataTable(dense=True, remembered=remembered, widest=_WIDEST)
    table.setModel(model)
    table.setAccessibleName(name)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.verticalHeader().hide()
    return table
