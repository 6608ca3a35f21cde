"""V-MDAV by a shrinking tree: a cluster takes in a record that is nearer to it than to the rest."""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels import shrinking_tree, tree_search
from core.kernels.shrinking_tree import Tree
from core.kernels.tree_search import Scratch

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LEFT, CLUSTERS, TOP = 0, 1, 2
NOBODY = -1
# What a look at a node or a leaf costs, in distances.
_STEP = 8


@njit(cache=True, nogil=True)
def _gap(
    tree: Tree,
    point: Floats,
    key: Floats,
    place: Ints,
    space: Scratch,
) -> tuple[float, int]:
    """Return the squared distance from a record in the tree to its nearest other one; work."""
    # The record itself is at distance 0, so of the two nearest the farther one tells.
    size, work = tree_search.nearest_few(tree, point, 2, 0, key, place, space)
    return (key[0] if size == 2 else np.inf), work


@njit(cache=True, nogil=True)
def _grow(
    tree: Tree,
    points: Floats,
    labels: Ints,
    label: int,
    members: Ints,
    size: int,
    most: int,
    gamma: float,
    space: Scratch,
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
                found, work = tree_search.nearest_few(
                    tree, points[members[j]], 1, 0, key, place, space
                )
                total += work
                if found == 0:
                    return size, total
                near[j], who[j] = key[0], place[0]
            if at < 0 or near[j] < near[at] or (near[j] == near[at] and who[j] < who[at]):
                at = j
        record = who[at]
        out, work = _gap(tree, points[record], key, place, space)
        total += work
        if gamma == 0.0 or not math.sqrt(near[at]) < gamma * math.sqrt(out):
            break
        labels[record] = label
        shrinking_tree.remove(tree, record)
        for j in range(size):
            if who[j] == record:
                who[j] = NOBODY
        members[size] = record
        size += 1
    return size, total


@njit(cache=True, nogil=True)
def advance(
    tree: Tree,
    points: Floats,
    order: Ints,
    labels: Ints,
    state: Ints,
    k: int,
    gamma: float,
    budget: int,
) -> None:
    """Go on with V-MDAV for about `budget` distances, in whole clusters.

    Parameters
    ----------
    tree : Tree
        Over the records that remain.
    points : numpy.ndarray of float64, shape (n, m)
        All records in the file's order.
    order : numpy.ndarray of int64, shape (n,)
        Their positions, the farthest from the file's centroid first.
    labels : numpy.ndarray of int64, shape (n,)
        Filled with the clusters; -1 for the records that remain.
    state : numpy.ndarray of int64, shape (3,)
        Records that remain, clusters made, how far `order` is used up.
    k : int
        Least size of a cluster; fewer records than that remain in the end.
    gamma : float
        At least 0.
    budget : int
        Distances after which to stop; what is computed does not depend on it.
    """
    space = tree_search.scratch()
    key, place = np.empty(k), np.empty(k, np.int64)
    members = np.empty(2 * k, np.int64)
    left, label, top = state[LEFT], state[CLUSTERS], state[TOP]
    while left >= k and budget > 0:
        while labels[order[top]] >= 0:
            top += 1
        members[0] = order[top]
        labels[members[0]] = label
        shrinking_tree.remove(tree, members[0])
        size, work = tree_search.nearest_few(tree, points[members[0]], k - 1, 0, key, place, space)
        for j in range(size):
            members[j + 1] = place[j]
            labels[place[j]] = label
            shrinking_tree.remove(tree, place[j])
        grown, more = _grow(tree, points, labels, label, members, k, 2 * k - 1, gamma, space)
        left -= grown
        label += 1
        budget -= _STEP * (work + more + grown)
    state[LEFT], state[CLUSTERS], state[TOP] = left, label, top
