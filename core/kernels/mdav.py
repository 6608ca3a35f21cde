"""MDAV-generic as resumable work (methods, section 3)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.kernels import exact, mdav_scan


class Mdav:
    """MDAV on points, to be driven in slices.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        Finite; `m` at least 1.
    k : int
        Least size of a cluster, ``2 <= k <= n``.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record once the work is finished, numbered in the order in which the
        clusters were made; -1 before.
    total : int
        Units of the whole work.
    """

    def __init__(self, points: NDArray[np.float64], k: int) -> None:
        n = len(points)
        if not 2 <= k <= n:
            raise ValueError("k")
        self._k = k
        self._columns = np.ascontiguousarray(points.T)
        self._position = np.arange(n, dtype=np.int64)
        self._bits, self._exponent = exact.layout(float(np.abs(points).max()), n)
        self._sums = exact.column_sums(self._columns, self._bits, self._exponent)
        self._state = np.array([n, 0], dtype=np.int64)
        self.labels = np.full(n, -1, dtype=np.int64)
        self.total = n * n

    @property
    def clusters(self) -> int:
        """Number of clusters made so far."""
        return int(self._state[1])

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` distances; return units done and whether all is done."""
        mdav_scan.advance(
            self._columns,
            self._position,
            self.labels,
            self._sums,
            self._state,
            self._k,
            self._bits,
            self._exponent,
            budget,
        )
        left = int(self._state[0])
        return self.total - left * left, left == 0
