"""Descent among the few clusters of a leaf: records move or change places where that loses less.

A record's distances to all centroids are found in the time in which a list of the nearest ones
would be read. Rounding only decides which changes are tried;
`core.kernels.blocks.cluster_descent` adds up what they gained.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats, Ints, Singles
from core.kernels.blocks.dissolving import dissolve
from core.kernels.blocks.leaf import Clusters, Leaf, join, put_mean, take_in, write_out
from core.kernels.blocks.leaf_distances import distance, fill_away, list_within, product
from core.kernels.compilation.bare import bare, copy_in
from core.kernels.improvement.limits import Limits, emd_of
from core.kernels.numerics.few_sorted import insert_sorted, sort_few

# A leaf's clusters are gone through so many times, at most, those that have changed since.
_PASSES = 3
# A change gains more than this share of what the record loses, or it is rounding.
_GAIN = np.float32(1e-4)
# A bound has a margin of so many units in the last place for each column and a few more, which is
# several times what rounding can do. Numbers above `_LONG` might overflow: they have no bound.
_MARGIN, _MORE_COLUMNS, _LONG = np.float32(16 * 2.0**-24), 4, np.float32(1e37)
_ZERO, _ONE, _TWO = np.float32(0.0), np.float32(1.0), np.float32(2.0)
_EIGHT, _INFINITE = np.float32(8.0), np.float32(np.inf)
_1, _2, _3 = np.uint64(1), np.uint64(2), np.uint64(3)
# To look at so many centroids takes as long as to look at a record.
_CENTROIDS_A_LOOK = 8
# State of a round: the next leaf, record and cluster to write, and the looks so far.
LEAF, ROW, CLUSTER, LOOKS = 0, 1, 2, 3


@copy_in
def _exchange_cost(
    point: Singles, partner: Singles, apart: Singles, shares: np.float32
) -> np.float32:
    """Compute the change of the loss if two records of different clusters changed places.

    See `core.kernels.improvement.groups.exchange_cost`.
    """
    s0 = s1 = s2 = s3 = _ZERO
    for v in range(0, len(point), 4):
        i = np.uint64(v)
        e0, e1 = partner[i] - point[i], partner[i + _1] - point[i + _1]
        e2, e3 = partner[i + _2] - point[i + _2], partner[i + _3] - point[i + _3]
        s0 += e0 * (apart[i] + shares * e0)
        s1 += e1 * (apart[i + _1] + shares * e1)
        s2 += e2 * (apart[i + _2] + shares * e2)
        s3 += e3 * (apart[i + _3] + shares * e3)
    return -((s0 + s1) + (s2 + s3))


@bare
def _keeps(leaf: Leaf, lim: Limits, c: int, out: int, into: int, scratch: Ints) -> bool:
    """Say whether a cluster keeps t without the record at `out` and with that at `into`."""
    for a in range(len(lim.counts)):
        size = 0
        for y in range(leaf.begin[c], leaf.begin[c] + leaf.size[c]):
            rank = lim.ranks[a, leaf.record[y]]
            if y != out and rank >= 0:
                scratch[size] = rank
                size += 1
        sort_few(scratch, size)
        if into >= 0:
            rank = lim.ranks[a, leaf.record[into]]
            if rank >= 0:
                insert_sorted(scratch, size, rank)
                size += 1
        if emd_of(lim, a, scratch[:size]) > lim.t:
            return False
    return True


@bare
def _may(leaf: Leaf, lim: Limits, a: int, x: int, b: int, z: int, scratch: Ints) -> bool:
    """Say whether t is kept if `x` of `a` goes to `b` and, unless it is -1, `z` to `a`."""
    if len(lim.counts) == 0:
        return True
    if not _keeps(leaf, lim, a, x, z, scratch):
        return False
    return _keeps(leaf, lim, b, z, x, scratch)


@copy_in
def _best(
    leaf: Leaf,
    lim: Limits,
    clusters: int,
    a: int,
    which: int,
    k: int,
    scratch: Ints,
) -> tuple[np.float32, int, int, int]:
    """Find the cost, cluster and partner (-1: none) of the best change for a record, and looks.

    It is the one of `a` that looks as number `which`. Only clusters are looked at that it would
    add less to than it adds to its own.
    """
    x, gain, share, size = leaf.looking[which], leaf.gains[which], leaf.share, leaf.size
    point, square = leaf.points[x], leaf.squares[x]
    lowest_cost, to, partner, looks = -gain * _GAIN, -1, -1, 0
    margin = _EIGHT * _MARGIN * np.float32(len(point) + _MORE_COLUMNS)
    away, reach = leaf.away[which, :clusters], leaf.reach[which]
    for entry in range(list_within(away, reach, leaf.marks, leaf.words, leaf.listed)):
        b = leaf.listed[entry]
        added = distance(point, leaf.means[b]) * share[b]
        if b == a or added > gain:
            continue
        free = size[a] > k and size[b] < leaf.space[b]
        cost = added - gain
        if free and cost < lowest_cost and _may(leaf, lim, a, x, b, -1, scratch):
            lowest_cost, to, partner = cost, b, -1
        shares = _ONE / np.float32(size[a]) + _ONE / np.float32(size[b])
        for i in range(len(point)):
            leaf.apart[i] = _TWO * (leaf.means[a, i] - leaf.means[b, i])
            leaf.pull[i] = leaf.apart[i] - _TWO * shares * point[i]
        own_share = shares * square - product(leaf.apart, point)
        looks += size[b]
        for z in range(leaf.begin[b], leaf.begin[b] + size[b]):
            rough_cost = own_share + (product(leaf.pull, leaf.points[z]) + shares * leaf.squares[z])
            extent = square + leaf.squares[z] + gain
            if rough_cost < -lowest_cost - margin * extent and extent < _LONG:
                continue
            cost = _exchange_cost(point, leaf.points[z], leaf.apart, shares)
            if cost < lowest_cost and _may(leaf, lim, a, x, b, z, scratch):
                lowest_cost, to, partner = cost, b, z
    return lowest_cost, to, partner, looks


@copy_in
def _exchange(leaf: Leaf, a: int, x: int, b: int, z: int) -> None:
    """Put `x` of cluster `a` and `z` of `b` each in the other's place."""
    point, partner = leaf.points[x], leaf.points[z]
    first, second = _ONE / np.float32(leaf.size[a]), _ONE / np.float32(leaf.size[b])
    for i in range(len(point)):
        gap = partner[i] - point[i]
        leaf.means[a, i] += gap * first
        leaf.means[b, i] -= gap * second
        point[i], partner[i] = partner[i], point[i]
    leaf.record[x], leaf.record[z] = leaf.record[z], leaf.record[x]
    leaf.squares[x], leaf.squares[z] = leaf.squares[z], leaf.squares[x]
    put_mean(leaf, a)
    put_mean(leaf, b)


