"""MDAV as resumable work.

Domingo-Ferrer and Torra (2005); manual: microaggregation#mdav.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.kernels import exact, mdav_scan, mdav_threads, mdav_tree, outer_list
from core.kernels.kdtree import KdTree
from core.kernels.mdav_scan import Remaining
from core.kernels.shrinking_tree import Tree, shrinking

# Below this passes over all records are as fast as any search.
SMALL = 4000
FEW_COLUMNS = 6

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def tree_may_help(records: int, columns: int, k: int, small: int = SMALL) -> bool:
    """Say whether building a tree is worth a try; `small` records need none in any case."""
    # In few columns a tree is all but sure to help. In more it is worth a try, but only where
    # building it takes no more than 2 % of the time of all passes.
    return records > (small if columns <= FEW_COLUMNS else small * 3 * k)


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

    threads : int, optional
        How many share a pass over many records; by default as many as there are processors.
    worthwhile : int
        Coordinates from which on a pass is shared.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record once the work is finished, numbered in the order in which the
        clusters were made; -1 before.
    total : int
        Units of the whole work.
    """

    def __init__(
        self,
        points: Floats,
        k: int,
        small: int = SMALL,
        patience: int | None = None,
        threads: int | None = None,
        worthwhile: int = mdav_threads.WORTHWHILE,
    ) -> None:
        n = len(points)
        if not 2 <= k <= n:
            raise ValueError("k")
        self._k, self._points = k, np.ascontiguousarray(points)
        self._layout = exact.layout(float(np.abs(points).max()), n)
        self._sums = exact.column_sums(self._points.T, *self._layout)
        self.labels = np.full(n, -1, dtype=np.int64)
        self.total = n
        # A round of two clusters takes two passes over what remains.
        patience = 2 * n * n // (4 * k) // 50 if patience is None else patience
        self._state = np.array([n, 0, 0, patience], dtype=np.int64)
        helps = tree_may_help(n, points.shape[1], k, small)
        self._growing = KdTree(self._points) if helps else None
        self._tree: Tree | None = None
        self._outer = outer_list.empty(*self._points.shape)
        self._rest: Remaining | None = None
        self._threads = threads or min(mdav_threads.processors(), mdav_threads.MOST)
        self._worthwhile = worthwhile

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
            if self._search(self._tree, budget):
                self._tree = None
        else:
            self._pass(budget)
        left = int(self._state[mdav_tree.COUNT])
        return self.total - left, left == 0

    def _searchable(self, grown: KdTree) -> Tree:
        centre = exact.values_of(self._sums, *self._layout) / len(self._points)
        return shrinking(grown, centre)

    def _search(self, tree: Tree, budget: int) -> bool:
        stopped: bool = mdav_tree.advance(
            tree,
            self._outer,
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
        if self._rest is None:
            self._rest = mdav_scan.remaining(self._points, self.labels)
        count, m = int(self._state[mdav_tree.COUNT]), self._points.shape[1]
        least = max(3 * self._k, -(-self._worthwhile // m))
        if self._threads != 1 and count >= least:
            self._pass_together(self._rest, least, budget)
            return
        mdav_scan.advance(
            self._rest,
            self._outer,
            self._points,
            self.labels,
            self._sums,
            self._state,
            self._k,
            *self._layout,
            budget,
        )

    def _pass_together(self, rest: Remaining, least: int, budget: int) -> None:
        mass = mdav_threads.Mass(
            rest, self._outer, self._points, self.labels, self._sums, *self._layout
        )
        with mdav_threads.Threads(mass, self._k, self._threads) as threads:
            threads.advance(self._state, least, budget)
