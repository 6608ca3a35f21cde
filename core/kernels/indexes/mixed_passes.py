"""An index of records of numbers and categories by passes over all that remains."""

from __future__ import annotations

import numpy as np

from core.array_types import Ints
from core.kernels.indexes import index
from core.kernels.indexes.remaining import Remaining


class MixedPasses:
    """The index; each pass is one call of a compiled kernel.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record; -1 for the records that remain.
    heap_records : numpy.ndarray of int64, shape (k,)
        What `around` found.
    """

    def __init__(self, remaining: Remaining, k: int) -> None:
        self.remaining = remaining
        self.labels = np.full(remaining.count, -1, dtype=np.int64)
        self.heap_records = np.empty(k, dtype=np.int64)

    def take(self, records: Ints, label: int) -> None:
        """Give records to a cluster."""
        self.labels[records] = label
        self.remaining.take_out(records)


@index.serves(index.find_outermost, MixedPasses)
def _first(passes: MixedPasses, count: int) -> tuple[int, int]:
    remaining = passes.remaining
    # All passes of a round, which the other operations need not count.
    return remaining.farthest(remaining.mean()), 3 * count * remaining.width


@index.serves(index.find_farthest, MixedPasses)
def _farthest(passes: MixedPasses, record: int, _: int) -> tuple[int, int]:
    return passes.remaining.farthest(passes.remaining.at(record)), 0


@index.serves(index.take, MixedPasses)
def _take(passes: MixedPasses, record: int, _: int, label: int) -> None:
    passes.take(np.array([record], dtype=np.int64), label)


@index.serves(index.find_around, MixedPasses)
def _around(
    passes: MixedPasses, record: int, n_nearest: int, _count: int, _far: bool
) -> tuple[int, int, int]:
    _, near, far = passes.remaining.around(passes.remaining.at(record), n_nearest)
    passes.heap_records[: len(near)] = near
    return len(near), far, 0


@index.serves(index.take_found, MixedPasses)
def _take_found(passes: MixedPasses, _record: int, size: int, _count: int, label: int) -> None:
    passes.take(passes.heap_records[:size], label)
