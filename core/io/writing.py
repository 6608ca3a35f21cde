"""Writes columns to a file, and says before what such a file cannot hold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem
from core.io.columns.stored_columns import as_stored, rounded_problems
from core.io.format import Expected
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
    """Write `columns` to exactly `path`, which must not exist, and bring it to the disk.

    Parameters
    ----------
    columns, path, kind : sequence of Column, Path and FileKind
        The table, and the file to make; the caller stages and renames it.
    order : numpy.ndarray of int64, or None
        Position of the record that each line takes; ``None``: all, in their order.
    masked : frozenset of str
        Columns whose values are new: written in full precision. All others are written as they
        were read.
    options, job : ReadOptions and Job
        Encoding, delimiter, decimal sign, header; the job is told of the rows written.

    Returns
    -------
    tuple of Problem
        Warnings, such as a column of long integers that a spreadsheet can only hold as text.

    Raises
    ------
    Refused, StorageFull, Cancelled
        If the kind of file cannot hold the table, the disk has no room, or the job was asked
        to stop; no file is left.
    """
    if order is None:
        order = np.arange(len(columns[0]) if columns else 0, dtype=np.int64)
    form = written_format(kind)
    stored, warnings = _stored(columns, kind)
    return warnings + form.write(stored, path, order, masked, options, job)


def write_problems(
    columns: Sequence[Column], kind: FileKind, masked: frozenset[str], options: ReadOptions
) -> tuple[Problem, ...]:
    """Return why the columns cannot be written (errors), and what would change (warnings).

    The parameters are those of `write`, which refuses the former and returns the latter.

    Raises
    ------
    Refused
        If files of this kind are not written.
    """
    form = written_format(kind)
    stored, warnings = _stored(columns, kind)
    return warnings + form.write_problems(stored, masked, options)


def expected(column: Column, kind: FileKind, masked: bool) -> Expected:
    """Return what reading a file of `kind` must find of `column`.

    Parameters
    ----------
    column, kind, masked : Column, FileKind and bool
        As `write` was given them; `masked` tells whether the column's values are new.

    Raises
    ------
    Refused
        If files of this kind are not written.
    """
    return written_format(kind).expected(column, masked)


def _stored(
    columns: Sequence[Column], kind: FileKind
) -> tuple[Sequence[Column], tuple[Problem, ...]]:
    """Return the columns as such a file holds them, with warnings of what becomes text."""
    if kind.is_text:
        return columns, ()
    return [as_stored(column) for column in columns], rounded_problems(columns, kind)
