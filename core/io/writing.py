"""Writes columns to files, and predicts what a format cannot hold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Refused, Severity
from core.io.columns.conversion import as_stored, rounding_problems
from core.io.format import Expected, Output, Unwritten
from core.io.format_registry import writable_format
from core.jobs import Job
from core.model import Column, FileKind, ReadOptions
from core.table import index_type


def write(
    columns: Sequence[Column],
    path: Path,
    kind: FileKind,
    order: NDArray[Any] | None,
    masked: frozenset[str],
    options: ReadOptions,
    job: Job,
) -> tuple[Problem, ...]:
    """Write `columns` to the new file `path` and flush it to disk.

    Parameters
    ----------
    columns, path, kind : sequence of Column, Path and FileKind
        The table, and the file to create, which the caller stages and renames.
    order : numpy.ndarray of int32 or int64, or None
        Position of each line's record; ``None``: all records in order.
    masked : frozenset of str
        Columns with new values, which are written in full precision. All others are written as they
        were read.
    options, job : ReadOptions and Job
        Encoding, delimiter, decimal mark and header; the job receives the number of rows written.

    Returns
    -------
    tuple of Problem
        Warnings, for example of long integers that a spreadsheet can only hold as text.

    Raises
    ------
    Refused, StorageFull, Cancelled
        If the format cannot hold the table, the disk is full, or the job is cancelled; no file is
        left behind.
    """
    to = Output(path, masked, options, job)
    return write_to(columns, kind, _all_records(columns) if order is None else order, to)


def write_to(
    columns: Sequence[Column], kind: FileKind, order: NDArray[Any], to: Output
) -> tuple[Problem, ...]:
    """Write as `write` does, also to a folder of parts if the kind has parts."""
    form = writable_format(kind)
    stored, warnings = _as_stored(columns, kind)
    problems = form.problems(Unwritten(stored, order, to.masked, to.options))
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    if errors:
        raise Refused(*errors)
    to.job.start_phase("writing", len(order))
    form.write(stored, order, to)
    return warnings + problems


def write_problems(
    columns: Sequence[Column], kind: FileKind, masked: frozenset[str], options: ReadOptions
) -> tuple[Problem, ...]:
    """List why the columns cannot be written (errors), and what would change (warnings).

    The parameters are those of `write`, which raises the errors and returns the warnings.

    Raises
    ------
    Refused
        If the format cannot be written.
    """
    form = writable_format(kind)
    stored, warnings = _as_stored(columns, kind)
    table = Unwritten(stored, _all_records(stored), masked, options)
    return warnings + form.problems(table)


def expect_metadata(column: Column, kind: FileKind, masked: bool) -> Expected:
    """Describe the metadata of `column` that reading a file of `kind` must find.

    Parameters
    ----------
    column, kind, masked : Column, FileKind and bool
        As passed to `write`; `masked` means that the column's values are new.

    Raises
    ------
    Refused
        If the format cannot be written.
    """
    return writable_format(kind).expect_metadata(column, masked)


def _all_records(columns: Sequence[Column]) -> NDArray[Any]:
    records = len(columns[0]) if columns else 0
    return np.arange(records, dtype=index_type(records))


def _as_stored(
    columns: Sequence[Column], kind: FileKind
) -> tuple[Sequence[Column], tuple[Problem, ...]]:
    """Convert the columns as the format stores them, with warnings of columns that become text."""
    if kind.is_text:
        return columns, ()
    return [as_stored(column) for column in columns], rounding_problems(columns, kind)
