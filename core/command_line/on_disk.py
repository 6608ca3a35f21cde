"""Runs of the command line whose records, and perhaps blocks, are in files instead of in memory."""

from __future__ import annotations

import argparse

from core.command_line.private import noting_what_stays, now, record_run
from core.errors import Problem, Refused
from core.jobs import Job
from core.jobs.cluster import Scheduler, check_dask, open_engine
from core.model import Plan, Project
from core.pipeline import replay, verify
from core.pipeline.audit import Stamp, new_salt
from core.pipeline.checking.replay import Replay
from core.pipeline.checking.verify import Check
from core.pipeline.out_of_core.large_input import LargeInput
from core.pipeline.out_of_core.large_run import LargeOutcome, LargeRequest, run_large
from core.pipeline.out_of_core.large_verify import LargePlace, replay_large, verify_large
from core.pipeline.seal import Own
from core.protect.blocks import BlockEngine


def scheduler_of(given: argparse.Namespace) -> Scheduler | None:
    """Read the cluster that the arguments name, if they name one.

    Raises
    ------
    Refused
        If they are incomplete, or if Dask is missing: before any file is read.
    """
    files = (given.tls_ca, given.tls_cert, given.tls_key)
    if given.scheduler is None and not any(files):
        return None
    if given.scheduler is None or not all(files):
        raise Refused(Problem("scheduler-files"))
    check_dask()
    return Scheduler(given.scheduler, *files)


def run_on_disk(
    given: argparse.Namespace,
    project: Project,
    scheduler: Scheduler | None,
    started: str,
    own: tuple[Own, ...],
    job: Job,
) -> tuple[LargeOutcome, tuple[str, ...]]:
    """Protect the file of a project in the scratch folder that the arguments name.

    Also returns what is said of the ledger, to which a private run is added before it is released.

    Raises
    ------
    Refused
        If something is only possible in memory.
    """
    recorded: list[str] = []

    def record(plan: Plan, read: LargeInput) -> None:
        sha256 = read.fingerprint.sha256
        recorded.extend(record_run(given.ledger, plan, sha256, job))

    with noting_what_stays(recorded), open_engine(scheduler) as opened:

        def stamp() -> Stamp:
            return Stamp(started, now(), new_salt(), network=opened.network)

        request = LargeRequest(
            given.scratch, given.output, given.overwrite, stamp, own, protected=record
        )
        return run_large(project, request, job, opened.engine), tuple(recorded)


def replay_of(given: argparse.Namespace, job: Job, engine: BlockEngine | None) -> Replay:
    """Repeat a run in memory, or in the scratch folder that the arguments name."""
    if given.scratch is None:
        return replay(given.log, given.input, given.output, given.overwrite, job, engine)
    place = LargePlace(given.scratch, engine)
    return replay_large(given.log, given.input, given.output, given.overwrite, place, job)


def check_of(given: argparse.Namespace, job: Job, engine: BlockEngine | None) -> Check:
    """Check a release in memory, or in the scratch folder that the arguments name."""
    if given.scratch is None:
        return verify(given.log, given.input, job, engine)
    return verify_large(given.log, given.input, given.scratch, job, engine)
