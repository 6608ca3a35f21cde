"""Writes columns to files, and predicts what a format cannot hold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Refused, Severity
from core.io.columns.conversion import as_stored, rounded_problems
from core.io.format import Expected, Output
from core.io.format_registry import written_format
from core.jobs import Job
from core.model import Column, FileKind, ReadOptions


def write(
    columns: Sequence[Column],
    path: Path,
    kind: FileKind,
    order: NDArray[np.int64] | None,
    masked: frozenset[str],
    options: ReadOptions,
    job: Job,
) -> tuple[Problem, ...]:
    """Write `columns` to the new file `path` and flush it to disk.

    Parameters
    ----------
    columns, path, kind : sequence of Column, Path and FileKind
        The table, and the file to create, which the caller stages and renames.
    order : numpy.ndarray of int64, or None
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
    if order is None:
        order = _all_records(columns)
    form = written_format(kind)
    stored, warnings = _stored(columns, kind)
    problems = form.problems(stored, order, masked, options)
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    if errors:
        raise Refused(*errors)
    job.start_phase("writing", len(order))
    form.write(stored, order, Output(path, masked, options, job))
    return warnings + problems


def write_folder(
    columns: Sequence[Column],
    path: Path,
    kind: FileKind,
    masked: frozenset[str],
    options: ReadOptions,
    part: int,
    job: Job,
) -> tuple[Problem, ...]:
    """Write all records, in order, to the new folder `path` in parts of `part` records.

    Only for kinds that have parts (`FileKind.has_parts`). Otherwise like `write`.
    """
    form, order = written_format(kind), _all_records(columns)
    stored, warnings = _stored(columns, kind)
    job.start_phase("writing", len(order))
    form.write(stored, order, Output(path, masked, options, job, part))
    return warnings + form.problems(stored, order, masked, options)


def write_problems(
    columns: Sequence[Column], kind: FileKind, masked: frozenset[str], options: ReadOptions
) -> tuple[Problem, ...]:
    """Return why the columns cannot be written (errors), and what would change (warnings).

    The parameters are those of `write`, which raises the errors and returns the warnings.

    Raises
    ------
    Refused
        If the format cannot be written.
    """
    form = written_format(kind)
    stored, warnings = _stored(columns, kind)
    return warnings + form.problems(stored, _all_records(stored), masked, options)


def expected(column: Column, kind: FileKind, masked: bool) -> Expected:
    """Return the metadata of `column` that reading a file of `kind` must find.

    Parameters
    ----------
    column, kind, masked : Column, FileKind and bool
        As passed to `write`; `masked` means that the column's values are new.

    Raises
    ------
    Refused
        If the format cannot be written.
    """
    return written_format(kind).expected(column, masked)


def _all_records(columns: Sequence[Column]) -> NDArray[np.int64]:
    return np.arange(len(columns[0]) if columns else 0, dtype=np.int64)


def _stored(
    columns: Sequence[Column], kind: FileKind
) -> tuple[Sequence[Column], tuple[Problem, ...]]:
    """Return the columns as the format stores them, with warnings of columns that become text."""
    if kind.is_text:
        return columns, ()
    return [as_stored(column) for column in columns], rounded_problems(columns, kind)
