"""MDAV as resumable work.

Domingo-Ferrer and Torra (2005); manual: microaggregation#mdav.
"""

from __future__ import annotations

from core.array_types import Floats
from core.kernels.indexes.passes import Passes, build_passes
from core.kernels.indexes.point_records import average_all, build_point_records
from core.kernels.indexes.shared_passes import MOST, WORTHWHILE, SharedPasses, processors
from core.kernels.indexes.tree_index import TreeIndex, build_tree_index
from core.kernels.microaggregation import mdav_rounds
from core.kernels.microaggregation.mdav_rounds import COUNT, EXCESS, EXCESS_LIMIT
from core.kernels.microaggregation.resumable_work import ResumableWork
from core.kernels.trees.kdtree import KdTree
from core.kernels.trees.shrinking_tree import shrinking

# Below this passes over all records are as fast as any search.
SMALL = 4000
FEW_COLUMNS = 6


def tree_may_help(records: int, columns: int, k: int, small: int = SMALL) -> bool:
    """Say whether building a tree is worth a try; `small` records need none in any case."""
    # In few columns a tree is all but sure to help. In more it is worth a try, but only where
    # building it takes no more than 2 % of the time of all passes.
    return records > (small if columns <= FEW_COLUMNS else small * 3 * k)


class Mdav(ResumableWork):
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
    excess_limit : int, optional
        How much slower than passes the tree may be before it is given up, in distances; by
        default 2 % of all that passes would compute.

    threads : int, optional
        How many share a pass over many records; by default as many as there are processors.
    worthwhile : int
        Coordinates from which on a pass is shared.
    """

    def __init__(
        self,
        points: Floats,
        k: int,
        small: int = SMALL,
        excess_limit: int | None = None,
        threads: int | None = None,
        worthwhile: int = WORTHWHILE,
    ) -> None:
        n = len(points)
        if not 2 <= k <= n:
            raise ValueError("k")
        self._k, self._records = k, build_point_records(points)
        # A round of two clusters takes two passes over what remains.
        excess_limit = 2 * n * n // (4 * k) // 50 if excess_limit is None else excess_limit
        super().__init__(self._records.labels, mdav_rounds.begin(n, excess_limit))
        helps = tree_may_help(n, points.shape[1], k, small)
        self._growing = KdTree(self._records.points) if helps else None
        self._tree: TreeIndex | None = None
        self._passes: Passes | None = None
        self._threads = threads or min(processors(), MOST)
        # With fewer records than this a pass is not shared.
        self._least = max(3 * k, -(-worthwhile // points.shape[1]))

    def _go_on(self, budget: int) -> None:
        if self._growing is not None:
            if self._growing.step(budget)[1]:
                self._tree = self._searchable(self._growing)
                self._growing = None
        elif self._tree is not None:
            if mdav_rounds.advance(self._tree, self._state, self._k, budget):
                self._tree = None
        else:
            self._pass(budget)

    def _searchable(self, grown: KdTree) -> TreeIndex:
        return build_tree_index(
            shrinking(grown, average_all(self._records)), self._records, self._k
        )

    def _pass(self, budget: int) -> None:
        if self._passes is None:
            self._passes = build_passes(self._records, self._k)
            self._state[EXCESS], self._state[EXCESS_LIMIT] = 0, 1 << 62
        if self._threads == 1 or self._state[COUNT] < self._least:
            mdav_rounds.advance(self._passes, self._state, self._k, budget)
            return
        with SharedPasses(self._passes, self._threads) as shared:
            while budget > 0 and self._state[COUNT] >= self._least:
                budget -= 2 * int(self._state[COUNT])
                # A budget of 1 is one round.
                mdav_rounds.advance.py_func(shared, self._state, self._k, 1)
