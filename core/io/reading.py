"""Reads a whole file into typed columns."""

from __future__ import annotations

from core.jobs import Job
from core.model import Dataset, Source


def read(source: Source, job: Job) -> Dataset:
    """Read a file; its columns are typed over the whole of it.

    Raises
    ------
    Refused
        With one problem or more that say what is wrong with the file and where.
    Cancelled
        If the job was asked to stop.
    """
    raise NotImplementedError(source, job)
