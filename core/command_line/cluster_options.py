"""The cluster that the options of a command name."""

from __future__ import annotations

import argparse

from core.errors import Problem, Refused
from core.jobs.cluster import Scheduler, check_dask, read_fingerprint


def read_scheduler(options: argparse.Namespace) -> Scheduler | None:
    """Read the cluster that the options name, if they name one.

    Raises
    ------
    Refused
        If they are incomplete, or if Dask is missing: before any file is read.
    """
    address, files = options.scheduler, (options.tls_ca, options.tls_cert, options.tls_key)
    if not any((address, *files, options.tls_fingerprint)):
        return None
    if not all((address, *files, options.tls_fingerprint)):
        raise Refused(Problem("scheduler-files"))
    fingerprint = read_fingerprint(options.tls_fingerprint)
    if fingerprint is None:
        raise Refused(Problem("scheduler-fingerprint"))
    check_dask()
    return Scheduler(address, *files, fingerprint)
