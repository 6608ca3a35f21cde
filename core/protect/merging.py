"""Merges clusters until each is within all limits, such as an EMD of at most t.

Soria-Comas et al. (2015), Algorithm 1; manual: t-closeness#merging-t-merge.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np

from core.array_types import Floats, Ints
from core.conditions import Limit
from core.encode import Nominal
from core.jobs import Job
from core.kernels.microaggregation.centroids import Centroids
from core.kernels.microaggregation.mixed_centroids import MixedCentroids

AnyCentroids = Centroids | MixedCentroids


class SizeLimit:
    """How many records each cluster lacks to have at least `k`."""

    def __init__(self, k: int) -> None:
        self.bound = 0.0
        self._k = k
        self._sizes = np.zeros(0, dtype=np.int64)

    def start(self, labels: Ints, groups: int) -> Floats:
        """Count what each cluster lacks, shape (groups,)."""
        self._sizes = np.bincount(labels, minlength=groups)
        return self._k - self._sizes.astype(np.float64)

    def merge(self, into: int, gone: int) -> float:
        """Merge two clusters; count what their union lacks."""
        self._sizes[into] += self._sizes[gone]
        return float(self._k - self._sizes[into])


class _Merging:
    """The clusters during merging; those beyond a limit are in a heap, the worst on top."""

    def __init__(
        self,
        points: Floats,
        labels: Ints,
        limits: Sequence[Limit],
        nominal: Sequence[Nominal],
    ) -> None:
        self._limits, self._left = limits, int(labels.max()) + 1
        excess = np.column_stack([limit.start(labels, self._left) for limit in limits])
        # With the sign changed, so that the heap has the largest excess on top. A cluster beyond
        # several limits is placed by the first one.
        self._keys = -excess
        over = (excess > np.array([limit.bound for limit in limits])).any(axis=1)
        self._waiting = [(self._key(g), g) for g in np.flatnonzero(over).tolist()]
        heapq.heapify(self._waiting)
        # Usually there is nothing to merge; centroids then need not be computed.
        self._centroids = centroids_of(points, labels, nominal) if self._waiting else None
        self.root = np.arange(self._left)

    def _key(self, cluster: int) -> tuple[float, ...]:
        return tuple(self._keys[cluster].tolist())

    def step(self) -> bool:
        """Merge the cluster with the largest excess; return whether there was one."""
        # The only remaining cluster can exceed t if the records are a part of the file.
        if self._centroids is None or not self._waiting or self._left == 1:
            return False
        key, cluster = heapq.heappop(self._waiting)
        # The entry may be outdated.
        if self.root[cluster] == cluster and key == self._key(cluster):
            self._merge(*self._centroids.merge(cluster))
        return True

    def run(self, job: Job) -> None:
        """Merge until no cluster is beyond a limit; the job's phase is the caller's."""
        steps = 0
        job.update(steps)
        while self.step():
            steps += 1
            job.update(steps)

    def _merge(self, into: int, gone: int) -> None:
        excess = [limit.merge(into, gone) for limit in self._limits]
        self.root[gone] = into
        self._left -= 1
        self._keys[into] = [-over for over in excess]
        if any(over > limit.bound for over, limit in zip(excess, self._limits, strict=True)):
            heapq.heappush(self._waiting, (self._key(into), into))

    def renumber(self) -> Ints:
        """Renumber each former cluster."""
        root = self.root.copy()
        for g in np.flatnonzero(root != np.arange(len(root))).tolist():
            # A root has a smaller number than the clusters merged into it, so it is already
            # numbered.
            root[g] = root[root[g]]
        return np.unique(root, return_inverse=True)[1].astype(np.int64)


def centroids_of(points: Floats, labels: Ints, nominal: Sequence[Nominal]) -> AnyCentroids:
    """Return the centroids of clusters, which can merge with the nearest."""
    if not nominal:
        return Centroids(points, labels)
    return MixedCentroids(points, [attribute.for_kernel() for attribute in nominal], labels)


def merge_until(
    points: Floats,
    labels: Ints,
    limits: Sequence[Limit],
    job: Job,
    nominal: Sequence[Nominal] = (),
) -> Ints:
    """Merge the cluster with the largest excess with its nearest one until none has any.

    The nearest cluster is the one with the nearest centroid. Ties go to the cluster whose first
    record comes first. Merging always ends: at the latest with a single cluster.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The encoded quasi-identifiers, without the nominal ones.
    labels : numpy.ndarray of int64, shape (n,)
        The clusters, numbered from 0 by first appearance, as are those returned.
    limits : sequence of Limit
        At least one; clusters beyond the first one are merged before those beyond the others.
    nominal : sequence of Nominal, optional
        The nominal quasi-identifiers, whose part of a centroid is the least marginal category.
    """
    merging = _Merging(points, labels, limits, nominal)
    merging.run(job)
    return merging.renumber()[labels]
