"""The clusters of t-closeness-first, each with a record from every bucket, over any index.

Soria-Comas et al. (2015), Algorithm 3; manual: t-closeness#t-closeness-first-t-closeness-first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.array_types import Ints
from core.kernels.indexes.index import find_farthest, find_outermost, take_nearest

COUNT, LABEL, CLUSTERS, EXCESS, EXCESS_LIMIT, SEED = 0, 1, 2, 3, 4, 5


def begin(records: int, clusters: int, excess_limit: int) -> Ints:
    """Build the state before the first cluster."""
    return np.array([records, 0, clusters, 0, excess_limit, 0], dtype=np.int64)


@njit(cache=True, nogil=True)
def advance(index: Any, state: Ints, budget: int) -> bool:
    """Go on for about `budget` distances, in whole clusters.

    Stops early where the index has to be renewed, and for good when no record remains or when
    passes over all of them are found to be faster; what is computed depends on neither.

    Parameters
    ----------
    index : index
        Of the records that remain (`core.kernels.indexes.index`), by bucket; its attribute
        `bucket_counts`, of shape (buckets,), is how many remain in each.
    state : numpy.ndarray of int64, shape (6,)
        Records that remain, clusters made, clusters in all, work lost against passes so far,
        how much of it may be lost, and the seed of the cluster made last.
    budget : int
        Distances after which to stop.

    Returns
    -------
    bool
        Whether it has stopped for good.
    """
    count, label, excess, seed = state[COUNT], state[LABEL], state[EXCESS], state[SEED]
    bucket_counts = index.bucket_counts
    while count > 0 and budget > 0 and excess <= state[EXCESS_LIMIT]:
        if label % 2 == 0:
            chosen, distances = find_outermost(index, count)
            if chosen < 0:
                break
        else:
            chosen, distances = find_farthest(index, seed, count)
        seed, count_before = chosen, count
        later_clusters, has_taken_extra = state[CLUSTERS] - label - 1, False
        for b in range(len(bucket_counts)):
            takes = 1
            # Only a bucket with extra records still has more than one for each later cluster.
            if not has_taken_extra and bucket_counts[b] - 1 > later_clusters:
                takes, has_taken_extra = 2, True
            for _ in range(takes):
                distances += take_nearest(index, seed, b, count, label)
                count -= 1
        label += 1
        # A cluster by passes looks at all records twice.
        excess = max(0, excess + distances - 2 * count_before)
        budget -= distances
    state[COUNT], state[LABEL], state[EXCESS], state[SEED] = count, label, excess, seed
    return bool(count == 0 or excess > state[EXCESS_LIMIT])
