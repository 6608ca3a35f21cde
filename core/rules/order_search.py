"""Finds pairs of columns of which one is never larger than the other, where that says something.

In a file with thirty columns, hundreds of pairs are in order merely because the ranges of the two
columns hardly overlap, such as AGE <= YEAR. A pair is worth suggesting if records would break it
often were the two columns independent: if one column's value, put next to another record's value of
the other column, is larger in at least `BROKEN_BY_CHANCE` of all cases. Zeros do not count there,
since nothing exceeds nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job
from core.model import ColumnKind
from core.rules.linear import TOLERANCE
from core.rules.searched_columns import SearchedColumn

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

BROKEN_BY_CHANCE = 0.05
EXPECTED_BREAKS = 20
"""Records that must break the order were the columns independent; by chance none does once in
four hundred million files."""

MOST_PAIRED = 400
_SAMPLE = 2_000
_ROWS_AT_ONCE = 1 << 16


def order_candidates(columns: Sequence[SearchedColumn], job: Job) -> list[tuple[int, int]]:
    """Return positions of columns A and B with A <= B in every record, up to rounding.

    Dates are compared with dates only. The first 400 columns are looked at.
    """
    columns = columns[:MOST_PAIRED]
    if not columns:
        return []
    n = len(columns[0].observed)
    rows = np.arange(0, n, max(1, n // _SAMPLE))
    sample = np.array(
        [
            np.where(each.observed[rows], each.column.values[rows].astype(np.float64), np.nan)
            for each in columns
        ]
    )
    known = [np.sort(values[~np.isnan(values) & (values != 0)]) for values in sample]
    dated = np.array([column.column.kind is ColumnKind.DATE for column in columns])
    found = []
    for i in range(len(columns)):
        job.check()
        exceeded = _exceeds(sample[i], sample).any(axis=1)
        for j in np.flatnonzero(~exceeded & (dated == dated[i])).tolist():
            telling = i != j and _is_telling(
                known[i], known[j], sample[i], sample[j], n / len(rows)
            )
            if telling and _is_ordered(columns[i], columns[j], job):
                found.append((i, j))
    return found


def _is_telling(low: Floats, high: Floats, a: Floats, b: Floats, records_each: float) -> bool:
    """Whether many records would break the order were the two columns independent."""
    if not len(low) or not len(high):
        return False
    share = float(np.searchsorted(high, low, side="left").mean()) / len(high)
    both = int(np.count_nonzero(~np.isnan(a) & ~np.isnan(b) & (a != 0) & (b != 0)))
    return share >= BROKEN_BY_CHANCE and share * both * records_each >= EXPECTED_BREAKS


def _is_ordered(low: SearchedColumn, high: SearchedColumn, job: Job) -> bool:
    """Whether no record exceeds the order by more than rounding."""
    a, b = low.column, high.column
    whole = ColumnKind.NUMBER not in (a.kind, b.kind)
    for first in range(0, len(a), _ROWS_AT_ONCE):
        rows = slice(first, first + _ROWS_AT_ONCE)
        exceeded = a.values[rows] > b.values[rows]
        exceeded &= low.observed[rows] & high.observed[rows]
        if not exceeded.any():
            continue
        if whole:
            return False
        x, y = a.values[rows][exceeded], b.values[rows][exceeded]
        if _exceeds(x.astype(np.float64), y.astype(np.float64)).any():
            return False
        job.check()
    return True


def _exceeds(low: Floats, high: Floats) -> Bools:
    """Return where `low` is larger by more than rounding; nowhere next to NaN."""
    # Halved, because the difference of two large numbers could be infinite.
    low, high = 0.5 * low, 0.5 * high
    found: Bools = low - high > TOLERANCE * (np.abs(low) + np.abs(high))
    return found