@copy_in
def _move(leaf: Leaf, a: int, x: int, b: int) -> None:
    """Put `x` of cluster `a` at the end of `b`, and the last of `a` in its place."""
    join(leaf, x, b)
    last = leaf.begin[a] + leaf.size[a] - 1
    leaf.size[a] -= 1
    share = _ONE / np.float32(leaf.size[a])
    for i in range(leaf.points.shape[1]):
        leaf.means[a, i] += (leaf.means[a, i] - leaf.points[x, i]) * share
        leaf.points[x, i] = leaf.points[last, i]
    leaf.record[x], leaf.squares[x] = leaf.record[last], leaf.squares[last]
    leaf.share[a] = np.float32(leaf.size[a]) / np.float32(leaf.size[a] + 1)
    put_mean(leaf, a)


@copy_in
def _choose(leaf: Leaf, a: int, next_place: int, k: int, enough: np.float32) -> int:
    """Choose the next one or two records of `a` to look, if any; return the place after them."""
    size, n_looking = leaf.size[a], 0
    leaf.looking[0] = -1
    while next_place < size and n_looking < 2:
        x = leaf.begin[a] + next_place
        gain = distance(leaf.points[x], leaf.means[a])
        gain *= np.float32(size) / np.float32(size - 1)
        if gain > enough:
            leaf.looking[n_looking], leaf.gains[n_looking] = x, gain
            # Nearer than that is every cluster that it would add less to, as none has fewer than k.
            reach = gain + gain / np.float32(k)
            reach += _GAIN * reach
            extent, columns = leaf.squares[x] + reach, leaf.points.shape[1] + _MORE_COLUMNS
            reach += _MARGIN * np.float32(columns) * extent - leaf.squares[x]
            leaf.reach[n_looking] = reach if extent < _LONG else _INFINITE
            n_looking += 1
        next_place += 1
    if n_looking == 1:
        leaf.looking[1] = leaf.looking[0]
    return next_place


