"""The partition of numbers on a line that loses least.

Hansen and Mukherjee (2003); manual: microaggregation#univariate-optimal.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels.numerics.double_double import add, divide, multiply, subtract, two_product

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def _prefix_sums(values: Floats) -> tuple[Floats, Floats]:
    """Return the sums of the first `i` values and of their squares, each as two doubles."""
    sums, squares = np.zeros((len(values) + 1, 2)), np.zeros((len(values) + 1, 2))
    total, squared = (0.0, 0.0), (0.0, 0.0)
    for i in range(len(values)):
        total = add(total, (values[i], 0.0))
        squared = add(squared, two_product(values[i], values[i]))
        sums[i + 1, 0], sums[i + 1, 1] = total
        squares[i + 1, 0], squares[i + 1, 1] = squared
    return sums, squares


@njit(cache=True, nogil=True)
def _advance(
    sums: Floats, squares: Floats, best: Floats, last: Ints, k: int, at: int, budget: int
) -> int:
    """Find the best partitions of the first `at`, `at` + 1, ... values; return the next."""
    n = len(last) - 1
    while at <= n and budget > 0:
        for run in range(k, min(2 * k - 1, at) + 1):
            before = at - run
            if before != 0 and before < k:
                continue
            # The sum of squares of these values about their mean.
            total = subtract((sums[at, 0], sums[at, 1]), (sums[before, 0], sums[before, 1]))
            squared = subtract(
                (squares[at, 0], squares[at, 1]), (squares[before, 0], squares[before, 1])
            )
            here = subtract(squared, divide(multiply(total, total), float(run)))
            whole = add((best[before, 0], best[before, 1]), here)
            if last[at] == 0 or whole[0] < best[at, 0]:
                best[at, 0], best[at, 1] = whole
                last[at] = run
            budget -= 1
        at += 1
    return at


@njit(cache=True, nogil=True)
def _label(last: Ints, order: Ints, labels: Ints) -> int:
    """Follow the runs from the end; return how many there are."""
    clusters, at = 0, len(order)
    while at > 0:
        for j in range(at - last[at], at):
            labels[order[j]] = clusters
        at -= last[at]
        clusters += 1
    return clusters


class Univariate:
    """Optimal univariate microaggregation by dynamic programming, to be driven in slices.

    The values are sorted, equal ones by position, and cut into runs of `k` to ``2k - 1``; in
    an optimal partition no cluster is larger. Sums are kept in twice the working precision, so
    the values' mean may be large against their spread. Of partitions that lose equally little,
    to a double's precision, the one with the shortest last run is taken, and so on towards the
    front.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (n,)
        Finite.
    k : int
        Least size of a cluster, ``1 <= k <= n``.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record once the work is finished, numbered from the largest values
        down; -1 before.
    clusters : int
        Number of clusters, 0 before the work is finished.
    total : int
        Units of the whole work.
    """

    def __init__(self, values: NDArray[np.float64], k: int) -> None:
        n = len(values)
        if not 1 <= k <= n:
            raise ValueError("k")
        self._order = np.argsort(values, kind="stable").astype(np.int64)
        ordered = values[self._order]
        # Squares of values scaled to at most 1 neither overflow nor vanish together.
        largest = float(np.abs(ordered).max())
        self._sums, self._squares = _prefix_sums(np.ldexp(ordered, -int(np.frexp(largest)[1])))
        self._best = np.zeros((n + 1, 2))
        self._last = np.zeros(n + 1, dtype=np.int64)
        self._k, self._at = k, k
        self.labels = np.full(n, -1, dtype=np.int64)
        self.clusters = 0
        self.total = n + 1

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` runs; return units done and whether all is done."""
        self._at = _advance(
            self._sums, self._squares, self._best, self._last, self._k, self._at, budget
        )
        finished = self._at >= self.total
        if finished:
            self.clusters = _label(self._last, self._order, self.labels)
        return self._at, finished
