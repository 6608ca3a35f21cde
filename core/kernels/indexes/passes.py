"""An index of passes over all that remains: quadratic, and the fastest where trees do not help.

One pass finds the nearest to a record and the farthest from it. The record farthest from the
mean comes from an outer list. A pass can be cut into ranges of slots that are looked at by
several threads; what is found does not depend on the cut.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.compilation.bare import bare
from core.kernels.indexes import index, point_records
from core.kernels.indexes.point_records import PointRecords
from core.kernels.indexes.scan import BLOCK, distances, farthest, outside
from core.kernels.numerics import heap


class RemainingPoints(NamedTuple):
    """The records that remain.

    Attributes
    ----------
    columns : numpy.ndarray of float64, shape (m, r)
        The records, column by column; those that remain come first.
    position : numpy.ndarray of int64, shape (r,)
        The record in each slot.
    slots : numpy.ndarray of int64, shape (records,)
        The slot of each record, by position.
    """

    columns: Floats
    position: Ints
    slots: Ints


def list_remaining(points: Floats, labels: Ints) -> RemainingPoints:
    """List the records without a label; shapes (n, m) and (n,)."""
    position = np.flatnonzero(labels < 0)
    slots = np.zeros(len(labels), dtype=np.int64)
    slots[position] = np.arange(len(position))
    return RemainingPoints(np.ascontiguousarray(points[position].T), position, slots)


@bare
def leave(remaining: RemainingPoints, slot: int, last: int) -> None:
    """Move the record in the slot `last` to a slot whose record has left."""
    columns, position, slots = remaining.columns, remaining.position, remaining.slots
    position[slot] = position[last]
    slots[position[slot]] = slot
    for i in range(columns.shape[0]):
        columns[i, slot] = columns[i, last]


@bare
def look(
    remaining: RemainingPoints,
    begin: int,
    end: int,
    seed: Floats,
    n_nearest: int,
    key: Floats,
    heap_records: Ints,
    out: Floats,
) -> tuple[int, float, int]:
    """Search the slots ``begin..end-1`` for the nearest to `seed` and the farthest from it.

    `out` is scratch for `BLOCK` distances.

    Returns
    -------
    size : int
        Entries of the heap (`core.kernels.numerics.heap`), which holds the `n_nearest` nearest.
    best, record : float and int
        Squared distance and position of the farthest; -1 if there is none.
    """
    columns, position = remaining.columns, remaining.position
    size, best, farthest_slot = 0, -1.0, -1
    for start in range(begin, end, BLOCK):
        width = min(BLOCK, end - start)
        distances(columns, start, width, seed, out)
        # Most blocks hold neither the farthest nor one of the nearest.
        if size == n_nearest and outside(out, width, key[0], best) == 0:
            continue
        for j in range(width):
            d = out[j]
            if d >= best and (d > best or position[start + j] < position[farthest_slot]):
                best, farthest_slot = d, start + j
            if size < n_nearest or d <= key[0]:
                size = heap.offer(key, heap_records, size, n_nearest, d, position[start + j])
    return size, best, position[farthest_slot] if farthest_slot >= 0 else -1


class Passes(NamedTuple):
    """The index.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Those of `records`.
    key, heap_records : numpy.ndarray, shape (k,)
        A heap of the nearest records; scratch.
    out : numpy.ndarray of float64, shape (BLOCK,)
        Scratch.
    """

    remaining: RemainingPoints
    records: PointRecords
    labels: Ints
    key: Floats
    heap_records: Ints
    out: Floats


def build_passes(records: PointRecords, k: int) -> Passes:
    """Build the index of the records without a label, for clusters of `k`."""
    return Passes(
        list_remaining(records.points, records.labels),
        records,
        records.labels,
        key=np.empty(k),
        heap_records=np.empty(k, dtype=np.int64),
        out=np.empty(BLOCK),
    )


@index.serves(index.find_outermost, Passes)
def _first(passes: Passes, count: int) -> tuple[int, int]:
    record, sure = point_records.far_from_mean(passes.records, count, 4)[1:3]
    if not sure:
        remaining, centre = passes.remaining, passes.records.centre
        record = remaining.position[
            farthest(remaining.columns, remaining.position, 0, count, centre, passes.out)
        ]
    # The two passes of a round, which the other operations need not count.
    return record, 2 * count


@index.serves(index.find_farthest, Passes)
def _farthest(passes: Passes, record: int, count: int) -> tuple[int, int]:
    remaining, centre = passes.remaining, passes.records.points[record]
    slot = farthest(remaining.columns, remaining.position, 0, count, centre, passes.out)
    return remaining.position[slot], 0


@index.serves(index.take, Passes)
def _take(passes: Passes, record: int, count: int, label: int) -> None:
    slot = passes.remaining.slots[record]
    point_records.leave(passes.records, record, label)
    leave(passes.remaining, slot, count - 1)


@index.serves(index.find_around, Passes)
def _around(
    passes: Passes, record: int, n_nearest: int, count: int, _far: bool
) -> tuple[int, int, int]:
    seed = passes.records.points[record]
    size, _, far = look(
        passes.remaining, 0, count, seed, n_nearest, passes.key, passes.heap_records, passes.out
    )
    return size, far, 0


@index.serves(index.take_found, Passes)
def _take_found(passes: Passes, _: int, size: int, count: int, label: int) -> None:
    for j in range(size):
        index.take(passes, passes.heap_records[j], count - j, label)
