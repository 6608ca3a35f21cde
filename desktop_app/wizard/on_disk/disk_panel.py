"""What a run on disk needs to know beforehand, and what came of it."""

from __future__ import annotations

from pathlib import Path

from core.io.sampling.file_extent import writes_in_parts
from core.pipeline.out_of_core.large_run import LargeOutcome
from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from core.errors import Problem, PromiseBroken, Severity
from core.io import WRITTEN_KINDS
from core.model import Plan, Target
from core.pipeline.seal import marked
from core.protect.privacy import claim_of_plan
from desktop_app.jobs import Runner
from desktop_app.presenters.large.disk_run import DiskRun
from desktop_app.presenters.large.large_file import scratch_bytes
from desktop_app.presenters.large.large_words import answers_to_be_written
from desktop_app.projects.last_release import last_release, remember_release
from desktop_app.projects.last_scratch import remember_scratch
from desktop_app.reports.saving import ReportSaving
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.store.spending import record_run
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import align_labels, reveal, scrolling
from desktop_app.views.layouts import STRETCH, in_column
from desktop_app.views.section import Section
from desktop_app.wizard.on_disk.scratch import ScratchField
from desktop_app.wizard.privacy.commit import ReadinessForm
from desktop_app.wizard.release.confirming import Confirming
from desktop_app.wizard.release.release_form import ReleaseForm
from desktop_app.wizard.release.release_verdict import ReleaseVerdict
from desktop_app.wizard.release.signing import SignOffForm, signed
from desktop_app.wizard.release.target_folder import (
    FolderWatch,
    confirm_replacing,
    name_problems,
    own_files,
    proposed_folder,
)


