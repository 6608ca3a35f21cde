"""V-MDAV on records of numbers and categories by searching a tree of their tuples."""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels import tuple_search, tuple_tree
from core.kernels.category_sets import CategorySets, fill_around
from core.kernels.tuple_search import Space
from core.kernels.tuple_tree import TupleTree

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Numbers = NDArray[np.int32]

LEFT, CLUSTERS, TOP = 0, 1, 2
NOBODY = -1
# What looking at a node or a tuple costs, in distances.
_STEP = 4


@njit(cache=True, nogil=True)
def _few(
    tree: TupleTree,
    sets: CategorySets,
    points: Floats,
    singles: Numbers,
    record: int,
    room: int,
    key: Floats,
    place: Ints,
    space: Space,
) -> tuple[int, int]:
    """Fill a heap with the records nearest to a record; return its size and the work."""
    near, far = np.empty(len(sets.up)), np.empty(len(sets.up))
    fill_around(sets, singles, record, near, far)
    return tuple_search.nearest(tree, 0, points[record], near, room, key, place, space)


@njit(cache=True, nogil=True)
def _grow(
    tree: TupleTree,
    sets: CategorySets,
    points: Floats,
    singles: Numbers,
    labels: Ints,
    label: int,
    members: Ints,
    size: int,
    most: int,
    gamma: float,
    space: Space,
) -> tuple[int, int]:
    """Let a cluster take in records up to `most`; return its size and the work."""
    key, place = np.empty(2), np.empty(2, np.int64)
    # Of each member the nearest record left, which is asked for again when that one is gone.
    near, who = np.empty(most), np.full(most, NOBODY, np.int64)
    total = 0
    while size < most:
        at = -1
        for j in range(size):
            if who[j] == NOBODY:
                found, work = _few(tree, sets, points, singles, members[j], 1, key, place, space)
                total += work
                if found == 0:
                    return size, total
                near[j], who[j] = key[0], place[0]
            if at < 0 or near[j] < near[at] or (near[j] == near[at] and who[j] < who[at]):
                at = j
        record = who[at]
        # The record itself is at distance 0, so of the two nearest the farther one tells.
        found, work = _few(tree, sets, points, singles, record, 2, key, place, space)
        total += work
        out = key[0] if found == 2 else np.inf
        if not math.sqrt(near[at]) < gamma * math.sqrt(out):
            break
        labels[record] = label
        tuple_tree.drop(tree, record)
        tuple_tree.shrink(tree, sets.up, record)
        for j in range(size):
            if who[j] == record:
                who[j] = NOBODY
        members[size] = record
        size += 1
    return size, total


@njit(cache=True, nogil=True)
def advance(
    tree: TupleTree,
    sets: CategorySets,
    points: Floats,
    singles: Numbers,
    order: Ints,
    labels: Ints,
    state: Ints,
    k: int,
    gamma: float,
    budget: int,
    space: Space,
) -> None:
    """Go on with V-MDAV for about `budget` distances, in whole clusters.

    Parameters
    ----------
    tree, sets, points, singles, space
        As in `core.kernels.mixed_mdav_tree.advance`.
    order, labels, state, k, gamma, budget
        As in `core.kernels.v_mdav_scan.advance`.
    """
    key, place = np.empty(k), np.empty(k, np.int64)
    members = np.empty(2 * k, np.int64)
    left, label, top = state[LEFT], state[CLUSTERS], state[TOP]
    while left >= k and budget > 0:
        while labels[order[top]] >= 0:
            top += 1
        seed = order[top]
        members[0], labels[seed] = seed, label
        tuple_tree.drop(tree, seed)
        size, work = _few(tree, sets, points, singles, seed, k - 1, key, place, space)
        for j in range(size):
            members[j + 1], labels[place[j]] = place[j], label
            tuple_tree.drop(tree, place[j])
        for j in range(size + 1):
            tuple_tree.shrink(tree, sets.up, members[j])
        grown = size + 1
        if gamma > 0.0:
            grown, more = _grow(
                tree,
                sets,
                points,
                singles,
                labels,
                label,
                members,
                size + 1,
                2 * k - 1,
                gamma,
                space,
            )
            work += more
        left -= grown
        label += 1
        budget -= _STEP * (work + grown)
    state[LEFT], state[CLUSTERS], state[TOP] = left, label, top
