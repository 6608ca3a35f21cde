"""Merges clusters until no EMD from the file exceeds t.

Soria-Comas et al. (2015), Algorithm 1; manual: t-closeness#merging-t-merge.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.encode import Nominal, Ranked, emd_of_groups
from core.jobs import Job
from core.kernels.closeness.emd import emd, prefix_sums, sorted_members
from core.kernels.closeness.semantic_emd import below, hierarchical_emd, idle_cost
from core.kernels.microaggregation.centroids import Centroids
from core.kernels.microaggregation.mixed_centroids import MixedCentroids

Ints = NDArray[np.int64]


class _Spread:
    """The sorted confidential ranks of every cluster, for one attribute."""

    def __init__(self, ranked: Ranked, file: Ranked, labels: Ints, groups: int) -> None:
        self._ordered, self._tree = ranked.ordered, ranked.tree
        # With no table of ranks: a cluster is measured once for each merge.
        nothing = np.empty(0, dtype=np.int64)
        self._file = (*prefix_sums(file.ranks[file.ranks >= 0], file.count), nothing)
        if ranked.tree is not None:
            self._below = below(file.ranks, ranked.tree.up)
            self._idle = idle_cost(self._below, ranked.tree.rise)
            self._scratch = np.zeros(len(ranked.tree.up), dtype=np.int64)
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
        members, tree = self.of(cluster), self._tree
        if tree is None:
            return float(emd(members, *self._file, self._ordered))
        place = tree.up, tree.rise, tree.height, self._scratch
        return float(hierarchical_emd(members, self._below, self._idle, *place))


class _Merging:
    """The clusters during merging; those with an EMD above t are in a heap, the largest on top."""

    def __init__(
        self,
        points: NDArray[np.float64],
        labels: Ints,
        confidential: Sequence[Ranked],
        file: Sequence[Ranked],
        t: float,
        nominal: Sequence[Nominal],
    ) -> None:
        self.groups = self._left = int(labels.max()) + 1
        self._t = t
        both = list(zip(confidential, file, strict=True))
        self._spreads = [_Spread(own, whole, labels, self.groups) for own, whole in both]
        each = [emd_of_groups(labels, own, whole) for own, whole in both]
        self._largest: list[float] = np.max(each, axis=0).tolist()
        self._waiting = [(-emd, g) for g, emd in enumerate(self._largest) if emd > t]
        heapq.heapify(self._waiting)
        # Usually there is nothing to merge; centroids then need not be computed.
        self._centroids = _centroids(points, labels, nominal) if self._waiting else None
        self.root = np.arange(self.groups)

    def _emd(self, cluster: int) -> float:
        return max(spread.emd(cluster) for spread in self._spreads)

    def step(self) -> bool:
        """Merge the cluster with the largest EMD above t; return whether there was one."""
        # The only remaining cluster can exceed t if the records are a part of the file.
        if self._centroids is None or not self._waiting or self._left == 1:
            return False
        emd, cluster = heapq.heappop(self._waiting)
        # The entry may be outdated.
        if self.root[cluster] == cluster and -emd == self._largest[cluster]:
            self._merge(*self._centroids.merge(cluster))
        return True

    def _merge(self, into: int, gone: int) -> None:
        for spread in self._spreads:
            spread.merge(into, gone)
        self.root[gone] = into
        self._left -= 1
        self._largest[into] = self._emd(into)
        if self._largest[into] > self._t:
            heapq.heappush(self._waiting, (-self._largest[into], into))

    def renumbered(self) -> Ints:
        """Return the final number of each former cluster."""
        root = self.root.copy()
        for g in range(len(root)):
            # A root has a smaller number than the clusters merged into it, so it is already
            # numbered.
            root[g] = root[root[g]]
        return np.unique(root, return_inverse=True)[1].astype(np.int64)


def _centroids(
    points: NDArray[np.float64], labels: Ints, nominal: Sequence[Nominal]
) -> Centroids | MixedCentroids:
    if not nominal:
        return Centroids(points, labels)
    return MixedCentroids(points, [attribute.for_kernel() for attribute in nominal], labels)


def merge_until(
    points: NDArray[np.float64],
    labels: Ints,
    confidential: Sequence[Ranked],
    t: float,
    job: Job,
    nominal: Sequence[Nominal] = (),
    file: Sequence[Ranked] | None = None,
) -> Ints:
    """Merge the cluster with the largest EMD with its nearest one until no EMD exceeds `t`.

    The nearest cluster is the one with the nearest centroid. A cluster's EMD is its largest one
    over the confidential attributes. Ties go to the cluster whose first record comes first. Merging
    always ends: with a single cluster every EMD is 0, unless the records are a part of the file.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The encoded quasi-identifiers, without the nominal ones.
    labels : numpy.ndarray of int64, shape (n,)
        The clusters, numbered from 0 by first appearance, as are those returned.
    confidential : sequence of Ranked
        At least one.
    t : float
        Largest EMD allowed, at least 0.
    job : Job
        Its phase is the caller's. Raises `Cancelled` if it is cancelled.
    nominal : sequence of Nominal, optional
        The nominal quasi-identifiers, whose part of a centroid is the least marginal category.
    file : sequence of Ranked, optional
        The confidential attributes of the whole file, if the records are a part of it.
    """
    merging, steps = _Merging(points, labels, confidential, file or confidential, t, nominal), 0
    job.update(steps)
    while merging.step():
        steps += 1
        job.update(steps)
    return merging.renumbered()[labels]
