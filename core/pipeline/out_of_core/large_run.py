"""Protects a file that does not fit into memory, from the file to the release."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import Problem, Refused
from core.io.scratch.disk_columns import ROWS_AT_ONCE
from core.io.scratch.scratch_folder import scratch_folder
from core.jobs import Job, set_mmap_threshold
from core.model import Fingerprint, Project, Recipe, Release, Result
from core.pipeline.audit import Stamp
from core.pipeline.out_of_core.large_input import LargeInput, read_large
from core.pipeline.out_of_core.large_plan import plan_large
from core.pipeline.out_of_core.large_protect import PROTECT_PHASES, protect_large
from core.pipeline.out_of_core.large_seal import SEAL_PHASES, LargeRun, seal_large
from core.pipeline.out_of_core.scope import check_scope
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.seal import Own
from core.prepare.preparation import PREPARING_PHASE
from core.protect.blocks import BlockEngine


def phases_of_large(recipe: Recipe) -> tuple[str, ...]:
    """Return the phases of a run."""
    preparing = (PREPARING_PHASE,) if recipe.active_preparing else ()
    return ("reading", *preparing, *PROTECT_PHASES, *SEAL_PHASES)


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
    """

    scratch: Path
    folder: Path
    overwrite: bool
    stamp: Callable[[], Stamp]
    own: Sequence[Own] = ()
    rows: int = ROWS_AT_ONCE
    look: Callable[[LargeInput], None] = lambda _: None


@dataclass(frozen=True, slots=True, eq=False)
class LargeOutcome:
    """What was read, the result without its records, and the release."""

    read: LargeInput
    result: Result
    release: Release


def run_large(
    project: Project, request: LargeRequest, job: Job, engine: BlockEngine | None = None
) -> LargeOutcome:
    """Protect the file of a project in blocks and write its release.

    Parameters
    ----------
    project : Project
        A project with a scale.
    request : LargeRequest
        Where.
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
    job.plan(phases_of_large(project.recipe))
    with scratch_folder(request.scratch) as place:
        work = Workplace(place, request.rows)
        given = read_large(project, work, job)
        request.look(given)
        plan, parts = plan_large(project, given, work, job)
        protected = protect_large(plan, given.table, parts, work, job, engine)
        run = LargeRun(plan, given, protected, parts, work)
        stamp, own = request.stamp(), request.own
        result, release = seal_large(run, request.folder, request.overwrite, job, stamp, own)
    return LargeOutcome(given, result, release)


def check_unchanged(expected: Fingerprint, given: LargeInput) -> None:
    """Raise `Refused` if the file that was read is not the one that the user saw."""
    found = given.fingerprint
    if found.sha256 != expected.sha256:
        raise Refused(Problem("large-file-changed", params={"file": found.file_name}))
