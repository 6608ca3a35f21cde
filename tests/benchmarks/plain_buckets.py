"""The clusters of t-closeness-first as a good plain kernel: passes over all that is left."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from tests.benchmarks.plain_kernel import distance

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@njit(nogil=True)
def _farthest(points: Floats, position: Ints, width: int, left: int, centre: Floats) -> int:
    """Return the slot of the record farthest from a point; bucket `b` begins at ``b * width``."""
    best, at = -1.0, -1
    for begin in range(0, len(points), width):
        for j in range(begin, begin + left):
            d = distance(points[j], centre)
            if d > best or (d == best and position[j] < position[at]):
                best, at = d, j
    return at


@njit(nogil=True)
def _nearest(points: Floats, position: Ints, begin: int, left: int, seed: Floats) -> int:
    best, at = np.inf, -1
    for j in range(begin, begin + left):
        d = distance(points[j], seed)
        if d < best or (d == best and position[j] < position[at]):
            best, at = d, j
    return at


@njit(nogil=True)
def clusters(records: Floats, ranks: Ints, size: int) -> Ints:
    """Return the cluster of each record; `size` divides their number, the ranks are distinct."""
    position = np.argsort(ranks)
    points, width = records[position], len(records) // size
    labels, total = np.full(len(records), -1), records.sum(axis=0)
    seed = np.zeros(records.shape[1])
    for c in range(width):
        left = width - c
        centre = total / (left * size) if c % 2 == 0 else seed
        seed = points[_farthest(points, position, width, left, centre)].copy()
        for begin in range(0, len(points), width):
            slot, last = _nearest(points, position, begin, left, seed), begin + left - 1
            labels[position[slot]] = c
            total -= points[slot]
            points[slot], position[slot] = points[last], position[last]
    return labels
