"""The clusters of t-k-first, one after the other ([P1], Algorithm 2)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels import exact, exchange, heap, improving, outer_list, shrinking_tree, tree_search
from core.kernels.exchange import Attributes, Group
from core.kernels.outer_list import OuterList
from core.kernels.shrinking_tree import NOBODY, Tree, squared_distance
from core.kernels.tree_search import Scratch

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LEFT, CLUSTERS, EXCHANGES = 0, 1, 2
# What a look at a node, a leaf or an exchange costs, in distances.
_STEP = 8
# How many times k of the nearest records are tried before the others are chosen from.
_TRIED = 8
# How many times as many records as in the last batch may be looked through to choose.
_FEW = 4
# After how many records without an exchange those that cannot help are passed over.
_QUIET = 32


class Pool(NamedTuple):
    """The records that remain, and some that do not, sorted by each attribute's ranks.

    Attributes
    ----------
    by_rank : numpy.ndarray of int64, shape (a, n)
        Positions of the records, of ascending rank.
    used : numpy.ndarray of int64, shape (1,)
        How many of each row are in use.
    """

    by_rank: Ints
    used: Ints


@njit(cache=True, nogil=True)
def _compact(pool: Pool, labels: Ints) -> None:
    """Drop the records that have a label."""
    kept = 0
    for a in range(len(pool.by_rank)):
        row, kept = pool.by_rank[a], 0
        for i in range(pool.used[0]):
            if labels[row[i]] < 0:
                row[kept] = row[i]
                kept += 1
    pool.used[0] = kept


@njit(cache=True, nogil=True)
def _from_rank(pool: Pool, file: Attributes, a: int, rank: int) -> int:
    """Return where in a row of the pool the ranks of at least `rank` begin."""
    low, high = 0, pool.used[0]
    while low < high:
        middle = (low + high) // 2
        if file.ranks[a, pool.by_rank[a, middle]] < rank:
            low = middle + 1
        else:
            high = middle
    return low


@njit(cache=True, nogil=True)
def _in_order(key: Floats, place: Ints, size: int) -> None:
    """Turn a heap into a list, the nearest first."""
    for last in range(size - 1, 0, -1):
        distance, position = key[0], place[0]
        heap.replace_top(key, place, last, key[last], place[last])
        key[last], place[last] = distance, position


@njit(cache=True, nogil=True)
def _sieve(
    file: Attributes, group: Group, pool: Pool, a: int, found: Ints, spans: Ints
) -> tuple[int, int]:
    """Find what may lower the EMD of attribute `a`.

    Fills `found` with intervals of ranks and `spans` with where these stand in the pool;
    returns how many there are, and how many records of the pool they hold.
    """
    count, held = improving.intervals(file, group, a, found), 0
    for i in range(count):
        for end in range(2):
            spans[i, end] = _from_rank(pool, file, a, found[i, end])
        held += spans[i, 1] - spans[i, 0]
    return count, held


@njit(cache=True, nogil=True)
def _passes(found: Ints, count: int, rank: int) -> bool:
    """Say whether a rank is in one of the intervals."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if found[middle, 1] <= rank:
            low = middle + 1
        else:
            high = middle
    return bool(low < count and found[low, 0] <= rank)


@njit(cache=True, nogil=True)
def _choose(
    points: Floats,
    labels: Ints,
    pool: Pool,
    a: int,
    spans: Ints,
    count: int,
    seed: Floats,
    distance: float,
    position: int,
    key: Floats,
    place: Ints,
) -> int:
    """Find the records in `spans` that are nearest to `seed`, as many as `key` holds.

    Only those after (`distance`, `position`) in the order of nearness. Returns how many.
    """
    size = 0
    for i in range(count):
        for j in range(spans[i, 0], spans[i, 1]):
            record = pool.by_rank[a, j]
            if labels[record] >= 0:
                continue
            d = squared_distance(points[record], seed)
            if d > distance or (d == distance and record > position):
                size = heap.offer(key, place, size, len(key), d, record)
    _in_order(key, place, size)
    return size


