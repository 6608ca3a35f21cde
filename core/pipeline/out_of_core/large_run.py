"""Protects a file that does not fit into memory, from the file to the release."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import Problem, Refused
from core.io.scratch.disk_columns import ROWS_AT_ONCE, StoredTable
from core.io.scratch.scratch_folder import scratch_folder
from core.jobs import Job, set_mmap_threshold
from core.model import Fingerprint, Plan, Project, Recipe, Release, Result
from core.pipeline.audit import Stamp
from core.pipeline.execute import FIGURE_PHASE
from core.pipeline.out_of_core.large_input import LargeInput, read_large
from core.pipeline.out_of_core.large_plan import plan_large
from core.pipeline.out_of_core.large_protect import PROTECT_PHASES, LargeProtected, protect_large
from core.pipeline.out_of_core.large_seal import SEAL_PHASES, LargeRun, seal_large
from core.pipeline.out_of_core.measuring.overview import DESCRIBING_PHASE, Overview, look_over
from core.pipeline.out_of_core.noise.large_noise import NOISE_PHASES, noise_large
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile
from core.pipeline.out_of_core.scope import check_scope
from core.pipeline.out_of_core.sorting.large_ranking import RANKING_PHASES, rank_large
from core.pipeline.out_of_core.units.large_unit_protect import protect_units_large
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.seal import Own
from core.prepare.preparation import PREPARING_PHASE
from core.protect import METHODS
from core.protect.blocks import BlockEngine

# Phases that only methods in blocks enter.
_OF_BLOCKS = ("cutting", "repairing")


def phases_of_large(recipe: Recipe, *, describes: bool = False) -> tuple[str, ...]:
    """Return the phases of a run; `describes` as of `LargeRequest`."""
    preparing = (PREPARING_PHASE,) if recipe.active_preparing else ()
    name = recipe.method.name
    last = *phases_of_search(recipe), "reporting"
    describing = (DESCRIBING_PHASE,) if describes else ()
    return ("reading", *preparing, *phases_on_disk(name), *describing, *SEAL_PHASES, *last)


@dataclass(frozen=True, slots=True)
class LargeRequest:
    """Where a run keeps its records, and where it releases them.

    Attributes
    ----------
    scratch : pathlib.Path
        The folder in which a scratch folder is made, and removed again.
    folder, overwrite : pathlib.Path and bool
        As of `core.pipeline.seal.seal`.
    stamp : callable
        Returns the stamp of the release, once the records are protected.
    own : sequence of pairs of str and pathlib.Path
        As of `core.pipeline.seal.seal`.
    rows : int
        Records of a part; no result depends on it.
    look : callable
        Called with the file once it was read; may raise `Refused`.
    protected : callable
        Called with the plan and the file once its records are protected, before they are released;
        an exception ends the run.
    describes : bool
        Whether the columns are described before and after, for somebody who looks at the run.
    """

    scratch: Path
    folder: Path
    overwrite: bool
    stamp: Callable[[], Stamp]
    own: Sequence[Own] = ()
    rows: int = ROWS_AT_ONCE
    look: Callable[[LargeInput], None] = lambda _: None
    protected: Callable[[Plan, LargeInput], None] = lambda *_: None
    describes: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class LargeOutcome:
    """What was read, the result without its records, the release, and what was described."""

    read: LargeInput
    result: Result
    release: Release
    overview: Overview | None = None


def run_large(
    project: Project, request: LargeRequest, job: Job, engine: BlockEngine | None = None
) -> LargeOutcome:
    """Protect the file of a project on disk and write its release.

    Parameters
    ----------
    project : Project
        A project; with a scale, if its method works in blocks.
    job : Job
        Receives the progress in the phases `phases_of_large`; can be cancelled.
    engine : BlockEngine, optional
        Computes the blocks; default: the threads of this process.

    Raises
    ------
    Refused
        If something is only possible in memory, or the file or the recipe is wrong.
    PromiseBroken, StorageFull, Cancelled
        As in memory; nothing is left behind.
    """
    check_scope(project)
    set_mmap_threshold()
    job.plan(phases_of_large(project.recipe, describes=request.describes))
    with scratch_folder(request.scratch) as place:
        work = Workplace(place, request.rows)
        given = read_large(project, work, job)
        request.look(given)
        plan, parts = plan_large(project, given, work, job)
        protected = protect_on_disk(plan, given.table, parts, work, job, engine)
        request.protected(plan, given)
        overview = None
        if request.describes:
            # Before the release is there: a run that is cancelled meanwhile leaves none.
            overview = look_over(plan, given.table, protected.released, job)
        run = LargeRun(plan, given, protected, parts, work)
        stamp, own = request.stamp(), request.own
        result, release = seal_large(run, request.folder, request.overwrite, job, stamp, own)
    return LargeOutcome(given, result, release, overview)


def phases_on_disk(method: str) -> tuple[str, ...]:
    """Return the phases of `protect_on_disk` with a method."""
    spec = METHODS.get(method)
    if spec is not None and spec.is_private:
        return NOISE_PHASES
    if spec is not None and spec.column_by_column:
        return RANKING_PHASES
    if spec is not None and spec.sorts:
        return tuple(phase for phase in PROTECT_PHASES if phase not in _OF_BLOCKS)
    return PROTECT_PHASES


def phases_of_search(recipe: Recipe) -> tuple[str, ...]:
    """Return the phases after the measures; a private run searches no relations of columns."""
    spec = METHODS.get(recipe.method.name)
    searching = () if spec is not None and spec.is_private else ("searching",)
    return (*searching, *((FIGURE_PHASE,) if recipe.figures else ()))


def protect_on_disk(
    plan: Plan,
    table: StoredTable,
    parts: PartsOfFile,
    work: Workplace,
    job: Job,
    engine: BlockEngine | None = None,
) -> LargeProtected:
    """Return the protected records of a table, as `core.protect.protect` does in memory.

    Parameters
    ----------
    plan, table, parts, work, job, engine
        As of `core.pipeline.out_of_core.large_protect.protect_large`; only a method that works in
        blocks needs the engine.
    """
    spec = METHODS[plan.project.recipe.method.name]
    if spec.is_private:
        return noise_large(plan, table, work, job)
    if spec.column_by_column:
        return rank_large(plan, table, parts, work, job)
    if parts.by_unit is not None:
        return protect_units_large(plan, table, parts, work, job, engine)
    return protect_large(plan, table, parts, work, job, engine)


def check_unchanged(expected: Fingerprint, given: LargeInput) -> None:
    """Raise `Refused` if the file that was read is not the one that the user saw."""
    found = given.fingerprint
    if found.sha256 != expected.sha256:
        raise Refused(Problem("large-file-changed", params={"file": found.file_name}))
