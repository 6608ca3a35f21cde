"""An index of passes over all that remains, for clusters that grow.

The passes go from a cluster's seed to all records once. What is near one of the cluster's
members cannot be far from the seed: by the triangle inequality a record is no nearer to a
member than their distances from the seed differ. So the other searches of a cluster look at
those within a radius only, which are put side by side.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.compilation.bare import bare
from core.kernels.indexes import index, scan
from core.kernels.indexes.passes import RemainingPoints, leave, list_remaining
from core.kernels.indexes.scan import BLOCK, distances, outside
from core.kernels.numerics import heap
from core.kernels.numerics.heap import NOBODY
from core.kernels.trees.shrinking_tree import squared_distance

# Passes over no more than these are as fast as choosing the near ones among them.
FEW = 2000
# So many records other than the cluster's first ones limit how far the others need to look.
_OTHERS = 16
# Far more than the rounding of a distance.
_ROUNDING = 1.0 + 1e-9


class GrowingPasses(NamedTuple):
    """The index.

    Attributes
    ----------
    close : RemainingPoints
        Those of them within `reach` of the seed; `close_count` of them.
    points : numpy.ndarray of float64, shape (n, m)
        All records in the file's order.
    labels : numpy.ndarray of int64, shape (n,)
        Filled with the clusters.
    away : numpy.ndarray of float64, shape (r,)
        Squared distance of each slot of `remaining` from the seed.
    reach : numpy.ndarray of float64, shape (1,)
        Squared radius.
    close_count, seed : numpy.ndarray of int64, shape (1,)
        How many are in `close`, and the record that started the cluster.
    nearest_others : numpy.ndarray of int64, shape (_OTHERS + 1,)
        How many records other than the cluster's first ones were found, and which.
    key, heap_records : numpy.ndarray, shape (k - 1 + _OTHERS,)
        Scratch.
    out : numpy.ndarray of float64, shape (BLOCK,)
        Scratch.
    """

    remaining: RemainingPoints
    close: RemainingPoints
    points: Floats
    labels: Ints
    away: Floats
    reach: Floats
    close_count: Ints
    seed: Ints
    nearest_others: Ints
    key: Floats
    heap_records: Ints
    out: Floats


def build_growing_passes(points: Floats, labels: Ints, k: int) -> GrowingPasses:
    """Build the index of the records without a label; shapes as in `GrowingPasses`."""
    remaining = list_remaining(points, labels)
    m, n = remaining.columns.shape
    close = RemainingPoints(
        np.empty((m, n)), np.zeros(n, dtype=np.int64), np.zeros_like(remaining.slots)
    )
    return GrowingPasses(
        remaining,
        close,
        points,
        labels,
        away=np.empty(n),
        reach=np.zeros(1),
        close_count=np.zeros(1, dtype=np.int64),
        seed=np.zeros(1, dtype=np.int64),
        nearest_others=np.zeros(_OTHERS + 1, dtype=np.int64),
        key=np.empty(k - 1 + _OTHERS),
        heap_records=np.empty(k - 1 + _OTHERS, dtype=np.int64),
        out=np.empty(BLOCK),
    )


@bare
def _find_nearest(passes: GrowingPasses, record: int, n_nearest: int, count: int) -> int:
    """Fill the heap with the `n_nearest` nearest to a record; return how many there are.

    The distances of all that remain are kept in ``passes.away``.
    """
    columns, position, away = passes.remaining.columns, passes.remaining.position, passes.away
    key, heap_records, size, seed = passes.key, passes.heap_records, 0, passes.points[record]
    for start in range(0, count, BLOCK):
        width = min(BLOCK, count - start)
        out = away[start : start + width]
        distances(columns, start, width, seed, out)
        if size == n_nearest and outside(out, width, key[0], np.inf) == 0:
            continue
        for j in range(width):
            if size < n_nearest or out[j] <= key[0]:
                size = heap.offer(key, heap_records, size, n_nearest, out[j], position[start + j])
    return size


@bare
def _bound_radius(passes: GrowingPasses, members: Ints, size: int) -> float:
    """Compute a squared radius around the seed that holds what is nearest to each member."""
    points, radius = passes.points, 0.0
    for j in range(size):
        member, smallest = points[members[j]], np.inf
        for i in range(passes.nearest_others[0]):
            smallest = min(smallest, squared_distance(points[passes.nearest_others[i + 1]], member))
        away = np.sqrt(squared_distance(member, points[members[0]]))
        radius = max(radius, away + np.sqrt(smallest))
    return radius * radius * _ROUNDING


@bare
def _find_nearest_other(
    points_left: RemainingPoints, count: int, points: Floats, record: int, out: Floats
) -> tuple[float, int]:
    """Find the first `count` slots' nearest to where `record` is, but for itself."""
    point, slot = points[record], points_left.slots[record]
    if slot >= count or points_left.position[slot] != record:
        slot = count
    best, nearest = np.inf, NOBODY
    for begin, end in ((0, slot), (slot + 1, count)):
        nearest_slot = scan.nearest(
            points_left.columns, points_left.position, begin, end, point, out
        )
        if nearest_slot >= 0:
            candidate = points_left.position[nearest_slot]
            d = squared_distance(points[candidate], point)
            if d < best or (d == best and candidate < nearest):
                best, nearest = d, candidate
    return best, nearest


