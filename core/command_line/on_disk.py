"""Runs of the command line whose records are in files instead of in memory."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from core.errors import Problem, Refused
from core.jobs import Job
from core.jobs.cluster import Place, open_engine
from core.model import Project
from core.pipeline.audit import Stamp, new_salt
from core.pipeline.out_of_core.large_run import LargeOutcome, LargeRequest, run_large
from core.pipeline.seal import Own


def run_on_disk(
    given: argparse.Namespace,
    project: Project,
    place: Place,
    started: str,
    own: tuple[Own, ...],
    job: Job,
) -> LargeOutcome:
    """Protect the file of a project in the scratch folder that the arguments name.

    Raises
    ------
    Refused
        If something is only possible in memory.
    """
    if given.ledger is not None:
        raise Refused(Problem("large-ledger"))
    with open_engine(place) as opened:

        def stamp() -> Stamp:
            now = datetime.now(UTC).isoformat(timespec="seconds")
            return Stamp(started, now, new_salt(), network=opened.network)

        request = LargeRequest(given.scratch, given.output, given.overwrite, stamp, own)
        return run_large(project, request, job, opened.engine)
