"""Descent among the few clusters of a leaf: records move or change places where that loses less.

The records of a leaf are copied next to each other, relative to one of them, in single precision:
they then fit into the processor's nearest cache, and a record's distances to all centroids are
found in the time in which a list of the nearest ones would be read. Rounding only decides which
changes are tried; `core.kernels.blocks.cluster_descent` adds up what they gained.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels.compilation.bare import bare, copied_in
from core.kernels.improvement.limits import Limits, emd_of, put_in, sort_few

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Ints = NDArray[np.int64]

LANES = 4
# A leaf's clusters are gone through so many times, at most, those that have changed since.
_PASSES = 3
# A change gains more than this share of what the record loses, or it is rounding.
_GAIN = np.float32(1e-4)
_ONE, _TWO, _INFINITE = np.float32(1.0), np.float32(2.0), np.float32(np.inf)
# So many centroids are looked over at once for one that is near enough, and then so many of them.
_AT_ONCE, _FEW = 64, 8
# State of a round: the next leaf, record and cluster to write, and the looks so far.
LEAF, ROW, CLUSTER, LOOKS = 0, 1, 2, 3


class Clusters(NamedTuple):
    """Clusters and their records, cluster by cluster.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The records.
    record : numpy.ndarray of int64, shape (n,)
        Which record each is.
    start : numpy.ndarray of int64, shape (g + 1,)
        The first record of each cluster, and the end.
    number : numpy.ndarray of int64, shape (g,)
        The number of each cluster.
    centres : numpy.ndarray of float64, shape (g, m)
        The mean of each cluster.
    losses : numpy.ndarray of float64, shape (g,)
        The sum of the squared distances of each cluster's records from its mean.
    """

    points: Floats
    record: Ints
    start: Ints
    number: Ints
    centres: Floats
    losses: Floats


class Leaf(NamedTuple):
    """The clusters of a leaf while they change.

    Attributes
    ----------
    points : numpy.ndarray of float32, shape (r, m)
        Places for records, relative to one of them; `m` is a multiple of `LANES`.
    row : numpy.ndarray of int64, shape (r,)
        Where the record in each place comes from.
    begin, size, space : numpy.ndarray of int64, shape (w,)
        The first place of each cluster, its number of records and of places.
    means : numpy.ndarray of float32, shape (m, w)
        The clusters' means, column by column.
    share : numpy.ndarray of float32, shape (w,)
        What a record adds to the loss of a cluster that it joins, for each unit of its squared
        distance from the mean.
    away : numpy.ndarray of float32, shape (v,)
        Squared distances of a record from the means; `v` is a multiple of what is looked over at
        once.
    apart : numpy.ndarray of float32, shape (m,)
        Twice the difference of two means.
    changed : numpy.ndarray of bool, shape (w,)
        Whether a cluster has changed since it was looked at.
    """

    points: Singles
    row: Ints
    begin: Ints
    size: Ints
    space: Ints
    means: Singles
    share: Singles
    away: Singles
    apart: Singles
    changed: NDArray[np.bool_]


def make_leaf(clusters: int, places: int, columns: int) -> Leaf:
    """Return space for a leaf of at most so many clusters and places."""
    width = -(-columns // LANES) * LANES
    return Leaf(
        np.zeros((places, width), dtype=np.float32),
        np.zeros(places, dtype=np.int64),
        np.zeros(clusters, dtype=np.int64),
        np.zeros(clusters, dtype=np.int64),
        np.zeros(clusters, dtype=np.int64),
        np.zeros((width, clusters), dtype=np.float32),
        np.zeros(clusters, dtype=np.float32),
        np.zeros(-(-clusters // _AT_ONCE) * _AT_ONCE, dtype=np.float32),
        np.zeros(width, dtype=np.float32),
        np.zeros(clusters, dtype=np.bool_),
    )


@bare
def _fill_away(means: Singles, clusters: int, point: Singles, away: Singles) -> None:
    """Fill in the squared distances of a record from all means, four columns at once."""
    for i in range(0, len(point), 4):
        p, q = means[i, :clusters], means[i + 1, :clusters]
        r, s = means[i + 2, :clusters], means[i + 3, :clusters]
        c, d, e, f = point[i], point[i + 1], point[i + 2], point[i + 3]
        if i == 0:
            for j in range(clusters):
                away[j] = ((p[j] - c) * (p[j] - c) + (q[j] - d) * (q[j] - d)) + (
                    (r[j] - e) * (r[j] - e) + (s[j] - f) * (s[j] - f)
                )
        else:
            for j in range(clusters):
                away[j] += ((p[j] - c) * (p[j] - c) + (q[j] - d) * (q[j] - d)) + (
                    (r[j] - e) * (r[j] - e) + (s[j] - f) * (s[j] - f)
                )


@copied_in
def _own_away(means: Singles, a: int, point: Singles) -> np.float32:
    """Return the squared distance of a record from the mean of cluster `a`."""
    total = _ONE - _ONE
    for i in range(len(point)):
        total += (point[i] - means[i, a]) * (point[i] - means[i, a])
    return total


@copied_in
def _exchange_cost(one: Singles, other: Singles, apart: Singles, shares: np.float32) -> np.float32:
    """Return the change of the loss if two records of different clusters changed places.

    See `core.kernels.improvement.groups.exchange_cost`.
    """
    s0 = s1 = s2 = s3 = _ONE - _ONE
    for i in range(0, len(one), 4):
        e0, e1 = other[i] - one[i], other[i + 1] - one[i + 1]
        e2, e3 = other[i + 2] - one[i + 2], other[i + 3] - one[i + 3]
        s0 += e0 * (apart[i] + shares * e0)
        s1 += e1 * (apart[i + 1] + shares * e1)
        s2 += e2 * (apart[i + 2] + shares * e2)
        s3 += e3 * (apart[i + 3] + shares * e3)
    return -((s0 + s1) + (s2 + s3))


@bare
def _keeps(
    leaf: Leaf, record: Ints, lim: Limits, c: int, out: int, into: int, scratch: Ints
) -> bool:
    """Say whether a cluster keeps t without the record at `out` and with that at `into`."""
    for a in range(len(lim.counts)):
        size = 0
        for y in range(leaf.begin[c], leaf.begin[c] + leaf.size[c]):
            rank = lim.ranks[a, record[leaf.row[y]]]
            if y != out and rank >= 0:
                scratch[size] = rank
                size += 1
        sort_few(scratch, size)
        if into >= 0:
            rank = lim.ranks[a, record[leaf.row[into]]]
            if rank >= 0:
                put_in(scratch, size, rank)
                size += 1
        if emd_of(lim, a, scratch[:size]) > lim.t:
            return False
    return True


@bare
def _may(
    leaf: Leaf, record: Ints, lim: Limits, a: int, x: int, b: int, z: int, scratch: Ints
) -> bool:
    """Say whether t is kept if `x` of `a` goes to `b` and, unless it is -1, `z` to `a`."""
    if len(lim.counts) == 0:
        return True
    if not _keeps(leaf, record, lim, a, x, z, scratch):
        return False
    return _keeps(leaf, record, lim, b, z, x, scratch)


@copied_in
def _some_of_many(away: Singles, start: int, reach: np.float32) -> np.bool_:
    """Say whether one of `_AT_ONCE` distances from `start` on is within reach."""
    # Without a branch, and with places that cannot be negative, so that vectors serve.
    count, first = np.int32(0), np.uint64(start)
    for j in range(_AT_ONCE):
        count = np.int32(count + np.int32(away[first + np.uint64(j)] <= reach))
    return count > 0


@copied_in
def _some_of_few(away: Singles, start: int, reach: np.float32) -> np.bool_:
    """Say whether one of `_FEW` distances from `start` on is within reach."""
    count, first = np.int32(0), np.uint64(start)
    for j in range(_FEW):
        count = np.int32(count + np.int32(away[first + np.uint64(j)] <= reach))
    return count > 0


@copied_in
def _best(
    leaf: Leaf,
    record: Ints,
    lim: Limits,
    clusters: int,
    a: int,
    x: int,
    k: int,
    gain: np.float32,
    scratch: Ints,
) -> tuple[np.float32, int, int, int]:
    """Return cost, cluster and partner (-1: none) of the best change for `x` of `a`, and looks.

    Only clusters are looked at that `x` would add less to than it adds to its own.
    """
    away, share, size, point = leaf.away, leaf.share, leaf.size, leaf.points[x]
    least, to, partner, looks = -gain * _GAIN, -1, -1, 0
    # Nearer than that is every cluster that `x` would add less to, as none has fewer than k.
    reach, away[a] = gain + gain / np.float32(k), _INFINITE
    reach += _GAIN * reach
    for first in range(0, clusters, _AT_ONCE):
        if not _some_of_many(away, first, reach):
            continue
        for start in range(first, min(first + _AT_ONCE, clusters), _FEW):
            if not _some_of_few(away, start, reach):
                continue
            for b in range(start, min(start + _FEW, clusters)):
                added = away[b] * share[b]
                if added > gain:
                    continue
                free = size[a] > k and size[b] < leaf.space[b]
                cost = added - gain
                if free and cost < least and _may(leaf, record, lim, a, x, b, -1, scratch):
                    least, to, partner = cost, b, -1
                for i in range(len(point)):
                    leaf.apart[i] = _TWO * (leaf.means[i, a] - leaf.means[i, b])
                shares = _ONE / np.float32(size[a]) + _ONE / np.float32(size[b])
                looks += size[b]
                for z in range(leaf.begin[b], leaf.begin[b] + size[b]):
                    cost = _exchange_cost(point, leaf.points[z], leaf.apart, shares)
                    if cost < least and _may(leaf, record, lim, a, x, b, z, scratch):
                        least, to, partner = cost, b, z
    return least, to, partner, looks


@bare
def _exchange(leaf: Leaf, a: int, x: int, b: int, z: int) -> None:
    """Put `x` of cluster `a` and `z` of `b` each in the other's place."""
    one, other = leaf.points[x], leaf.points[z]
    first, second = _ONE / np.float32(leaf.size[a]), _ONE / np.float32(leaf.size[b])
    for i in range(len(one)):
        gap = other[i] - one[i]
        leaf.means[i, a] += gap * first
        leaf.means[i, b] -= gap * second
        one[i], other[i] = other[i], one[i]
    leaf.row[x], leaf.row[z] = leaf.row[z], leaf.row[x]


