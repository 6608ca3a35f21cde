"""Which released records are nearest to their own original (manual: measures#disclosure-risk)."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numba import njit

from core.array_types import Floats, Int32s, Ints
from core.kernels.trees.kdtree import KdTree, box_distance

# Groups whose released records are asked for at once.
_GROUPS = 16_384


class Rows(Protocol):
    """Rows of a table, such as an array, asked for a part at a time."""

    def __getitem__(self, rows: slice, /) -> Floats: ...


@njit(cache=True, nogil=True)
def _slots_by_group(groups: Ints, position: Ints, of: Int32s) -> Int32s:
    """Sort the slots of a tree group by group, those of a group in ascending order."""
    free = of.copy()
    slots = np.empty(len(groups), np.int32)
    for slot in range(len(position)):
        group = groups[position[slot]]
        slots[free[group]] = slot
        free[group] += 1
    return slots


@njit(cache=True, nogil=True)
def _distance(point: Floats, centre: Floats) -> float:
    total = 0.0
    for i in range(len(centre)):
        total += (point[i] - centre[i]) * (point[i] - centre[i])
    return total


@njit(cache=True, nogil=True)
def _nearest(
    points: Floats,
    begin: Ints,
    end: Ints,
    low: Floats,
    high: Floats,
    centre: Floats,
    best: float,
    nodes: Ints,
    bounds: Floats,
) -> tuple[float, int, int]:
    """Find the least distance, at most `best`, how many points have it, and the work done."""
    ties, steps, size = 0, 0, 1
    nodes[0], bounds[0] = 1, box_distance(low[1], high[1], centre)
    while size > 0:
        size -= 1
        node = nodes[size]
        if bounds[size] > best:
            continue
        child = 2 * node
        steps += 1
        if child >= len(begin) or end[child] == begin[child]:
            for j in range(begin[node], end[node]):
                d = _distance(points[j], centre)
                if d < best:
                    best, ties = d, 1
                elif d == best:
                    ties += 1
            continue
        left_bound = box_distance(low[child], high[child], centre)
        right_bound = box_distance(low[child + 1], high[child + 1], centre)
        # The nearer child goes on top, to be looked at first.
        nearer = 0 if left_bound <= right_bound else 1
        nodes[size], bounds[size] = child + 1 - nearer, max(left_bound, right_bound)
        nodes[size + 1], bounds[size + 1] = child + nearer, min(left_bound, right_bound)
        size += 2
    return best, ties, steps


@njit(cache=True, nogil=True)
def _link(
    points: Floats,
    begin: Ints,
    end: Ints,
    low: Floats,
    high: Floats,
    released: Floats,
    begun: int,
    members: Int32s,
    of: Int32s,
    linked: Int32s,
    group: int,
    budget: int,
) -> int:
    """Link groups from `group` on until about `budget` nodes were seen; return the next.

    `released` holds the groups from `begun` on. `linked` is filled with how many originals are
    nearest, 0 where a record's own is not among them.
    """
    distances = np.empty(0)
    nodes, bounds = np.empty(128, np.int64), np.empty(128)
    while group < begun + len(released) and budget > 0:
        group_members = members[of[group] : of[group + 1]]
        if len(group_members) > len(distances):
            distances = np.empty(2 * len(group_members))
        centre = released[group - begun]
        smallest = np.inf
        for i in range(len(group_members)):
            distances[i] = _distance(points[group_members[i]], centre)
            smallest = min(smallest, distances[i])
        best, ties, steps = _nearest(points, begin, end, low, high, centre, smallest, nodes, bounds)
        for i in range(len(group_members)):
            linked[group_members[i]] = ties if distances[i] == best else 0
        budget -= steps + len(group_members)
        group += 1
    return group


def shares(linked: Int32s) -> Floats:
    """Compute 1 divided by each number of nearest originals (`Linkage.linked`), 0 for none."""
    return np.divide(1.0, linked, out=np.zeros(len(linked)), where=linked > 0)


class Linkage:
    """Links each released record to its nearest originals, to be driven in slices.

    Parameters
    ----------
    original : KdTree
        Over the originals; finished.
    released : Rows, shape (groups, m)
        The released record that all members of a group have become; an array or what gives a
        part of one when it is cut.
    groups : numpy.ndarray of int64, shape (n,)
        Group of each record, numbered from 0 without gaps.

    Attributes
    ----------
    linked : numpy.ndarray of int32, shape (n,)
        Once finished, of each record in the tree's order: 0 if its own original is not among the
        nearest, else their number.
    """

    def __init__(self, original: KdTree, released: Rows, groups: Ints) -> None:
        self._tree, self._released = original, released
        sizes = np.bincount(groups)
        self._of = np.zeros(len(sizes) + 1, dtype=np.int32)
        np.cumsum(sizes, dtype=np.int32, out=self._of[1:])
        del sizes
        self._members = _slots_by_group(groups, original.position, self._of)
        self._group, self._begun = 0, -1
        self._rows = np.empty((0, original.points.shape[1]))
        self.linked = np.zeros(len(groups), dtype=np.int32)
        self.total = len(self._of) - 1

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` nodes; return groups done and whether all are."""
        tree, begun = self._tree, self._group - self._group % _GROUPS
        if begun != self._begun:
            self._rows, self._begun = self._released[begun : begun + _GROUPS], begun
        self._group = _link(
            tree.points,
            tree.begin,
            tree.end,
            tree.low,
            tree.high,
            self._rows,
            begun,
            self._members,
            self._of,
            self.linked,
            self._group,
            budget,
        )
        return self._group, self._group >= self.total
