"""The clusters while they change: who is in which, and their sums and means.

The members of a cluster stand in a ring, so that one joins or leaves in no time and a cluster
may have any size. Records are the slots of a tree: neighbours stand near each other in memory.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Floats, Int32s, Ints
from core.kernels.compilation.bare import bare

# Columns are filled up with zeros to a multiple of this, for the processor's vectors.
LANES = 4


class Groups(NamedTuple):
    """A partition that changes.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The records; `m` is a multiple of `LANES`.
    label, following, preceding : numpy.ndarray of int32, shape (n,)
        Cluster of each record and its neighbours in the ring of the cluster's members.
    first, size : numpy.ndarray of int64, shape (g,)
        A member of each cluster and how many it has; an unused cluster has none.
    sums, means : numpy.ndarray of float64, shape (g, m)
        Of each cluster.
    unused : numpy.ndarray of int64, shape (g + 1,)
        How many clusters are unused, then which.
    key : numpy.ndarray of int64, shape (n,) or (0,)
        If any: the members of a cluster stand in the ring in the order of this, which no two
        records share.
    """

    points: Floats
    label: Int32s
    following: Int32s
    preceding: Int32s
    first: Ints
    size: Ints
    sums: Floats
    means: Floats
    unused: Ints
    key: Ints


def make_groups(points: Floats, labels: Int32s, clusters: int, key: Ints | None = None) -> Groups:
    """Build the groups of a partition, with `clusters` of them, used and unused.

    The labels are changed in place. The groups can be used once `pad`, `link` and `sum_up` have
    been called, each of which takes long.
    """
    n, m = points.shape
    width = -(-m // LANES) * LANES
    padded = points if width == m else np.zeros((n, width))
    return Groups(
        padded,
        labels,
        np.empty(n, dtype=np.int32),
        np.empty(n, dtype=np.int32),
        np.full(clusters, -1, dtype=np.int64),
        np.zeros(clusters, dtype=np.int64),
        np.zeros((clusters, width)),
        np.zeros((clusters, width)),
        np.zeros(clusters + 1, dtype=np.int64),
        np.zeros(0, dtype=np.int64) if key is None else key,
    )


@njit(cache=True, nogil=True)
def pad(g: Groups, points: Floats) -> None:
    """Fill in the points, unless they are of the groups' width and so the groups' own."""
    if g.points.shape[1] == points.shape[1]:
        return
    for x in range(points.shape[0]):
        for i in range(points.shape[1]):
            g.points[x, i] = points[x, i]


@njit(cache=True, nogil=True)
def link(g: Groups) -> None:
    """Make everything but sums and means again from the labels."""
    g.first[:] = -1
    g.size[:] = 0
    for x in range(len(g.label)):
        _join(g.label, g.following, g.preceding, g.first, g.size, g.key, x, g.label[x])
    g.unused[0] = 0
    for c in range(len(g.size) - 1, -1, -1):
        if g.size[c] == 0:
            g.unused[0] += 1
            g.unused[g.unused[0]] = c


@bare
def sum_up(g: Groups) -> None:
    """Add up sums and means again, in the records' order, so that no rounding piles up."""
    g.sums[:] = 0.0
    for x in range(len(g.label)):
        c = g.label[x]
        for i in range(g.points.shape[1]):
            g.sums[c, i] += g.points[x, i]
    for c in range(len(g.size)):
        if g.size[c] > 0:
            for i in range(g.points.shape[1]):
                g.means[c, i] = g.sums[c, i] / g.size[c]


@njit(cache=True, nogil=True)
def total_loss(g: Groups) -> float:
    """Compute the sum of the squared distances of the records from their clusters' means."""
    total = 0.0
    for x in range(len(g.label)):
        total += distance(g.points[x], g.means[g.label[x]])
    return total


@bare
def distance(a: Floats, b: Floats) -> float:
    """Compute the squared distance of two points, in four running sums."""
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    for i in range(0, len(a), 4):
        e0, e1 = a[i] - b[i], a[i + 1] - b[i + 1]
        e2, e3 = a[i + 2] - b[i + 2], a[i + 3] - b[i + 3]
        s0 += e0 * e0
        s1 += e1 * e1
        s2 += e2 * e2
        s3 += e3 * e3
    return (s0 + s1) + (s2 + s3)


