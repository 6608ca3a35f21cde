"""The clusters of t-closeness-first on records of numbers and categories.

Soria-Comas et al. (2015), Algorithm 3; manual: t-closeness#t-closeness-first-t-closeness-first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.kernels.categories.categories import Categories
from core.kernels.categories.category_sets import category_sets, singles_of
from core.kernels.indexes import mixed_middle
from core.kernels.indexes.remaining import Floats, Ints
from core.kernels.indexes.tuple_index import TupleIndex, tuple_index
from core.kernels.microaggregation import bucket_rounds
from core.kernels.microaggregation.bucket_rounds import COUNT, LABEL
from core.kernels.microaggregation.buckets import bucket_sizes
from core.kernels.trees import tuple_search
from core.kernels.trees.tuple_growth import TupleGrowth


class MixedBucketClusters:
    """Clusters of records of numbers and categories, each with a record from every bucket.

    As `core.kernels.microaggregation.buckets.BucketClusters`.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The numbers, standardised; `m` may be 0.
    nominal : sequence of Categories
        The nominal attributes, at least one.
    ranks : numpy.ndarray of int64, shape (n,)
        Rank of each record's confidential value.
    size : int
        Number of buckets, ``1 <= size <= n``, with ``n % size <= n // size``.

    Attributes
    ----------
    labels, total, clusters
        As in `core.kernels.microaggregation.mixed_mdav.MixedMdav`.
    """

    def __init__(
        self, points: Floats, nominal: Sequence[Categories], ranks: Ints, size: int
    ) -> None:
        n = len(points)
        if not 1 <= size <= n or n % size > n // size:
            raise ValueError("size")
        self._points, self._nominal = np.ascontiguousarray(points), tuple(nominal)
        self._sets = category_sets(self._nominal)
        self._singles = singles_of(self._nominal, self._sets)
        self._middle = mixed_middle.middle(self._points, self._singles, self._sets)
        self._held = bucket_sizes(n, size)
        bucket = np.empty(n, dtype=np.int64)
        # Equal values by position.
        bucket[np.argsort(ranks, kind="stable")] = np.repeat(np.arange(size), self._held)
        self._growing = TupleGrowth(self._points, self._singles, self._sets, bucket)
        self._tree: TupleIndex | None = None
        # There are no passes that could be faster.
        self._state = bucket_rounds.begin(n, n // size, 1 << 62)
        self.labels = np.full(n, -1, dtype=np.int64)
        self.total = n

    @property
    def clusters(self) -> int:
        """Number of clusters made so far."""
        return int(self._state[LABEL])

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` distances; return records done and whether all are."""
        if self._tree is None:
            if self._growing.step(budget):
                self._tree = self._searchable()
            return 0, False
        if self._tree.spare[0] < 0:
            self._tree.spare[0] = mixed_middle.renew(self._middle, self._nominal, self._sets)
        bucket_rounds.advance(self._tree, self._state, budget)
        left = int(self._state[COUNT])
        return self.total - left, left == 0

    def _searchable(self) -> TupleIndex:
        return tuple_index(
            self._growing.tree,
            self._sets,
            self._middle,
            self._points,
            self._singles,
            self.labels,
            tuple_search.space(self._growing.depth, len(self._held)),
            1,
            self._held,
        )
