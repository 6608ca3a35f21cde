"""MDAV on records of numbers and categories by passes over all that remains."""

from __future__ import annotations

import numpy as np

from core.kernels.remaining import Ints, Remaining


class PassedMdav:
    """MDAV on what is left of a file, to be driven in slices.

    Parameters
    ----------
    remaining : Remaining
        All records; none is left in the end.
    k : int
        Least size of a cluster, ``2 <= k <= n``.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record once the work is finished, numbered in the order in which the
        clusters were made; -1 before.
    total : int
        Units of the whole work.
    clusters : int
        Number of clusters made so far.
    """

    def __init__(self, remaining: Remaining, k: int) -> None:
        if not 2 <= k <= remaining.count:
            raise ValueError("k")
        self._left, self._k = remaining, k
        self.labels = np.full(remaining.count, -1, dtype=np.int64)
        self.total, self.clusters = remaining.count, 0

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` distances; return records done and whether all are."""
        left = self._left
        while left.count > 0 and budget > 0:
            budget -= 3 * left.count * left.width
            if left.count < 2 * self._k:
                self._take(left.left())
            else:
                self._round()
        return self.total - left.count, left.count == 0

    def _round(self) -> None:
        """Make two clusters, or one where fewer than ``3 k`` records are left."""
        left, both = self._left, self._left.count >= 3 * self._k
        first = left.farthest(left.mean())
        seed = left.at(first)
        second = self._cluster(first)
        if both:
            if self.labels[second] >= 0:
                second = left.farthest(seed)
            self._cluster(second)

    def _cluster(self, seed: int) -> int:
        """Make the cluster around a record; return the record farthest from it."""
        centre = self._left.at(seed)
        self._left.take_out(np.array([seed], dtype=np.int64))
        self.labels[seed] = self.clusters
        _, near, farthest = self._left.around(centre, self._k - 1)
        self._take(near)
        return farthest

    def _take(self, records: Ints) -> None:
        """Finish the cluster with `records`."""
        self.labels[records] = self.clusters
        self._left.take_out(records)
        self.clusters += 1
