"""Reads and writes files in parts of consecutive records, if they do not fit into memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from core.io.columns.conversion import as_kind, as_stored
from core.io.format import Output, Part
from core.io.format_registry import format_of, written_format
from core.jobs import Job
from core.model import Column, Dataset, Fingerprint, ReadOptions, Source, Target


def stream(
    source: Source,
    rows: int,
    take: Callable[[Dataset], None],
    job: Job,
    as_text: frozenset[str] = frozenset(),
    again: bool = False,
) -> Fingerprint:
    """Read a file and pass its records to `take`, part by part.

    Columns of a text file have the types that all of its cells determine, as `core.io.read` finds
    them: it is read twice. A file written by this program, whose types are known, is read once, and
    typed by the cells of each part. So are files with declared types, in which all cells of a
    column have one type, or nearly so; `core.io.scratch` compares those of all parts.

    Parameters
    ----------
    source : Source
        The file and its layout.
    rows : int
        Records of a part; the last one may have fewer.
    take : callable
        Called with the records of each part, in order. They have no fingerprint.
    job : Job
        Receives the progress in the phase ``reading``, which counts bytes.
    as_text : frozenset of str
        Columns of a text file to read as text; see `core.io.read`.
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
    return form.stream(Path(source.path), source.options, rows, take, job, as_text, again)


def write_stream(
    heads: Sequence[Column],
    parts: Callable[[], Iterable[Sequence[Column]]],
    path: Path,
    target: Target,
    masked: frozenset[str],
    options: ReadOptions,
    job: Job,
) -> tuple[str, ...]:
    """Write columns to the new file `path`, part by part, and flush it to disk.

    Parameters
    ----------
    heads : sequence of Column
        The columns, with or without records.
    parts : callable
        Returns the columns of each part, in order; called twice.
    target : Target
        The kind of the file, and the most records of a part if `path` becomes a folder of parts.
    path, masked, options, job
        As in `core.io.write`. The caller starts the phase, which counts records.

    Returns
    -------
    tuple of str
        The format of each column, as in `Labels.format`, that reading must find; empty for those
        without any.
    """
    form, is_text = written_format(target.kind), target.kind.is_text

    # A part alone does not say whether all categories of its column are whole numbers.
    held = heads if is_text else [as_stored(column) for column in heads]

    def stored() -> Iterable[Part]:
        for columns in parts():
            pairs = zip(columns, held, strict=True)
            same = columns if is_text else [as_kind(one, other.kind) for one, other in pairs]
            yield same, np.arange(len(columns[0]))

    return form.write_parts(held, stored, Output(path, masked, options, job, target.part))