@bare
def _move(leaf: Leaf, a: int, x: int, b: int) -> None:
    """Put `x` of cluster `a` at the end of `b`, and the last of `a` in its place."""
    last, free = leaf.begin[a] + leaf.size[a] - 1, leaf.begin[b] + leaf.size[b]
    leaf.size[a] -= 1
    leaf.size[b] += 1
    first, second = _ONE / np.float32(leaf.size[a]), _ONE / np.float32(leaf.size[b])
    for i in range(leaf.points.shape[1]):
        value = leaf.points[x, i]
        leaf.means[i, a] += (leaf.means[i, a] - value) * first
        leaf.means[i, b] += (value - leaf.means[i, b]) * second
        leaf.points[free, i] = value
        leaf.points[x, i] = leaf.points[last, i]
    leaf.row[free] = leaf.row[x]
    leaf.row[x] = leaf.row[last]
    for c in (a, b):
        leaf.share[c] = np.float32(leaf.size[c]) / np.float32(leaf.size[c] + 1)


@bare
def _improve(
    leaf: Leaf,
    record: Ints,
    lim: Limits,
    clusters: int,
    k: int,
    enough: np.float32,
    scratch: Ints,
) -> int:
    """Improve the clusters of a leaf; return the looks at a centroid or record.

    A record stays where it is if leaving would gain no more than `enough`.
    """
    looks = 0
    for _ in range(_PASSES):
        changes = 0
        for a in range(clusters):
            if not leaf.changed[a]:
                continue
            leaf.changed[a] = False
            place = 0
            while place < leaf.size[a] and leaf.size[a] > 1:
                x, size = leaf.begin[a] + place, leaf.size[a]
                gain = _own_away(leaf.means, a, leaf.points[x])
                gain *= np.float32(size) / np.float32(size - 1)
                place += 1
                looks += 1
                if gain <= enough:
                    continue
                _fill_away(leaf.means, clusters, leaf.points[x], leaf.away)
                found = _best(leaf, record, lim, clusters, a, x, k, gain, scratch)
                to, partner = found[1], found[2]
                looks += clusters // _FEW + found[3]
                if to < 0:
                    continue
                if partner >= 0:
                    _exchange(leaf, a, x, to, partner)
                else:
                    _move(leaf, a, x, to)
                    # Another record is in the place of `x` now.
                    place -= 1
                leaf.changed[a] = leaf.changed[to] = True
                changes += 1
        if changes == 0:
            break
    return looks


