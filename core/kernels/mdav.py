"""MDAV-generic as resumable work (methods, section 3)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.kernels import exact, mdav_scan, mdav_tree, outer_list
from core.kernels.kdtree import KdTree
from core.kernels.outer_list import OuterList
from core.kernels.shrinking_tree import Tree, shrinking

# Below this passes over all records are as fast as any search.
SMALL = 4000

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Mdav:
    """MDAV on points, to be driven in slices.

    It searches a tree for as long as that is faster than passing over all records, and passes
    over them from then on. Both ways give the same partition.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        Finite; `m` at least 1.
    k : int
        Least size of a cluster, ``2 <= k <= n``.
    small : int
        Number of records up to which no tree is built.
    patience : int, optional
        How much slower than passes the tree may be before it is given up, in distances; by
        default 2 % of all that passes would compute.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record once the work is finished, numbered in the order in which the
        clusters were made; -1 before.
    total : int
        Units of the whole work.
    """

    def __init__(
        self, points: Floats, k: int, small: int = SMALL, patience: int | None = None
    ) -> None:
        n = len(points)
        if not 2 <= k <= n:
            raise ValueError("k")
        self._k, self._points = k, np.ascontiguousarray(points)
        self._layout = exact.layout(float(np.abs(points).max()), n)
        self._sums = exact.column_sums(self._points.T, *self._layout)
        self.labels = np.full(n, -1, dtype=np.int64)
        self.total = n
        # A round of two clusters takes three passes over what remains.
        patience = 3 * n * n // (4 * k) // 50 if patience is None else patience
        self._state = np.array([n, 0, 0, patience], dtype=np.int64)
        self._growing = KdTree(self._points) if n > small else None
        self._tree: tuple[Tree, OuterList] | None = None
        self._columns: tuple[Floats, Ints, Ints] | None = None

    @property
    def clusters(self) -> int:
        """Number of clusters made so far."""
        return int(self._state[mdav_tree.LABEL])

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` distances; return records done and whether all are."""
        if self._growing is not None:
            if self._growing.step(budget)[1]:
                self._tree = self._searchable(self._growing)
                self._growing = None
        elif self._tree is not None:
            if self._search(*self._tree, budget):
                self._tree = None
        else:
            self._pass(budget)
        left = int(self._state[mdav_tree.COUNT])
        return self.total - left, left == 0

    def _searchable(self, grown: KdTree) -> tuple[Tree, OuterList]:
        n, m = self._points.shape
        centre = exact.values_of(self._sums, *self._layout) / n
        return shrinking(grown, centre), outer_list.empty(n, m)

    def _search(self, tree: Tree, outer: OuterList, budget: int) -> bool:
        stopped: bool = mdav_tree.advance(
            tree,
            outer,
            self._points,
            self.labels,
            self._sums,
            self._state,
            self._k,
            *self._layout,
            budget,
        )
        return stopped

    def _pass(self, budget: int) -> None:
        if self._columns is None:
            position = np.flatnonzero(self.labels < 0)
            slots = np.zeros(len(self.labels), dtype=np.int64)
            slots[position] = np.arange(len(position))
            self._columns = np.ascontiguousarray(self._points[position].T), position, slots
        columns, position, slots = self._columns
        mdav_scan.advance(
            columns,
            position,
            slots,
            self.labels,
            self._sums,
            self._state,
            self._k,
            *self._layout,
            budget,
        )
