"""Reads a file into typed columns."""

from __future__ import annotations

from pathlib import Path

from core.io.columns.column_names import refuse_nul
from core.io.format_registry import format_of
from core.jobs import CancellableSequence, Job
from core.model import Dataset, Source

READ_PHASES = ("reading", "typing")


def read(source: Source, job: Job, as_text: frozenset[str] = frozenset()) -> Dataset:
    """Return the dataset in a file, with columns typed by all of their cells.

    The phases are `READ_PHASES`; the first counts bytes, the second columns. The fingerprint is
    that of the bytes read.

    Parameters
    ----------
    source : Source
        The file and its layout.
    job : Job
        Receives the progress.
    as_text : frozenset of str
        Columns to read as text, spelled as in the file; names that the file does not have are
        ignored.

    Raises
    ------
    Refused
        With one or more problems of the file and their places.
    Cancelled
        If the job is cancelled.
    """
    form = format_of(source.kind)
    found = form.read(Path(source.path), source.options, job, as_text)
    for column in CancellableSequence(found.columns, job):
        refuse_nul(column, found.row_number)
    return found


def read_again(source: Source, job: Job, as_text: frozenset[str] = frozenset()) -> Dataset:
    """Read a file written by this program, with another library than the one that wrote it.

    There is no second library for SPSS files; for other formats, the writer and this reader share
    no code. Otherwise like `read`.
    """
    form = format_of(source.kind)
    return form.read_again(Path(source.path), source.options, job, as_text)
