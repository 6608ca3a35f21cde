"""The records that remain around a seed that comes again, found by rank.

A record far out whose rank no cluster keeps is the seed of thousands of clusters, one after the
other. Its distances are computed once and stand in the order of the ranks, under a tree that
knows the nearest record of every stretch; so the nearest of some intervals of ranks is found in
a few steps, however many nearer records of other ranks there are. Two seeds are kept,
because clusters are built around two in turn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Floats, Ints
from core.kernels.compilation.bare import bare
from core.kernels.numerics.heap import NOBODY
from core.kernels.trees.shrinking_tree import LANES, SHIFT, squared_distance_of

SEEDS = 2
# A seed is worth the computing once searching took one node or leaf for so many records.
_WORTH = 16


class Around(NamedTuple):
    """Records by rank, and their distances from each of the seeds.

    Attributes
    ----------
    order : numpy.ndarray of int64, shape (n,)
        The records by rank.
    slot : numpy.ndarray of int64, shape (n,)
        The place of each of them there.
    first : numpy.ndarray of int64, shape (v + 1,)
        Where each rank begins there.
    far : numpy.ndarray of float64, shape (SEEDS, LANES blocks)
        Squared distances in this order; inf for what is taken out.
    key : numpy.ndarray of float64, shape (SEEDS, 2 blocks)
    who : numpy.ndarray of int64, shape (SEEDS, 2 blocks)
        The nearest record of each node of a binary tree over blocks of `LANES`, its distance
        and its position; the root is node 1, block `b` is node ``blocks + b``.
    seed : numpy.ndarray of int64, shape (SEEDS,)
        Which records the seeds are.
    spent : numpy.ndarray of int64, shape (SEEDS,)
        Nodes and leaves opened for a seed so far; -1 once its distances stand here.
    out : numpy.ndarray of int64, shape (n,)
    lost : numpy.ndarray of float64, shape (n,)
        Records taken out for the time being, and their distances.
    """

    order: Ints
    slot: Ints
    first: Ints
    far: Floats
    key: Floats
    who: Ints
    seed: Ints
    spent: Ints
    out: Ints
    lost: Floats


def around(ranks: Ints, values: int) -> Around:
    """Build the records of these ranks, with no seed yet."""
    n, blocks = len(ranks), 1
    while blocks * LANES < n:
        blocks *= 2
    first = np.append(0, np.cumsum(np.bincount(ranks, minlength=values))).astype(np.int64)
    order, slot = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    _sort(ranks, first[:-1].copy(), order, slot)
    return Around(
        order,
        slot,
        first,
        np.empty((SEEDS, blocks * LANES)),
        np.empty((SEEDS, 2 * blocks)),
        np.empty((SEEDS, 2 * blocks), dtype=np.int64),
        np.full(SEEDS, -1, dtype=np.int64),
        np.zeros(SEEDS, dtype=np.int64),
        np.empty(n, dtype=np.int64),
        np.empty(n),
    )


@njit(cache=True, nogil=True)
def _sort(ranks: Ints, next_free: Ints, order: Ints, slot: Ints) -> None:
    for record in range(len(ranks)):
        rank_slot = next_free[ranks[record]]
        next_free[ranks[record]] = rank_slot + 1
        order[rank_slot], slot[record] = record, rank_slot


@bare
def is_near(d: float, record: int, best: float, nearest: int) -> bool:
    """Say whether a record comes before another: nearer, or as near with a smaller position."""
    return d < best or (d == best and record < nearest)


@bare
def _scan(
    a: Around, which: int, begin: int, end: int, best: float, nearest: int
) -> tuple[float, int]:
    """Find the first of some slots and of the one found so far."""
    far, order = a.far, a.order
    for slot in range(begin, end):
        d = far[which, slot]
        if d <= best and d < np.inf and is_near(d, order[slot], best, nearest):
            best, nearest = d, order[slot]
    return best, nearest


@bare
def _join(a: Around, which: int, node: int) -> bool:
    """Compute a node from its children; say whether it changed."""
    key, who, child = a.key, a.who, 2 * node
    left_key, right_key = key[which, child], key[which, child + 1]
    if is_near(right_key, who[which, child + 1], left_key, who[which, child]):
        child += 1
    if key[which, node] == key[which, child] and who[which, node] == who[which, child]:
        return False
    key[which, node], who[which, node] = key[which, child], who[which, child]
    return True


@bare
def _fill(a: Around, which: int, points: Floats, labels: Ints, centre: Floats) -> None:
    """Compute the distances of the records that remain, and all nodes."""
    n, blocks = len(a.order), a.far.shape[1] // LANES
    for slot in range(a.far.shape[1]):
        a.far[which, slot] = np.inf
    for record in range(n):
        if labels[record] < 0:
            a.far[which, a.slot[record]] = squared_distance_of(points, record, centre)
    for block in range(blocks):
        begin = block * LANES
        best, nearest = _scan(a, which, begin, begin + LANES, np.inf, NOBODY)
        a.key[which, blocks + block], a.who[which, blocks + block] = best, nearest
    for node in range(blocks - 1, 0, -1):
        _join(a, which, node)


@bare
def stand(
    a: Around, which: int, record: int, points: Floats, labels: Ints, centre: Floats
) -> tuple[bool, int]:
    """Say whether the distances from a seed stand here, computing them if it is worth it.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        All records.
    labels : numpy.ndarray of int64, shape (n,)
        Negative for those that remain.
    centre : numpy.ndarray of float64, shape (m,)
        The seed's point.

    Returns
    -------
    tuple of bool and int
        Also the number of distances computed.
    """
    if a.seed[which] != record:
        a.seed[which], a.spent[which] = record, 0
    if a.spent[which] * _WORTH > len(a.order):
        _fill(a, which, points, labels, centre)
        a.spent[which] = -1
        return True, len(a.order)
    return bool(a.spent[which] < 0), 0


@bare
def nearest_between(
    a: Around, which: int, low: int, high: int, best: float, nearest: int
) -> tuple[float, int]:
    """Find the first of the ranks ``low..high-1`` and of the record found so far.

    Returns squared distance and position; inf and `NOBODY` if there is none.
    """
    begin, end = a.first[low], a.first[high]
    if begin == end:
        return best, nearest
    key, who, blocks = a.key, a.who, a.far.shape[1] // LANES
    left_block, right_block = blocks + (begin >> SHIFT), blocks + ((end - 1) >> SHIFT)
    if key[which, left_block] <= best:
        stop = min(end, (begin | (LANES - 1)) + 1)
        best, nearest = _scan(a, which, begin, stop, best, nearest)
    if left_block < right_block and key[which, right_block] <= best:
        best, nearest = _scan(a, which, (end - 1) & ~(LANES - 1), end, best, nearest)
    left_block += 1
    while left_block < right_block:
        if left_block & 1:
            if is_near(key[which, left_block], who[which, left_block], best, nearest):
                best, nearest = key[which, left_block], who[which, left_block]
            left_block += 1
        if right_block & 1:
            right_block -= 1
            if is_near(key[which, right_block], who[which, right_block], best, nearest):
                best, nearest = key[which, right_block], who[which, right_block]
        left_block, right_block = left_block >> 1, right_block >> 1
    return best, nearest


@bare
def take_out(a: Around, which: int, record: int) -> None:
    """Let a record be found no more."""
    slot, blocks = a.slot[record], a.far.shape[1] // LANES
    node = blocks + (slot >> SHIFT)
    a.far[which, slot] = np.inf
    if a.who[which, node] != record:
        return
    begin = slot & ~(LANES - 1)
    a.key[which, node], a.who[which, node] = _scan(a, which, begin, begin + LANES, np.inf, NOBODY)
    node >>= 1
    while node > 0 and _join(a, which, node):
        node >>= 1


@bare
def put_back(a: Around, which: int, record: int, distance: float) -> None:
    """Let a record that was taken out be found again."""
    slot, blocks = a.slot[record], a.far.shape[1] // LANES
    a.far[which, slot] = distance
    node = blocks + (slot >> SHIFT)
    while node > 0 and is_near(distance, record, a.key[which, node], a.who[which, node]):
        a.key[which, node], a.who[which, node] = distance, record
        node >>= 1


@bare
def set_aside(a: Around, which: int, count: int, record: int, distance: float) -> int:
    """Take a record out for the time being; return how many are."""
    a.out[count], a.lost[count] = record, distance
    take_out(a, which, record)
    return count + 1


@bare
def settle(a: Around, which: int, count: int, labels: Ints, members: Ints) -> None:
    """Put back what was set aside and has no cluster; take members out everywhere."""
    for i in range(count):
        if labels[a.out[i]] < 0:
            put_back(a, which, a.out[i], a.lost[i])
    for seed in range(SEEDS):
        if a.spent[seed] < 0:
            for record in members:
                take_out(a, seed, record)
