"""Centroids of clusters that merge, and the nearest of them.

The centroids stand in a shrinking tree; those that came about by merging, which it cannot take
in, in a list that is passed over. Once the list is long, a new tree is made of all.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Floats, Ints
from core.kernels.indexes.scan import BLOCK, nearest
from core.kernels.numerics import exact
from core.kernels.trees import shrinking_tree, tree_search
from core.kernels.trees.kdtree import KdTree
from core.kernels.trees.shrinking_tree import Tree

# So many are passed over in about the time that a search of the tree takes; a share of all for
# the sake of making new trees seldom.
SHORT, _SHARE = 2000, 8
_IN_TREE, _GONE = -1, -2


class Listed(NamedTuple):
    """The centroids that are in no tree.

    Attributes
    ----------
    columns : numpy.ndarray of float64, shape (m, capacity)
        The centroids, column by column.
    cluster : numpy.ndarray of int64, shape (capacity,)
        Whose they are.
    slot : numpy.ndarray of int64, shape (groups,)
        The place of each cluster's centroid in the list; -1 in the tree, -2 nowhere any more.
    length : numpy.ndarray of int64, shape (1,)
        How many are listed.
    """

    columns: Floats
    cluster: Ints
    slot: Ints
    length: Ints


@njit(cache=True, nogil=True)
def _sum_up(points: Floats, labels: Ints, groups: int, bits: int, exponent: int) -> Ints:
    sums = np.zeros((groups, points.shape[1], exact.WORDS), np.int64)
    for j in range(points.shape[0]):
        for i in range(points.shape[1]):
            exact.add(sums[labels[j], i], points[j, i], 1, bits, exponent)
    return sums


@njit(cache=True, nogil=True)
def _place(centre: Floats, words: Ints, count: int, bits: int, exponent: int) -> None:
    """Write the mean of `count` records, of which `words` is the sum, to `centre`."""
    for i in range(len(centre)):
        centre[i] = exact.value_of(words[i], bits, exponent) / count


@njit(cache=True, nogil=True)
def _place_all(centres: Floats, sums: Ints, sizes: Ints, bits: int, exponent: int) -> None:
    for g in range(len(sizes)):
        _place(centres[g], sums[g], sizes[g], bits, exponent)


@njit(cache=True, nogil=True)
def _take_out(tree: Tree, listed: Listed, cluster: int) -> None:
    """Take a centroid out of the tree or the list."""
    slot = listed.slot[cluster]
    if slot == _IN_TREE:
        shrinking_tree.remove(tree, cluster)
    else:
        listed.length[0] -= 1
        last = listed.length[0]
        listed.cluster[slot] = listed.cluster[last]
        listed.columns[:, slot] = listed.columns[:, last]
        listed.slot[listed.cluster[slot]] = slot
    listed.slot[cluster] = _GONE


@njit(cache=True, nogil=True)
def _put_in(listed: Listed, centre: Floats, cluster: int) -> None:
    """Put a centroid at the end of the list."""
    slot = listed.length[0]
    listed.columns[:, slot] = centre
    listed.cluster[slot], listed.slot[cluster] = cluster, slot
    listed.length[0] = slot + 1


@njit(cache=True, nogil=True)
def _put_all_in(listed: Listed, centres: Floats) -> None:
    """Put the centroids that would be in a tree into the list."""
    for cluster in range(len(centres)):
        if listed.slot[cluster] == _IN_TREE:
            _put_in(listed, centres[cluster], cluster)


@njit(cache=True, nogil=True)
def _nearest(tree: Tree, searched: bool, listed: Listed, centre: Floats) -> int:
    """Find the cluster with the nearest centroid, the smallest number if tied."""
    key, nearest_cluster, size = np.empty(1), np.empty(1, np.int64), 0
    slot = nearest(listed.columns, listed.cluster, 0, listed.length[0], centre, np.empty(BLOCK))
    if slot >= 0:
        key[0], nearest_cluster[0], size = 0.0, listed.cluster[slot], 1
        for i in range(len(centre)):
            gap = listed.columns[i, slot] - centre[i]
            key[0] += gap * gap
    if searched:
        space = tree_search.scratch()
        size, _ = tree_search.nearest_few(tree, centre, 1, size, key, nearest_cluster, space)
    return int(nearest_cluster[0])


@njit(cache=True, nogil=True)
def _take_pair(
    tree: Tree, searched: bool, listed: Listed, centres: Floats, cluster: int
) -> tuple[int, int]:
    """Take out a cluster and its nearest; return the number that stays and the one that goes."""
    _take_out(tree, listed, cluster)
    nearest_cluster = _nearest(tree, searched, listed, centres[cluster])
    _take_out(tree, listed, nearest_cluster)
    return min(cluster, nearest_cluster), max(cluster, nearest_cluster)


@njit(cache=True, nogil=True)
def _merge(
    listed: Listed,
    centres: Floats,
    sums: Ints,
    sizes: Ints,
    into: int,
    gone: int,
    bits: int,
    exponent: int,
) -> None:
    """Merge two clusters that were taken out."""
    sums[into] += sums[gone]
    sizes[into] += sizes[gone]
    _place(centres[into], sums[into], sizes[into], bits, exponent)
    _put_in(listed, centres[into], into)


class Centroids:
    """The centroids of a partition's clusters, which may be merged.

    Sums are exact, so a centroid is the same whatever the order of the merges that led to it.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The records.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each, numbered from 0 without gaps.
    short : int
        So many centroids are passed over rather than searched by a tree.
    """

    def __init__(self, points: Floats, labels: Ints, short: int = SHORT) -> None:
        self._sizes = np.bincount(labels).astype(np.int64)
        self.count = len(self._sizes)
        bits, exponent = exact.layout(float(np.abs(points).max()), len(points))
        self._layout = int(bits), int(exponent)
        self._sums = _sum_up(points, labels, self.count, *self._layout)
        self._centres = np.empty((self.count, points.shape[1]))
        _place_all(self._centres, self._sums, self._sizes, *self._layout)
        self._short = short
        self._arrange(np.arange(self.count, dtype=np.int64))

    def merge(self, cluster: int) -> tuple[int, int]:
        """Merge a cluster with the other one of the nearest centroid, the first one if tied.

        Returns
        -------
        tuple of int and int
            The smaller of the two numbers, which stays, and the larger one, which is gone.
        """
        if self._listed.length[0] == len(self._listed.cluster):
            self._arrange(np.flatnonzero(self._listed.slot != _GONE))
        into, gone = _take_pair(self._tree, self._searched, self._listed, self._centres, cluster)
        _merge(self._listed, self._centres, self._sums, self._sizes, into, gone, *self._layout)
        self.count -= 1
        return int(into), int(gone)

    def _arrange(self, remaining_clusters: Ints) -> None:
        """Put the remaining clusters into a new tree, or list them all if they are few."""
        self._searched = len(remaining_clusters) > self._short
        capacity = (
            max(self._short, len(remaining_clusters) // _SHARE, 1)
            if self._searched
            else len(remaining_clusters) + 1
        )
        self._tree = (
            _tree(self._centres, remaining_clusters)
            if self._searched
            else _no_tree(self._centres.shape[1])
        )
        slot = np.full(len(self._centres), _GONE, dtype=np.int64)
        slot[remaining_clusters] = _IN_TREE
        columns = np.empty((self._centres.shape[1], capacity))
        self._listed = Listed(
            columns, np.empty(capacity, dtype=np.int64), slot, np.zeros(1, dtype=np.int64)
        )
        if not self._searched:
            _put_all_in(self._listed, self._centres)


@cache
def _no_tree(dimensions: int) -> Tree:
    """Build a tree that takes the place of one that is not searched."""
    return _tree(np.zeros((1, dimensions)), np.zeros(1, dtype=np.int64))


def _tree(centres: Floats, clusters: Ints) -> Tree:
    grown = KdTree(centres[clusters], clusters)
    while not grown.step(1 << 40)[1]:
        pass
    return shrinking_tree.shrinking(grown, centres[clusters].mean(axis=0))
