"""The step Release: writes the protected file, reads it back, and says whether it may go out."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QWidget

from core import pipeline
from core.checklist.collapsed import COLLAPSED
from core.errors import Problem, PromiseBroken, Severity, StatveilError
from core.jobs import Job
from core.log import is_withheld
from core.model import Release, Target
from core.model.checklist import RowCount
from core.pipeline.seal import SEAL_PHASES, marked, new_stamp, preflight
from core.protect import adds_noise, claim_of_plan
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.attempt import Attempt, AttemptState
from desktop_app.presenters.release_meaning import contents_text, files_text, meaning
from desktop_app.projects.last_release import last_release, remember_release
from desktop_app.reports.saving import ReportSaving
from desktop_app.state import Step
from desktop_app.state.cautions import published_cautions
from desktop_app.state.steps import step_of
from desktop_app.store import ProjectStore
from desktop_app.store.registering import register_if_ready
from desktop_app.text import failure_text, problem_text, tr
from desktop_app.theme import sizes
from desktop_app.views.anchor import Anchor
from desktop_app.views.forms import (
    align_labels,
    note,
    push_button,
    reveal,
    say,
    scrolling,
    set_kind,
)
from desktop_app.views.frame.page import MainAction, StepPage
from desktop_app.views.layouts import STRETCH, at_left, fill, in_column
from desktop_app.views.phase_list import PhaseList
from desktop_app.views.section import Section
from desktop_app.wizard.privacy.commit import ReadinessForm
from desktop_app.wizard.release.confirming import Confirming
from desktop_app.wizard.release.release_form import ReleaseForm
from desktop_app.wizard.release.release_verdict import ReleaseVerdict
from desktop_app.wizard.release.signing import SignOffForm, drop_empty_sign_off
from desktop_app.wizard.release.target_folder import (
    FolderWatch,
    confirm_replacing,
    list_kept_files,
    name_problems,
    proposed_folder,
)
from desktop_app.wizard.results_page import RECORDS


class ReleasePage(StepPage):
    """Writes the release folder on the I/O lane."""

    step = Step.RELEASE

    def __init__(self, store: ProjectStore, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(store, runner, parent)
        self.set_heading(
            tr("Release"), tr("Write the protected file with its audit log and report.")
        )
        self._attempt = Attempt(runner, self)
        self._watch = FolderWatch(runner, self)
        # Where the release goes.
        self.folder = ""
        self._folder_is_own = False
        self._refused: tuple[Problem, ...] = ()
        # Why the release that was written last is not in the register of releases.
        self._unregistered: Problem | None = None
        self.form = ReleaseForm()
        self.confirming, self.signing = Confirming(), SignOffForm()
        self.confirming.answered.connect(self._answer)
        self.confirming.change_wanted.connect(self._lead_away)
        self.signing.edited.connect(store.set_sign_off)
        self.readiness = ReadinessForm()
        self.readiness.method_edited.connect(store.set_method)
        self.files = note(kind="")
        self.contents = note()
        self.contents.setTextFormat(Qt.TextFormat.PlainText)
        self.phases = PhaseList()
        self.phases.show_phases(SEAL_PHASES)
        self.sentence = note()
        self.cancel_button = push_button(tr("Cancel writin&g"), self.cancel)
        self.look_button = push_button(tr("Loo&k at the protected records"), self._look_at_records)
        self.verdict = ReleaseVerdict()
        self._saving = ReportSaving(runner, self)
        self._progress = QWidget()
        self._fill_body()
        self._connect()

    def _fill_body(self) -> None:
        in_column(self.phases, at_left(self.cancel_button), inside=self._progress, spacing=-1)
        contents = Section(tr("What will be written"))
        fill(contents.body, self.files, self.contents, at_left(self.look_button))
        # From the outside in: what gets another parent is styled again.
        inner = QWidget()
        self._area = scrolling(inner, whole=True)
        self._anchor = Anchor(self._area)
        self.body.addWidget(self._area)
        align_labels(self.form.grid, self.signing.grid)
        in_column(
            self.verdict,
            self.sentence,
            self._progress,
            self.confirming,
            self.readiness,
            self.form,
            self.signing,
            contents,
            STRETCH,
            inside=inner,
            margins=(0, 0, sizes.UNIT, 0),
            spacing=3 * sizes.UNIT,
        )

    def _connect(self) -> None:
        self.form.target_edited.connect(self._edit_target)
        self.form.folder_edited.connect(self._edit_folder)
        self.form.order_chosen.connect(self.store.set_keep_order)
        self._watch.changed.connect(self.report_state)
        self.verdict.pdf_wanted.connect(self._save_pdf)
        self._saving.remarked.connect(self.verdict.add)
        self._attempt.succeeded.connect(self._take)
        self._attempt.changed.connect(self._follow)
        self._attempt.progressed.connect(self.phases.show_progress)
        self.store.opened.connect(self._abandon)

    # What is shown

    @property
    def _adds_noise(self) -> bool:
        plan = self.store.plan
        return plan is not None and adds_noise(plan.project.recipe)

    @property
    def is_released(self) -> bool:
        """Whether the folder holds a verified release with the present settings."""
        release = self.store.release
        if release is None or not self.store.release_is_current or self._attempt.busy:
            return False
        return Path(release.folder) == Path(self.folder).absolute()

    def set_folder(self, folder: str) -> None:
        """Choose the folder of the release."""
        self.form.show_folder(folder)
        self._edit_folder()

    def refresh(self) -> None:
        """Show the settings in force and the state of the writing."""
        draft, source = self.store.draft, self.store.source
        if draft is None or source is None:
            return
        written = marked(draft.target, draft.insecure_test_seed)
        self.form.show_target(draft.target, draft.keep_order)
        last = last_release(source.path)
        if not self._folder_is_own:
            last_folder = last.folder if last is not None else None
            self.folder = last_folder or proposed_folder(source.path, written.name)
            self.form.show_folder(self.folder)
        self.form.show_last(last, self.folder)
        self.files.setText(files_text(written))
        project = self.store.project
        say(self.contents, contents_text(project) if project is not None else "")
        self._look_ahead(written)
        plan = self.store.plan
        withheld = plan is not None and is_withheld(plan.project)
        self.meaning.set_paragraphs(*meaning(project, withheld))
        self.readiness.show_plan(draft.method, self.store.plan)
        self.confirming.show_result(self.store.result, draft.answers)
        self.signing.show_sign_off(self.store.sign_off)
        self._show_state()

    def _look_ahead(self, target: Target) -> None:
        """Have it found out what is in the folder and what the kind of file cannot hold."""
        result, dataset, file = self.store.result, self.store.dataset, self.store.file
        project = self.store.project
        if result is None or dataset is None or not self.store.result_is_current:
            self._watch.look(self.folder, target, project=project, file=file)
            return
        outlook = partial(preflight, result, dataset)
        self._watch.look(self.folder, target, result, outlook, project, file)

    @property
    def is_busy(self) -> bool:
        """Whether a release is being written."""
        return self._attempt.busy

    def main_action(self) -> MainAction:
        """Write the release, or show the folder of the one that was written."""
        if self._attempt.busy:
            return MainAction(tr("Writing…"), enabled=False)
        if self.is_released:
            return MainAction(tr("Ope&n the release folder"))
        reason = self._hindrance()
        return MainAction(tr("&Write release"), enabled=not reason, reason=reason)

    def problems(self) -> tuple[Problem, ...]:
        """List the problems that forbid writing or stopped it, and those to know before it."""
        problems = [*self.store.problems_of(self.step), *self._list_collapsed()]
        if self.store.draft is not None:
            problems += name_problems(self.store.draft.target)
        if not self._attempt.busy and not self.is_released:
            problems += self._watch.problems
            problems += self._list_published()
        error = self._attempt.error
        if isinstance(error, StatveilError) and not isinstance(error, PromiseBroken):
            problems += [problem for problem in error.problems if problem not in problems]
        return tuple(problems)

    def _list_published(self) -> tuple[Problem, ...]:
        """List the cautions of the step Columns about columns that are published as they are."""
        draft, dataset = self.store.draft, self.store.dataset
        # The claim of a private release says it of its own.
        if draft is None or dataset is None or self._adds_noise:
            return ()
        return published_cautions(draft, self.store.profiles, dataset.rows)

    def _list_collapsed(self) -> list[Problem]:
        """List the warnings of the result about records that are all alike, or nearly so."""
        result = self.store.result
        return [p for p in result.warnings if p.code in COLLAPSED] if result is not None else []

    def focus_on(self, problem: Problem) -> None:
        """Put the keyboard where `problem` can be put right."""
        if problem.code.startswith("column-"):
            self._lead_away(problem)
            return
        if problem.where.field == "keep_order":
            self.form.shuffle.setFocus(Qt.FocusReason.OtherFocusReason)
            reveal(self._area, self.form.shuffle)
            return
        field = self.form.name if problem.where.field == "output.name" else self.form.folder
        field.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def _lead_away(self, problem: Problem) -> None:
        """Go to the step on which `problem` can be put right, done if it takes no decision."""
        number = problem.params.get("name")
        if problem.where.field == "merges" and self.store.can_merge and isinstance(number, str):
            self.store.set_merges(number)
        self.lead_to.emit(problem, step_of(problem))

    def trigger(self) -> None:
        """Write the release, or show the folder of the one that was written."""
        if self.is_released:
            self.verdict.open_folder()
        elif not self._attempt.busy and not self._hindrance():
            self._write()

    # Writing

    def _write(self) -> None:
        result, dataset, state = self.store.result, self.store.dataset, self._watch.state
        if result is None or dataset is None or state is None:
            return
        if state.replaced and not confirm_replacing(self, state):
            return
        folder, overwrite, file = Path(state.folder), bool(state.replaced), self.store.file
        stamp = new_stamp(drop_empty_sign_off(self.store.sign_off))

        def work(job: Job) -> tuple[Release, Problem | None]:
            kept_files = list_kept_files(None, file)
            release = pipeline.seal(result, dataset, folder, overwrite, job, stamp, kept_files)
            return release, register_if_ready(result, dataset, release, job)

        self._refused = ()
        self.phases.show_phases(SEAL_PHASES)
        self._attempt.begin(work, Lane.IO, tr("Writing the release"))

    @Slot()
    def cancel(self) -> None:
        """Ask the writing to stop; nothing half-written is left behind."""
        self._attempt.cancel()

    @Slot(object)
    def _take(self, written: tuple[Release, Problem | None]) -> None:
        release, self._unregistered = written
        if release.verification.agrees:
            self.store.set_release(release)
            if self.store.source is not None:
                remember_release(self.store.source.path, release.folder)
            self.store.confirm(self.step)
        else:
            self._refused = release.verification.problems

    @Slot()
    def _follow(self) -> None:
        error = self._attempt.error
        if isinstance(error, PromiseBroken):
            self._refused = error.problems
        if not self._attempt.busy:
            self._watch.forget()
        self.refresh()
        self.state_changed.emit()
        if self.is_released and self.isVisible():
            # Else the keyboard would be left on what could be pressed meanwhile.
            self.verdict.read_button.setFocus(Qt.FocusReason.OtherFocusReason)
        if self.verdict.isVisible():
            # What has just been shown has its size only in the next turn of the event loop.
            QTimer.singleShot(0, self, self._reveal_verdict)

    @Slot()
    def _reveal_verdict(self) -> None:
        reveal(self._area, self.verdict)

    @Slot()
    def _abandon(self) -> None:
        self._folder_is_own, self._refused = False, ()
        self._watch.forget()
        self._attempt.abandon()

    @Slot()
    def _look_at_records(self) -> None:
        self.look_at.emit(Step.RESULTS, RECORDS)

    @Slot(object)
    def _save_pdf(self, report: Path) -> None:
        self._saving.ask(self, report)

    @Slot(object, object)
    def _answer(self, counts: tuple[RowCount, ...], why: str | None) -> None:
        """Take an answer; what was pressed stays under the pointer if the verdict grows."""
        self._anchor.hold()
        self.store.answer(counts, why)

    # The folder and the name

    @Slot(object)
    def _edit_target(self, target: Target) -> None:
        self._settle()
        self.store.set_target(target)

    @Slot()
    def _edit_folder(self) -> None:
        self.folder, self._folder_is_own = self.form.folder.text().strip(), True
        self._settle()
        self.refresh()
        self.state_changed.emit()

    def _settle(self) -> None:
        """Forget how the last attempt ended: the settings are others now."""
        self._attempt.reset()
        self._refused = ()

    def _hindrance(self) -> str:
        """Say why nothing can be written now; empty if it can."""
        if self.store.result is None:
            return tr("Run the protection first.")
        if not self.store.result_is_current:
            return tr("The result is out of date. Run again first.")
        if any(problem.severity is Severity.ERROR for problem in self.problems()):
            return tr("Resolve the problems listed above first.")
        if not self.folder:
            return tr("Choose a folder.")
        if not self.store.plan_is_current or self._watch.state is None:
            return tr("The settings are being checked.")
        return ""

    def _show_state(self) -> None:
        busy = self._attempt.busy
        self._progress.setVisible(busy)
        self.cancel_button.setEnabled(self._attempt.state is AttemptState.RUNNING)
        self.form.setEnabled(not busy)
        self._show_verdict()
        error, state, sentence, kind = self._attempt.error, self._attempt.state, "", "muted"
        if error is not None:
            # Problems are among those of the page, or of the verdict.
            is_listed = isinstance(error, StatveilError) and bool(error.problems)
            sentence, kind = "" if is_listed else failure_text(error), "danger"
        elif state is AttemptState.CANCELLED:
            sentence = tr("Cancelled. Nothing was written; you can start again.")
            kind = "caution"
        elif state is AttemptState.STOPPING:
            sentence = tr("Stopping…")
        say(self.sentence, sentence)
        set_kind(self.sentence, kind)

    def _show_verdict(self) -> None:
        release = self.store.release
        if self._refused:
            self.verdict.show_refused(self._refused)
        elif release is not None:
            result = self.store.result
            claim = claim_of_plan(result.plan) if result is not None else None
            self.verdict.show_release(release, claim, earlier=not self.is_released)
            if self._unregistered is not None:
                self.verdict.add(problem_text(self._unregistered))
        is_shown = release is not None and not self._attempt.busy
        self.verdict.setVisible(is_shown or bool(self._refused))
