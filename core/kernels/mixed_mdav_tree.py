"""MDAV on records of numbers and categories by searching a tree of their tuples."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels import mixed_middle, tuple_search, tuple_tree
from core.kernels.category_sets import CategorySets, fill, fill_around
from core.kernels.mixed_middle import Middle
from core.kernels.tuple_search import Space
from core.kernels.tuple_tree import TupleTree

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Numbers = NDArray[np.int32]

COUNT, LABEL, EXCESS, PATIENCE, SPARE = 0, 1, 2, 3, 4
# What looking at a node or a tuple costs, in distances of a pass over all; and how many entries
# of a row are filled in that time.
STEP, ROW = 4, 8


@njit(cache=True, nogil=True)
def advance(
    tree: TupleTree,
    sets: CategorySets,
    middle: Middle,
    points: Floats,
    singles: Numbers,
    labels: Ints,
    state: Ints,
    k: int,
    budget: int,
    space: Space,
) -> tuple[int, bool]:
    """Go on with MDAV for about `budget` distances, in whole rounds of two clusters.

    Stops early where the least marginal categories have to be found anew, and for good when
    fewer than ``3 k`` records remain or passes over all of them are found to be faster; what is
    computed depends on neither.

    Parameters
    ----------
    tree : TupleTree
        Over the records that remain, with one root.
    sets : CategorySets
        Those of `singles`.
    middle : Middle
        Of the records that remain.
    points : numpy.ndarray of float64, shape (n, m)
        The numbers in the file's order.
    singles : numpy.ndarray of int32, shape (n, q)
        The categories, as sets.
    labels : numpy.ndarray of int64, shape (n,)
        Filled with the clusters; -1 for the records that remain.
    state : numpy.ndarray of int64, shape (5,)
        Records that remain, clusters made, work lost against passes so far, how much of it may
        be lost, and how many records may leave before the middle has to be renewed; negative if
        that is due.
    k : int
        Least size of a cluster, at least 2.
    budget : int
        Distances after which to stop.
    space : Space
        For searches of the tree.

    Returns
    -------
    budget : int
        What is left of it.
    stopped : bool
        Whether it has stopped for good.
    """
    near, far = np.empty(len(sets.up)), np.empty(len(sets.up))
    centre, key, place = np.empty(points.shape[1]), np.empty(k), np.empty(k, np.int64)
    count, label, excess, spare = state[COUNT], state[LABEL], state[EXCESS], state[SPARE]
    while count >= 3 * k and budget > 0 and excess <= state[PATIENCE] and spare >= 0:
        mixed_middle.mean(middle, count, centre)
        fill(sets, middle.central, near, far)
        r, work = tuple_search.farthest(tree, 1, centre, far, space)
        work += 3 * len(near) // ROW
        seed, s, last = r, r, False
        for turn in range(2):
            # The one found first may have gone into the other's cluster.
            if turn == 1 and labels[s] >= 0:
                s, steps = tuple_search.farthest(tree, 1, points[r], far, space)
                work += steps
            seed = r if turn == 0 else s
            labels[seed] = label
            tuple_tree.drop(tree, seed)
            last |= mixed_middle.leave(middle, points, singles, seed)
            fill_around(sets, singles, seed, near, far)
            if turn == 0:
                s, steps = tuple_search.farthest(tree, 1, points[r], far, space)
                work += steps
            size, steps = tuple_search.nearest(
                tree, 0, points[seed], near, k - 1, key, place, space
            )
            work += steps
            for j in range(size):
                labels[place[j]] = label
                tuple_tree.drop(tree, place[j])
                last |= mixed_middle.leave(middle, points, singles, place[j])
            tuple_tree.shrink(tree, sets.up, seed)
            for j in range(size):
                tuple_tree.shrink(tree, sets.up, place[j])
            label += 1
        excess = max(0, excess + STEP * work - 2 * count)
        budget -= STEP * work
        count -= 2 * k
        spare = -1 if last else spare - 2 * k
    state[COUNT], state[LABEL], state[EXCESS], state[SPARE] = count, label, excess, spare
    return budget, count < 3 * k or excess > state[PATIENCE]
