"""MDAV with a shrinking tree and an outer list: the same partition, nearly linear in time."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels import exact, outer_list, shrinking_tree, tree_search
from core.kernels.outer_list import OuterList
from core.kernels.shrinking_tree import NOBODY, Tree

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

COUNT, LABEL, EXCESS, PATIENCE = 0, 1, 2, 3
# What looking at a node, and at a record of the list, costs: in distances of a pass over all.
_NODE, _LISTED = 120, 25


@njit(cache=True, nogil=True)
def _take_out(
    tree: Tree,
    points: Floats,
    labels: Ints,
    sums: Ints,
    record: int,
    label: int,
    bits: int,
    exponent: int,
) -> None:
    labels[record] = label
    shrinking_tree.drop(tree, record)
    exact.add_record(sums, points, record, -1, bits, exponent)


@njit(cache=True, nogil=True)
def advance(
    tree: Tree,
    outer: OuterList,
    points: Floats,
    labels: Ints,
    sums: Ints,
    state: Ints,
    k: int,
    bits: int,
    exponent: int,
    budget: int,
) -> bool:
    """Go on with MDAV for about `budget` distances, in whole rounds of two clusters.

    Stops for good when fewer than ``3 k`` records remain, or where passes over all of them
    (`core.kernels.mdav_scan`) are found to be faster; what is computed depends on neither.

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
    state : numpy.ndarray of int64, shape (4,)
        Records that remain, clusters made, work lost against passes so far, and how much of it
        may be lost.
    k : int
        Least size of a cluster, at least 2.
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
    centre = np.empty(m)
    space = tree_search.scratch()
    key, place = np.empty(k), np.empty(k, np.int64)
    count, label, excess = state[COUNT], state[LABEL], state[EXCESS]
    patience = state[PATIENCE]
    while count >= 3 * k and budget > 0 and excess <= patience:
        for i in range(m):
            centre[i] = exact.value_of(sums[i], bits, exponent) / count
        work = 0
        if outer.state[outer_list.SCANNED] > 4 * count:
            outer_list.sort_anew(outer, points, labels, centre)
            work += _LISTED * count
        best, r, sure, steps = outer_list.farthest(outer, points, labels, centre)
        work += _LISTED * steps + 6 * k * _NODE
        if not sure:
            best, r, steps = tree_search.farthest(tree, centre, best, r, space)
            work += _NODE * steps
        _take_out(tree, points, labels, sums, r, label, bits, exponent)
        best, s, steps = tree_search.farthest(tree, points[r], -1.0, NOBODY, space)
        work += _NODE * steps
        seed = r
        for turn in range(2):
            if turn == 1:
                if labels[s] >= 0:
                    best, s, steps = tree_search.farthest(tree, points[r], -1.0, NOBODY, space)
                    work += _NODE * steps
                seed = s
                _take_out(tree, points, labels, sums, s, label, bits, exponent)
            size, steps = tree_search.nearest_around(
                tree, seed, points[seed], k - 1, key, place, space
            )
            work += _NODE * steps
            for j in range(size):
                _take_out(tree, points, labels, sums, place[j], label, bits, exponent)
            shrinking_tree.shrink(tree, seed)
            for j in range(size):
                shrinking_tree.shrink(tree, place[j])
            label += 1
        excess = max(0, excess + work - 2 * count)
        budget -= work
        count -= 2 * k
    state[COUNT], state[LABEL], state[EXCESS] = count, label, excess
    return bool(count < 3 * k or excess > patience)
