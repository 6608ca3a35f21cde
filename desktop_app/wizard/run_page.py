"""The step Run: protects the records, shows how far it is, and can be stopped."""

from __future__ import annotations

from markupsafe import Markup
from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QLabel, QWidget

from core import pipeline
from core.errors import Problem
from core.jobs import Job
from core.model import Plan, Project, Result
from core.model.checklist import profile_of
from core.pipeline import phases_of_run
from core.protect import METHODS, adds_noise, claim_of_plan, ledger_of_plan
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.attempt import Attempt, AttemptState
from desktop_app.presenters.method.left_out_words import left_out_text
from desktop_app.presenters.privacy_meaning import seeded_meaning
from desktop_app.presenters.run_columns import columns_text
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.store.registering import releases_to_compare
from desktop_app.store.spending import book_or_why_not, record_run
from desktop_app.text import failure_text, join_sentences, message, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.forms import Sentence, note, push_button, set_kind
from desktop_app.views.frame.page import MainAction, StepPage
from desktop_app.views.layouts import at_left, fill, in_row
from desktop_app.views.phase_list import PhaseList
from desktop_app.wizard.method.outlook import reason_elsewhere
from desktop_app.wizard.method.parameter_fields import matters, setting_text
from desktop_app.wizard.privacy.commit import CommitPanel


