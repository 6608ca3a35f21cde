"""Reads and writes files in parts of consecutive records, if they do not fit into memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from core.io.columns.stored_columns import as_stored
from core.io.format_registry import format_of, written_format
from core.jobs import Job
from core.model import Column, FileKind, Fingerprint, Source


def stream(
    source: Source,
    rows: int,
    take: Callable[[tuple[Column, ...]], None],
    job: Job,
    again: bool = False,
) -> Fingerprint:
    """Read a file and pass its columns to `take`, part by part.

    Columns are typed by the cells of their part; `core.io.scratch` compares the types of all parts.

    Parameters
    ----------
    source : Source
        The file and its layout.
    rows : int
        Records of a part; the last one may have fewer.
    take : callable
        Called with the columns of each part, in order.
    job : Job
        Receives the progress in the phase ``reading``, which counts bytes.
    again : bool
        Whether to read with another library than the one that wrote the file, as for releases.

    Raises
    ------
    Refused
        If the file cannot be read, or not in parts.
    Cancelled
        If the job is cancelled. Exceptions of `take` are propagated, too.
    """
    form = format_of(source.kind)
    return form.stream(Path(source.path), source.options, rows, take, job, again)


def write_stream(
    heads: Sequence[Column],
    parts: Callable[[], Iterable[Sequence[Column]]],
    path: Path,
    kind: FileKind,
    masked: frozenset[str],
    job: Job,
) -> tuple[str, ...]:
    """Write columns to the new file `path`, part by part, and flush it to disk.

    Parameters
    ----------
    heads : sequence of Column
        The columns, with or without records.
    parts : callable
        Returns the columns of each part, in order; called twice.
    path, kind, masked, job
        As in `core.io.write`. The caller starts the phase, which counts records.

    Returns
    -------
    tuple of str
        The format of each column, as in `Labels.format`, that reading must find.
    """
    form = written_format(kind)

    def stored() -> Iterable[tuple[Sequence[Column], np.ndarray[tuple[int], np.dtype[np.int64]]]]:
        for columns in parts():
            yield [as_stored(column) for column in columns], np.arange(len(columns[0]))

    return form.write_parts([as_stored(head) for head in heads], stored, path, masked, job)