@bare
def _take_in(leaf: Leaf, old: Clusters, order: Ints, first: int, last: int, k: int) -> np.float32:
    """Copy the clusters of a leaf; return the mean squared distance of a record from its mean."""
    m, place, count = old.points.shape[1], 0, 0
    origin = old.start[order[first]]
    for j in range(last - first):
        c = order[first + j]
        begin, size = old.start[c], old.start[c + 1] - old.start[c]
        leaf.begin[j], leaf.size[j], leaf.space[j] = place, size, max(2 * k - 1, size)
        leaf.changed[j] = True
        leaf.share[j] = np.float32(size) / np.float32(size + 1)
        for i in range(m):
            leaf.means[i, j] = np.float32(old.centres[c, i] - old.points[origin, i])
        for y in range(size):
            leaf.row[place + y] = begin + y
            for i in range(m):
                value = old.points[begin + y, i] - old.points[origin, i]
                leaf.points[place + y, i] = np.float32(value)
        place += leaf.space[j]
        count += size
    total = 0.0
    for j in range(last - first):
        for y in range(leaf.begin[j], leaf.begin[j] + leaf.size[j]):
            total += np.float64(_own_away(leaf.means, j, leaf.points[y]))
    return np.float32(total / count)


@bare
def sum_up(points: Floats, begin: int, end: int, c: int, centres: Floats, losses: Floats) -> None:
    """Write mean and loss of cluster `c`, whose records are from `begin` up to `end`."""
    for i in range(points.shape[1]):
        total = 0.0
        for x in range(begin, end):
            total += points[x, i]
        centres[c, i] = total / (end - begin)
    losses[c] = 0.0
    for x in range(begin, end):
        for i in range(points.shape[1]):
            losses[c] += (points[x, i] - centres[c, i]) * (points[x, i] - centres[c, i])


