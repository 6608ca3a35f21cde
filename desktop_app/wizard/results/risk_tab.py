"""The tabs Risk and Conditions: what an intruder could still do, and what was promised."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from core.model import Measure, Result
from core.protect import METHODS, adds_noise, promise_of
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.models.clusters import ConditionsModel, NearGroupsModel
from desktop_app.plots.closeness import Closeness
from desktop_app.presenters.preparing_risk.risk_counting import RiskCounts, count_released_risk
from desktop_app.presenters.preparing_risk.risk_words import figure_lines
from desktop_app.presenters.results_conditions import ConditionRow, condition_rows, units_sentence
from desktop_app.presenters.results_insight import ResultInsight
from desktop_app.text import explain, number, tr
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fold import Fold
from desktop_app.views.forms import growing, label_for, note, say
from desktop_app.views.layouts import STRETCH, fill, in_column, in_row
from desktop_app.views.pictures.picture_frame import PictureFrame
from desktop_app.views.plain import PlainLabel
from desktop_app.views.split import split
from desktop_app.views.tables.measure_table import MeasureTableView
from desktop_app.views.tables.table_width import fit_width
from desktop_app.wizard.preparing_risk.risk_shown import FiguresGrid
from desktop_app.wizard.results.result_table import result_table
from desktop_app.wizard.results.results_map import ClusterMapFrame
from desktop_app.wizard.results.results_selection import Selection

_LEAST_BENEATH = 22 * sizes.UNIT
"""What groups and map need to be read, in pixels."""

RISK = frozenset(
    {
        "k",
        "p",
        "t",
        "groups",
        "largest-group",
        "uniques-before",
        "uniques-after",
        "unit-uniques-before",
        "unit-uniques-after",
        "unit-risk-before",
        "unit-risk-after",
        "emd-largest",
        "emd-mean",
        "linkage",
        "linkage-three",
        "interval-disclosure",
        "average-diversity",
    }
)
"""Measures of risk; all others are measures of utility."""


def is_risk(measure: Measure) -> bool:
    """Whether a measure is about risk."""
    return measure.name in RISK


class RiskTab(QWidget):
    """Measures of risk, and the EMD of all clusters."""

    def __init__(self, selection: Selection, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._insight: ResultInsight | None = None
        self.measures = MeasureTableView(tr("Measures of risk"), "risk")
        self.measures.attribute_picked.connect(selection.select_attribute)
        self.picture = PictureFrame(
            tr("Distance of the clusters from the whole file"), runner, meaning=explain("emd")
        )
        self.picture.picked.connect(selection.select_cluster)
        self.frequencies = FrequencyRisk(runner)
        self.frequencies.fold.button.toggled.connect(self._give_way)
        self.attribute = growing(ChoiceBox())
        self.attribute.setAccessibleName(tr("Confidential column"))
        self.attribute.currentIndexChanged.connect(self._show)
        self._chooser, self._lower = QWidget(), QWidget()
        self.no_distance = note(
            tr("There is no confidential column, so there is no distance to measure.")
        )
        selection.cluster_changed.connect(self._show)
        selection.attribute_changed.connect(self._follow)
        label = label_for(self.attribute, tr("Confidential col&umn"))
        in_row(label, self.attribute, STRETCH, inside=self._chooser, spacing=-1)
        in_column(self._chooser, (self.picture, 1), inside=self._lower, spacing=-1)
        self._views = split(Qt.Orientation.Vertical, self.measures, self._lower, (1, 1))
        in_column(
            self.frequencies,
            (self._views, 1),
            self.no_distance,
            0,
            inside=self,
            margins=sizes.UNIT + sizes.HALF,
            spacing=-1,
        )

    def show_insight(self, insight: ResultInsight) -> None:
        """Take another result."""
        self._insight = insight
        self.frequencies.show_insight(insight)
        risk_measures = tuple(m for m in insight.result.measures if is_risk(m))
        self.measures.show_measures(risk_measures)
        # Records that are not grouped are in no clusters, so no cluster has a distance.
        method = METHODS[insight.result.plan.project.recipe.method.name]
        names = list(insight.grouping.emd)
        self._lower.setHidden(not (method.forms_groups and names))
        self.no_distance.setHidden(not method.forms_groups or bool(names))
        self.attribute.offer({name: name for name in names})
        self._chooser.setVisible(len(names) > 1)
        self._follow()
        self._show()

    @Slot(bool)
    def _give_way(self, is_open: bool) -> None:
        """Show the figures by frequencies or all else: small windows are too low for both."""
        self._views.setHidden(is_open)

    @Slot()
    def _follow(self) -> None:
        self.measures.select_attribute(self._selection.attribute)
        position = self.attribute.findText(self._selection.attribute or "")
        if position >= 0:
            self.attribute.setCurrentIndex(position)

    @Slot()
    @Slot(int)
    def _show(self, _index: int = 0) -> None:
        if self._insight is None or self._lower.isHidden():
            return
        name = self.attribute.currentText()
        self.picture.show_drawing(closeness(self._insight, name, self._selection.cluster))


def closeness(insight: ResultInsight, name: str, selected: int | None) -> Closeness:
    """Return the picture of all clusters' EMD of one confidential attribute."""
    promised = promise_of(insight.result.plan.project.recipe.method).t
    emd = insight.grouping.emd[name]
    said = tr("Largest EMD of {name}: {emd}.", name=name, emd=number(float(emd.max()), 3))
    return Closeness(
        emd=emd,
        promised=promised,
        selected=selected,
        x_title=tr("EMD of {name} (0 = as the whole file, 1 = the farthest)", name=name),
        y_title=tr("Clusters"),
        clusters=tr("Clusters"),
        promise=tr("Promised: t = {t}", t=promised or 0.0),
        chosen=tr("Cluster {number}", number=(selected or 0) + 1),
        sentence=said,
        number=number,
        count=number,
    )


