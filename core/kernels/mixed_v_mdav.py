"""V-MDAV on records of numbers and categories (methods, sections 2 and 3)."""

from __future__ import annotations

from math import inf, sqrt

import numpy as np

from core.kernels.mixed_centroids import MixedCentroids
from core.kernels.remaining import Categories, Floats, Ints, Remaining


class MixedVMdav:
    """V-MDAV, to be driven in slices; as `core.kernels.v_mdav.VMdav`.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The numbers.
    nominal : tuple of Categories
        The nominal attributes.
    k : int
        Least size of a cluster, ``2 <= k <= n``.
    gamma : float
        At least 0; 0 lets no cluster grow.

    Attributes
    ----------
    labels, total, clusters
        As in `core.kernels.mixed_mdav.MixedMdav`.
    """

    def __init__(
        self, points: Floats, nominal: tuple[Categories, ...], k: int, gamma: float
    ) -> None:
        if not 2 <= k <= len(points):
            raise ValueError("k")
        if not gamma >= 0.0:
            raise ValueError("gamma")
        self._points, self._nominal, self._k, self._gamma = points, nominal, k, gamma
        self._left = Remaining(points, nominal)
        far = -self._left.distances(self._left.mean())
        self._order, self._top = np.argsort(far, kind="stable"), 0
        self.labels = np.full(len(points), -1, dtype=np.int64)
        self.total, self.clusters = len(points), 0

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` distances; return records done and whether all are."""
        while self._left.count >= self._k and budget > 0:
            before = self._left.count
            passes = self._cluster()
            budget -= passes * before * self._left.width
        if self._left.count >= self._k:
            return self.total - self._left.count, False
        self._join()
        return self.total, True

    def _cluster(self) -> int:
        """Make the next cluster; return the passes it took."""
        while self.labels[self._order[self._top]] >= 0:
            self._top += 1
        seed = int(self._order[self._top])
        centre = self._left.at(seed)
        self._take(np.array([seed], dtype=np.int64))
        members = [seed, *self._left.around(centre, self._k - 1)[1].tolist()]
        self._take(np.array(members[1:], dtype=np.int64))
        passes = self._grow(members) if self._gamma > 0.0 else 0
        self.clusters += 1
        return passes + 1

    def _grow(self, members: list[int]) -> int:
        """Take in records that are nearer to a member than to the rest; return the passes."""
        near: dict[int, tuple[float, int]] = {}
        passes = 0
        while len(members) < 2 * self._k - 1 and self._left.count > 0:
            for member in members:
                if member not in near:
                    key, found, _ = self._left.around(self._left.at(member), 1)
                    near[member] = float(key[0]), int(found[0])
                    passes += 1
            inside, record = min(near.values())
            # The record itself is at distance 0, so of the two nearest the farther one tells.
            key = self._left.around(self._left.at(record), 2)[0]
            passes += 1
            outside = float(key[1]) if len(key) == 2 else inf
            if not sqrt(inside) < self._gamma * sqrt(outside):
                break
            self._take(np.array([record], dtype=np.int64))
            members.append(record)
            near = {member: one for member, one in near.items() if one[1] != record}
        return passes

    def _take(self, records: Ints) -> None:
        self.labels[records] = self.clusters
        self._left.take_out(records)

    def _join(self) -> None:
        """Give each record left over to the cluster with the nearest centroid."""
        left = self._left.left()
        inside = np.flatnonzero(self.labels >= 0)
        held = tuple(a._replace(places=a.places[inside]) for a in self._nominal)
        # Numbered by their first records, so that of equally near ones the first is found.
        first = np.unique(self.labels[inside], return_index=True)[1]
        numbers = np.argsort(first)
        ranks = np.empty_like(numbers)
        ranks[numbers] = np.arange(len(numbers))
        centroids = MixedCentroids(self._points[inside], held, ranks[self.labels[inside]])
        for record in left:
            places = [int(a.places[record]) for a in self._nominal]
            self.labels[record] = numbers[centroids.nearest_to(self._points[record], places)]
        self._left.take_out(left)