@bare
def _improve(
    leaf: Leaf,
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
            next_place = 0
            while next_place < leaf.size[a] and leaf.size[a] > 1:
                first, next_place = next_place, _choose(leaf, a, next_place, k, enough)
                looks += next_place - first
                if leaf.looking[0] < 0:
                    break
                first_point, second_point = (
                    leaf.points[leaf.looking[0]],
                    leaf.points[leaf.looking[1]],
                )
                near, far = leaf.away[0, :clusters], leaf.away[1, :clusters]
                squares = leaf.mean_squares[:clusters]
                fill_away(leaf.columns, squares, first_point, second_point, near, far)
                for which in range(2 if leaf.looking[1] > leaf.looking[0] else 1):
                    change = _best(leaf, lim, clusters, a, which, k, scratch)
                    to, partner = change[1], change[2]
                    looks += clusters // _CENTROIDS_A_LOOK + change[3]
                    if to < 0:
                        continue
                    x = leaf.looking[which]
                    if partner >= 0:
                        _exchange(leaf, a, x, to, partner)
                        next_place = x - leaf.begin[a] + 1
                    else:
                        _move(leaf, a, x, to)
                        # Another record is in the place of `x` now.
                        next_place = x - leaf.begin[a]
                    leaf.changed[a] = leaf.changed[to] = True
                    changes += 1
                    # What the other one knows is out of date.
                    break
        if changes == 0:
            break
    return looks


@njit(cache=True, nogil=True)
def improve_leaves(
    leaf: Leaf,
    points: Floats,
    old: Clusters,
    new: Clusters,
    order: Ints,
    leaves: Ints,
    lim: Limits,
    k: int,
    state: Ints,
    scratch: Ints,
    budget: int,
    dissolves: bool,
) -> None:
    """Improve leaf after leaf for about `budget` looks at a centroid or record.

    Parameters
    ----------
    leaf : Leaf
        Space for the largest one.
    points : numpy.ndarray of float64, shape (n, m)
        The records.
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
    dissolves : bool
        Whether clusters are dissolved before.
    """
    end = state[LOOKS] + budget
    while state[LEAF] < len(leaves) - 1 and state[LOOKS] < end:
        first, last = leaves[state[LEAF]], leaves[state[LEAF] + 1]
        enough = take_in(leaf, points, old, order, first, last, k)
        clusters = dissolve(leaf, last - first) if dissolves else last - first
        looks = _improve(leaf, lim, clusters, k, enough, scratch)
        state[ROW] = write_out(leaf, clusters, new, state[ROW], state[CLUSTER])
        state[CLUSTER] += clusters
        state[LOOKS] += looks + 1
        state[LEAF] += 1
    if state[LEAF] == len(leaves) - 1:
        new.start[state[CLUSTER]] = state[ROW]
