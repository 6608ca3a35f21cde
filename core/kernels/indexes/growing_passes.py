"""An index of passes over all that remains, for clusters that grow.

The passes go from a cluster's seed to all records once. What is near one of the cluster's
members cannot be far from the seed: by the triangle inequality a record is no nearer to a
member than their distances from the seed differ. So the other searches of a cluster look at
those within a radius only, which are put side by side.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels.compilation.bare import bare
from core.kernels.indexes import index, scan
from core.kernels.indexes.passes import RemainingPoints, leave, remaining
from core.kernels.indexes.scan import BLOCK, distances, outside
from core.kernels.numerics import heap
from core.kernels.numerics.heap import NOBODY
from core.kernels.trees.shrinking_tree import squared_distance

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

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
    rest : RemainingPoints
        The records that remain.
    close : RemainingPoints
        Those of them within `reach` of the seed; `close_count` of them.
    points : numpy.ndarray of float64, shape (n, m)
        All records in the file's order.
    labels : numpy.ndarray of int64, shape (n,)
        Filled with the clusters.
    away : numpy.ndarray of float64, shape (r,)
        Squared distance of each slot of `rest` from the seed.
    reach : numpy.ndarray of float64, shape (1,)
        Squared radius.
    close_count, seed : numpy.ndarray of int64, shape (1,)
        How many are in `close`, and the record that started the cluster.
    others : numpy.ndarray of int64, shape (_OTHERS + 1,)
        How many records other than the cluster's first ones were found, and which.
    key, place : numpy.ndarray, shape (k - 1 + _OTHERS,)
        Scratch.
    out : numpy.ndarray of float64, shape (BLOCK,)
        Scratch.
    """

    rest: RemainingPoints
    close: RemainingPoints
    points: Floats
    labels: Ints
    away: Floats
    reach: Floats
    close_count: Ints
    seed: Ints
    others: Ints
    key: Floats
    place: Ints
    out: Floats


def growing_passes(points: Floats, labels: Ints, k: int) -> GrowingPasses:
    """Return the index of the records without a label; shapes as in `GrowingPasses`."""
    rest = remaining(points, labels)
    m, n = rest.columns.shape
    close = RemainingPoints(
        np.empty((m, n)), np.zeros(n, dtype=np.int64), np.zeros_like(rest.slots)
    )
    return GrowingPasses(
        rest,
        close,
        points,
        labels,
        away=np.empty(n),
        reach=np.zeros(1),
        close_count=np.zeros(1, dtype=np.int64),
        seed=np.zeros(1, dtype=np.int64),
        others=np.zeros(_OTHERS + 1, dtype=np.int64),
        key=np.empty(k - 1 + _OTHERS),
        place=np.empty(k - 1 + _OTHERS, dtype=np.int64),
        out=np.empty(BLOCK),
    )


@bare
def _measure(own: GrowingPasses, record: int, wanted: int, count: int) -> int:
    """Find the `wanted` nearest to a record and keep all distances; return how many."""
    columns, position, away = own.rest.columns, own.rest.position, own.away
    key, place, size, seed = own.key, own.place, 0, own.points[record]
    for start in range(0, count, BLOCK):
        width = min(BLOCK, count - start)
        out = away[start : start + width]
        distances(columns, start, width, seed, out)
        if size == wanted and outside(out, width, key[0], np.inf) == 0:
            continue
        for j in range(width):
            if size < wanted or out[j] <= key[0]:
                size = heap.offer(key, place, size, wanted, out[j], position[start + j])
    return size


@bare
def _radius(own: GrowingPasses, members: Ints, size: int) -> float:
    """Return the squared radius around the seed that holds what is nearest to each member."""
    points, radius = own.points, 0.0
    for j in range(size):
        member, least = points[members[j]], np.inf
        for i in range(own.others[0]):
            least = min(least, squared_distance(points[own.others[i + 1]], member))
        away = np.sqrt(squared_distance(member, points[members[0]]))
        radius = max(radius, away + np.sqrt(least))
    return radius * radius * _ROUNDING


@bare
def _other(
    some: RemainingPoints, count: int, points: Floats, record: int, out: Floats
) -> tuple[float, int]:
    """Return the first `count` slots' nearest to where `record` is, but for itself."""
    point, slot = points[record], some.slots[record]
    if slot >= count or some.position[slot] != record:
        slot = count
    best, found = np.inf, NOBODY
    for begin, end in ((0, slot), (slot + 1, count)):
        at = scan.nearest(some.columns, some.position, begin, end, point, out)
        if at >= 0:
            other = some.position[at]
            d = squared_distance(points[other], point)
            if d < best or (d == best and other < found):
                best, found = d, other
    return best, found


@index.serves(index.take, GrowingPasses)
def _take(own: GrowingPasses, record: int, count: int, label: int) -> None:
    own.labels[record] = label
    close, slot = own.close, own.close.slots[record]
    if slot < own.close_count[0] and close.position[slot] == record:
        own.close_count[0] -= 1
        leave(close, slot, own.close_count[0])
    slot = own.rest.slots[record]
    own.away[slot] = own.away[count - 1]
    leave(own.rest, slot, count - 1)


@index.serves(index.around, GrowingPasses)
def _around(
    own: GrowingPasses, record: int, wanted: int, count: int, _: bool
) -> tuple[int, int, int]:
    own.seed[0], own.others[0], own.close_count[0] = record, 0, 0
    size = _measure(own, record, wanted + (_OTHERS if count > FEW else 0), count)
    while size > wanted:
        # What is on top of the heap is the farthest.
        own.others[0] += 1
        own.others[own.others[0]] = own.place[0]
        size -= 1
        heap.replace_top(own.key, own.place, size, own.key[size], own.place[size])
    return size, NOBODY, count


@index.serves(index.take_found, GrowingPasses)
def _take_found(own: GrowingPasses, _: int, size: int, count: int, label: int) -> None:
    for j in range(size):
        index.take(own, own.place[j], count - j, label)


@index.serves(index.gather, GrowingPasses)
def _gather(own: GrowingPasses, members: Ints, size: int, count: int) -> None:
    """Put those side by side among which the nearest to the members are."""
    rest, close, found = own.rest, own.close, 0
    if count <= FEW:
        own.reach[0] = -1.0
        return
    reach = _radius(own, members, size)
    for slot in range(count):
        if own.away[slot] <= reach:
            close.position[found] = rest.position[slot]
            close.slots[rest.position[slot]] = found
            for i in range(rest.columns.shape[0]):
                close.columns[i, found] = rest.columns[i, slot]
            found += 1
    own.reach[0], own.close_count[0] = reach, found


@index.serves(index.nearest, GrowingPasses)
def _nearest(own: GrowingPasses, record: int, _: bool, count: int) -> tuple[float, int, int]:
    points, close = own.points, own.close_count[0]
    if own.reach[0] >= 0.0:
        best, other = _other(own.close, close, points, record, own.out)
        far = np.sqrt(squared_distance(points[record], points[own.seed[0]])) + np.sqrt(best)
        if close == count or far * far * _ROUNDING < own.reach[0]:
            return best, other, close
    best, other = _other(own.rest, count, points, record, own.out)
    return best, other, count + close
