"""V-MDAV: a cluster takes in a record that is nearer to it than to the rest."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels import v_mdav_left
from core.kernels.bare import bare
from core.kernels.shrinking_tree import NOBODY
from core.kernels.v_mdav_left import Left

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LEFT, CLUSTERS, TOP, EXCESS, PATIENCE = 0, 1, 2, 3, 4
# What a look at a node costs, and what passes for a cluster cost for each record left: in
# distances of a pass over all.
_NODE, PASSES = 120, 4


class Room(NamedTuple):
    """Scratch: two distances and positions; of each member the nearest and which it is."""

    key: Floats
    place: Ints
    near: Floats
    who: Ints


@bare
def _grow(
    left: Left,
    points: Floats,
    labels: Ints,
    label: int,
    members: Ints,
    size: int,
    gamma: float,
    room: Room,
) -> tuple[int, int]:
    """Let a cluster of `size` members take in up to ``size - 1``; return its size and the work."""
    most = 2 * size - 1
    # Of each member the nearest record left, which is asked for again when that one is gone.
    key, place, near, who = room
    who[:] = NOBODY
    total = 0
    while size < most:
        at = -1
        for j in range(size):
            if who[j] == NOBODY:
                near[j], who[j], work = v_mdav_left.nearest(
                    left, points, members[j], False, key, place
                )
                total += work
                if who[j] == NOBODY:
                    return size, total
            if at < 0 or near[j] < near[at] or (near[j] == near[at] and who[j] < who[at]):
                at = j
        record = who[at]
        out, _, work = v_mdav_left.nearest(left, points, record, True, key, place)
        total += work
        if not math.sqrt(near[at]) < gamma * math.sqrt(out):
            break
        labels[record] = label
        v_mdav_left.take_out(left, record)
        for j in range(size):
            if who[j] == record:
                who[j] = NOBODY
        members[size] = record
        size += 1
    return size, total


@njit(cache=True, nogil=True)
def advance(
    left: Left,
    points: Floats,
    order: Ints,
    labels: Ints,
    state: Ints,
    k: int,
    gamma: float,
    budget: int,
) -> bool:
    """Go on with V-MDAV for about `budget` distances, in whole clusters.

    Stops for good when fewer than `k` records remain, or where passes over all of them are
    found to be faster than the tree; what is computed depends on neither.

    Parameters
    ----------
    left : Left
        The records that remain.
    points : numpy.ndarray of float64, shape (n, m)
        All records in the file's order.
    order : numpy.ndarray of int64, shape (n,)
        Their positions, the farthest from the file's centroid first.
    labels : numpy.ndarray of int64, shape (n,)
        Filled with the clusters; -1 for the records that remain.
    state : numpy.ndarray of int64, shape (5,)
        Records that remain, clusters made, how far `order` is used up, work lost against passes
        so far, and how much of it may be lost.
    k : int
        Least size of a cluster; fewer records than that remain in the end.
    gamma : float
        At least 0.
    budget : int
        Distances after which to stop.

    Returns
    -------
    bool
        Whether it has stopped for good.
    """
    members, place = np.empty(2 * k, np.int64), np.empty(k - 1, np.int64)
    room = Room(np.empty(2), np.empty(2, np.int64), np.empty(2 * k), np.empty(2 * k, np.int64))
    count, label, top, excess = state[LEFT], state[CLUSTERS], state[TOP], state[EXCESS]
    while count >= k and budget > 0 and excess <= state[PATIENCE]:
        while labels[order[top]] >= 0:
            top += 1
        members[0] = order[top]
        labels[members[0]] = label
        v_mdav_left.take_out(left, members[0])
        size, work = v_mdav_left.begin(left, points, members[0], place)
        for j in range(size):
            members[j + 1] = place[j]
            labels[place[j]] = label
            v_mdav_left.take_out(left, place[j])
        grown = k
        if gamma > 0.0:
            v_mdav_left.gather(left, points, members, k)
            grown, more = _grow(left, points, labels, label, members, k, gamma, room)
            work += more
        if not left.by_passes[0]:
            work *= _NODE
            excess = max(0, excess + work - PASSES * count)
        count -= grown
        label += 1
        budget -= work + _NODE * grown
    state[LEFT], state[CLUSTERS], state[TOP], state[EXCESS] = count, label, top, excess
    return bool(count < k or excess > state[PATIENCE])
