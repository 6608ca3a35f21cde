"""The rounds of MDAV, over any index.

Domingo-Ferrer and Torra (2005); manual: microaggregation#mdav.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.array_types import Ints
from core.kernels.indexes.index import find_around, find_farthest, find_outermost, take, take_found

COUNT, LABEL, EXCESS, EXCESS_LIMIT = 0, 1, 2, 3


def begin(records: int, excess_limit: int) -> Ints:
    """Build the state of MDAV before its first round."""
    return np.array([records, 0, 0, excess_limit], dtype=np.int64)


@njit(cache=True, nogil=True)
def advance(index: Any, state: Ints, k: int, budget: int) -> bool:
    """Go on with MDAV for about `budget` distances, in whole rounds of two clusters.

    Stops early where the index has to be renewed, and for good when no record remains or when
    passes over all of them are found to be faster; what is computed depends on neither.

    Parameters
    ----------
    index : index
        Of the records that remain (`core.kernels.indexes.index`).
    state : numpy.ndarray of int64, shape (4,)
        Records that remain, clusters made, work lost against passes so far, and how much of it
        may be lost.
    k : int
        Least size of a cluster, at least 2.
    budget : int
        Distances after which to stop.

    Returns
    -------
    bool
        Whether it has stopped for good.
    """
    count, label, excess = state[COUNT], state[LABEL], state[EXCESS]
    while count > 0 and budget > 0 and excess <= state[EXCESS_LIMIT]:
        if count < 2 * k:
            for record in range(len(index.labels)):
                if index.labels[record] < 0:
                    index.labels[record] = label
            count, label = 0, label + 1
            break
        count_before = count
        seed, distances = find_outermost(index, count)
        if seed < 0:
            break
        opposite, makes_two = seed, count >= 3 * k
        for turn in range(2 if makes_two else 1):
            if turn == 1:
                # The one found first may have gone into the other's cluster.
                if index.labels[opposite] >= 0:
                    opposite, more_distances = find_farthest(index, seed, count)
                    distances += more_distances
                seed = opposite
            take(index, seed, count, label)
            n_neighbours, farthest_record, more_distances = find_around(
                index, seed, k - 1, count - 1, makes_two and turn == 0
            )
            opposite = farthest_record if turn == 0 else opposite
            take_found(index, seed, n_neighbours, count - 1, label)
            distances, count, label = (
                distances + more_distances,
                count - 1 - n_neighbours,
                label + 1,
            )
        # A round by passes looks at all records twice.
        excess = max(0, excess + distances - 2 * count_before)
        budget -= distances
    state[COUNT], state[LABEL], state[EXCESS] = count, label, excess
    return bool(count == 0 or excess > state[EXCESS_LIMIT])
