"""Merging clusters until none is farther than t from the file ([P1], Algorithm 1)."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import Ranked
from core.jobs import Job
from core.kernels.centroids import Centroids
from core.kernels.closeness import emd, emd_of_groups, prefix_sums, sorted_members

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


class _Merging:
    """The clusters while they merge; those farther than t wait in a heap, the farthest on top."""

    def __init__(
        self, points: NDArray[np.float64], labels: Ints, confidential: Sequence[Ranked], t: float
    ) -> None:
        self.groups = int(labels.max()) + 1
        self._t = t
        self._spreads = [_Spread(ranked, labels, self.groups) for ranked in confidential]
        each = [emd_of_groups(labels, r.ranks, r.count, r.ordered) for r in confidential]
        self._largest: list[float] = np.max(each, axis=0).tolist()
        self._waiting = [(-emd, g) for g, emd in enumerate(self._largest) if emd > t]
        heapq.heapify(self._waiting)
        # Nothing to merge is the usual case; centroids then need not be computed.
        self._centroids = Centroids(points, labels) if self._waiting else None
        self.root = np.arange(self.groups)

    def _emd(self, cluster: int) -> float:
        return max(spread.emd(cluster) for spread in self._spreads)

    def step(self) -> bool:
        """Merge the farthest cluster, if one is farther than t; say whether one was waiting."""
        if self._centroids is None or not self._waiting:
            return False
        emd, cluster = heapq.heappop(self._waiting)
        # What waited may have changed or gone since.
        if self.root[cluster] == cluster and -emd == self._largest[cluster]:
            self._merge(*self._centroids.merge(cluster))
        return True

    def _merge(self, into: int, gone: int) -> None:
        for spread in self._spreads:
            spread.merge(into, gone)
        self.root[gone] = into
        self._largest[into] = self._emd(into)
        if self._largest[into] > self._t:
            heapq.heappush(self._waiting, (-self._largest[into], into))

    def renumbered(self) -> Ints:
        """Return the final number of each former cluster."""
        root = self.root.copy()
        for g in range(len(root)):
            # A root has a smaller number than what merged into it, so it is settled already.
            root[g] = root[root[g]]
        return np.unique(root, return_inverse=True)[1].astype(np.int64)


def merge_until(
    points: NDArray[np.float64],
    labels: Ints,
    confidential: Sequence[Ranked],
    t: float,
    job: Job,
) -> Ints:
    """Merge the cluster of the largest EMD with its nearest until no EMD exceeds `t`.

    The nearest has the nearest centroid. A cluster's EMD is its largest over the confidential
    attributes. Ties go to the cluster whose first record comes first. With a single cluster
    left every EMD is 0, so it always ends.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The encoded quasi-identifiers.
    labels : numpy.ndarray of int64, shape (n,)
        The clusters, numbered from 0 by first appearance; so are those returned.
    confidential : sequence of Ranked
        At least one.
    t : float
        Largest EMD allowed, at least 0.
    job : Job
        Its phase is the caller's. Raises `Cancelled` when it is cancelled.
    """
    merging, steps = _Merging(points, labels, confidential, t), 0
    job.reach(steps)
    while merging.step():
        steps += 1
        job.reach(steps)
    return merging.renumbered()[labels]
