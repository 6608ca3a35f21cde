"""Which released records are nearest to their own original (methods, section 7, DLD)."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels.kdtree import KdTree, box_distance

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


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
    """Return the least distance, at most `best`, how many points have it, and the work done."""
    ties, work, size = 0, 0, 1
    nodes[0], bounds[0] = 1, box_distance(low[1], high[1], centre)
    while size > 0:
        size -= 1
        node = nodes[size]
        if bounds[size] > best:
            continue
        child = 2 * node
        work += 1
        if child >= len(begin) or end[child] == begin[child]:
            for j in range(begin[node], end[node]):
                d = _distance(points[j], centre)
                if d < best:
                    best, ties = d, 1
                elif d == best:
                    ties += 1
            continue
        left = box_distance(low[child], high[child], centre)
        right = box_distance(low[child + 1], high[child + 1], centre)
        # The nearer child goes on top, to be looked at first.
        nearer = 0 if left <= right else 1
        nodes[size], bounds[size] = child + 1 - nearer, max(left, right)
        nodes[size + 1], bounds[size + 1] = child + nearer, min(left, right)
        size += 2
    return best, ties, work


@njit(cache=True, nogil=True)
def _link(
    points: Floats,
    begin: Ints,
    end: Ints,
    low: Floats,
    high: Floats,
    released: Floats,
    members: Ints,
    of: Ints,
    share: Floats,
    group: int,
    budget: int,
) -> int:
    """Link groups from `group` on until about `budget` nodes were seen; return the next."""
    nodes, bounds = np.empty(128, np.int64), np.empty(128)
    while group < len(of) - 1 and budget > 0:
        own = members[of[group] : of[group + 1]]
        centre = released[group]
        least = np.inf
        for j in own:
            share[j] = _distance(points[j], centre)
            least = min(least, share[j])
        best, ties, work = _nearest(points, begin, end, low, high, centre, least, nodes, bounds)
        for j in own:
            share[j] = 1.0 / ties if share[j] == best else 0.0
        budget -= work + len(own)
        group += 1
    return group


class Linkage:
    """Links each released record to its nearest originals, to be driven in slices.

    Parameters
    ----------
    original : KdTree
        Over the originals; finished before the first step.
    released : numpy.ndarray of float64, shape (groups, m)
        The released record that all members of a group have become.
    groups : numpy.ndarray of int64, shape (n,)
        Group of each record, numbered from 0 without gaps.

    Attributes
    ----------
    share : numpy.ndarray of float64, shape (n,)
        Once finished, of each record in the tree's order: 0 if its own original is not among the
        nearest, else 1 divided by the number of the nearest.
    total : int
        Units of the whole work.
    """

    def __init__(
        self,
        original: KdTree,
        released: NDArray[np.float64],
        groups: NDArray[np.int64],
    ) -> None:
        self._tree = original
        self._released, self._groups = released, groups
        self._of = np.append(0, np.cumsum(np.bincount(groups))).astype(np.int64)
        self._members: Ints | None = None
        self._group = 0
        self.share = np.zeros(len(groups))
        self.total = len(self._of) - 1

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` nodes; return groups done and whether all are."""
        tree = self._tree
        if self._members is None:
            # Slots of the tree, group by group.
            self._members = np.argsort(self._groups[tree.position], kind="stable").astype(np.int64)
        self._group = _link(
            tree.points,
            tree.begin,
            tree.end,
            tree.low,
            tree.high,
            self._released,
            self._members,
            self._of,
            self.share,
            self._group,
            budget,
        )
        return self._group, self._group >= self.total
