"""The clusters of t-closeness-first on records of numbers and categories.

Soria-Comas et al. (2015), Algorithm 3; manual: t-closeness#t-closeness-first-t-closeness-first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.categories.categories import Categories
from core.kernels.indexes.tuple_index import TupleIndex
from core.kernels.indexes.tuple_index_growth import TupleIndexGrowth
from core.kernels.microaggregation import bucket_rounds
from core.kernels.microaggregation.buckets import bucket_sizes
from core.kernels.microaggregation.resumable_work import ResumableWork


class MixedBucketClusters(ResumableWork):
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
        # There are no passes that could be faster.
        state = bucket_rounds.begin(n, n // size, 1 << 62)
        super().__init__(np.full(n, -1, dtype=np.int64), state)
        self._growth = TupleIndexGrowth(
            np.ascontiguousarray(points), tuple(nominal), self.labels, 1, bucket, sizes
        )
        self._tree: TupleIndex | None = None

    def _go_on(self, budget: int) -> None:
        if self._tree is None:
            self._tree = self._growth.step(budget)
            return
        self._growth.renew(self._tree)
        bucket_rounds.advance(self._tree, self._state, budget)
