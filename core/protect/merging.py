"""Merging clusters until none is farther than t from the file ([P1], Algorithm 1)."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import Ranked
from core.jobs import Job
from core.kernels.centroids import Centroids
from core.kernels.closeness import emd, prefix_sums, sorted_members

Ints = NDArray[np.int64]


class _Spread:
    """The sorted confidential ranks of every cluster, for one attribute."""

    def __init__(self, ranked: Ranked, labels: Ints, groups: int) -> None:
        self._ordered = ranked.ordered
        self._file = prefix_sums(ranked.ranks[ranked.ranks >= 0], ranked.count)
        self._members, self._begin = sorted_members(labels, ranked.ranks, groups, ranked.count)
        self._merged: dict[int, Ints] = {}

    def of(self, cluster: int) -> Ints:
        found = self._merged.get(cluster)
        if found is None:
            return self._members[self._begin[cluster] : self._begin[cluster + 1]]
        return found

    def merge(self, into: int, gone: int) -> None:
        both = np.concatenate((self.of(into), self.of(gone)))
        both.sort(kind="stable")
        self._merged[into] = both
        self._merged.pop(gone, None)

    def emd(self, cluster: int) -> float:
        return float(emd(self.of(cluster), *self._file, self._ordered))


def merge_until(
    points: NDArray[np.float64],
    labels: Ints,
    confidential: Sequence[Ranked],
    t: float,
    job: Job,
) -> Ints:
    """Merge the cluster of the largest EMD with its nearest until no EMD exceeds `t`.

    The nearest is the cluster with the nearest centroid. A cluster's EMD is its largest over
    the confidential attributes. Ties go to the cluster whose first record comes first. With a
    single cluster left every EMD is 0, so it always ends.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The encoded quasi-identifiers.
    labels : numpy.ndarray of int64, shape (n,)
        The clusters, numbered from 0 by first appearance.
    confidential : sequence of Ranked
        Without missing values.
    t : float
        Largest EMD allowed, at least 0.
    job : Job
        Its phase is the caller's; told of the merges done.

    Returns
    -------
    numpy.ndarray of int64, shape (n,)
        The clusters that remain, numbered from 0 by first appearance.

    Raises
    ------
    Cancelled
        If the job was cancelled.
    """
    groups = int(labels.max()) + 1
    spreads = [_Spread(ranked, labels, groups) for ranked in confidential]
    largest = [max(spread.emd(g) for spread in spreads) for g in range(groups)]
    waiting = [(-emd, g) for g, emd in enumerate(largest) if emd > t]
    if not waiting:
        return labels
    heapq.heapify(waiting)
    centroids = Centroids(points, labels)
    root = np.arange(groups)
    while waiting:
        job.reach(groups - centroids.count)
        worst, cluster = heapq.heappop(waiting)
        if root[cluster] != cluster or -worst != largest[cluster]:
            continue
        other = centroids.nearest(cluster)
        into, gone = min(cluster, other), max(cluster, other)
        centroids.merge(into, gone)
        for spread in spreads:
            spread.merge(into, gone)
        root[gone] = into
        largest[into] = max(spread.emd(into) for spread in spreads)
        if largest[into] > t:
            heapq.heappush(waiting, (-largest[into], into))
    return _renumbered(root)[labels]


def _renumbered(root: Ints) -> Ints:
    """Return the final number of each former cluster; `root` points to smaller numbers."""
    for g in range(len(root)):
        root[g] = root[root[g]]
    return np.unique(root, return_inverse=True)[1].astype(np.int64)
