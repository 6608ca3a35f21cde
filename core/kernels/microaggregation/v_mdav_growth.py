"""The clusters of V-MDAV, which take in records nearer to them than to the rest, over any index.

Solanas and Martínez-Ballesté (2006); manual: microaggregation#v-mdav.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

from core.array_types import Floats, Ints
from core.kernels.compilation.bare import bare
from core.kernels.indexes.index import find_around, find_nearest, gather, take, take_found
from core.kernels.numerics.heap import NOBODY

COUNT, LABEL, TOP, EXCESS, EXCESS_LIMIT = 0, 1, 2, 3, 4
# What passes for a cluster cost for each record that remains, in distances.
PASSES = 4


def begin(records: int, excess_limit: int) -> Ints:
    """Build the state of V-MDAV before its first cluster."""
    return np.array([records, 0, 0, 0, excess_limit], dtype=np.int64)


@bare
def _grow(
    index: Any,
    members: Ints,
    size: int,
    max_size: int,
    count: int,
    label: int,
    gamma: float,
    near: Floats,
    who: Ints,
) -> tuple[int, int]:
    """Let a cluster take in records up to `max_size`; return its size and the work.

    `near` and `who` hold of each member the nearest record that remains; `count` remain.
    """
    who[:] = NOBODY
    total_distances = 0
    while size < max_size:
        closest = -1
        for j in range(size):
            # What is nearest is asked for again when that record is gone.
            if who[j] == NOBODY:
                near[j], who[j], distances = find_nearest(index, members[j], False, count)
                total_distances += distances
                if who[j] == NOBODY:
                    return size, total_distances
            if (
                closest < 0
                or near[j] < near[closest]
                or (near[j] == near[closest] and who[j] < who[closest])
            ):
                closest = j
        record = who[closest]
        out, _, distances = find_nearest(index, record, True, count)
        total_distances += distances
        if not math.sqrt(near[closest]) < gamma * math.sqrt(out):
            break
        take(index, record, count, label)
        count -= 1
        take_found(index, record, 0, count, label)
        for j in range(size):
            if who[j] == record:
                who[j] = NOBODY
        members[size] = record
        size += 1
    return size, total_distances


@njit(cache=True, nogil=True)
def advance(index: Any, order: Ints, state: Ints, k: int, gamma: float, budget: int) -> bool:
    """Go on with V-MDAV for about `budget` distances, in whole clusters.

    Stops for good when fewer than `k` records remain, or where passes over all of them are
    found to be faster; what is computed depends on neither.

    Parameters
    ----------
    index : index
        Of the records that remain (`core.kernels.indexes.index`).
    order : numpy.ndarray of int64, shape (n,)
        Positions of all records, the farthest from the file's centroid first.
    state : numpy.ndarray of int64, shape (5,)
        Records that remain, clusters made, how far `order` is used up, work lost against passes
        so far, and how much of it may be lost.
    k : int
        Least size of a cluster; fewer records than that remain in the end.
    gamma : float
        At least 0.
    budget : int
        Distances after which to stop.

    Returns
    -------
    bool
        Whether it has stopped for good.
    """
    members, near, who = np.empty(2 * k, np.int64), np.empty(2 * k), np.empty(2 * k, np.int64)
    count, label, top, excess = state[COUNT], state[LABEL], state[TOP], state[EXCESS]
    while count >= k and budget > 0 and excess <= state[EXCESS_LIMIT]:
        while index.labels[order[top]] >= 0:
            top += 1
        seed, count_before = order[top], count
        take(index, seed, count, label)
        size, _, distances = find_around(index, seed, k - 1, count - 1, False)
        take_found(index, seed, size, count - 1, label)
        count -= k
        members[0] = seed
        for j in range(size):
            members[j + 1] = index.heap_records[j]
        if gamma > 0.0:
            gather(index, members, k, count)
            grown_size, growth_distances = _grow(
                index, members, k, 2 * k - 1, count, label, gamma, near, who
            )
            count -= grown_size - k
            distances += growth_distances
        label += 1
        excess = max(0, excess + distances - PASSES * count_before)
        budget -= distances
    state[COUNT], state[LABEL], state[TOP], state[EXCESS] = count, label, top, excess
    return bool(count < k or excess > state[EXCESS_LIMIT])