class DiskPanel(QWidget):
    """Folders, file and sign-off of a run on disk; afterwards cautions and verdict above them.

    Parameters
    ----------
    store : ProjectStore
        The open project.
    runner : Runner
        Looks into the folders.

    Attributes
    ----------
    spent : bool
        Whether the last run that began has been written into the ledger of privacy budgets.

    Signals
    -------
    changed()
        The settings are others, or more is known of the folders.
    """

    changed = Signal()

    def __init__(self, store: ProjectStore, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._watch = FolderWatch(runner, self)
        self._folder, self._folder_is_own = "", False
        self._refused: tuple[Problem, ...] = ()
        self.spent = False
        self.verdict, self.confirming = ReleaseVerdict(), Confirming()
        self.readiness = ReadinessForm()
        self.scratch = ScratchField(runner)
        self.form = ReleaseForm(kinds=tuple(k for k in WRITTEN_KINDS if writes_in_parts(k)))
        self.signing = SignOffForm()
        self._saving = ReportSaving(runner, self)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        section = Section(tr("Scratch files"))
        section.body.addWidget(self.scratch)
        align_labels(self.scratch.grid, self.form.grid, self.signing.grid)
        inner = QWidget()
        in_column(
            # What waits for an answer comes first: the verdict fills the page.
            self.confirming,
            self.readiness,
            self.verdict,
            section,
            self.form,
            self.signing,
            STRETCH,
            inside=inner,
            margins=(0, 0, sizes.UNIT, 0),
            spacing=3 * sizes.UNIT,
        )
        self._area = scrolling(inner, whole=True)
        in_column(self._area, inside=self)

    def _connect(self) -> None:
        store = self._store
        self.confirming.answered.connect(store.answer)
        self.readiness.method_edited.connect(store.set_method)
        self.signing.edited.connect(store.set_sign_off)
        self.form.target_edited.connect(self._edit_target)
        self.form.folder_edited.connect(self._edit_folder)
        self.form.order_chosen.connect(store.set_keep_order)
        self.scratch.changed.connect(self.changed)
        self._watch.changed.connect(self.changed)
        self.verdict.pdf_wanted.connect(self._save_pdf)
        self._saving.said.connect(self.verdict.add)
        store.opened.connect(self._forget)

    @property
    def released(self) -> bool:
        """Whether the folder holds a verified release with the present settings."""
        release = self._store.release
        if release is None or not self._store.release_is_current:
            return False
        return Path(release.folder) == Path(self._folder).absolute()

    def refresh(self) -> None:
        """Show the settings in force, and what was written."""
        store = self._store
        draft, source, dataset = store.draft, store.source, store.dataset
        if draft is None or source is None or dataset is None:
            return
        written = marked(draft.target, draft.insecure_test_seed)
        last = last_release(source.path)
        if not self._folder_is_own:
            kept = last.folder if last is not None else None
            self._folder = kept or proposed_folder(source.path, written.name)
            self.form.show_folder(self._folder)
        self.form.show_target(draft.target, draft.keep_order)
        self.form.show_last(last, self._folder)
        self.signing.show_sign_off(store.sign_off)
        self.scratch.show_need(scratch_bytes(dataset.all_rows, len(dataset.columns)))
        self._watch.look(self._folder, written, project=store.project, file=store.file)
        self.readiness.show_plan(draft.method, store.plan)
        # Before the run, a claim without doubts is shown above, with the budget.
        if not self.readiness.asks and not self.released:
            self.readiness.hide()
        self._show_verdict()

    def _show_verdict(self) -> None:
        release, result, draft = self._store.release, self._store.disk_result, self._store.draft
        is_open = release is not None and bool(release.open_cautions)
        # Other settings have cautions of their own, which only their run can know.
        self.confirming.show_result(
            result if self._store.disk_result_is_current else None,
            draft.answers if draft is not None else (),
            answers_to_be_written() if is_open else "",
        )
        if self._refused:
            self.verdict.show_refused(self._refused)
        elif release is not None:
            claim = claim_of_plan(result.plan) if result is not None else None
            self.verdict.show_release(release, claim, earlier=not self.released)
        self.verdict.setVisible(bool(self._refused) or release is not None)

    def hindrance(self) -> str:
        """Return why no run can begin; empty if one can."""
        if any(problem.severity is Severity.ERROR for problem in self.problems()):
            return tr("Resolve the problems listed above first.")
        if not self._folder:
            return tr("Choose a folder for the release.")
        waiting = self.scratch.hindrance()
        if waiting:
            return waiting
        return "" if self._watch.found is not None else tr("The folder is being looked into.")

    def problems(self) -> list[Problem]:
        """Return what forbids a run, as far as the folders and the file's name are concerned."""
        draft = self._store.draft
        found = name_problems(draft.target) if draft is not None else []
        if not self.released:
            found = [*found, *self._watch.problems]
        return [*found, *self.scratch.problems()]

    def focus_on(self, problem: Problem) -> None:
        """Put the keyboard where `problem` can be put right."""
        if problem.code.startswith("scratch-"):
            self.scratch.line.setFocus()
        elif problem.where.field == "output.name":
            self.form.name.setFocus()
        elif problem.where.field == "keep_order":
            self.form.shuffle.setFocus()
        elif problem.where.field == "output.kind":
            self.form.kind.setFocus()
        else:
            self.form.folder.setFocus()

    # The run

    def prepared(self) -> DiskRun | None:
        """Return the run as it is set; ask before an earlier release is replaced.

        ``None`` if it cannot begin, or the earlier release is to stay.
        """
        store, found = self._store, self._watch.found
        project, dataset = store.project, store.dataset
        if project is None or dataset is None or found is None or self.hindrance():
            return None
        if found.replaced and not confirm_replacing(self, found):
            return None
        self._refused, self.spent = (), False
        remember_scratch(self.scratch.folder)
        return DiskRun(
            project,
            dataset.fingerprint,
            Path(self.scratch.folder),
            Path(found.folder),
            bool(found.replaced),
            signed(store.sign_off),
            own_files(None, store.file),
            self._note_spending,
        )

    def _note_spending(self, plan: Plan, sha256: str) -> None:
        """Write down what a private run has spent; called in the thread of the run."""
        self.spent = record_run(plan, sha256) is not None

    def take(self, outcome: LargeOutcome) -> None:
        """Show what was written."""
        source = self._store.source
        self._store.set_written(outcome.result, outcome.release, outcome.overview)
        self._store.confirm(Step.RELEASE)
        if source is not None:
            remember_release(source.path, outcome.release.folder)
        # What has just been shown has its size only in the next turn of the event loop.
        QTimer.singleShot(0, self, self._reveal_verdict)

    def end(self, error: BaseException | None) -> None:
        """Look at the folders again after a run, and show why its file is no release."""
        self._refused = error.problems if isinstance(error, PromiseBroken) else ()
        self.scratch.forget()
        self._watch.forget()

    @Slot()
    def _reveal_verdict(self) -> None:
        if self.isVisible():
            asked = self.confirming.cautions[0].box if self.confirming.isVisible() else None
            # Else the keyboard would be left on whatever came near to “Cancel the run”.
            field = asked or self.verdict.read_button
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            parts = (self.confirming, self.readiness)
            shown = next((part for part in parts if not part.isHidden()), self.verdict)
            reveal(self._area, shown)

    @Slot(object)
    def _save_pdf(self, report: Path) -> None:
        self._saving.ask(self, report)

    @Slot()
    def _forget(self) -> None:
        self._folder_is_own, self._refused = False, ()
        self.scratch.propose()
        self._watch.forget()

    # The folder and the name

    @Slot(object)
    def _edit_target(self, target: Target) -> None:
        self._refused = ()
        self._store.set_target(target)

    @Slot()
    def _edit_folder(self) -> None:
        self._folder, self._folder_is_own = self.form.folder.text().strip(), True
        self._refused = ()
        self.refresh()
        self.changed.emit()
