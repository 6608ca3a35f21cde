"""Clusters of a record from each bucket by searching a tree of tuples for each bucket."""

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

COUNT, LABEL, SEED, SPARE = 0, 1, 2, 3
# What looking at a node or a tuple costs, in distances.
_STEP = 4


@njit(cache=True, nogil=True)
def advance(
    tree: TupleTree,
    sets: CategorySets,
    middle: Middle,
    points: Floats,
    singles: Numbers,
    held: Ints,
    labels: Ints,
    state: Ints,
    budget: int,
    space: Space,
) -> int:
    """Go on for about `budget` distances, in whole clusters.

    Stops early where the least marginal categories have to be found anew.

    Parameters
    ----------
    tree, sets, middle, points, singles, labels, space
        As in `core.kernels.mixed_mdav_tree.advance`; the tree has a root for each bucket.
    held : numpy.ndarray of int64, shape (buckets,)
        How many records are left in each.
    state : numpy.ndarray of int64, shape (4,)
        Records that are left, clusters made, the last seed, and how many records may leave
        before the middle has to be renewed; negative if that is due.
    budget : int
        Distances after which to stop.

    Returns
    -------
    int
        What is left of the budget.
    """
    near, far = np.empty(len(sets.up)), np.empty(len(sets.up))
    centre, key, place = np.empty(points.shape[1]), np.empty(1), np.empty(1, np.int64)
    buckets = len(held)
    clusters, taken = len(points) // buckets, np.empty(buckets + 1, np.int64)
    count, label, seed, spare = state[COUNT], state[LABEL], state[SEED], state[SPARE]
    while count > 0 and budget > 0 and spare >= 0:
        if label % 2 == 0:
            mixed_middle.mean(middle, count, centre)
            fill(sets, middle.central, near, far)
        else:
            centre[:] = points[seed]
            fill_around(sets, singles, seed, near, far)
        seed, work = tuple_search.farthest(tree, buckets, centre, far, space)
        fill_around(sets, singles, seed, near, far)
        size, extra, last = 0, False, False
        for turn in range(buckets + 1):
            b = turn
            if turn == buckets:
                # Only a bucket with extra records has more left than clusters are to come.
                b = 0
                while b < buckets and held[b] < clusters - label:
                    b += 1
                extra = b < buckets
                if not extra:
                    break
            _, steps = tuple_search.nearest(tree, b, points[seed], near, 1, key, place, space)
            work += steps
            labels[place[0]] = label
            tuple_tree.drop(tree, place[0])
            last |= mixed_middle.leave(middle, points, singles, place[0])
            held[b] -= 1
            taken[size] = place[0]
            size += 1
        for j in range(size):
            tuple_tree.shrink(tree, sets.up, taken[j])
        count -= size
        label += 1
        budget -= _STEP * work
        spare = -1 if last else spare - size
    state[COUNT], state[LABEL], state[SEED], state[SPARE] = count, label, seed, spare
    return budget
