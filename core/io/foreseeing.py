"""Says before anything is written what a kind of file cannot hold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.errors import Problem, Refused
from core.io.arrow_writing import arrow_problems
from core.io.csv_writing import csv_problems
from core.io.statistics_writing import statistics_problems
from core.io.stored_columns import as_stored
from core.io.xlsx_limits import check_limits, kept_as_text
from core.model import Column, FileKind, ReadOptions

WRITTEN_KINDS = (
    FileKind.CSV,
    FileKind.XLSX,
    FileKind.ODS,
    FileKind.SPSS,
    FileKind.STATA,
    FileKind.PARQUET,
    FileKind.FEATHER,
)


def write_problems(
    columns: Sequence[Column], kind: FileKind, masked: frozenset[str], options: ReadOptions
) -> tuple[Problem, ...]:
    """Return why the columns cannot be written (errors), and what would change (warnings).

    The parameters are those of `core.io.write`, which refuses the former and returns the latter.
    """
    if kind is FileKind.CSV:
        return csv_problems(columns, options)
    stored = [as_stored(column) for column in columns]
    if kind in (FileKind.SPSS, FileKind.STATA):
        return statistics_problems(stored, kind, masked)
    if kind is FileKind.XLSX:
        return _sheet_problems(stored, masked, options)
    return arrow_problems(stored, masked)


def _sheet_problems(
    columns: Sequence[Column], masked: frozenset[str], options: ReadOptions
) -> tuple[Problem, ...]:
    rows = np.arange(len(columns[0]) if columns else 0, dtype=np.int64)
    warnings = tuple(problem for column in columns if (problem := kept_as_text(column)))
    try:
        check_limits(columns, rows, masked, options.header)
    except Refused as refused:
        return (*refused.problems, *warnings)
    return warnings
