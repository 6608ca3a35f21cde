"""The records that V-MDAV has left, searched by a shrinking tree or by passes over all.

The passes go from a cluster's seed to all records once. What is near one of the cluster's
members cannot be far from the seed: by the triangle inequality a record is no nearer to a
member than their distances from the seed differ. So the other searches of a cluster look at
those within a radius only, which are put side by side.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels import heap, scan, shrinking_tree, tree_search
from core.kernels.bare import bare
from core.kernels.passes import Remaining, leave
from core.kernels.scan import BLOCK, distances, outside
from core.kernels.shrinking_tree import NOBODY, Tree, squared_distance
from core.kernels.tree_search import Scratch

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Passes over no more than these are as fast as choosing the near ones among them.
FEW = 2000
# So many records beside the cluster's first ones tell how far the others need to look.
_BESIDE = 16
# Far more than the rounding of a distance.
_ROOM = 1.0 + 1e-9


class Left(NamedTuple):
    """The records left; the tree is not kept up once passes are made, nor `rest` before.

    Attributes
    ----------
    tree : Tree
        Over them.
    space : Scratch
        For searching it.
    rest : Remaining
        All of them.
    close : Remaining
        Those within `reach` of the seed.
    seed : numpy.ndarray of float64, shape (m,)
        The seed of the cluster.
    away : numpy.ndarray of float64, shape (r,)
        Squared distance of each slot of `rest` from the seed.
    reach : numpy.ndarray of float64, shape (1,)
        Squared radius.
    counts : numpy.ndarray of int64, shape (2,)
        How many are in `rest` and in `close`.
    beside : numpy.ndarray of int64, shape (_BESIDE + 1,)
        How many records beside the cluster's first ones were found, and which.
    key, place : numpy.ndarray, shape (k - 1 + _BESIDE,)
        Scratch.
    out : numpy.ndarray of float64, shape (BLOCK,)
        Scratch.
    by_passes : numpy.ndarray of bool, shape (1,)
        Whether passes are made.
    """

    tree: Tree
    space: Scratch
    rest: Remaining
    close: Remaining
    seed: Floats
    away: Floats
    reach: Floats
    counts: Ints
    beside: Ints
    key: Floats
    place: Ints
    out: Floats
    by_passes: NDArray[np.bool_]


def left_in(tree: Tree, rest: Remaining, k: int, by_passes: bool) -> Left:
    """Return the records of a tree, or of `rest`, for searching."""
    m, n = rest.columns.shape
    close = Remaining(np.empty((m, n)), np.zeros(n, dtype=np.int64), np.zeros_like(rest.slots))
    return Left(
        tree,
        tree_search.scratch(),
        rest,
        close,
        np.zeros(m),
        np.empty(n),
        np.zeros(1),
        np.array([n, 0], dtype=np.int64),
        np.zeros(_BESIDE + 1, dtype=np.int64),
        np.empty(k - 1 + _BESIDE),
        np.empty(k - 1 + _BESIDE, dtype=np.int64),
        np.empty(BLOCK),
        np.array([by_passes]),
    )


@bare
def _measure(left: Left, key: Floats, place: Ints) -> int:
    """Find the nearest to the seed, as many as `key` holds, and keep all distances."""
    columns, position, away = left.rest.columns, left.rest.position, left.away
    size, room = 0, len(key) if left.counts[0] > FEW else len(key) - _BESIDE
    for start in range(0, left.counts[0], BLOCK):
        width = min(BLOCK, left.counts[0] - start)
        out = away[start : start + width]
        distances(columns, start, width, left.seed, out)
        if size == room and outside(out, width, key[0], np.inf) == 0:
            continue
        for j in range(width):
            if size < room or out[j] <= key[0]:
                size = heap.offer(key, place, size, room, out[j], position[start + j])
    return size


@bare
def begin(left: Left, points: Floats, record: int, place: Ints) -> tuple[int, int]:
    """Find those nearest to `record`, which is taken out already; how many, and the work.

    As many as `place` holds, if so many are left; in no order.
    """
    room = len(place)
    if not left.by_passes[0]:
        size, work = tree_search.nearest_around(
            left.tree, record, points[record], room, left.key, place, left.space
        )
        return size, work
    key, found = left.key, left.place
    for i in range(len(left.seed)):
        left.seed[i] = points[record, i]
    size = _measure(left, key, found)
    left.beside[0] = 0
    while size > room:
        # What is on top of the heap is the farthest.
        left.beside[0] += 1
        left.beside[left.beside[0]] = found[0]
        size -= 1
        heap.replace_top(key, found, size, key[size], found[size])
    for j in range(size):
        place[j] = found[j]
    return size, left.counts[0]


@bare
def _radius(left: Left, points: Floats, members: Ints, k: int) -> float:
    """Return the squared radius around the seed that holds what is nearest to each member."""
    radius = 0.0
    for j in range(k):
        member, least = points[members[j]], np.inf
        for i in range(left.beside[0]):
            least = min(least, squared_distance(points[left.beside[i + 1]], member))
        own = np.sqrt(squared_distance(member, left.seed))
        radius = max(radius, own + np.sqrt(least))
    return radius * radius * _ROOM


@bare
def gather(left: Left, points: Floats, members: Ints, k: int) -> None:
    """Put those side by side among which the nearest to the first `k` members are."""
    if not left.by_passes[0]:
        return
    rest, close, away, count = left.rest, left.close, left.away, 0
    if left.counts[0] <= FEW:
        left.reach[0], left.counts[1] = -1.0, 0
        return
    reach = _radius(left, points, members, k)
    for slot in range(left.counts[0]):
        if away[slot] <= reach:
            close.position[count] = rest.position[slot]
            close.slots[rest.position[slot]] = count
            for i in range(rest.columns.shape[0]):
                close.columns[i, count] = rest.columns[i, slot]
            count += 1
    left.reach[0], left.counts[1] = reach, count


@bare
def _other(
    some: Remaining, count: int, points: Floats, record: int, out: Floats
) -> tuple[float, int]:
    """Return the first `count` slots' nearest to where `record` stands, but for itself."""
    point, slot = points[record], some.slots[record]
    if slot >= count or some.position[slot] != record:
        slot = count
    best, nearest = np.inf, NOBODY
    for begin, end in ((0, slot), (slot + 1, count)):
        at = scan.nearest(some.columns, some.position, begin, end, point, out)
        if at >= 0:
            other = some.position[at]
            d = squared_distance(points[other], point)
            if d < best or (d == best and other < nearest):
                best, nearest = d, other
    return best, nearest


