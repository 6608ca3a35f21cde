"""Clusters of one record from each bucket, by passes over what remains."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels import exact
from core.kernels.buckets_tree import CLUSTERS, COUNT, LABEL, SEED
from core.kernels.scan import BLOCK, farther, nearest

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def _farthest(
    columns: Floats, position: Ints, begin: Ints, left: Ints, centre: Floats, out: Floats
) -> int:
    """Return the slot of the record farthest from `centre` over all buckets."""
    best, at = -1.0, -1
    for b in range(len(left)):
        end = begin[b] + left[b]
        best, at = farther(columns, position, begin[b], end, centre, out, best, at)
    return at


@njit(cache=True, nogil=True)
def _take_nearest(
    columns: Floats,
    position: Ints,
    begin: Ints,
    left: Ints,
    labels: Ints,
    sums: Ints,
    bucket: int,
    seed: Floats,
    label: int,
    bits: int,
    exponent: int,
    out: Floats,
) -> None:
    """Give a bucket's record nearest to `seed` to the cluster `label`."""
    last = begin[bucket] + left[bucket] - 1
    slot = nearest(columns, position, begin[bucket], last + 1, seed, out)
    labels[position[slot]] = label
    position[slot] = position[last]
    for i in range(columns.shape[0]):
        exact.add(sums[i], columns[i, slot], -1, bits, exponent)
        columns[i, slot] = columns[i, last]
    left[bucket] -= 1


@njit(cache=True, nogil=True)
def advance(
    columns: Floats,
    position: Ints,
    begin: Ints,
    left: Ints,
    labels: Ints,
    sums: Ints,
    points: Floats,
    state: Ints,
    bits: int,
    exponent: int,
    budget: int,
) -> None:
    """Go on for about `budget` distances, in whole clusters.

    Parameters
    ----------
    columns : numpy.ndarray of float64, shape (m, r)
        The records, column by column, bucket by bucket; in each bucket those that remain
        come first.
    position : numpy.ndarray of int64, shape (r,)
        Which record stands in each slot.
    begin, left : numpy.ndarray of int64, shape (buckets,)
        First slot of each bucket, and how many of its records remain.
    labels : numpy.ndarray of int64, shape (n,)
        Filled with the clusters.
    sums : numpy.ndarray of int64, shape (m, WORDS)
        Exact sums of the records that remain.
    points : numpy.ndarray of float64, shape (n, m)
        All records in the file's order.
    state : numpy.ndarray of int64, shape (6,)
        As in `core.kernels.buckets_tree`.
    bits, exponent : int
        Layout of `sums`.
    budget : int
        Distances after which to stop; what is computed does not depend on it.
    """
    m, out = columns.shape[0], np.empty(BLOCK)
    centre = np.empty(m)
    while state[COUNT] > 0 and budget > 0:
        count, label = state[COUNT], state[LABEL]
        budget -= 2 * count
        if label % 2 == 0:
            for i in range(m):
                centre[i] = exact.value_of(sums[i], bits, exponent) / count
        else:
            centre[:] = points[state[SEED]]
        at = _farthest(columns, position, begin, left, centre, out)
        state[SEED] = position[at]
        seed = points[state[SEED]]
        after = state[CLUSTERS] - label - 1
        extra = False
        for b in range(len(left)):
            takes = 1
            # Only a bucket with extra records still has more than one for each later cluster.
            if not extra and left[b] - 1 > after:
                takes, extra = 2, True
            for _ in range(takes):
                _take_nearest(
                    columns,
                    position,
                    begin,
                    left,
                    labels,
                    sums,
                    b,
                    seed,
                    label,
                    bits,
                    exponent,
                    out,
                )
                count -= 1
        state[COUNT], state[LABEL] = count, label + 1
