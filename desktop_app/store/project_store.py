"""The open project and everything computed of it, in one place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from core.errors import Problem, Severity, Where
from core.model import Dataset, Plan, Preparing, Project, Release, Result, SignOff, Source
from desktop_app.jobs import Runner
from desktop_app.preferences.in_force import NEW_K, NEW_T, value_of
from desktop_app.state.draft import Draft, first_draft, first_method, proposed, reopened
from desktop_app.state.history import History
from desktop_app.state.origin import Origin
from desktop_app.state.outcomes import DraftOutcomes
from desktop_app.state.parts import proposed_weight
from desktop_app.state.prepared_file import PreparedFile
from desktop_app.state.steps import Step, StepFacts, StepState, mark, step_of
from desktop_app.store.decisions import Decisions, limits_of_office
from desktop_app.store.resolving import OpenedFile, Resolve, Resolving, resolve_with_engine

if TYPE_CHECKING:
    from core.io import ColumnProfile


_Saved = tuple[Source | None, Draft | None, SignOff | None]


class ProjectStore(Decisions):
    """Holds the open project; every change goes through it and emits `changed`.

    After each change the plan is resolved again in the background; until it is there, `plan` is
    the one before and `plan_is_current` is false.

    Signals
    -------
    changed()
        Anything below may have changed.
    opened()
        Another data set is open, or none any more; comes before `changed`.
    """

    opened = Signal()

    def __init__(
        self,
        runner: Runner,
        parent: QObject | None = None,
        resolve: Resolve = resolve_with_engine,
    ) -> None:
        super().__init__(parent)
        self._resolving = Resolving(runner, resolve, self)
        self._resolving.resolved.connect(self._take_plan)
        self._resolving.failed.connect(self._take_failure)
        self._sign_off: SignOff | None = None
        self._clear()

    def _clear(self) -> None:
        self._source: Source | None = None
        self._file: Path | None = None
        self._file_sha256 = ""
        self._saved: _Saved = (None, None, None)
        self._dataset: Dataset | None = None
        self._read: Dataset | None = None
        self._profiles: tuple[ColumnProfile, ...] = ()
        # What undo and redo show again: the records of each list of steps that was in force.
        self._prepared: dict[tuple[Preparing, ...], PreparedFile] = {}
        self._outcomes = DraftOutcomes()
        self._is_new = False

    # What is open

    @property
    def is_new(self) -> bool:
        """Whether it began with a data file, so that its settings were proposed."""
        return self._is_new

    @property
    def source(self) -> Source | None:
        """The input file and its layout."""
        return self._source

    @property
    def dataset(self) -> Dataset | None:
        """The records, as they are prepared."""
        return self._dataset

    @property
    def read_dataset(self) -> Dataset | None:
        """The records as they were read."""
        return self._read

    @property
    def profiles(self) -> tuple[ColumnProfile, ...]:
        """Of each column, in the file's order."""
        return self._profiles

    @property
    def project(self) -> Project | None:
        """What a recipe file would hold."""
        if self.draft is None or self._source is None:
            return None
        return self.draft.project(self._source)

    # Its file

    @property
    def file(self) -> Path | None:
        """The project file; ``None`` while the project was never saved."""
        return self._file

    @property
    def file_sha256(self) -> str:
        """The hash of the project file as it was read or written last."""
        return self._file_sha256

    @property
    def name(self) -> str:
        """What the project is called; empty if none is open."""
        if self._file is not None:
            return self._file.name.removesuffix(".json").removesuffix(".statveil")
        return PurePath(self._source.path).stem if self._source is not None else ""

    @property
    def modified(self) -> bool:
        """Whether there are decisions that the project file does not hold."""
        here = (self._source, self.draft, self._sign_off)
        return self._source is not None and here != self._saved

    def mark_saved(
        self,
        file: Path,
        source: Source,
        draft: Draft,
        sign_off: SignOff | None = None,
        file_sha256: str = "",
    ) -> None:
        """Note that `file` holds these; what is open may have changed since."""
        self._file, self._file_sha256 = file, file_sha256
        self._saved = (source, draft, sign_off)
        self.changed.emit()

    # Who answers for the release

    @property
    def sign_off(self) -> SignOff | None:
        """Who answers for the release, and what for; ``None`` if nothing is said.

        It is no part of the draft: undoing a setting must not take it back.
        """
        return self._sign_off

    def set_sign_off(self, sign_off: SignOff | None) -> None:
        """Set who answers for the release; not undone by itself."""
        if sign_off != self._sign_off:
            self._sign_off = sign_off
            self.changed.emit()

    # What was computed

    @property
    def plan(self) -> Plan | None:
        """The latest plan; see `plan_is_current`."""
        return self._outcomes.plan

    @property
    def plan_is_current(self) -> bool:
        """Whether `plan` belongs to the present settings."""
        return self._outcomes.plan_is_current(self.draft)

    @property
    def failure(self) -> BaseException | None:
        """Why there is no plan, when resolving itself broke."""
        return self._outcomes.failure

    @property
    def result(self) -> Result | None:
        """The latest result; see `result_is_current`."""
        return self._outcomes.result(self.draft)

    @property
    def result_is_current(self) -> bool:
        """Whether a run with the present settings would give `result`."""
        return self._outcomes.result_is_current(self.draft)

    @property
    def release(self) -> Release | None:
        """The latest release; see `release_is_current`."""
        return self._outcomes.release

    @property
    def release_is_current(self) -> bool:
        """Whether `release` belongs to the present settings."""
        return self._outcomes.release_is_current(self.draft)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Of the plan, if it belongs to the present settings, and of what is not saved."""
        plan_problems = self.plan.problems if self.plan is not None and self.plan_is_current else ()
        edited = self.draft.edited if self.draft else ()
        changed = [Where(name, field="taxonomy") for name, _ in edited]
        unsaved = (Problem("taxonomy-unsaved", where) for where in changed)
        return (*unsaved, *(p for p in plan_problems if replace(p.where, row=None) not in changed))

    @property
    def can_run(self) -> bool:
        """Whether the present settings can be run."""
        plan = self.plan
        ready = plan is not None and self.plan_is_current and not plan.errors
        return ready and not self.undecided and not (self.draft and self.draft.edited)

    def problems_of(self, step: Step) -> tuple[Problem, ...]:
        """Return the plan's problems that can be put right on `step`."""
        return tuple(problem for problem in self.problems if self._step_of(problem) is step)

    def _step_of(self, problem: Problem) -> Step:
        """Return where a problem can be put right; Taxonomies is reached by confirmed columns."""
        step, field = step_of(problem), problem.where.field
        confirmed = self.draft.confirmed if self.draft else frozenset()
        is_order = step is Step.TAXONOMIES and field is None
        return Step.COLUMNS if is_order and Step.COLUMNS not in confirmed else step

    def step_states(self) -> dict[Step, StepState]:
        """Determine the mark of every step."""
        wrong = {self._step_of(p) for p in self.problems if p.severity is Severity.ERROR}
        facts = StepFacts(
            opened=self._dataset is not None,
            confirmed=self.draft.confirmed if self.draft else frozenset(),
            wrong=frozenset(wrong),
            result=self.result is not None,
            result_current=self.result_is_current,
            release=self.release is not None,
            release_current=self.release_is_current,
            undecided=bool(self.undecided),
            release_open=self._release_is_open,
        )
        return {step: mark(step, facts) for step in Step}

    @property
    def _release_is_open(self) -> bool:
        """Whether there is a release that is not called ready."""
        release, result = self.release, self.result
        if release is None or result is None:
            return False
        # Where there is a release, the engine is imported already.
        from core.checklist.answers import is_ready

        return not is_ready(release, result)

    # What changes it

    def open_dataset(
        self,
        source: Source,
        dataset: Dataset,
        profiles: Iterable[ColumnProfile],
        project: Project | None = None,
        origin: Origin | None = None,
        read: Dataset | None = None,
    ) -> None:
        """Open `dataset`; what was open is closed, and nothing of it can be undone.

        Parameters
        ----------
        source : Source
            Where it was read from, and how.
        dataset : Dataset
            The records.
        profiles : iterable of core.io.ColumnProfile
            Of each column; the first schema is what they suggest.
        project : Project, optional
            A recipe file's content: its decisions count as confirmed.
        origin : Origin, optional
            The project file that it comes from.
        read : Dataset, optional
            The records as they were read, if `project` prepares them.
        """
        origin = origin or Origin()
        self._resolving.drop()
        self._clear()
        self._source, self._dataset, self._profiles = source, dataset, tuple(profiles)
        self._read = read or dataset
        self._is_new = project is None
        if project is None:
            stem, weight = PurePath(source.path).stem, proposed_weight(self._profiles)
            schema = proposed(self._profiles)
            method = first_method(value_of(NEW_K), value_of(NEW_T), schema)
            draft = first_draft(schema, source.kind, stem, weight, method)
            draft = replace(draft, limits=limits_of_office(draft.profile))
        else:
            draft = reopened(project, self._profiles, origin)
        self._history = History(draft)
        self._prepared[draft.prepare] = PreparedFile(dataset, self._profiles)
        self._file, self._file_sha256 = origin.file, origin.file_sha256
        self._sign_off = origin.sign_off or _of_person(self._sign_off)
        if origin.as_saved:
            self._saved = (source, draft, self._sign_off)
        self.opened.emit()
        self._settle()

    def close(self) -> None:
        """Close what is open, with everything computed of it; nothing of it can be undone."""
        self._resolving.drop()
        self._clear()
        self._history = None
        self._sign_off = _of_person(self._sign_off)
        self.opened.emit()
        self.changed.emit()

    def begin_run(self) -> tuple[Plan, Dataset] | None:
        """Return what to run, or ``None`` if the plan is not ready; then call `set_result`."""
        if self.plan is None or self._dataset is None or not self.can_run:
            return None
        # A user who runs the settings has decided them, in whatever way they came to the run.
        for step in (Step.COLUMNS, Step.TAXONOMIES, Step.PREPARE, Step.METHOD):
            self.confirm(step)
        self._outcomes.begin_run()
        return self.plan, self._dataset

    def set_result(self, result: Result) -> None:
        """Take the result of the run that `begin_run` began."""
        self._outcomes.take_result(result)
        self.changed.emit()

    def set_release(self, release: Release) -> None:
        """Take the release that was written with the present settings."""
        self._outcomes.take_release(self.draft, release)
        self.changed.emit()

    def take_prepared(self, draft: Draft, prepared: PreparedFile) -> None:
        """Put a draft with other preparing steps in force, and the records as they prepare them."""
        self._prepared[draft.prepare] = prepared
        self._push(draft)
        if self._history is not None:
            # Records of lists that cannot be had again by undo and redo go.
            lists = {d.prepare for d in self._history.drafts}
            self._prepared = {steps: it for steps, it in self._prepared.items() if steps in lists}

    # Inside

    def _settle(self) -> None:
        if self.draft is None or self._dataset is None or self._source is None:
            return
        self._show_prepared(self._prepared[self.draft.prepare])
        self._outcomes.failure = None
        if self.plan_is_current:
            # A change that was taken back is still being checked: its answer must not come.
            self._resolving.drop()
        else:
            prepared = self._prepared[self.draft.prepare]
            self._resolving.request(
                self.draft, OpenedFile(self._source, prepared, self._read or prepared.dataset)
            )
        self.changed.emit()

    def _show_prepared(self, prepared: PreparedFile) -> None:
        self._dataset, self._profiles = prepared.dataset, prepared.profiles

    def _reread(self) -> None:
        # A file may have the name of the one before.
        self._outcomes.forget_plan()
        self._settle()

    @Slot(object)
    def _take_plan(self, answer: tuple[Draft, Plan, PreparedFile]) -> None:
        draft, plan, prepared = answer
        self._outcomes.take_plan(draft, plan)
        self._prepared[draft.prepare] = prepared
        self._show_prepared(prepared)
        self.changed.emit()

    @Slot(object)
    def _take_failure(self, error: BaseException) -> None:
        self._outcomes.failure = error
        self.changed.emit()


def _of_person(sign_off: SignOff | None) -> SignOff | None:
    """Return what holds for another file too: the person and the office."""
    if sign_off is None or not (sign_off.name or sign_off.office or sign_off.contact):
        return None
    return SignOff(sign_off.name, sign_off.office, sign_off.contact)
