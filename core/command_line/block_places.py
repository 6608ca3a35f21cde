"""Where the command line has the blocks of a file computed."""

from __future__ import annotations

import argparse

from core.errors import Problem, Refused
from core.jobs.cluster import Place, Scheduler, Workers, check_dask

_MOST_WORKERS = 1_000


def place_of_blocks(given: argparse.Namespace) -> Place:
    """Return the place that the arguments name.

    Raises
    ------
    Refused
        If they contradict each other or are incomplete, or if Dask is missing: before any file is
        read.
    """
    place: Place = None
    files = (given.tls_ca, given.tls_cert, given.tls_key)
    if given.scheduler is None and any(files):
        raise Refused(Problem("scheduler-files"))
    if given.scheduler is not None:
        if given.workers is not None:
            raise Refused(Problem("workers-and-scheduler"))
        if not all(files):
            raise Refused(Problem("scheduler-files"))
        place = Scheduler(given.scheduler, *files)
    elif given.workers is not None:
        if not 1 <= given.workers <= _MOST_WORKERS:
            raise Refused(Problem("workers-count", params={"most": _MOST_WORKERS}))
        place = Workers(given.workers)
    check_dask(place)
    return place
