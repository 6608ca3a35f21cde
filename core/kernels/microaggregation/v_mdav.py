"""V-MDAV as resumable work.

Solanas and Martínez-Ballesté (2006); manual: microaggregation#v-mdav.
"""

from __future__ import annotations

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.indexes.growing_passes import GrowingPasses, build_growing_passes
from core.kernels.indexes.point_records import without_mean
from core.kernels.indexes.tree_index import TreeIndex, build_tree_index
from core.kernels.microaggregation import v_mdav_growth
from core.kernels.microaggregation.mdav import tree_may_help
from core.kernels.microaggregation.mixed_centroids import join_left_over
from core.kernels.microaggregation.resumable_work import ResumableWork
from core.kernels.microaggregation.v_mdav_growth import COUNT, EXCESS, EXCESS_LIMIT, PASSES
from core.kernels.numerics import exact
from core.kernels.trees.kdtree import KdTree
from core.kernels.trees.shrinking_tree import shrinking

# Below this passes over all records are as fast as any search.
SMALL = 3000


class VMdav(ResumableWork):
    """V-MDAV on points, to be driven in slices.

    The farthest record from the file's centroid that is in no cluster starts one with its
    ``k - 1`` nearest. While the cluster has fewer than ``2k - 1`` records, the record nearest
    to one of its members comes in if its distance to that member is less than `gamma` times
    its distance to the nearest other record left. When fewer than `k` are left, each goes to
    the cluster with the nearest centroid, as the clusters were before. Distances are Euclidean;
    ties go to the smallest position, of clusters to the one whose first record comes first.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        Finite; `m` at least 1.
    k : int
        Least size of a cluster, ``2 <= k <= n``.
    gamma : float
        At least 0; 0 lets no cluster grow.
    small : int
        Number of records up to which no tree is built.
    excess_limit : int, optional
        How much slower than passes the tree may be before it is given up, in distances; by
        default 2 % of all that passes would compute.
    """

    def __init__(
        self,
        points: Floats,
        k: int,
        gamma: float,
        small: int = SMALL,
        excess_limit: int | None = None,
    ) -> None:
        n = len(points)
        if not 2 <= k <= n:
            raise ValueError("k")
        if not gamma >= 0.0:
            raise ValueError("gamma")
        self._points, self._k, self._gamma = np.ascontiguousarray(points), k, float(gamma)
        layout = exact.layout(float(np.abs(points).max()), n)
        self._centre = exact.values_of(exact.column_sums(self._points.T, *layout), *layout) / n
        self._order: Ints | None = None
        helps = tree_may_help(n, self._points.shape[1], k, small)
        self._growing = KdTree(self._points) if helps else None
        self._index: TreeIndex | GrowingPasses | None = None
        excess_limit = PASSES * n * n // (2 * k) // 50 if excess_limit is None else excess_limit
        super().__init__(np.full(n, -1, dtype=np.int64), v_mdav_growth.begin(n, excess_limit))

    def _go_on(self, budget: int) -> None:
        if self._growing is not None:
            if self._growing.step(budget)[1]:
                self._index = self._searchable(self._growing)
                self._growing = None
            return
        self._index = self._index or self._build_passes()
        if self._order is None:
            # Not before: while the tree is built there is most in memory.
            away = _squared_distances(self._points, self._centre)
            self._order = np.argsort(-away, kind="stable")
        if v_mdav_growth.advance(
            self._index, self._order, self._state, self._k, self._gamma, budget
        ):
            self._index = None
        if self._state[COUNT] < self._k:
            join_left_over(self._points, (), self.labels)
            self._state[COUNT] = 0

    def _searchable(self, grown: KdTree) -> TreeIndex:
        records = without_mean(self._points, self.labels)
        return build_tree_index(shrinking(grown, self._centre), records, self._k)

    def _build_passes(self) -> GrowingPasses:
        """Build the index for passes over all records that remain."""
        self._state[EXCESS], self._state[EXCESS_LIMIT] = 0, 1 << 62
        return build_growing_passes(self._points, self.labels, self._k)


def _squared_distances(points: Floats, centre: Floats) -> Floats:
    """Compute the squared distances, summed in column order."""
    squared = np.zeros(len(points))
    for i in range(len(centre)):
        squared += (points[:, i] - centre[i]) ** 2
    return squared
