"""Centroids of clusters that merge, and the nearest of them."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels import exact
from core.kernels.scan import BLOCK, nearest

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def _sum_up(points: Floats, labels: Ints, groups: int, bits: int, exponent: int) -> Ints:
    sums = np.zeros((groups, points.shape[1], exact.WORDS), np.int64)
    for j in range(points.shape[0]):
        for i in range(points.shape[1]):
            exact.add(sums[labels[j], i], points[j, i], 1, bits, exponent)
    return sums


@njit(cache=True, nogil=True)
def _place(columns: Floats, slot: int, words: Ints, count: int, bits: int, exponent: int) -> None:
    """Write the mean of `count` records, of which `words` is the sum, into a slot."""
    for i in range(columns.shape[0]):
        columns[i, slot] = exact.value_of(words[i], bits, exponent) / count


@njit(cache=True, nogil=True)
def _place_all(columns: Floats, sums: Ints, sizes: Ints, bits: int, exponent: int) -> None:
    for g in range(len(sizes)):
        _place(columns, g, sums[g], sizes[g], bits, exponent)


class Centroids:
    """The centroids of a partition's clusters, which may be merged.

    Sums are exact, so a centroid is the same whatever the order of the merges that led to it.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The records.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each, numbered from 0 without gaps.
    """

    def __init__(self, points: NDArray[np.float64], labels: NDArray[np.int64]) -> None:
        self.sizes = np.bincount(labels).astype(np.int64)
        groups = len(self.sizes)
        self._layout = exact.layout(float(np.abs(points).max()), len(points))
        self._sums = _sum_up(points, labels, groups, *self._layout)
        self._columns = np.empty((points.shape[1], groups))
        _place_all(self._columns, self._sums, self.sizes, *self._layout)
        # Clusters stand in slots; the one asked about goes to the end to be left out.
        self._cluster = np.arange(groups, dtype=np.int64)
        self._slot = np.arange(groups, dtype=np.int64)
        self._scratch = np.empty(BLOCK)
        self.count = groups

    def nearest(self, cluster: int) -> int:
        """Return the other cluster with the nearest centroid, the smallest number if tied."""
        last = self.count - 1
        self._swap(int(self._slot[cluster]), last)
        centre = self._columns[:, last].copy()
        at = nearest(self._columns, self._cluster, 0, last, centre, self._scratch)
        return int(self._cluster[at])

    def merge(self, into: int, gone: int) -> None:
        """Add the cluster `gone` to the cluster `into`."""
        self._sums[into] += self._sums[gone]
        self.sizes[into] += self.sizes[gone]
        self._swap(int(self._slot[gone]), self.count - 1)
        self.count -= 1
        slot, size = int(self._slot[into]), int(self.sizes[into])
        _place(self._columns, slot, self._sums[into], size, *self._layout)

    def _swap(self, a: int, b: int) -> None:
        for array in (self._cluster, self._columns.T):
            array[[a, b]] = array[[b, a]]
        self._slot[self._cluster[a]], self._slot[self._cluster[b]] = a, b
