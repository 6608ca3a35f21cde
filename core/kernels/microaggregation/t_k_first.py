"""The clusters of t-k-first as resumable work.

Soria-Comas et al. (2015), Algorithm 2; manual: t-closeness#k-anonymity-first-t-k-first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.closeness import exchange
from core.kernels.indexes.point_records import average_all, build_point_records
from core.kernels.microaggregation import t_k_first_scan
from core.kernels.microaggregation.resumable_work import ResumableWork
from core.kernels.microaggregation.t_k_first_scan import RecordSearch
from core.kernels.trees.kdtree import KdTree
from core.kernels.trees.shrinking_tree import shrinking


class TKFirst(ResumableWork):
    """Clusters of near records, some of them exchanged until t, to be driven in slices.

    Clusters are built in turn around x0, the record farthest from the mean of those that
    remain, and x1, the one of them farthest from x0. A cluster begins as the `k` nearest; while
    its EMD exceeds `t`, the next nearest record outside comes in for the member whose exchange
    gives the least EMD, if that is less than before. Each record is tried once for a cluster.
    Fewer than ``2 k`` records form the last one. The EMD is the largest over the confidential
    attributes. Ties go to the smallest position.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        Finite; `m` at least 1.
    confidential : sequence of (numpy.ndarray of int64, int, bool)
        At least one attribute: each record's rank, without missing ones, the number of distinct
        ranks, and whether they are in an order.
    k : int
        Least size of a cluster, ``2 <= k <= n``.
    t : float
        Largest EMD wished for; a cluster may exceed it when no record is left to try.
    file : sequence of numpy.ndarray of int64, optional
        For each attribute how many records of the whole file have each rank, where the records are
        a part of it.
    trees : sequence of (numpy.ndarray, numpy.ndarray, int) or None, optional
        Of each attribute the tree over its ranks, as `core.kernels.closeness.semantic_emd` takes
        it.
    """

    def __init__(
        self,
        points: Floats,
        confidential: Sequence[tuple[Ints, int, bool]],
        k: int,
        t: float,
        file: Sequence[Ints] | None = None,
        trees: Sequence[exchange.Tree | None] | None = None,
    ) -> None:
        n = len(points)
        if not 2 <= k <= n:
            raise ValueError("k")
        self._records, self._t = build_point_records(points), float(t)
        self._file = exchange.attributes(
            list(confidential),
            k,
            None if file is None else list(file),
            None if trees is None else list(trees),
        )
        self._group = exchange.group(self._file, k)
        self._seed = np.zeros(points.shape[1])
        self._growing = KdTree(self._records.points)
        self._search: RecordSearch | None = None
        super().__init__(self._records.labels, np.array([n, 0, 0], dtype=np.int64))

    @property
    def exchanges(self) -> int:
        """Number of exchanges made so far."""
        return int(self._state[t_k_first_scan.EXCHANGES])

    def _go_on(self, budget: int) -> None:
        if self._search is None:
            if self._growing.step(budget)[1]:
                self._search = self._searchable()
            return
        t_k_first_scan.advance(
            self._search,
            self._records,
            self._seed,
            self._file,
            self._group,
            self._state,
            self._t,
            budget,
        )

    def _searchable(self) -> RecordSearch:
        along = np.ascontiguousarray(self._file.ranks.T, dtype=np.float64)
        tree = shrinking(self._growing, average_all(self._records), along)
        return t_k_first_scan.search(tree, self._file, len(self._group.members))
