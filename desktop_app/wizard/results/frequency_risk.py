"""The risk by frequencies before and after the protection, folded away."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.protect.privacy import is_private
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.preparing_risk.released_risk import count_released_risk
from desktop_app.presenters.preparing_risk.risk_counting import RiskCounts
from desktop_app.presenters.preparing_risk.risk_words import figure_lines
from desktop_app.presenters.results_insight import ResultInsight
from desktop_app.text import tr
from desktop_app.views.fold import Fold
from desktop_app.views.forms import note
from desktop_app.wizard.preparing_risk.figures_grid import FiguresGrid


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
