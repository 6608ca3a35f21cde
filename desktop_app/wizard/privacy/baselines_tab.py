"""The tab Other ways: what the noise costs, against plain Laplace and averages without noise."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QPushButton, QVBoxLayout, QWidget

from core.jobs import Job
from core.model import Dataset, Result
from core.protect.privacy import masked_attributes
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.attempt import Attempt, AttemptState
from desktop_app.models.ledger import WaysModel
from desktop_app.presenters.results_insight import ResultInsight
from desktop_app.state.ways import Way, other_ways, summary, tried
from desktop_app.text import failure_text, tr
from desktop_app.theme import sizes
from desktop_app.views.forms import named, note
from desktop_app.views.tables.data_table import DataTable


class BaselinesTab(QWidget):
    """A table of the ways; the others are run when somebody asks for them."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._result: Result | None = None
        self._dataset: Dataset | None = None
        self._attempt = Attempt(runner, self)
        self._attempt.succeeded.connect(self._take)
        self._attempt.changed.connect(self._follow)
        self.model = WaysModel(self)
        self.table = DataTable(figures=True)
        named(self.table, tr("Other ways to mask the same columns"))
        self.table.verticalHeader().hide()
        self.table.setModel(self.model)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.run_button = QPushButton(tr("R&un the other ways"))
        self.run_button.clicked.connect(self.run)
        self.cancel_button = QPushButton(tr("C&ancel"))
        self.cancel_button.clicked.connect(self._attempt.cancel)
        self.said = note()
        buttons = QHBoxLayout()
        buttons.setSpacing(sizes.UNIT)
        buttons.addWidget(self.run_button)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.said, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*(sizes.UNIT + sizes.HALF,) * 4)
        layout.setSpacing(sizes.UNIT)
        layout.addWidget(
            note(
                tr(
                    "Means over the masked columns; lower is better everywhere. What is drawn for "
                    "this table is thrown away and spends nothing, as long as nobody releases it."
                )
            )
        )
        layout.addWidget(self.table, 1)
        layout.addLayout(buttons)

    def show_insight(self, insight: ResultInsight) -> None:
        """Nothing beyond `show_result` is needed."""

    def show_result(self, result: Result, dataset: Dataset) -> None:
        """Take another private result."""
        self._attempt.abandon()
        self._result, self._dataset = result, dataset
        self.model.show_ways((summary("this", result, self._masked(result)),))
        self._follow()

    @Slot()
    def run(self) -> None:
        """Run the other ways."""
        result, dataset = self._result, self._dataset
        if result is None or dataset is None or self._attempt.busy:
            return
        plan, masked = result.plan, self._masked(result)

        def work(job: Job) -> tuple[Result, tuple[Way, ...]]:
            found = [tried(c, m, plan, dataset, masked, job) for c, m in other_ways(plan)]
            return result, tuple(found)

        self._attempt.begin(work, Lane.COMPUTE, tr("Running other ways"))

    @staticmethod
    def _masked(result: Result) -> tuple[str, ...]:
        found = masked_attributes(result.plan.project, result.plan.parameters)
        return tuple(attribute.name for attribute in found)

    @Slot(object)
    def _take(self, answer: tuple[Result, tuple[Way, ...]]) -> None:
        result, ways = answer
        if result is self._result:
            self.model.show_ways((summary("this", result, self._masked(result)), *ways))

    @Slot()
    def _follow(self) -> None:
        busy, error = self._attempt.busy, self._attempt.error
        self.cancel_button.setVisible(busy)
        self.run_button.setEnabled(not busy)
        said = tr("Running…") if busy else ""
        if self._attempt.state is AttemptState.FAILED and error is not None:
            said = failure_text(error)
        self.said.setText(said)
