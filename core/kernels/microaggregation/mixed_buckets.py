"""The clusters of t-closeness-first on records of numbers and categories.

Soria-Comas et al. (2015), Algorithm 3; manual: t-closeness#t-closeness-first-t-closeness-first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.kernels.categories.categories import Categories
from core.kernels.indexes.remaining import Floats, Ints
from core.kernels.indexes.tuple_index import TupleIndex
from core.kernels.indexes.tuple_index_growth import TupleIndexGrowth
from core.kernels.microaggregation import bucket_rounds
from core.kernels.microaggregation.bucket_rounds import COUNT, LABEL
from core.kernels.microaggregation.buckets import bucket_sizes


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
        sizes, bucket = bucket_sizes(n, size), np.empty(n, dtype=np.int64)
        # Equal values by position.
        bucket[np.argsort(ranks, kind="stable")] = np.repeat(np.arange(size), sizes)
        self.labels = np.full(n, -1, dtype=np.int64)
        self.total = n
        self._growth = TupleIndexGrowth(
            np.ascontiguousarray(points), tuple(nominal), self.labels, 1, bucket, sizes
        )
        self._tree: TupleIndex | None = None
        # There are no passes that could be faster.
        self._state = bucket_rounds.begin(n, n // size, 1 << 62)

    @property
    def clusters(self) -> int:
        """Number of clusters made so far."""
        return int(self._state[LABEL])

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` distances; return records done and whether all are."""
        if self._tree is None:
            self._tree = self._growth.step(budget)
            return 0, False
        self._growth.renew(self._tree)
        bucket_rounds.advance(self._tree, self._state, budget)
        n_left = int(self._state[COUNT])
        return self.total - n_left, n_left == 0
