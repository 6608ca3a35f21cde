"""Clusters of one record from each bucket, by searching a shrinking tree."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels import exact, outer_list, shrinking_tree, tree_search
from core.kernels.outer_list import OuterList
from core.kernels.shrinking_tree import NOBODY, SHIFT, Tree

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

COUNT, LABEL, CLUSTERS, EXCESS, PATIENCE, SEED = 0, 1, 2, 3, 4, 5
# What looking at a node, and at a record of the list, costs: in distances of a pass over all.
_NODE, _LISTED = 100, 25


@njit(cache=True, nogil=True)
def advance(
    tree: Tree,
    level: int,
    width: int,
    outer: OuterList,
    points: Floats,
    left: Ints,
    labels: Ints,
    sums: Ints,
    state: Ints,
    bits: int,
    exponent: int,
    budget: int,
) -> bool:
    """Go on for about `budget` distances, in whole clusters.

    Stops for good when nobody remains, or where passes over all that remain
    (`core.kernels.buckets_scan`) are found to be faster; the result depends on neither.

    Parameters
    ----------
    tree : Tree
        Over the records that remain, from `core.kernels.shrinking_tree.forest`.
    level, width : int
        Where each bucket is in it.
    outer : OuterList
        Over at least the records that remain.
    points : numpy.ndarray of float64, shape (n, m)
        All records in the file's order.
    left : numpy.ndarray of int64, shape (buckets,)
        How many records of each bucket remain.
    labels : numpy.ndarray of int64, shape (n,)
        Filled with the clusters; -1 for the records that remain.
    sums : numpy.ndarray of int64, shape (m, WORDS)
        Exact sums of the records that remain.
    state : numpy.ndarray of int64, shape (6,)
        Records that remain, clusters made, clusters in all, work lost against passes so far,
        how much of it may be lost, and the seed of the cluster made last.
    bits, exponent : int
        Layout of `sums`.
    budget : int
        Distances after which to stop.

    Returns
    -------
    bool
        Whether it has stopped for good.
    """
    m = points.shape[1]
    centre, key, place = np.empty(m), np.empty(2), np.empty(2, np.int64)
    space = tree_search.scratch()
    count, label, excess, seed = state[COUNT], state[LABEL], state[EXCESS], state[SEED]
    while count > 0 and budget > 0 and excess <= state[PATIENCE]:
        work, best, chosen, sure = 0, -1.0, NOBODY, False
        if label % 2 == 0:
            for i in range(m):
                centre[i] = exact.value_of(sums[i], bits, exponent) / count
            if outer.state[outer_list.SCANNED] > 4 * count:
                outer_list.sort_anew(outer, points, labels, centre)
                work += _LISTED * count
            best, chosen, sure, steps = outer_list.farthest(outer, points, labels, centre)
            work += _LISTED * steps
        else:
            centre[:] = points[seed]
        if not sure:
            best, chosen, steps = tree_search.farthest(tree, centre, best, chosen, space)
            work += _NODE * steps
        seed = chosen
        centre[:] = points[seed]
        own = (tree.home[seed] >> (SHIFT * level)) // width
        after = state[CLUSTERS] - label - 1
        extra = False
        for b in range(len(left)):
            takes = 1
            # Only a bucket with extra records still has more than one for each later cluster.
            if not extra and left[b] - 1 > after:
                takes, extra = 2, True
            if b == own:
                size, steps = tree_search.nearest_from(
                    tree,
                    tree.home[seed],
                    level,
                    b * width,
                    b * width + width,
                    centre,
                    takes,
                    key,
                    place,
                    space,
                )
            else:
                size, steps = tree_search.nearest_under(
                    tree, level, b * width, b * width + width, centre, takes, 0, key, place, space
                )
            work += _NODE * (steps + 3 * takes)
            for j in range(size):
                labels[place[j]] = label
                shrinking_tree.remove(tree, place[j])
                exact.add_record(sums, points, place[j], -1, bits, exponent)
            left[b] -= size
            count -= size
        label += 1
        excess = max(0, excess + work - 2 * (count + len(left)))
        budget -= work
    state[COUNT], state[LABEL], state[EXCESS], state[SEED] = count, label, excess, seed
    return bool(count == 0 or excess > state[PATIENCE])