@bare
def _join(
    label: Int32s,
    following: Int32s,
    preceding: Int32s,
    first: Ints,
    size: Ints,
    key: Ints,
    x: int,
    c: int,
) -> None:
    # Plain arrays, here and below: taken out of the tuple in a loop, each would be counted.
    if size[c] == 0:
        first[c], following[x], preceding[x] = x, x, x
    else:
        h = first[c]
        if len(key) > 0:
            # The member before which `x` comes in the ring; from the end on, because the last ones
            # are nearest when clusters are made again.
            if key[x] > key[h]:
                while key[x] < key[preceding[h]]:
                    h = preceding[h]
            if key[x] < key[first[c]]:
                first[c] = x
        t = preceding[h]
        following[x], preceding[x] = h, t
        following[t], preceding[h] = x, x
    size[c] += 1
    label[x] = c


@bare
def _leave(
    label: Int32s, following: Int32s, preceding: Int32s, first: Ints, size: Ints, x: int
) -> None:
    c = label[x]
    following[preceding[x]] = following[x]
    preceding[following[x]] = preceding[x]
    if first[c] == x:
        first[c] = following[x]
    size[c] -= 1


@bare
def _add(points: Floats, sums: Floats, means: Floats, x: int, sign: float, c: int, n: int) -> None:
    """Add `sign` times a record to a cluster that then has `n` members."""
    share = 1.0 / n if n > 0 else 0.0
    for i in range(points.shape[1]):
        # An empty cluster begins from nothing, not from what rounding left.
        sums[c, i] = sums[c, i] + sign * points[x, i] if n > 0 else 0.0
        means[c, i] = sums[c, i] * share


@bare
def _replace(points: Floats, sums: Floats, means: Floats, x: int, z: int, c: int, n: int) -> None:
    """Put record `z` in the place of `x` in the sums of a cluster of `n`."""
    share = 1.0 / n
    for i in range(points.shape[1]):
        sums[c, i] += points[z, i] - points[x, i]
        means[c, i] = sums[c, i] * share


@bare
def move(g: Groups, x: int, c: int) -> None:
    """Put record `x` into cluster `c`, which is not its own."""
    a = g.label[x]
    _leave(g.label, g.following, g.preceding, g.first, g.size, x)
    _join(g.label, g.following, g.preceding, g.first, g.size, g.key, x, c)
    _add(g.points, g.sums, g.means, x, -1.0, a, g.size[a])
    _add(g.points, g.sums, g.means, x, 1.0, c, g.size[c])


@bare
def exchange(g: Groups, x: int, z: int) -> None:
    """Put two records of different clusters each into the other's."""
    a, b = g.label[x], g.label[z]
    _leave(g.label, g.following, g.preceding, g.first, g.size, x)
    _leave(g.label, g.following, g.preceding, g.first, g.size, z)
    _join(g.label, g.following, g.preceding, g.first, g.size, g.key, x, b)
    _join(g.label, g.following, g.preceding, g.first, g.size, g.key, z, a)
    _replace(g.points, g.sums, g.means, x, z, a, g.size[a])
    _replace(g.points, g.sums, g.means, z, x, b, g.size[b])


@bare
def move_cost(g: Groups, x: int, c: int) -> float:
    """Compute the change of the loss if `x` moved into cluster `c`; its own keeps a member."""
    return joining(g, x, c) - leaving(g, x)


@bare
def joining(g: Groups, x: int, c: int) -> float:
    """Compute what `x` adds to the loss of a cluster it is not in."""
    b = g.size[c]
    return b / (b + 1.0) * distance(g.points[x], g.means[c]) if b > 0 else 0.0


@bare
def leaving(g: Groups, x: int) -> float:
    """Compute by how much the loss of its cluster falls when `x` leaves it."""
    c = g.label[x]
    a = g.size[c]
    return a / (a - 1.0) * distance(g.points[x], g.means[c]) if a > 1 else 0.0


@bare
def exchange_cost(g: Groups, x: int, z: int) -> float:
    """Compute the change of the loss if `x` and `z` changed places.

    With ``e = z - x``, of the clusters a of x and b of z:
    ``-sum e (2 (mean_a - mean_b) + (1/|a| + 1/|b|) e)``.
    """
    a, b = g.label[x], g.label[z]
    p, q, u, v = g.points[x], g.points[z], g.means[a], g.means[b]
    w = 1.0 / g.size[a] + 1.0 / g.size[b]
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    for i in range(0, len(p), 4):
        e0, e1 = q[i] - p[i], q[i + 1] - p[i + 1]
        e2, e3 = q[i + 2] - p[i + 2], q[i + 3] - p[i + 3]
        s0 += e0 * (2.0 * (u[i] - v[i]) + w * e0)
        s1 += e1 * (2.0 * (u[i + 1] - v[i + 1]) + w * e1)
        s2 += e2 * (2.0 * (u[i + 2] - v[i + 2]) + w * e2)
        s3 += e3 * (2.0 * (u[i + 3] - v[i + 3]) + w * e3)
    return -((s0 + s1) + (s2 + s3))