class RunPage(StepPage):
    """Runs the plan on the compute lane."""

    step = Step.RUN

    def __init__(self, store: ProjectStore, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(store, runner, parent)
        self._plan: Plan | None = None
        self._attempt = Attempt(runner, self)
        self.summary, self.sentence = _label(), _label()
        self.phases = PhaseList()
        self.cancel_button = push_button(tr("C&ancel the run"), self.cancel)
        self.merging = note(kind="")
        self.form_button = push_button(tr("Form &new groups"), self._form_groups, kind="flat")
        self.commit = CommitPanel()
        self.commit.changed.connect(self.report_state)
        fill(
            self.body,
            self.summary,
            in_row((self.merging, 1), self.form_button),
            self.commit,
            self.phases,
            self.sentence,
            at_left(self.cancel_button),
        )
        self.body.addStretch(1)
        self.set_heading(tr("Run"), tr("Protect the records. Nothing is written to disk yet."))
        self._attempt.succeeded.connect(self._take)
        self._attempt.changed.connect(self._follow)
        self._attempt.progressed.connect(self.phases.show_progress)
        self.store.opened.connect(self._attempt.abandon)

    @property
    def state(self) -> AttemptState:
        """The state of the run, with regard to the present settings."""
        if self._attempt.busy:
            return self._attempt.state
        if self.store.result_is_current:
            return AttemptState.DONE
        ended = self._attempt.state
        return AttemptState.READY if ended is AttemptState.DONE else ended

    def refresh(self) -> None:
        """Show what would be run, or the state of the run."""
        plan = self.store.plan
        if plan is not None and not self._attempt.busy:
            if plan is not self._plan:
                self._plan = plan
                self._attempt.reset()
                self.phases.show_phases(phases_of_run(plan))
            self.summary.setText(_summary(plan, self._records))
            self.meaning.set_paragraphs(*_meaning(plan.project))
        merges = self.store.draft.merges if self.store.draft is not None else None
        self.merging.setText(tr("The groups of release {number} are merged.", number=merges or ""))
        for widget in (self.merging, self.form_button):
            widget.setVisible(merges is not None)
        self._show_commitment()
        self._show_state()

    @property
    def _records(self) -> int:
        """How many records the run protects."""
        plan = self.store.plan
        return len(plan.kept) if plan is not None else 0

    def _show_commitment(self) -> None:
        """Show what a private run would spend, as long as it has not begun."""
        plan, dataset = self.store.plan, self.store.dataset
        waiting = self.state in _WAITING and self.store.can_run
        claim = claim_of_plan(plan) if plan is not None and waiting else None
        ledger = ledger_of_plan(plan) if plan is not None and claim is not None else None
        is_asked = dataset is not None and claim is not None and ledger is not None
        if dataset is not None and plan is not None and claim is not None and ledger is not None:
            sha256, recipe = dataset.fingerprint.sha256, plan.project.recipe
            limit = profile_of(recipe.profile, dict(recipe.limits)).epsilon
            self.commit.show_run(book_or_why_not(), sha256, ledger, claim, limit)
        self.commit.setVisible(is_asked)

    @property
    def in_sight(self) -> object:
        """The settings or the run: what was resolved before a run is not said of its verdict."""
        return self.step, self._attempt.busy

    @property
    def at_work(self) -> bool:
        """Whether the protection runs."""
        return self._attempt.busy

    @property
    def is_busy(self) -> bool:
        """Whether the protection runs."""
        return self._attempt.busy

    def main_action(self) -> MainAction:
        """Protect, or go on to the results of a run that is done."""
        if self._attempt.busy:
            return MainAction(tr("Protecting…"), enabled=False)
        if self.state is AttemptState.DONE:
            return MainAction(tr("Show the res&ults"))
        reason = ""
        if not self.store.can_run and self.store.undecided:
            reason = tr(
                "Say first, on the step Taxonomies, how the categories of {names} are related.",
                names=", ".join(attribute.name for attribute in self.store.undecided),
            )
        elif not self.store.can_run and self.store.plan is not None and self.store.plan_is_current:
            reason = reason_elsewhere(self.store.problems, Step.RUN)
        elif not self.store.can_run:
            reason = tr("The settings are being checked.")
        if not reason and not self.commit.isHidden() and not self.commit.is_given:
            reason = tr("Confirm above that the budget may be spent.")
        return MainAction(
            tr_n("&Protect {count} record", "&Protect {count} records", self._records),
            enabled=not reason,
            reason=reason,
        )

    def trigger(self) -> None:
        """Begin the run, or go on to the results."""
        if self.state is AttemptState.DONE:
            self.finished.emit()
        elif not self._attempt.busy and self.main_action().enabled:
            self._begin()

    @Slot()
    def cancel(self) -> None:
        """Ask the run to stop; the page says so at once."""
        self._attempt.cancel()

    @Slot()
    def _form_groups(self) -> None:
        """Form groups again instead of merging those of an earlier release."""
        self.store.set_merges(None)

    def focus_on(self, problem: Problem) -> None:
        """Put the keyboard where `problem` can be put right."""
        if problem.where.field == "merges":
            self.form_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _begin(self) -> None:
        begun = self.store.begin_run()
        if begun is None:
            return
        plan, dataset = begun

        def work(job: Job) -> Result:
            earlier = releases_to_compare(plan, dataset, job)
            run = pipeline.measure_run(plan, dataset, job, earlier=earlier)
            runs = record_run(dataset.fingerprint.sha256, run.evidence.plan)
            return pipeline.count_run(run, runs)

        self._plan = plan
        self.commit.take_back()
        self.phases.show_phases(phases_of_run(plan))
        title = tr_n("Protecting {count} record", "Protecting {count} records", self._records)
        self._attempt.begin(work, Lane.COMPUTE, title)

    @Slot(object)
    def _take(self, result: Result) -> None:
        self.store.set_result(result)
        # The window shows that it is done, answers, and goes on.
        QTimer.singleShot(0, self._go_on)

    @Slot()
    def _go_on(self) -> None:
        # A user who went to another step meanwhile is not called away from it.
        if self.isVisible() and self.store.result_is_current:
            self.finished.emit()

    @Slot()
    def _follow(self) -> None:
        if self._attempt.state in (AttemptState.CANCELLED, AttemptState.FAILED):
            self.phases.show_stopped()
        self.refresh()
        self.state_changed.emit()

    def _show_state(self) -> None:
        state = self.state
        if state is AttemptState.DONE:
            self.phases.show_done()
        self.cancel_button.setVisible(self._attempt.busy)
        self.cancel_button.setEnabled(state is AttemptState.RUNNING)
        error = self._attempt.error
        words = {
            AttemptState.READY: tr("Ready."),
            AttemptState.RUNNING: tr("Running. You can look at the other steps meanwhile."),
            AttemptState.STOPPING: tr("Stopping…"),
            AttemptState.CANCELLED: tr("Cancelled. Nothing was kept; you can start again."),
            AttemptState.DONE: tr("Done."),
            AttemptState.FAILED: "",
        }
        sentence = words[state]
        if state is AttemptState.FAILED and error is not None:
            sentence = failure_text(error)
        self.sentence.setText(sentence)
        set_kind(self.sentence, _KINDS.get(state, "muted"))


_WAITING = (AttemptState.READY, AttemptState.CANCELLED, AttemptState.FAILED)
_KINDS = {
    AttemptState.FAILED: "danger",
    AttemptState.CANCELLED: "caution",
    AttemptState.DONE: "good",
}


def _label() -> QLabel:
    label = Sentence()
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setContentsMargins(0, 0, 0, sizes.HALF)
    return label


def _summary(plan: Plan, records: int) -> str:
    method = plan.project.recipe.method.name
    settings = [
        setting_text(method, name, value)
        for name, value in plan.parameters.items()
        # The columns that get noise are named below.
        if name != "mask" and value not in (None, [], {}) and matters(method, name, plan.parameters)
    ]
    scale = plan.project.recipe.scale
    if scale is not None:
        settings.append(tr("Blocks of at most {count} records", count=scale.block))
    sentence = tr_n(
        "<b>{method}</b> on {count} record. {settings}.",
        "<b>{method}</b> on {count} records. {settings}.",
        records,
        method=message(f"method-{method}"),
        settings="; ".join(settings),
    )
    ahead = plan.implications
    if ahead is not None and ahead.left_out:
        sentence = join_sentences((sentence, left_out_text(plan, ahead)))
    return Markup("<br><br>").join((sentence, columns_text(plan.project)))


def _meaning(project: Project) -> tuple[str, ...]:
    cancel = tr("You can cancel at any time. Your file is never changed.")
    if adds_noise(project.recipe) and project.recipe.insecure_test_seed is not None:
        return (seeded_meaning(), cancel)
    if adds_noise(project.recipe):
        return (
            tr("The run draws noise from the system’s secure source and measures the result."),
            tr(
                "It cannot be repeated: another run draws other noise and spends the budget "
                "again. What it spends is noted on this computer before you see the result."
            ),
            cancel,
        )
    if not METHODS[project.recipe.method.name].forms_groups:
        return (message(f"method-{project.recipe.method.name}-run"), cancel)
    return (
        tr("The run forms the clusters, replaces the quasi-identifiers, and measures the result."),
        tr("The same file and the same settings always give the same clusters, on any computer."),
        cancel,
    )
