"""Says before anything is written what a kind of file cannot hold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.errors import Problem
from core.io.arrow.arrow_writer import arrow_problems
from core.io.columns.stored_columns import as_stored, rounded_problems
from core.io.delimited.csv_writer import csv_problems
from core.io.spreadsheets.ods.ods_writer import ods_problems
from core.io.spreadsheets.sheet_write_checks import sheet_problems
from core.io.statistical.statistics_writer import statistics_problems
from core.model import Column, FileKind, ReadOptions


def write_problems(
    columns: Sequence[Column], kind: FileKind, masked: frozenset[str], options: ReadOptions
) -> tuple[Problem, ...]:
    """Return why the columns cannot be written (errors), and what would change (warnings).

    The parameters are those of `core.io.write`, which refuses the former and returns the latter.
    """
    if kind is FileKind.CSV:
        return csv_problems(columns, options)
    said = rounded_problems(columns, kind)
    stored = [as_stored(column) for column in columns]
    if kind in (FileKind.SPSS, FileKind.STATA):
        return said + statistics_problems(stored, kind, masked)
    if kind.is_sheet:
        rows = np.arange(len(columns[0]) if columns else 0, dtype=np.int64)
        found = ods_problems if kind is FileKind.ODS else sheet_problems
        return said + found(stored, rows, masked, options)
    return said + arrow_problems(stored, masked)