@bare
def nearest(
    left: Left, points: Floats, record: int, inside: bool, key: Floats, place: Ints
) -> tuple[float, int, int]:
    """Find the nearest to where `record` stands or, if it is `inside`, the nearest other one.

    Returns its squared distance, its position (not if `record` is inside), and the work; inf
    and `NOBODY` if there is none.
    """
    point = points[record]
    if not left.by_passes[0]:
        # The record itself is at distance 0, so of the two nearest the farther one tells.
        room = 2 if inside else 1
        size, work = tree_search.nearest_around(
            left.tree, record, point, room, key, place, left.space
        )
        return (key[0], place[0], work) if size == room else (np.inf, NOBODY, work)
    if left.counts[0] > FEW or left.counts[1] > 0:
        best, other = _other(left.close, left.counts[1], points, record, left.out)
        far = np.sqrt(squared_distance(point, left.seed)) + np.sqrt(best)
        if left.counts[1] == left.counts[0] or far * far * _ROOM < left.reach[0]:
            return best, other, left.counts[1]
    best, other = _other(left.rest, left.counts[0], points, record, left.out)
    return best, other, left.counts[0] + left.counts[1]


@bare
def take_out(left: Left, record: int) -> None:
    """Take a record out."""
    if not left.by_passes[0]:
        shrinking_tree.remove(left.tree, record)
        return
    close, slot = left.close, left.close.slots[record]
    if slot < left.counts[1] and close.position[slot] == record:
        left.counts[1] -= 1
        leave(close, slot, left.counts[1])
    slot = left.rest.slots[record]
    left.counts[0] -= 1
    left.away[slot] = left.away[left.counts[0]]
    leave(left.rest, slot, left.counts[0])
