"""Resolves the latest draft in the background; answers that are out of date are dropped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from core.errors import Problem, Refused, Where
from core.jobs import Job
from core.model import Dataset, Plan, Recipe, Schema, Source
from core.model.checklist import ProfileName
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.state.draft import Draft
from desktop_app.state.prepared_file import PreparedFile
from desktop_app.text import tr

Resolve = Callable[[Recipe, Schema, Dataset, Source], Plan]


@dataclass(frozen=True, slots=True, eq=False)
class OpenedFile:
    """The open file: where it was read from, as it is prepared, and as it was read."""

    source: Source
    prepared: PreparedFile
    read: Dataset


def resolve_with_engine(recipe: Recipe, schema: Schema, dataset: Dataset, source: Source) -> Plan:
    """Resolve with `core.pipeline`, imported late: it brings numba with it."""
    from core import pipeline

    return pipeline.resolve(recipe, schema, dataset, source)


class Resolving(QObject):
    """Keeps one request under way.

    Signals
    -------
    resolved(object)
        With `Draft`, `Plan` and the `PreparedFile` that the plan is of.
    failed(object)
        With an exception, which is a defect of ours: resolving never raises for user errors.
    """

    resolved = Signal(object)
    failed = Signal(object)

    def __init__(self, runner: Runner, resolve: Resolve, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._resolve = resolve
        self._latest = Latest(runner, tr("Checking the settings"), self, self.resolved, self.failed)

    def request(self, draft: Draft, opened: OpenedFile) -> None:
        """Resolve `draft`; whatever was under way is dropped."""
        resolve = self._resolve

        def work(job: Job) -> object:
            prepared, problems = opened.prepared, tuple[Problem, ...]()
            try:
                prepared = _prepare(draft, opened, job)
            except Refused as refused:
                problems = refused.problems
            plan = resolve(draft.recipe, draft.schema, prepared.dataset, opened.source)
            problems += limit_problems(draft.profile)
            problems += unasked_loss(draft, plan, prepared.dataset.rows)
            if problems:
                plan = replace(plan, problems=(*problems, *plan.problems))
            return draft, plan, prepared

        # Not the compute lane: there it would wait behind a long run, and the panel that says
        # what a setting implies would be silent meanwhile. Resolving uses no parallel kernel.
        self._latest.ask(work, Lane.IO)

    def drop(self) -> None:
        """Forget what is under way."""
        self._latest.drop()


def limit_problems(profile: ProfileName) -> tuple[Problem, ...]:
    """List what is wrong with the limits of the office, without which nothing is released."""
    from core.office_limits import office_limits

    try:
        office_limits(profile)
    except Refused as refused:
        return refused.problems
    return ()


def unasked_loss(draft: Draft, plan: Plan, rows: int) -> tuple[Problem, ...]:
    """Build the question that is open while records are left out though nobody has said so.

    What costs no more than a release may lose without a question is proposed, and not asked.
    """
    from core.checklist.rows.usefulness import MOST_DROPPED

    codes = {"records-left-out": "count", "units-incomplete": "records"}
    lost = [int(str(p.params[codes[p.code]])) for p in plan.problems if p.code in codes]
    if draft.missing is not None or sum(lost) <= MOST_DROPPED * rows:
        return ()
    params = {"count": sum(lost), "share": round(100 * sum(lost) / rows, 1)}
    return (Problem("missing-undecided", Where(field="missing"), params),)


def _prepare(draft: Draft, opened: OpenedFile, job: Job) -> PreparedFile:
    """Return the records as the draft prepares them.

    They change with what a step takes from its column's declaration: its taxonomy, and its codes
    of questions that were not asked.
    """
    current = opened.prepared
    if not draft.recipe.active_preparing and current.dataset.prepared is None:
        return current
    from core.inspect.profiling.column_profiles import profile
    from core.pipeline.prepared_input import prepared_afresh

    dataset = prepared_afresh(draft.project(opened.source), opened.read, current.dataset, job)
    if dataset is current.dataset:
        return current
    return PreparedFile(dataset, profile(dataset, job, opened.source))
