"""The tab Risk: what an intruder could still do, and how close each cluster is to the file."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from core.model import Measure
from core.pipeline.promise import promised_t
from core.protect.privacy import is_private
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.plots.closeness import Closeness
from desktop_app.presenters.preparing_risk.risk_counting import RiskCounts, count_released_risk
from desktop_app.presenters.preparing_risk.risk_words import figure_lines
from desktop_app.presenters.results_insight import ResultInsight
from desktop_app.text import explain, number, tr
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fold import Fold
from desktop_app.views.forms import growing, note
from desktop_app.views.pictures.picture_frame import PictureFrame
from desktop_app.views.split import split
from desktop_app.views.tables.measure_table import MeasureTableView
from desktop_app.wizard.preparing_risk.figures_grid import FiguresGrid
from desktop_app.wizard.results.results_selection import Selection

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
        label = QLabel(tr("Confidential col&umn"))
        label.setBuddy(self.attribute)
        chooser = QHBoxLayout(self._chooser)
        chooser.setContentsMargins(0, 0, 0, 0)
        chooser.addWidget(label)
        chooser.addWidget(self.attribute)
        chooser.addStretch(1)
        column = QVBoxLayout(self._lower)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._chooser)
        column.addWidget(self.picture, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*(sizes.UNIT + sizes.HALF,) * 4)
        layout.addWidget(self.frequencies)
        self._rest = split(Qt.Orientation.Vertical, self.measures, self._lower, (1, 1))
        layout.addWidget(self._rest, 1)
        layout.addWidget(self.no_distance)
        layout.addStretch(0)

    def show_insight(self, insight: ResultInsight) -> None:
        """Take another result."""
        self._insight = insight
        self.frequencies.show_insight(insight)
        self.measures.show_measures(tuple(m for m in insight.result.measures if is_risk(m)))
        # Records of a private release are in no clusters, so no cluster has a distance.
        private, names = is_private(insight.result.plan.project), list(insight.grouping.emd)
        self._lower.setHidden(private or not names)
        self.no_distance.setHidden(private or bool(names))
        self.attribute.blockSignals(True)
        self.attribute.clear()
        self.attribute.addItems(names)
        self.attribute.blockSignals(False)
        self._chooser.setVisible(len(names) > 1)
        self._follow()
        self._show()

    @Slot(bool)
    def _give_way(self, is_open: bool) -> None:
        """Show the figures by frequencies or all else: small windows are too low for both."""
        self._rest.setHidden(is_open)

    @Slot()
    def _follow(self) -> None:
        self.measures.select_attribute(self._selection.attribute)
        at = self.attribute.findText(self._selection.attribute or "")
        if at >= 0:
            self.attribute.setCurrentIndex(at)

    @Slot()
    @Slot(int)
    def _show(self, _index: int = 0) -> None:
        if self._insight is None or self._lower.isHidden():
            return
        name = self.attribute.currentText()
        self.picture.show_drawing(closeness(self._insight, name, self._selection.cluster))


def closeness(insight: ResultInsight, name: str, selected: int | None) -> Closeness:
    """Return the picture of all clusters' EMD of one confidential attribute."""
    promised = promised_t(insight.result.plan.project.recipe.method)
    emd = insight.grouping.emd[name]
    said = tr("Largest EMD of {name}: {emd}.", name=name, emd=number(float(emd.max()), 3))
    return Closeness(
        emd=emd,
        promised=promised,
        selected=selected,
        x_title=tr("EMD of {name} (0 = as the whole file, 1 = as far as can be)", name=name),
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
        self._counting = Latest(runner, tr("Counting the risk of the release"), self)
        self._counting.arrived.connect(self._take)
        self._insight: ResultInsight | None = None
        self.fold = Fold(tr("Risk by fre&quencies, before and after"))
        self.figures = FiguresGrid(
            before=(tr("Before"), tr("The records that were kept, as they are prepared")),
            now=(tr("After"), tr("The same records as they are released")),
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.fold)
        self.fold.body.addWidget(self.figures)
        self.fold.body.addWidget(
            note(
                tr(
                    "These figures hold for columns that are released as they are or recoded. Of "
                    "masked columns they overstate what an intruder can do; linkage, interval "
                    "disclosure and dominance are measured for those."
                )
            )
        )
        self.hide()

    def show_insight(self, insight: ResultInsight) -> None:
        """Count for another result; noise has no records that could be compared."""
        if self._insight is not None and self._insight.result is insight.result:
            return
        self._insight = insight
        self.hide()
        if is_private(insight.result.plan.project):
            self._counting.drop()
        else:
            self._counting.ask(partial(count_released_risk, insight), Lane.IO)

    @Slot(object)
    def _take(self, counts: RiskCounts) -> None:
        self.figures.show_lines(figure_lines(counts), counts.before is not None)
        self.show()
