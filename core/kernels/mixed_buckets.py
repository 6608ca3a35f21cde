"""The clusters of t-closeness-first on records of numbers and categories ([P1], Algorithm 3)."""

from __future__ import annotations

import numpy as np

from core.kernels.buckets import bucket_sizes
from core.kernels.remaining import Ints, Remaining


class MixedBucketClusters:
    """Clusters with a record from each bucket; as `core.kernels.buckets.BucketClusters`.

    Parameters
    ----------
    remaining : Remaining
        All records; none is left in the end.
    ranks : numpy.ndarray of int64, shape (n,)
        Rank of each record's confidential value.
    size : int
        Number of buckets, ``1 <= size <= n``, with ``n % size <= n // size``.

    Attributes
    ----------
    labels, total, clusters
        As in `core.kernels.mixed_mdav.MixedMdav`.
    """

    def __init__(self, remaining: Remaining, ranks: Ints, size: int) -> None:
        n = remaining.count
        if not 1 <= size <= n or n % size > n // size:
            raise ValueError("size")
        self._left, self._seed = remaining, remaining.mean()
        self._sizes = bucket_sizes(n, size)
        self._bucket = np.empty(n, dtype=np.int64)
        # Equal values by position.
        self._bucket[np.argsort(ranks, kind="stable")] = np.repeat(np.arange(size), self._sizes)
        self.labels = np.full(n, -1, dtype=np.int64)
        self.total, self.clusters = n, 0

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` distances; return records done and whether all are."""
        left = self._left
        while left.count > 0 and budget > 0:
            budget -= 3 * left.count * left.width
            centre = left.mean() if self.clusters % 2 == 0 else self._seed
            self._seed = left.at(left.farthest(centre))
            self._cluster()
        return self.total - left.count, left.count == 0

    def _cluster(self) -> None:
        """Take the record nearest to the seed from each bucket, and at most one extra."""
        size = len(self._sizes)
        after = self.total // size - self.clusters - 1
        self._take(self._left.nearest_of_each(self._seed, self._bucket, size))
        # Only a bucket with extra records has more than one left for each later cluster.
        extra = np.flatnonzero(self._sizes > after)
        if len(extra):
            again = self._left.nearest_of_each(self._seed, self._bucket, size)
            self._take(again[extra[:1]])
        self.clusters += 1

    def _take(self, records: Ints) -> None:
        self.labels[records] = self.clusters
        self._sizes[self._bucket[records]] -= 1
        self._left.take_out(records)
