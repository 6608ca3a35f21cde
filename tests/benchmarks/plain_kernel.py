"""MDAV as a good plain kernel: what the program's kernel is compared with.

Compiled, contiguous, one thread, squared distances, records swapped out as they leave; no tree,
no blocks. Ties by the smallest position; the mean from running sums.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@njit(nogil=True)
def distance(a: Floats, b: Floats) -> float:
    total = 0.0
    for i in range(len(a)):
        total += (a[i] - b[i]) * (a[i] - b[i])
    return total


@njit(nogil=True)
def farthest(points: Floats, position: Ints, count: int, centre: Floats) -> int:
    best, at = -1.0, -1
    for j in range(count):
        d = distance(points[j], centre)
        if d > best or (d == best and position[j] < position[at]):
            best, at = d, j
    return at


@njit(nogil=True)
def gather(
    points: Floats, position: Ints, labels: Ints, total: Floats, count: int, at: int, k: int, c: int
) -> int:
    """Make a cluster of the record in slot `at` and its nearest; return how many remain.

    Its members' positions then stand right behind those that remain.
    """
    seed = points[at].copy()
    slots, found, size = np.empty(k, np.int64), np.empty(k), 1
    slots[0], found[0] = at, -1.0
    for j in range(count):
        if j == at:
            continue
        d = distance(points[j], seed)
        if size == k:
            if d > found[k - 1] or (d == found[k - 1] and position[j] > position[slots[k - 1]]):
                continue
            size -= 1
        i = size
        while i > 1 and (
            found[i - 1] > d or (found[i - 1] == d and position[slots[i - 1]] > position[j])
        ):
            found[i], slots[i] = found[i - 1], slots[i - 1]
            i -= 1
        found[i], slots[i] = d, j
        size += 1
    for slot in np.sort(slots)[::-1]:
        count -= 1
        labels[position[slot]] = c
        total -= points[slot]
        points[slot] = points[count]
        position[slot], position[count] = position[count], position[slot]
    return count


@njit(nogil=True)
def mdav(records: Floats, k: int) -> Ints:
    """Return the cluster of each record."""
    points, count = records.copy(), len(records)
    position, labels = np.arange(count), np.full(count, -1)
    total, c = records.sum(axis=0), 0
    while count >= 2 * k:
        r = farthest(points, position, count, total / count)
        centre = points[r].copy()
        pair = count >= 3 * k
        s = position[farthest(points, position, count, centre)]
        count = gather(points, position, labels, total, count, r, k, c)
        c += 1
        if pair:
            at = farthest(points, position, count, centre)
            if labels[s] < 0:
                at = np.flatnonzero(position[:count] == s)[0]
            count = gather(points, position, labels, total, count, at, k, c)
            c += 1
    labels[position[:count]] = c
    return labels
