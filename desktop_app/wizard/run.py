"""The step Run: protects the records, shows how far it is, and can be stopped."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from core import pipeline
from core.errors import Problem, StatveilError
from core.jobs import Job
from core.measure import MEASURE_PHASES
from core.model import Plan, Result
from desktop_app.jobs import Lane, Operation, Runner
from desktop_app.state import ProjectStore, Step
from desktop_app.text import failure_text, message, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.page import MainAction, StepPage
from desktop_app.views.phase_list import PhaseList


class RunState(Enum):
    """How the run stands."""

    READY = "ready"
    RUNNING = "running"
    STOPPING = "stopping"
    CANCELLED = "cancelled"
    FAILED = "failed"
    DONE = "done"


class RunPage(StepPage):
    """Runs the plan on the compute lane."""

    step = Step.RUN

    def __init__(self, store: ProjectStore, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(store, runner, parent)
        self.set_heading(tr("Run"), tr("Protect the records. Nothing is written to disk yet."))
        self._operation: Operation | None = None
        self._plan: Plan | None = None
        self._error: BaseException | None = None
        self._state = RunState.READY
        self.summary = _label()
        self.said = _label()
        self.phases = PhaseList()
        self.cancel_button = QPushButton(tr("&Cancel the run"))
        self.cancel_button.clicked.connect(self.cancel)
        self.body.addWidget(self.summary)
        self.body.addWidget(self.phases)
        self.body.addWidget(self.said)
        self.body.addWidget(self.cancel_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addStretch(1)
        runner.progressed.connect(self._show_progress)
        store.opened.connect(self._abandon)

    @property
    def state(self) -> RunState:
        """How the run stands, with regard to the present settings."""
        if self._state is RunState.DONE and not self.store.result_is_current:
            return RunState.READY
        return self._state

    def refresh(self) -> None:
        """Show what would be run, or how the run stands."""
        plan = self.store.plan
        state = self.state
        if plan is not None and state not in (RunState.RUNNING, RunState.STOPPING):
            self.summary.setText(_summary(plan))
            if plan is not self._plan and state is not RunState.DONE:
                self._plan = plan
                self._state = RunState.READY
                self.phases.show_phases(phases_of(plan))
        self._show_state()
        self.meaning.set_paragraphs(*_meaning())

    def main_action(self) -> MainAction:
        """Protect, or go on to the results of a run that is done."""
        state = self.state
        if state in (RunState.RUNNING, RunState.STOPPING):
            return MainAction(tr("Protecting…"), enabled=False)
        if state is RunState.DONE:
            return MainAction(tr("Show the &results"))
        plan = self.store.plan
        ready = plan is not None and self.store.plan_is_current and not plan.errors
        records = len(plan.kept) if plan is not None else 0
        return MainAction(
            tr_n("&Protect {count} record", "&Protect {count} records", records),
            enabled=ready,
            reason="" if ready else _not_ready(self.store),
        )

    def trigger(self) -> None:
        """Begin the run, or go on to the results."""
        if self.state is RunState.DONE:
            self.finished.emit()
        elif self._operation is None:
            self._begin()

    def problems(self) -> tuple[Problem, ...]:
        """Return what stopped the last run."""
        failed = self.state is RunState.FAILED
        return self._error.problems if failed and isinstance(self._error, StatveilError) else ()

    @Slot()
    def cancel(self) -> None:
        """Ask the run to stop; the page says so at once."""
        if self._operation is not None:
            self._operation.cancel()
            self._set_state(RunState.STOPPING)

    def _begin(self) -> None:
        begun = self.store.begin_run()
        if begun is None:
            return
        plan, dataset = begun

        def work(job: Job) -> Result:
            return pipeline.execute(plan, dataset, job)

        self._plan = plan
        self.phases.show_phases(phases_of(plan))
        title = tr_n("Protecting {count} record", "Protecting {count} records", len(plan.kept))
        self._operation = self.runner.run(work, Lane.COMPUTE, title)
        self._operation.succeeded.connect(self._take)
        self._operation.failed.connect(self._fail)
        self._operation.cancelled.connect(self._stop)
        self._set_state(RunState.RUNNING)

    @Slot(object)
    def _take(self, result: Result) -> None:
        if self.sender() is not self._operation:
            return
        self._operation = None
        self.phases.show_done()
        self.store.set_result(result)
        self._set_state(RunState.DONE)
        if self.isVisible():
            self.finished.emit()

    @Slot(object)
    def _fail(self, error: BaseException) -> None:
        if self.sender() is self._operation:
            self._operation, self._error = None, error
            self.phases.show_stopped()
            self._set_state(RunState.FAILED)

    @Slot()
    def _stop(self) -> None:
        if self.sender() is self._operation:
            self._operation = None
            self.phases.show_stopped()
            self._set_state(RunState.CANCELLED)

    @Slot()
    def _abandon(self) -> None:
        if self._operation is not None:
            self._operation.cancel()
        self._operation, self._plan, self._error = None, None, None
        self._state = RunState.READY

    @Slot(object)
    def _show_progress(self, _running: object) -> None:
        if self._operation is None:
            return
        if self._operation.stopping and self._state is RunState.RUNNING:
            self._set_state(RunState.STOPPING)  # cancelled in the activity strip
        self.phases.show_progress(self._operation.progress())

    def _set_state(self, state: RunState) -> None:
        self._state = state
        self._show_state()
        self.state_changed.emit()

    def _show_state(self) -> None:
        state = self.state
        self.cancel_button.setVisible(state in (RunState.RUNNING, RunState.STOPPING))
        self.cancel_button.setEnabled(state is RunState.RUNNING)
        self.said.setText(_said(state, self._error))
        self.said.setProperty("kind", _kind(state))
        self.said.style().polish(self.said)


def phases_of(plan: Plan) -> tuple[str, ...]:
    """Return the phases of a run of `plan`."""
    return (*plan.phases, *MEASURE_PHASES)


def _label() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setContentsMargins(0, 0, 0, sizes.HALF)
    return label


def _summary(plan: Plan) -> str:
    settings = [
        tr("{name}: {value}", name=message(f"parameter-{name}"), value=value)
        for name, value in plan.parameters.items()
    ]
    return tr(
        "<b>{method}</b> on {count} records. {settings}.",
        method=message(f"method-{plan.project.recipe.method.name}"),
        settings="; ".join(settings),
        count=len(plan.kept),
    )


def _not_ready(store: ProjectStore) -> str:
    if store.plan is not None and store.plan_is_current:
        return tr("Something is wrong on an earlier step; its mark on the left shows where.")
    return tr("The settings are being checked.")


def _said(state: RunState, error: BaseException | None) -> str:
    if state is RunState.FAILED and error is not None:
        return failure_text(error)
    return {
        RunState.READY: tr("Ready."),
        RunState.RUNNING: tr("Running. You can look at the other steps meanwhile."),
        RunState.STOPPING: tr("Stopping…"),
        RunState.CANCELLED: tr("Cancelled. Nothing was kept; you can start again."),
        RunState.DONE: tr("Done."),
        RunState.FAILED: "",
    }[state]


def _kind(state: RunState) -> str:
    if state is RunState.FAILED:
        return "danger"
    if state is RunState.CANCELLED:
        return "caution"
    return "good" if state is RunState.DONE else "muted"


def _meaning() -> tuple[str, ...]:
    return (
        tr("The run forms the clusters, replaces the quasi-identifiers, and measures the result."),
        tr("The same file and the same settings always give the same clusters, on any computer."),
        tr("You can cancel at any time. Your file is never changed."),
    )
