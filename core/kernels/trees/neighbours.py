"""Each record's nearest others, found by the tree."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats, Int32s, Ints
from core.kernels.compilation.bare import bare
from core.kernels.trees.kdtree import KdTree, box_distance

# Where many columns make the tree blunt, a record looks at about so many others and no more.
LOOKED_AT = 2048


@bare
def _scan(
    points: Floats,
    begin: int,
    end: int,
    slot: int,
    neighbours: Int32s,
    key: Floats,
    size: int,
) -> int:
    """Offer the slots of a leaf."""
    for j in range(begin, end):
        if j == slot:
            continue
        distance = 0.0
        for i in range(points.shape[1]):
            distance += (points[j, i] - points[slot, i]) * (points[j, i] - points[slot, i])
        if size < len(key) or distance < key[size - 1]:
            # The list of the nearest is kept in order.
            last = size if size < len(key) else size - 1
            while last > 0 and key[last - 1] > distance:
                key[last], neighbours[last] = key[last - 1], neighbours[last - 1]
                last -= 1
            key[last], neighbours[last] = distance, j
            size = min(size + 1, len(key))
    return size


@bare
def _find(
    points: Floats,
    begin: Ints,
    end: Ints,
    low: Floats,
    high: Floats,
    slot: int,
    neighbours: Int32s,
    key: Floats,
    nodes: Ints,
    bounds: Floats,
    limit: int,
) -> int:
    """Fill the list of a slot's nearest; return how many others were looked at."""
    size, looked, top = 0, 0, 1
    nodes[0], bounds[0] = 1, 0.0
    while top > 0 and looked < limit:
        top -= 1
        node = nodes[top]
        if size == len(key) and bounds[top] >= key[size - 1]:
            continue
        child = 2 * node
        if child >= len(begin) or end[child] == begin[child]:
            size = _scan(points, begin[node], end[node], slot, neighbours, key, size)
            looked += end[node] - begin[node]
            continue
        left_bound = box_distance(low[child], high[child], points[slot])
        right_bound = box_distance(low[child + 1], high[child + 1], points[slot])
        # The nearer child goes on top, to be looked at first.
        nearer = 0 if left_bound <= right_bound else 1
        nodes[top], bounds[top] = child + 1 - nearer, max(left_bound, right_bound)
        nodes[top + 1], bounds[top + 1] = child + nearer, min(left_bound, right_bound)
        top += 2
    return looked


@njit(cache=True, nogil=True)
def _advance(
    points: Floats,
    begin: Ints,
    end: Ints,
    low: Floats,
    high: Floats,
    neighbours: Int32s,
    local: Floats,
    near: int,
    slot: int,
    limit: int,
    budget: int,
) -> int:
    """Find the neighbours of the slots from `slot` on for about `budget` distances."""
    nodes, bounds = np.empty(128, np.int64), np.empty(128)
    key = np.empty(neighbours.shape[1])
    while slot < len(points) and budget > 0:
        looked = _find(
            points, begin, end, low, high, slot, neighbours[slot], key, nodes, bounds, limit
        )
        local[slot] = np.sum(key[:near]) / near
        budget -= looked + 16
        slot += 1
    return slot


class Neighbours:
    """The graph of nearest neighbours of a tree's slots, to be driven in slices.

    Exact for up to `limit` records and where there are few columns; else near enough for a search
    that only needs candidates.

    Parameters
    ----------
    tree : KdTree
        Finished; of at least two records.
    count : int
        Neighbours of each record, ``1 <= count < min(n, LOOKED_AT - LEAF)``.
    near : int
        How many of them make the local scale, ``1 <= near <= count``.
    limit : int
        About how many others a record looks at, if it needs so many; more than `count` and a leaf.

    Attributes
    ----------
    neighbours : numpy.ndarray of int32, shape (n, count)
        Slots of the neighbours of each slot, the nearest first.
    local : numpy.ndarray of float64, shape (n,)
        Mean squared distance of each slot to its `near` nearest.
    """

    def __init__(self, tree: KdTree, count: int, near: int, limit: int = LOOKED_AT) -> None:
        self.tree, self._near, self._slot, self._limit = tree, near, 0, limit
        self.total = len(tree.points)
        self.neighbours = np.zeros((self.total, count), dtype=np.int32)
        self.local = np.zeros(self.total)

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` distances; return slots done and whether all are."""
        tree = self.tree
        self._slot = _advance(
            tree.points,
            tree.begin,
            tree.end,
            tree.low,
            tree.high,
            self.neighbours,
            self.local,
            self._near,
            self._slot,
            self._limit,
            budget,
        )
        return self._slot, self._slot >= self.total
