"""The clusters of t-closeness-first as resumable work ([P1], Algorithm 3)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.kernels import buckets_scan, exact


def bucket_sizes(records: int, buckets: int) -> NDArray[np.int64]:
    """Return how many records each bucket holds.

    Each holds ``records // buckets``; what remains goes to the central one or, for an even
    number of buckets, half to each of the two central ones, the lower first.
    """
    sizes = np.full(buckets, records // buckets, dtype=np.int64)
    extra = records % buckets
    sizes[buckets // 2] += extra // 2 if buckets % 2 == 0 else extra
    if buckets % 2 == 0:
        sizes[buckets // 2 - 1] += extra - extra // 2
    return sizes


class BucketClusters:
    """Clusters with a record from each bucket of a confidential attribute.

    The records are sorted by the attribute (equal values by position) and cut into `size`
    buckets. Clusters are built in turn around x0, the record farthest from the mean of those
    that remain, and x1, the one of them farthest from x0 once x0's cluster is gone: from each
    bucket the record nearest to the seed, and a second one from the first bucket that still
    has extra records. Ties go to the smallest position.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        Finite; `m` at least 1.
    ranks : numpy.ndarray of int64, shape (n,)
        Rank of each record's confidential value.
    size : int
        Number of buckets, ``1 <= size <= n``, with ``n % size <= n // size``.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record once the work is finished; -1 before.
    total : int
        Units of the whole work.
    """

    def __init__(self, points: NDArray[np.float64], ranks: NDArray[np.int64], size: int) -> None:
        n = len(points)
        if not 1 <= size <= n or n % size > n // size:
            raise ValueError("size")
        self._position = np.argsort(ranks, kind="stable").astype(np.int64)
        self._columns = np.ascontiguousarray(points[self._position].T)
        self._left = bucket_sizes(n, size)
        self._begin = np.cumsum(self._left) - self._left
        self._bits, self._exponent = exact.layout(float(np.abs(points).max()), n)
        self._sums = exact.column_sums(self._columns, self._bits, self._exponent)
        self._seed = np.zeros(points.shape[1])
        self._state = np.array([n, 0, n // size], dtype=np.int64)
        self.labels = np.full(n, -1, dtype=np.int64)
        self.total = n * n

    @property
    def clusters(self) -> int:
        """Number of clusters made so far."""
        return int(self._state[1])

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` distances; return units done and whether all is done."""
        buckets_scan.advance(
            self._columns,
            self._position,
            self._begin,
            self._left,
            self.labels,
            self._sums,
            self._seed,
            self._state,
            self._bits,
            self._exponent,
            budget,
        )
        left = int(self._state[0])
        return self.total - left * left, left == 0