class FrequencyRisk(QWidget):
    """The figures of the step Prepare for the released records; counted in the background."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counting = Latest(runner, tr("Counting the risk of the release"), self, self._take)
        self._insight: ResultInsight | None = None
        self.fold = Fold(tr("Risk by fre&quencies, before and after"))
        self.figures = FiguresGrid(
            before=(tr("Before"), tr("The records that were kept, as they are prepared")),
            now=(tr("After"), tr("The same records as they are released")),
        )
        in_column(self.fold, inside=self)
        fill(
            self.fold.body,
            self.figures,
            note(
                tr(
                    "These figures hold for columns that are released as they are or recoded. Of "
                    "masked columns they overstate what an intruder can do; linkage, interval "
                    "disclosure and dominance are measured for those."
                )
            ),
        )
        self.hide()

    def show_insight(self, insight: ResultInsight) -> None:
        """Count for another result; noise has no records that could be compared."""
        if self._insight is not None and self._insight.result is insight.result:
            return
        self._insight = insight
        self.hide()
        if adds_noise(insight.result.plan.project.recipe):
            self._counting.drop()
        else:
            self._counting.ask(partial(count_released_risk, insight), Lane.IO)

    @Slot(object)
    def _take(self, counts: RiskCounts) -> None:
        self.figures.show_lines(figure_lines(counts), counts.before is not None)
        self.show()


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
        self.units = PlainLabel(wraps=True)
        self.meaning = PlainLabel(kind="muted", wraps=True)
        self.model, self.near = ConditionsModel(self), NearGroupsModel(self)
        self.table = result_table(self.model, "conditions", tr("Conditions"))
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self.groups = result_table(self.near, "near-groups", tr("Groups nearest to violating it"))
        self.groups.selectionModel().currentRowChanged.connect(self._pick)
        self.groups.clicked.connect(self._pick)
        self.map = ClusterMapFrame(selection, runner)
        self._rows = Latest(
            runner,
            tr("Counting the conditions by group"),
            self,
            self._take_rows,
            self.map.show_failure,
        )
        heading = PlainLabel(tr("Groups nearest to violating it"), font=sizes.strong_font())
        heading.setMinimumHeight(self.map.heading_height)
        upper, lower = QWidget(), QWidget()
        self._upper = in_column(self.units, (self.table, 1), self.meaning, inside=upper)
        in_column(heading, (self.groups, 1), inside=lower)
        beneath = split(Qt.Orientation.Horizontal, lower, self.map, (1, 2))
        self.parts = split(Qt.Orientation.Vertical, upper, beneath, (2, 3))
        # A border that the user moved stays where it is.
        self._is_border_moved = False
        self.parts.splitterMoved.connect(self._leave_border)
        in_column(self.parts, inside=self, margins=sizes.UNIT + sizes.HALF)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many conditions as the new height has space for."""
        super().resizeEvent(event)
        self._share_height()

    @Slot()
    def _leave_border(self) -> None:
        self._is_border_moved = True

    def _share_height(self) -> None:
        """Let the table of conditions show all rows before groups and map get more than little."""
        if self._is_border_moved:
            return
        words = sum(label.height() for label in (self.units, self.meaning) if label.isVisible())
        gaps = self._upper.spacing() * 2
        height = sum(self.parts.sizes())
        upper = words + gaps + self.table.height_of(self.model.rowCount())
        upper = min(upper, height - _LEAST_BENEATH)
        self.parts.setSizes([upper, height - upper])

    def show_insight(self, insight: ResultInsight) -> None:
        """Take a result, or the clusters of another block of it."""
        self._insight = insight
        result, dataset = insight.result, insight.dataset
        if result is not self._counted:
            units_text = units_sentence(result)
            say(self.units, units_text)
            self.model.show_items(())
            self._choose()
            self._rows.ask(lambda job: (result, condition_rows(result, dataset, job)))
        self.map.show_axes(insight, (insight.axes[0], insight.axes[1]))

    @Slot(object)
    def _take_rows(self, answer: tuple[Result, tuple[ConditionRow, ...]]) -> None:
        result, rows = answer
        if self._insight is None or result is not self._insight.result:
            return
        self._counted = result
        self.model.show_items(rows)
        fit_width(self.table)
        self.table.selectRow(0)
        self._share_height()

    @Slot()
    @Slot(QModelIndex, QModelIndex)
    def _choose(
        self, current: QModelIndex | None = None, _before: QModelIndex | None = None
    ) -> None:
        """Show the meaning and the worst groups of a condition."""
        chosen = None
        if current is not None and current.isValid():
            chosen = self.model.items[current.row()]
        self.near.show_groups(chosen)
        fit_width(self.groups)
        text = tr("Choose a condition to see its groups.") if chosen is None else chosen.meaning
        if chosen is not None and not chosen.groups:
            text = tr("{meaning} No group is nearer to violating it than others.", meaning=text)
        self.meaning.setText(text)

    @Slot(QModelIndex)
    @Slot(QModelIndex, QModelIndex)
    def _pick(self, current: QModelIndex, _before: QModelIndex | None = None) -> None:
        if current.isValid():
            group = self.near.items[current.row()]
            self.group_picked.emit(group.block, group.cluster)
