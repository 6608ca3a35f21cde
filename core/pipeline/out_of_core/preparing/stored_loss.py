"""The loss of columns in the scratch folder by preparing them, and their distinct values.

The figures are those of `core.prepare.preparing_loss` on the same columns in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.disk_columns import StoredColumn
from core.io.scratch.row_files import RoutedRows, Rows
from core.jobs import Job
from core.kernels.numerics.part_sums import PartSum
from core.model import Column, ColumnKind
from core.model.preparing import PreparedColumn, PreparingLoss
from core.pipeline.out_of_core.encoded.category_counts import category_counts
from core.pipeline.out_of_core.preparing.held_columns import HeldColumn
from core.pipeline.out_of_core.sorting.equal_rows import hashes
from core.pipeline.out_of_core.workplace import Workplace
from core.prepare.preparing_loss import are_amounts, variance_lost_of_parts

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Pairs = Iterable[tuple[Column, Column]]
_AT_ONCE = 1_000_000
_PAIR = np.dtype([("one", "<i8"), ("other", "<i8"), ("count", "<i8")])


def distinct_values(column: HeldColumn, work: Workplace, job: Job) -> int:
    """Return the number of distinct values of a column."""
    if column.kind is ColumnKind.TEXT:
        return int(np.count_nonzero(category_counts(column.stored, work.rows, job)))
    with _pair_counts(work, len(column.stored)) as found_pairs:
        for part in job.each(column.stored.parts(work.rows)):
            keys = _keys_of(part)[~part.missing]
            found_pairs.add(keys, np.zeros(len(keys), np.int64))
        return sum(map(len, found_pairs.buckets()))


def stored_loss(
    original: HeldColumn, prepared: HeldColumn, work: Workplace, job: Job
) -> PreparedColumn:
    """Return the loss of a column; see `core.prepare.preparing_loss.prepared_column`."""
    name = original.stored.name
    pairs = partial(pairs_of, original.stored, prepared.stored, work, job)
    if are_amounts(original.stored.head, prepared.stored.head):
        return PreparedColumn(name, variance_lost_of_columns(pairs), PreparingLoss.VARIANCE)
    loss = _entropy_lost(pairs, work, len(original.stored))
    return PreparedColumn(name, loss, PreparingLoss.ENTROPY)


def pairs_of(before: StoredColumn, after: StoredColumn, work: Workplace, job: Job) -> Pairs:
    """Return two columns, some records at a time."""
    return job.each(zip(before.parts(work.rows), after.parts(work.rows), strict=True))


def variance_lost_of_columns(pairs: Callable[[], Pairs]) -> float:
    """Return `variance_lost` of a column in parts, over the cells that have a value in both."""

    def values() -> Iterator[tuple[Floats, Floats]]:
        for one, other in pairs():
            seen = ~one.missing & ~other.missing
            yield one.values[seen].astype(np.float64), other.values[seen].astype(np.float64)

    return variance_lost_of_parts(values)


def _entropy_lost(pairs: Callable[[], Pairs], work: Workplace, rows: int) -> float:
    """Return ``100 H(original | prepared) / H(original)``; the prepared column is text."""
    both, ones, others = Counter[int](), Counter[int](), np.zeros(0, np.int64)
    with _pair_counts(work, rows) as found_pairs:
        for one, other in pairs():
            seen = ~one.missing & ~other.missing
            codes = _keys_of(other)[seen]
            found_pairs.add(_keys_of(one)[seen], codes)
            counts = np.bincount(codes, minlength=len(others))
            counts[: len(others)] += others
            others = counts
        for found in found_pairs.buckets():
            _count(both, found["count"])
            _count(ones, _first_counts(found))
    whole = _entropy(ones)
    if whole <= 0.0:
        return 0.0
    held = Counter[int]()
    _count(held, others[others > 0])
    unknown = _entropy(both) - _entropy(held)
    return 100.0 * max(0.0, unknown) / whole


def _count(found: Counter[int], sizes: NDArray[np.int64]) -> None:
    """Count how many groups have each size."""
    each, times = np.unique(sizes, return_counts=True)
    for size, count in zip(each.tolist(), times.tolist(), strict=True):
        found[size] += count


def _entropy(groups: Counter[int]) -> float:
    """Return the entropy of the records' groups, given how many groups have each size."""
    if not groups:
        return 0.0
    sizes, times = np.array(list(groups)), list(groups.values())
    share = sizes / sum(size * count for size, count in groups.items())
    terms = share * np.log2(share)
    total = PartSum(float(np.abs(terms).max()), sum(times))
    for term, count in zip(terms.tolist(), times, strict=True):
        for start in range(0, count, _AT_ONCE):
            total.add(np.full(min(_AT_ONCE, count - start), term))
    return -total.total()


class _PairCounts:
    """Pairs of whole numbers in buckets on disk, each with the number of its records.

    All pairs with the same first number are in the same bucket. A part adds every pair once, so
    that a frequent one does not fill its bucket.

    Parameters
    ----------
    routed : RoutedRows
        Where the pairs are kept.
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
def _pair_counts(work: Workplace, rows: int) -> Iterator[_PairCounts]:
    """Count pairs of `rows` records, in files that are removed in the end."""
    buckets = work.buckets(rows)
    with RoutedRows(work.place("pairs"), _PAIR, buckets) as routed:
        yield _PairCounts(routed, buckets)


def _first_counts(pairs: Rows) -> Ints:
    """Return the number of records with each first number of the pairs of a bucket."""
    begin = np.flatnonzero(np.diff(pairs["one"], prepend=pairs["one"][:1] - 1))
    return np.add.reduceat(pairs["count"], begin) if len(pairs) else pairs["count"]


def _keys_of(column: Column) -> Ints:
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
