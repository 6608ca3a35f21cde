"""Reads a file in parts of consecutive records, for files that do not fit into memory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from core.io.format_registry import format_of
from core.jobs import Job
from core.model import Column, Fingerprint, Source


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