@njit(cache=True, nogil=True)
def _form(
    tree: Tree,
    points: Floats,
    labels: Ints,
    file: Attributes,
    group: Group,
    pool: Pool,
    seed: Floats,
    left: int,
    t: float,
    space: Scratch,
) -> tuple[int, int]:
    """Fill `group` with the cluster around `seed`; return the exchanges made and the work.

    Records are tried in the order of nearness. Those that cannot lower the EMD are passed over
    once none has done so for a while; and when only few can, wherever they are, these are
    looked for and not the nearest: to try the others would change nothing.
    """
    k = len(group.members)
    room, few = min(left, _TRIED * k), 1
    key, place = np.empty(room), np.empty(room, np.int64)
    size, total = tree_search.nearest_few(tree, seed, room, 0, key, place, space)
    _in_order(key, place, size)
    group.members[:] = place[:k]
    exchange.settle(file, group)
    emd, widest = exchange.largest_emd(file, group)
    found, spans = np.empty((2 * k + 2, 2), np.int64), np.empty((2 * k + 2, 2), np.int64)
    at, made, quiet, count, chosen = k, 0, 0, -1, False
    while emd > t:
        if at == size:
            distance, position = key[at - 1], place[at - 1]
            count, held = _sieve(file, group, pool, widest, found, spans)
            chosen = held <= _FEW * room
            if chosen:
                few = min(left, few)
                key, place = np.empty(few), np.empty(few, np.int64)
                size = _choose(
                    points, labels, pool, widest, spans, count, seed, distance, position, key, place
                )
                at, few = 0, 4 * few
                total += held // 2
            else:
                room = min(left, 4 * room)
                key, place = np.empty(room), np.empty(room, np.int64)
                size, work = tree_search.nearest_few(tree, seed, room, 0, key, place, space)
                _in_order(key, place, size)
                total += work + room
                at = int(np.searchsorted(key[:size], distance, "left"))
                while at < size and key[at] == distance and place[at] <= position:
                    at += 1
            total += k
            if at == size:
                break
        if count < 0 and quiet == _QUIET:
            count, held = _sieve(file, group, pool, widest, found, spans)
        record = place[at]
        at += 1
        quiet += 1
        if count >= 0 and not _passes(found, count, file.ranks[widest, record]):
            continue
        least, worst = exchange.best_exchange(file, group, record)
        total += k
        if least < emd:
            group.members[worst] = record
            exchange.settle(file, group)
            emd, widest = exchange.largest_emd(file, group)
            made += 1
            quiet, count = 0, -1
            if chosen:
                # What was chosen was chosen for the cluster as it was before.
                size, few = at, 1
    return made, total


@njit(cache=True, nogil=True)
def advance(
    tree: Tree,
    outer: OuterList,
    points: Floats,
    labels: Ints,
    sums: Ints,
    seed: Floats,
    file: Attributes,
    group: Group,
    pool: Pool,
    state: Ints,
    t: float,
    bits: int,
    exponent: int,
    budget: int,
) -> None:
    """Go on for about `budget` distances, in whole clusters.

    Parameters
    ----------
    tree : Tree
        Over the records that remain.
    outer : OuterList
        Over at least these.
    points : numpy.ndarray of float64, shape (n, m)
        All records in the file's order.
    labels : numpy.ndarray of int64, shape (n,)
        Filled with the clusters; -1 for the records that remain.
    sums : numpy.ndarray of int64, shape (m, WORDS)
        Exact sums of the records that remain.
    seed : numpy.ndarray of float64, shape (m,)
        The seed of the cluster made last.
    file : Attributes
        The confidential attributes.
    group : Group
        Scratch of `k` members.
    pool : Pool
        At least the records that remain.
    state : numpy.ndarray of int64, shape (3,)
        Records that remain, clusters made, exchanges made.
    t : float
        Largest EMD wished for.
    bits, exponent : int
        Layout of `sums`.
    budget : int
        Distances after which to stop; what is computed does not depend on it.
    """
    m, k = points.shape[1], len(group.members)
    space = tree_search.scratch()
    left, label = state[LEFT], state[CLUSTERS]
    while left >= 2 * k and budget > 0:
        centre = seed.copy()
        best, record, sure = -1.0, NOBODY, False
        if label % 2 == 0:
            for i in range(m):
                centre[i] = exact.value_of(sums[i], bits, exponent) / left
            if outer.state[outer_list.SCANNED] > 8 * left:
                outer_list.sort_anew(outer, points, labels, centre)
                budget -= left
            best, record, sure, work = outer_list.farthest(outer, points, labels, centre)
            budget -= work
        if not sure:
            best, record, work = tree_search.farthest(tree, centre, best, record, space)
            budget -= _STEP * work
        seed[:] = points[record]
        if 2 * left < pool.used[0]:
            _compact(pool, labels)
            budget -= pool.used[0]
        made, work = _form(tree, points, labels, file, group, pool, seed, left, t, space)
        for j in group.members:
            labels[j] = label
            shrinking_tree.remove(tree, j)
            for i in range(m):
                exact.add(sums[i], points[j, i], -1, bits, exponent)
        left -= k
        label += 1
        state[EXCHANGES] += made
        budget -= _STEP * (work + k)
    if left < 2 * k and left > 0:
        for j in range(len(labels)):
            if labels[j] < 0:
                labels[j] = label
        left, label = 0, label + 1
    state[LEFT], state[CLUSTERS] = left, label
