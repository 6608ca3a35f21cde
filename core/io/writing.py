"""Writes columns to a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Refused
from core.io.arrow.arrow_writer import write_arrow
from core.io.columns.stored_columns import as_stored, rounded_problems
from core.io.delimited.csv_writer import write_csv
from core.io.spreadsheets.ods.ods_writer import write_ods
from core.io.spreadsheets.xlsx.xlsx_writer import write_xlsx
from core.io.statistical.statistics_writer import write_statistics
from core.io.written_kinds import WRITTEN_KINDS
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
    if kind not in WRITTEN_KINDS:
        raise Refused(Problem("kind-not-written", params={"kind": kind.value}))
    return _write(columns, path, kind, order, masked, options, job)


def _write(
    columns: Sequence[Column],
    path: Path,
    kind: FileKind,
    order: NDArray[np.int64],
    masked: frozenset[str],
    options: ReadOptions,
    job: Job,
) -> tuple[Problem, ...]:
    if kind is FileKind.CSV:
        return write_csv(columns, path, order, masked, options, job)
    return rounded_problems(columns, kind) + _write_typed(
        [as_stored(column) for column in columns], path, kind, order, masked, options, job
    )


def _write_typed(
    stored: Sequence[Column],
    path: Path,
    kind: FileKind,
    order: NDArray[np.int64],
    masked: frozenset[str],
    options: ReadOptions,
    job: Job,
) -> tuple[Problem, ...]:
    if kind is FileKind.XLSX:
        return write_xlsx(stored, path, order, masked, options, job)
    if kind is FileKind.ODS:
        return write_ods(stored, path, order, masked, options, job)
    if kind in (FileKind.SPSS, FileKind.STATA):
        return write_statistics(stored, path, kind, order, masked, job)
    return write_arrow(stored, path, kind, order, masked, job)
