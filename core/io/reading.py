"""Reads a whole file into typed columns."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core.errors import Problem, Refused, Where
from core.io.format_registry import format_of
from core.jobs import CancellableSequence, Job
from core.model import Dataset, Source

READ_PHASES = ("reading", "typing")


def read(source: Source, job: Job, as_text: frozenset[str] = frozenset()) -> Dataset:
    """Read a file; its columns are typed over the whole of it.

    The phases are `READ_PHASES`; the first counts bytes, the second columns. The fingerprint is
    that of the bytes that were read.

    Parameters
    ----------
    source : Source
        The file and its layout.
    job : Job
        Told of the progress.
    as_text : frozenset of str
        Columns that are to be text, spelled as in the file, whatever their cells are; names
        that the file does not have are ignored.

    Raises
    ------
    Refused
        With one problem or more that say what is wrong with the file and where.
    Cancelled
        If the job was asked to stop.
    """
    form = format_of(source.kind)
    found = form.read(Path(source.path), source.options, job, as_text)
    _refuse_nul(found, job)
    return found


def _refuse_nul(dataset: Dataset, job: Job) -> None:
    """Raise if a text holds a NUL, which text files cannot and other kinds do hold.

    No release could be written as CSV, and in other kinds the text would end there.
    """
    for column in CancellableSequence(dataset.columns, job):
        codes = [i for i, text in enumerate(column.categories) if "\0" in text]
        if codes:
            at = np.flatnonzero(np.isin(column.values, codes) & ~column.missing)
            where = Where(column.name, dataset.row_number(int(at[0])))
            raise Refused(Problem("cells-hold-nul", where, {"count": len(at)}))


def read_again(source: Source, job: Job, as_text: frozenset[str] = frozenset()) -> Dataset:
    """Read a file that was written here, by another library than the one that wrote it.

    SPSS files have no second one among the libraries there are; for the other kinds the writer
    and this reader have nothing in common. As `read` in all else.
    """
    form = format_of(source.kind)
    return form.read_again(Path(source.path), source.options, job, as_text)
