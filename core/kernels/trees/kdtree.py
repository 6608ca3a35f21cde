"""A balanced k-d tree over points that are moved to stand leaf by leaf.

Nodes are numbered as in a heap: the children of node `i` are ``2 i`` and ``2 i + 1``, the root
is 1. A node covers the slots ``begin[i]..end[i] - 1``; one of few slots, by default at
most `LEAF`, is a leaf.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.array_types import Floats, Ints

LEAF = 16


@njit(cache=True, nogil=True)
def _select(points: Floats, position: Ints, begin: int, end: int, middle: int, axis: int) -> None:
    """Move the points so that those before `middle` are not greater on `axis` (Hoare)."""
    low, high = begin, end - 1
    while low < high:
        a, b, c = points[low, axis], points[(low + high) // 2, axis], points[high, axis]
        pivot = max(min(a, b), min(max(a, b), c))
        i, j = low, high
        while i <= j:
            while points[i, axis] < pivot:
                i += 1
            while points[j, axis] > pivot:
                j -= 1
            if i <= j:
                position[i], position[j] = position[j], position[i]
                for x in range(points.shape[1]):
                    points[i, x], points[j, x] = points[j, x], points[i, x]
                i += 1
                j -= 1
        if middle <= j:
            high = j
        elif middle >= i:
            low = i
        else:
            return


@njit(cache=True, nogil=True)
def _box(points: Floats, begin: int, end: int, low: Floats, high: Floats) -> int:
    """Fill the box of some points and return the axis on which it is widest."""
    for i in range(points.shape[1]):
        low[i], high[i] = np.inf, -np.inf
    for j in range(begin, end):
        for i in range(points.shape[1]):
            low[i] = min(low[i], points[j, i])
            high[i] = max(high[i], points[j, i])
    axis = 0
    for i in range(points.shape[1]):
        if high[i] - low[i] > high[axis] - low[axis]:
            axis = i
    return axis


@njit(cache=True, nogil=True)
def _grow(
    points: Floats,
    position: Ints,
    begin: Ints,
    end: Ints,
    low: Floats,
    high: Floats,
    node: int,
    leaf: int,
    budget: int,
) -> int:
    """Divide nodes from `node` on until about `budget` points were looked at; return the next."""
    while node < len(begin) and budget > 0:
        first, last = begin[node], end[node]
        if last > first:
            axis = _box(points, first, last, low[node], high[node])
            if last - first > leaf:
                middle = (first + last) // 2
                _select(points, position, first, last, middle, axis)
                begin[2 * node], end[2 * node] = first, middle
                begin[2 * node + 1], end[2 * node + 1] = middle, last
            budget -= last - first
        budget -= 1
        node += 1
    return node


@njit(cache=True, nogil=True)
def box_distance(low: Floats, high: Floats, centre: Floats) -> float:
    """Compute the squared distance of `centre` from a box, 0 inside.

    Summed in column order as distances between points are, so that rounding never puts it
    above the distance of a point in the box.
    """
    total = 0.0
    for i in range(len(centre)):
        gap = 0.0
        if centre[i] < low[i]:
            gap = low[i] - centre[i]
        elif centre[i] > high[i]:
            gap = centre[i] - high[i]
        total += gap * gap
    return total


class KdTree:
    """The tree, built in slices.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        Finite; `n` and `m` at least 1.
    position : numpy.ndarray of int32 or int64, shape (n,), optional
        Which records they are; by default the first `n`.
    owned : bool
        Whether `points`, C-contiguous, is the tree's to move, so that it needs no copy.
    leaf : int
        The most points of a leaf.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        A copy, leaf by leaf.
    position : numpy.ndarray of int32 or int64, shape (n,)
        The record in each slot.
    begin, end : numpy.ndarray of int64, shape (nodes,)
        The slots of each node; an unused node has none.
    low, high : numpy.ndarray of float64, shape (nodes, m)
        The smallest box around each node's points.
    """

    def __init__(
        self,
        points: Floats,
        position: NDArray[Any] | None = None,
        owned: bool = False,
        leaf: int = LEAF,
    ) -> None:
        n, m = points.shape
        nodes = 2
        while -(-n * 2 // nodes) > leaf:
            nodes *= 2
        self.points = points if owned else np.array(points, dtype=np.float64, order="C")
        self.position = np.arange(n, dtype=np.int64) if position is None else position.copy()
        self.begin, self.end = np.zeros(nodes, dtype=np.int64), np.zeros(nodes, dtype=np.int64)
        self.end[1] = n
        self.low, self.high = np.empty((nodes, m)), np.empty((nodes, m))
        self._node, self._leaf = 1, leaf
        self.total = nodes

    def forget_boxes(self) -> None:
        """Keep points and positions alone, when nothing is searched for any more."""
        no_boxes = np.empty((0, self.points.shape[1]))
        self.low = self.high = no_boxes

    def forget_positions(self) -> None:
        """Keep all but the record in each slot."""
        self.position = np.empty(0, dtype=np.int64)

    def step(self, budget: int) -> tuple[int, bool]:
        """Build on for about `budget` points; return units done and whether it is complete."""
        self._node = _grow(
            self.points,
            self.position,
            self.begin,
            self.end,
            self.low,
            self.high,
            self._node,
            self._leaf,
            budget,
        )
        return self._node, self._node >= self.total
