"""The clusters of t-closeness-first as resumable work.

Soria-Comas et al. (2015), Algorithm 3; manual: t-closeness#t-closeness-first-t-closeness-first.
"""

from __future__ import annotations

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.indexes.bucket_forest import BucketForest, bucket_forest
from core.kernels.indexes.bucket_passes import BucketPasses, build_bucket_passes
from core.kernels.indexes.point_records import average_all, build_point_records
from core.kernels.microaggregation import bucket_rounds
from core.kernels.microaggregation.bucket_rounds import EXCESS, EXCESS_LIMIT
from core.kernels.microaggregation.resumable_work import ResumableWork
from core.kernels.trees.kdtree import KdTree
from core.kernels.trees.shrinking_tree import forest

# With fewer records in a bucket passes over all are as fast as any search.
SMALL = 1000


def bucket_sizes(records: int, buckets: int) -> Ints:
    """Compute how many records each bucket holds.

    Each holds ``records // buckets``; what remains goes to the central one or, for an even
    number of buckets, half to each of the two central ones, the lower first.
    """
    sizes = np.full(buckets, records // buckets, dtype=np.int64)
    extra = records % buckets
    sizes[buckets // 2] += extra // 2 if buckets % 2 == 0 else extra
    if buckets % 2 == 0:
        sizes[buckets // 2 - 1] += extra - extra // 2
    return sizes


class BucketClusters(ResumableWork):
    """Clusters with a record from each bucket of a confidential attribute.

    The records are sorted by the attribute (equal values by position) and cut into `size`
    buckets. Clusters are built in turn around x0, the record farthest from the mean of those
    that remain, and x1, the one of them farthest from x0 once x0's cluster is gone: from each
    bucket the record nearest to the seed, and a second one from the first bucket that still
    has extra records. Ties go to the smallest position.

    A tree is searched for as long as that is faster than passing over all records, which is
    done from then on. Both ways give the same clusters.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        Finite; `m` at least 1.
    ranks : numpy.ndarray of int64, shape (n,)
        Rank of each record's confidential value.
    size : int
        Number of buckets, ``1 <= size <= n``, with ``n % size <= n // size``.
    small : int
        Number of records in a bucket up to which no tree is built.
    excess_limit : int, optional
        How much slower than passes the tree may be before it is given up, in distances; by
        default 2 % of all that passes would compute.
    """

    def __init__(
        self,
        points: Floats,
        ranks: Ints,
        size: int,
        small: int = SMALL,
        excess_limit: int | None = None,
    ) -> None:
        n = len(points)
        if not 1 <= size <= n or n % size > n // size:
            raise ValueError("size")
        # Sorted by rank, equal ones by position.
        self._order = np.argsort(ranks, kind="stable").astype(np.int64)
        self._records = build_point_records(points)
        self._sizes = bucket_sizes(n, size)
        self._left = self._sizes.copy()
        # A cluster takes two passes over what remains.
        excess_limit = n * n // size // 50 if excess_limit is None else excess_limit
        state = bucket_rounds.begin(n, n // size, excess_limit)
        super().__init__(self._records.labels, state)
        cuts = np.cumsum(self._sizes)[:-1]
        self._waiting = np.split(self._order, cuts) if n // size > small else []
        self._grown: list[KdTree] = []
        self._index: BucketForest | BucketPasses | None = None

    def _go_on(self, budget: int) -> None:
        if self._waiting:
            self._grow(budget)
        else:
            self._index = self._index or self._build_passes()
            if bucket_rounds.advance(self._index, self._state, budget):
                self._index = None

    def _grow(self, budget: int) -> None:
        """Go on building the trees, bucket after bucket."""
        started = len(self._grown) + len(self._waiting) > len(self._sizes)
        if not started:
            members = self._waiting[0]
            self._grown.append(KdTree(self._records.points[members], members))
        if not self._grown[-1].step(budget)[1]:
            return
        self._waiting.pop(0)
        if not self._waiting:
            trees = forest(self._grown, average_all(self._records))
            self._index = bucket_forest(trees, self._left, self._records)
            self._grown = []

    def _build_passes(self) -> BucketPasses:
        """Build the index for passes over all records that remain."""
        self._state[EXCESS], self._state[EXCESS_LIMIT] = 0, 1 << 62
        return build_bucket_passes(self._order, self._left, self._records)
