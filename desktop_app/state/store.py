"""The open project and everything computed of it, in one place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from core.errors import Problem, Severity, Where
from core.model import (
    Attribute,
    Dataset,
    Method,
    MissingPolicy,
    Plan,
    Project,
    Recipe,
    Release,
    Result,
    Role,
    Scale,
    Schema,
    Source,
    Target,
    Taxonomy,
)
from desktop_app.jobs import Runner
from desktop_app.state.draft import Draft, first_draft, proposed, reopened
from desktop_app.state.history import History
from desktop_app.state.marks import Facts, mark
from desktop_app.state.origin import Origin
from desktop_app.state.relations import undecided
from desktop_app.state.resolving import Resolve, Resolving, resolve_with_engine
from desktop_app.state.steps import Step, StepState, step_of

if TYPE_CHECKING:
    from core.io import ColumnProfile


class ProjectStore(QObject):
    """Holds the open project; every change goes through it and is told by `changed`.

    After each change the plan is resolved anew in the background; until it is there, `plan` is
    the one before and `plan_is_current` is false.

    Signals
    -------
    changed()
        Anything below may have changed.
    opened()
        Another data set is open; comes before `changed`.
    """

    changed = Signal()
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
        self._clear()

    def _clear(self) -> None:
        self._source: Source | None = None
        self._file: Path | None = None
        self._saved: tuple[Source | None, Draft | None] = (None, None)
        self._dataset: Dataset | None = None
        self._profiles: tuple[ColumnProfile, ...] = ()
        self._history: History | None = None
        self._plan: Plan | None = None
        self._planned: Draft | None = None
        self._failure: BaseException | None = None
        self._running: Draft | None = None
        self._result: Result | None = None
        self._result_of: Draft | None = None
        self._release: Release | None = None
        self._release_of: Draft | None = None

    # What is open

    @property
    def source(self) -> Source | None:
        """The input file and its layout."""
        return self._source

    @property
    def dataset(self) -> Dataset | None:
        """The records."""
        return self._dataset

    @property
    def profiles(self) -> tuple[ColumnProfile, ...]:
        """Of each column, in the file's order."""
        return self._profiles

    @property
    def draft(self) -> Draft | None:
        """What the user has decided so far."""
        return self._history.draft if self._history else None

    @property
    def schema(self) -> Schema | None:
        """What the columns mean, as it stands."""
        return self.draft.schema if self.draft else None

    @property
    def recipe(self) -> Recipe | None:
        """The recipe as it stands."""
        return self.draft.recipe if self.draft else None

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
    def name(self) -> str:
        """What the project is called; empty if none is open."""
        if self._file is not None:
            return self._file.name.removesuffix(".json").removesuffix(".statveil")
        return PurePath(self._source.path).stem if self._source is not None else ""

    @property
    def modified(self) -> bool:
        """Whether there are decisions that the project file does not hold."""
        return (self._source, self.draft) != self._saved

    def mark_saved(self, file: Path, source: Source, draft: Draft) -> None:
        """Note that `file` holds these; what is open may have changed since."""
        self._file, self._saved = file, (source, draft)
        self.changed.emit()

    # What was computed

    @property
    def plan(self) -> Plan | None:
        """The latest plan; see `plan_is_current`."""
        return self._plan

    @property
    def plan_is_current(self) -> bool:
        """Whether `plan` belongs to the present settings."""
        return self._plan is not None and self._decides_like(self._planned)

    @property
    def failure(self) -> BaseException | None:
        """Why there is no plan, when resolving itself broke."""
        return self._failure

    @property
    def result(self) -> Result | None:
        """The latest result; see `result_is_current`."""
        result = self._result
        if result is not None and self._plan is not None and self.plan_is_current:
            # A new file name or record order needs no new run, but the release must know it.
            return replace(result, plan=self._plan) if self.result_is_current else result
        return result

    @property
    def result_is_current(self) -> bool:
        """Whether a run with the present settings would give `result`."""
        if self._result_of is None or self.draft is None:
            return False
        return self._result_of.runs_like(self.draft) and self._reads_like(self._result)

    @property
    def release(self) -> Release | None:
        """The latest release; see `release_is_current`."""
        return self._release

    @property
    def release_is_current(self) -> bool:
        """Whether `release` belongs to the present settings."""
        return self._release is not None and self._decides_like(self._release_of)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Of the plan, if it belongs to the present settings, and of what is not saved."""
        found = self._plan.problems if self._plan is not None and self.plan_is_current else ()
        edited = self.draft.edited if self.draft else ()
        changed = [Where(name, field="taxonomy") for name, _ in edited]
        unsaved = (Problem("taxonomy-unsaved", where) for where in changed)
        return (*unsaved, *(p for p in found if replace(p.where, row=None) not in changed))

    @property
    def undecided(self) -> tuple[Attribute, ...]:
        """Columns of which the user must still say how their categories are related."""
        if self.draft is None:
            return ()
        return undecided(self.draft.schema, self.draft.strata, self.draft.settled)

    @property
    def can_run(self) -> bool:
        """Whether the present settings can be run."""
        plan = self._plan
        ready = plan is not None and self.plan_is_current and not plan.errors
        return ready and not self.undecided and not (self.draft and self.draft.edited)

    def problems_of(self, step: Step) -> tuple[Problem, ...]:
        """Return the plan's problems that can be put right on `step`."""
        return tuple(problem for problem in self.problems if step_of(problem) is step)

    def step_state(self, step: Step) -> StepState:
        """Return the mark of `step`."""
        wrong = {step_of(p) for p in self.problems if p.severity is Severity.ERROR}
        return mark(
            step,
            Facts(
                opened=self._dataset is not None,
                confirmed=self.draft.confirmed if self.draft else frozenset(),
                wrong=frozenset(wrong),
                result=self._result is not None,
                result_current=self.result_is_current,
                release=self._release is not None,
                release_current=self.release_is_current,
                categorical=self._has_masked_categories(),
                undecided=bool(self.undecided),
            ),
        )

    # What changes it

    def open_dataset(
        self,
        source: Source,
        dataset: Dataset,
        profiles: Iterable[ColumnProfile],
        project: Project | None = None,
        origin: Origin | None = None,
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
        """
        origin = origin or Origin()
        self._resolving.drop()
        self._clear()
        self._source, self._dataset, self._profiles = source, dataset, tuple(profiles)
        if project is None:
            draft = first_draft(proposed(self._profiles), source.kind, PurePath(source.path).stem)
        else:
            draft = reopened(project, self._profiles, origin)
        self._history = History(draft)
        self._file = origin.file
        if origin.as_saved:
            self._saved = (source, draft)
        self.opened.emit()
        self._settle()

    def set_attributes(self, attributes: Iterable[Attribute], key: str = "") -> None:
        """Put `attributes` in the place of those of the same names."""
        if self.draft is None:
            return
        given = {attribute.name: attribute for attribute in attributes}
        schema = Schema(tuple(given.get(a.name, a) for a in self.draft.schema.attributes))
        self._push(replace(self.draft, schema=schema), key)

    def relate(self, attribute: Attribute, key: str = "") -> None:
        """Set how the categories of one column are related: the user's own decision.

        A taxonomy that was changed and not saved is dropped where another relation is chosen.
        """
        if self.draft is None:
            return
        before = self.draft.schema.named(attribute.name)
        draft = self._related(self.draft, attribute)
        if (before.taxonomy, before.scale) != (attribute.taxonomy, attribute.scale):
            draft = draft.with_edited(attribute.name, None)
        self._push(draft, key)

    def edit_taxonomy(self, attribute: Attribute, taxonomy: Taxonomy | None) -> None:
        """Set the changed taxonomy of a column, with what else follows; ``None`` drops it."""
        if self.draft is not None:
            draft = self._related(self.draft, attribute)
            self._push(draft.with_edited(attribute.name, taxonomy))

    def taxonomy_saved(self, attribute: Attribute) -> None:
        """Use the file in which the changed taxonomy of a column was saved."""
        if self.draft is None:
            return
        self._push(self._related(self.draft, attribute).with_edited(attribute.name, None))
        # The file may have the name of the one before.
        self._planned = None
        self._settle()

    def _related(self, draft: Draft, attribute: Attribute) -> Draft:
        given = {attribute.name: attribute}
        schema = Schema(tuple(given.get(a.name, a) for a in draft.schema.attributes))
        return replace(draft, schema=schema, settled=draft.settled | {attribute.name})

    def set_method(self, method: Method, key: str = "method") -> None:
        """Set the method and its parameters; changes in a row under one `key` undo as one."""
        if self.draft is not None:
            self._push(replace(self.draft, method=method), f"{key} {method.name}")

    def set_missing(self, policy: MissingPolicy) -> None:
        """Set what is done with records that have missing values."""
        if self.draft is not None:
            self._push(replace(self.draft, missing=policy))

    def set_strata(self, strata: Iterable[str]) -> None:
        """Set the columns whose combinations split the file."""
        if self.draft is not None:
            self._push(replace(self.draft, strata=tuple(strata)))

    def set_weight(self, column: str | None) -> None:
        """Set the column of survey weights, or none."""
        if self.draft is not None:
            self._push(replace(self.draft, weight=column))

    def set_target(self, target: Target, key: str = "target") -> None:
        """Set the protected file's kind and name."""
        if self.draft is not None:
            self._push(replace(self.draft, target=target), key)

    def set_keep_order(self, keep: bool) -> None:
        """Set whether the records keep the input's order."""
        if self.draft is not None:
            self._push(replace(self.draft, keep_order=keep))

    def set_public_report(self, apart: bool) -> None:
        """Set whether the public part of the report is also a file of its own."""
        if self.draft is not None:
            self._push(replace(self.draft, public_report=apart))

    def confirm(self, step: Step) -> None:
        """Note that the user has decided `step`; not undone by itself."""
        if self._history is not None and step not in self._history.draft.confirmed:
            draft = self._history.draft
            self._history.replace(replace(draft, confirmed=draft.confirmed | {step}))
            self.changed.emit()

    def begin_run(self) -> tuple[Plan, Dataset] | None:
        """Return what to run, or ``None`` if the plan is not ready; then call `set_result`."""
        if self._plan is None or self._dataset is None or not self.can_run:
            return None
        self._running = self._planned
        return self._plan, self._dataset

    def set_result(self, result: Result) -> None:
        """Take the result of the run that `begin_run` began."""
        self._result, self._result_of = result, self._running
        self._release, self._release_of = None, None
        self.changed.emit()

    def set_release(self, release: Release) -> None:
        """Take the release that was written with the present settings."""
        self._release, self._release_of = release, self.draft
        self.changed.emit()

    # Undo

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        return self._history is not None and self._history.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is something to redo."""
        return self._history is not None and self._history.can_redo

    @Slot()
    def undo(self) -> None:
        """Take the last change back."""
        if self._history is not None and self._history.can_undo:
            self._history.undo()
            self._settle()

    @Slot()
    def redo(self) -> None:
        """Make the change again."""
        if self._history is not None and self._history.can_redo:
            self._history.redo()
            self._settle()

    # Inside

    def _push(self, draft: Draft, key: str = "") -> None:
        if self._history is None or draft == self._history.draft:
            return
        self._history.push(draft, key)
        self._settle()

    def _settle(self) -> None:
        if self.draft is None or self._dataset is None or self._source is None:
            return
        self._failure = None
        if not self.plan_is_current:
            self._resolving.request(self.draft, self._dataset, self._source)
        self.changed.emit()

    def _decides_like(self, other: Draft | None) -> bool:
        return other is not None and self.draft is not None and self.draft.decides_like(other)

    def _reads_like(self, result: Result | None) -> bool:
        """Whether the taxonomies are those with which a result was made, as far as is known."""
        if result is None or self._plan is None or not self.plan_is_current:
            return True
        return _hashes(self._plan) == _hashes(result.plan)

    def _has_masked_categories(self) -> bool:
        """Whether there is something to decide on the step Taxonomies."""
        if self.draft is None:
            return False
        masked = self.draft.schema.with_role(Role.QUASI_IDENTIFIER)
        return any(a.scale is Scale.NOMINAL and a.name not in self.draft.strata for a in masked)

    @Slot(object)
    def _take_plan(self, answer: tuple[Draft, Plan]) -> None:
        self._planned, self._plan = answer
        self.changed.emit()

    @Slot(object)
    def _take_failure(self, error: BaseException) -> None:
        self._failure = error
        self.changed.emit()


def _hashes(plan: Plan) -> dict[str, str]:
    """Return the hashes of a plan's taxonomy files, by column."""
    attributes = plan.project.schema.attributes
    return {a.name: a.categories.sha256 for a in attributes if a.categories is not None}
