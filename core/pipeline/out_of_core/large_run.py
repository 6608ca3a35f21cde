"""Protects a file that does not fit into memory, from the file to the release."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from core.io.scratch.scratch_folder import scratch_folder
from core.io.scratch.stored_columns import ROWS_AT_ONCE
from core.jobs import Job
from core.model import Project, Release, Result
from core.pipeline.audit import Stamp
from core.pipeline.out_of_core.large_input import LargeInput, read_large
from core.pipeline.out_of_core.large_plan import plan_large
from core.pipeline.out_of_core.large_protect import PROTECT_PHASES, protect_large
from core.pipeline.out_of_core.large_seal import SEAL_PHASES, LargeRun, seal_large
from core.pipeline.out_of_core.scope import check_scope
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.seal import Own

LARGE_PHASES = ("reading", *PROTECT_PHASES, *SEAL_PHASES)


def run_large(
    project: Project,
    scratch: Path,
    folder: Path,
    overwrite: bool,
    job: Job,
    stamp: Callable[[], Stamp],
    own: Sequence[Own] = (),
    rows: int = ROWS_AT_ONCE,
) -> tuple[LargeInput, Result, Release]:
    """Protect the file of a project in blocks and write its release.

    Parameters
    ----------
    project : Project
        A project with a scale.
    scratch : pathlib.Path
        The folder in which a scratch folder is made, and removed again.
    folder, overwrite, job, own
        As of `core.pipeline.seal.seal`.
    stamp : callable
        Returns the stamp of the release, once the records are protected.
    rows : int
        Records of a part; no result depends on it.

    Raises
    ------
    Refused
        If something is only possible in memory, or the file or the recipe is wrong.
    PromiseBroken, StorageFull, Cancelled
        As in memory; nothing is left behind.
    """
    check_scope(project)
    job.plan(LARGE_PHASES)
    with scratch_folder(scratch) as place:
        work = Workplace(place, rows)
        given = read_large(project, work, job)
        plan = plan_large(project, given)
        protected = protect_large(plan, given.table, work, job)
        run = LargeRun(plan, given, protected, work)
        result, release = seal_large(run, folder, overwrite, job, stamp(), own)
    return given, result, release
