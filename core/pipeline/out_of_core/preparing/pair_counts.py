"""Counts how often each pair of cells of two columns occurs, with a bounded number in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.row_files import RoutedRows, Rows
from core.model import Column, ColumnKind
from core.pipeline.out_of_core.large_counts import hashes
from core.pipeline.out_of_core.workplace import Workplace

Ints = NDArray[np.int64]
_PAIR = np.dtype([("one", "<i8"), ("other", "<i8"), ("count", "<i8")])


class PairCounts:
    """Pairs of whole numbers in buckets on disk, each with the number of its records.

    All pairs with the same first number are in the same bucket. A part adds every pair once, so
    that a frequent one does not fill its bucket.

    Parameters
    ----------
    routed : RoutedRows
        Where the pairs are kept.
    buckets : int
        Number of its buckets.
    """

    def __init__(self, routed: RoutedRows, buckets: int) -> None:
        self._routed, self._buckets = routed, buckets

    def add(self, one: Ints, other: Ints) -> None:
        """Count the pairs of the next records."""
        rows = np.empty(len(one), _PAIR)
        rows["one"], rows["other"], rows["count"] = one, other, 1
        rows = _together(rows)
        self._routed.add(rows, hashes([rows["one"]]) % np.uint64(self._buckets))

    def buckets(self) -> Iterator[Rows]:
        """Yield the distinct pairs of each bucket, in order, with their numbers of records."""
        for bucket in range(self._buckets):
            yield _together(self._routed.bucket(bucket))


@contextmanager
def pair_counts(work: Workplace, rows: int) -> Iterator[PairCounts]:
    """Count pairs of `rows` records, in files that are removed in the end."""
    buckets = work.buckets(rows)
    with RoutedRows(work.place("pairs"), _PAIR, buckets) as routed:
        yield PairCounts(routed, buckets)


def first_counts(pairs: Rows) -> Ints:
    """Return the number of records with each first number of the pairs of a bucket."""
    begin = np.flatnonzero(np.diff(pairs["one"], prepend=pairs["one"][:1] - 1))
    return np.add.reduceat(pairs["count"], begin) if len(pairs) else pairs["count"]


def keys_of(column: Column) -> Ints:
    """Return a whole number for each cell, the same for the same value."""
    if column.kind is ColumnKind.NUMBER:
        # Adding zero gives both zeros the same bits.
        return (column.values.astype(np.float64) + 0.0).view(np.int64)
    return column.values.astype(np.int64)


def _together(rows: Rows) -> Rows:
    """Return each pair once, with the sum of its counts."""
    if not len(rows):
        return rows
    rows = rows[np.lexsort((rows["other"], rows["one"]))]
    new = np.ones(len(rows), np.bool_)
    new[1:] = (rows["one"][1:] != rows["one"][:-1]) | (rows["other"][1:] != rows["other"][:-1])
    begin = np.flatnonzero(new)
    found = rows[begin]
    found["count"] = np.add.reduceat(rows["count"], begin)
    return found