@index.serves(index.take, GrowingPasses)
def _take(passes: GrowingPasses, record: int, count: int, label: int) -> None:
    passes.labels[record] = label
    close, slot = passes.close, passes.close.slots[record]
    if slot < passes.close_count[0] and close.position[slot] == record:
        passes.close_count[0] -= 1
        leave(close, slot, passes.close_count[0])
    slot = passes.remaining.slots[record]
    passes.away[slot] = passes.away[count - 1]
    leave(passes.remaining, slot, count - 1)


@index.serves(index.find_around, GrowingPasses)
def _around(
    passes: GrowingPasses, record: int, n_nearest: int, count: int, _: bool
) -> tuple[int, int, int]:
    passes.seed[0], passes.nearest_others[0], passes.close_count[0] = record, 0, 0
    size = _find_nearest(passes, record, n_nearest + (_OTHERS if count > FEW else 0), count)
    while size > n_nearest:
        # What is on top of the heap is the farthest.
        passes.nearest_others[0] += 1
        passes.nearest_others[passes.nearest_others[0]] = passes.heap_records[0]
        size -= 1
        heap.replace_top(
            passes.key, passes.heap_records, size, passes.key[size], passes.heap_records[size]
        )
    return size, NOBODY, count


@index.serves(index.take_found, GrowingPasses)
def _take_found(passes: GrowingPasses, _: int, size: int, count: int, label: int) -> None:
    for j in range(size):
        index.take(passes, passes.heap_records[j], count - j, label)


@index.serves(index.gather, GrowingPasses)
def _gather(passes: GrowingPasses, members: Ints, size: int, count: int) -> None:
    """Put those side by side among which the nearest to the members are."""
    remaining, close, n_close = passes.remaining, passes.close, 0
    if count <= FEW:
        passes.reach[0] = -1.0
        return
    reach = _bound_radius(passes, members, size)
    for slot in range(count):
        if passes.away[slot] <= reach:
            close.position[n_close] = remaining.position[slot]
            close.slots[remaining.position[slot]] = n_close
            for i in range(remaining.columns.shape[0]):
                close.columns[i, n_close] = remaining.columns[i, slot]
            n_close += 1
    passes.reach[0], passes.close_count[0] = reach, n_close


@index.serves(index.find_nearest, GrowingPasses)
def _nearest(passes: GrowingPasses, record: int, _: bool, count: int) -> tuple[float, int, int]:
    points, close = passes.points, passes.close_count[0]
    if passes.reach[0] >= 0.0:
        best, nearest = _find_nearest_other(passes.close, close, points, record, passes.out)
        far = np.sqrt(squared_distance(points[record], points[passes.seed[0]])) + np.sqrt(best)
        if close == count or far * far * _ROUNDING < passes.reach[0]:
            return best, nearest, close
    best, nearest = _find_nearest_other(passes.remaining, count, points, record, passes.out)
    return best, nearest, count + close