@bare
def _write_out(
    leaf: Leaf, old: Clusters, new: Clusters, order: Ints, first: int, last: int, at: int, c: int
) -> int:
    """Write the clusters of a leaf from record `at` and cluster `c` on; return the next record."""
    m = old.points.shape[1]
    for j in range(last - first):
        new.start[c], new.number[c] = at, old.number[order[first + j]]
        for y in range(leaf.begin[j], leaf.begin[j] + leaf.size[j]):
            row = leaf.row[y]
            new.record[at] = old.record[row]
            for i in range(m):
                new.points[at, i] = old.points[row, i]
            at += 1
        sum_up(new.points, new.start[c], at, c, new.centres, new.losses)
        c += 1
    return at


@njit(cache=True, nogil=True)
def improve_leaves(
    leaf: Leaf,
    old: Clusters,
    new: Clusters,
    order: Ints,
    leaves: Ints,
    lim: Limits,
    k: int,
    state: Ints,
    scratch: Ints,
    budget: int,
) -> None:
    """Improve leaf after leaf for about `budget` looks at a centroid or record.

    Parameters
    ----------
    leaf : Leaf
        Space for the largest one.
    old, new : Clusters
        The clusters, and where they are written leaf by leaf.
    order : numpy.ndarray of int64, shape (g,)
        The clusters of `old`, leaf by leaf.
    leaves : numpy.ndarray of int64, shape (leaves + 1,)
        Where in `order` each leaf begins, and the end.
    lim : Limits
        The attributes for which no cluster may come to exceed `t`.
    k : int
        Least size of a cluster; it grows no further than to ``2 k - 1``.
    state : numpy.ndarray of int64, shape (4,)
        The next leaf, record and cluster to write, and the looks so far.
    scratch : numpy.ndarray of int64, shape (n + 1,)
        For the ranks of a cluster.
    budget : int
        Looks after which to stop.
    """
    end = state[LOOKS] + budget
    while state[LEAF] < len(leaves) - 1 and state[LOOKS] < end:
        first, last = leaves[state[LEAF]], leaves[state[LEAF] + 1]
        enough = _take_in(leaf, old, order, first, last, k)
        looks = _improve(leaf, old.record, lim, last - first, k, enough, scratch)
        at, c = state[ROW], state[CLUSTER]
        state[ROW] = _write_out(leaf, old, new, order, first, last, at, c)
        state[CLUSTER] += last - first
        state[LOOKS] += looks + 1
        state[LEAF] += 1
    if state[LEAF] == len(leaves) - 1:
        new.start[state[CLUSTER]] = state[ROW]
