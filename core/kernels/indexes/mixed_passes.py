"""An index of records of numbers and categories by passes over all that remains."""

from __future__ import annotations

import numpy as np

from core.kernels.indexes import index
from core.kernels.indexes.remaining import Ints, Remaining


class MixedPasses:
    """The index; each pass is one call of a compiled kernel.

    Parameters
    ----------
    remaining : Remaining
        The records.
    k : int
        Least size of a cluster.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record; -1 for the records that remain.
    place : numpy.ndarray of int64, shape (k,)
        What `around` found.
    """

    def __init__(self, remaining: Remaining, k: int) -> None:
        self.remaining = remaining
        self.labels = np.full(remaining.count, -1, dtype=np.int64)
        self.place = np.empty(k, dtype=np.int64)

    def take(self, records: Ints, label: int) -> None:
        """Give records to a cluster."""
        self.labels[records] = label
        self.remaining.take_out(records)


@index.serves(index.first, MixedPasses)
def _first(own: MixedPasses, count: int) -> tuple[int, int]:
    remaining = own.remaining
    # All passes of a round, which the other operations need not count.
    return remaining.farthest(remaining.mean()), 3 * count * remaining.width


@index.serves(index.farthest, MixedPasses)
def _farthest(own: MixedPasses, record: int, _: int) -> tuple[int, int]:
    return own.remaining.farthest(own.remaining.at(record)), 0


@index.serves(index.take, MixedPasses)
def _take(own: MixedPasses, record: int, _: int, label: int) -> None:
    own.take(np.array([record], dtype=np.int64), label)


@index.serves(index.around, MixedPasses)
def _around(
    own: MixedPasses, record: int, wanted: int, _count: int, _far: bool
) -> tuple[int, int, int]:
    _, near, far = own.remaining.around(own.remaining.at(record), wanted)
    own.place[: len(near)] = near
    return len(near), far, 0


@index.serves(index.take_found, MixedPasses)
def _take_found(own: MixedPasses, _record: int, size: int, _count: int, label: int) -> None:
    own.take(own.place[:size], label)
