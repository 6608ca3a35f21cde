"""Compares the programs of a cluster with this one: other versions could give other bytes."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from core import __version__
from core.errors import Problem, Refused
from core.jobs.cluster.connection import guard_connection, is_broken_connection

_LIBRARIES = ("numpy", "numba", "dask", "distributed")


def versions() -> dict[str, str]:
    """Return the versions of Statveil, Python and the libraries that compute blocks."""
    version_of = {"Statveil": __version__, "Python": platform.python_version()}
    for name in _LIBRARIES:
        try:
            version_of[name] = version(name)
        except PackageNotFoundError:
            version_of[name] = "-"
    return version_of


def check_versions(client: Any) -> None:
    """Check the versions of the scheduler and all workers of a `distributed.Client`.

    It comes before any record is sent: what a process cannot read, it may write to its log.

    Raises
    ------
    Refused
        If there is no worker, one of them or the scheduler cannot import Statveil, versions
        differ, or the connection breaks.
    """
    answered: Mapping[str, object]
    with guard_connection():
        answered = client.run(versions, on_error="return")
    # One that died in the meantime computes nothing; the one that takes its place is its like.
    answers = [a for a in answered.values() if not is_broken_connection(a)]
    if not answers:
        raise Refused(Problem("cluster-without-workers"))
    scheduler: object
    try:
        scheduler = client.run_on_scheduler(versions)
    except Exception as error:
        scheduler = error
    for answer in (*answers, scheduler):
        # Depending on where it fails, the error itself comes back or one that quotes it.
        if isinstance(answer, Exception) and "ModuleNotFoundError" in repr(answer):
            raise Refused(Problem("cluster-without-statveil"))
        if not isinstance(answer, Mapping):
            raise Refused(Problem("cluster-lost"))
        here = versions()
        differing = [name for name in here if answer.get(name) != here[name]]
        if differing:
            there = str(answer.get(differing[0], "-"))
            params = {"program": differing[0], "here": here[differing[0]], "there": there}
            raise Refused(Problem("cluster-versions-differ", params=params))
