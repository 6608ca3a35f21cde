"""V-MDAV as a good plain kernel: passes over all that is left, nothing kept between clusters."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from tests.benchmarks.plain_kernel import distance, farthest, gather

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@njit(nogil=True)
def _update(points: Floats, near: Floats, count: int, member: Floats) -> None:
    for j in range(count):
        near[j] = min(near[j], distance(points[j], member))


@njit(nogil=True)
def _first(values: Floats, position: Ints, count: int) -> int:
    best = 0
    for j in range(1, count):
        if values[j] < values[best] or (values[j] == values[best] and position[j] < position[best]):
            best = j
    return best


@njit(nogil=True)
def _outward(points: Floats, count: int, at: int) -> float:
    least = np.inf
    for j in range(count):
        if j != at:
            least = min(least, distance(points[j], points[at]))
    return least


@njit(nogil=True)
def _grown(
    points: Floats, position: Ints, near: Floats, labels: Ints, count: int, k: int, gamma: float
) -> int:
    """Take near records into the cluster made last; return how many remain."""
    c = labels[position[count]]
    for size in range(k, 2 * k - 1):
        if count == 0:
            break
        e = _first(near, position, count)
        if not np.sqrt(near[e]) < gamma * np.sqrt(_outward(points, count, e)):
            break
        labels[position[e]] = c
        member = points[e].copy()
        count -= 1
        points[e], position[e], near[e] = points[count], position[count], near[count]
        if size < 2 * k - 2:
            _update(points, near, count, member)
    return count


@njit(nogil=True)
def _join(records: Floats, labels: Ints, left: Ints, clusters: int) -> None:
    """Give each record left over to the nearest centroid, of equal ones the first's."""
    means, sizes = np.zeros((clusters, records.shape[1])), np.zeros(clusters)
    first = np.full(clusters, -1)
    for i in range(len(records)):
        if labels[i] >= 0:
            means[labels[i]] += records[i]
            sizes[labels[i]] += 1.0
            if first[labels[i]] < 0:
                first[labels[i]] = i
    for record in left:
        best, at = np.inf, -1
        for c in range(clusters):
            d = distance(means[c] / sizes[c], records[record])
            if d < best or (d == best and first[c] < first[at]):
                best, at = d, c
        labels[record] = at


@njit(nogil=True)
def v_mdav(records: Floats, k: int, gamma: float) -> Ints:
    """Return the cluster of each record."""
    points, count, m = records.copy(), len(records), records.shape[1]
    position, labels, near = np.arange(count), np.full(count, -1), np.empty(count)
    centre, total, c = records.sum(axis=0) / count, np.zeros(m), 0
    while count >= k:
        at = farthest(points, position, count, centre)
        count = gather(points, position, labels, total, count, at, k, c)
        if gamma > 0.0:
            near[:count] = np.inf
            for i in range(count, count + k):
                _update(points, near, count, records[position[i]])
            count = _grown(points, position, near, labels, count, k, gamma)
        c += 1
    _join(records, labels, position[:count].copy(), c)
    return labels
