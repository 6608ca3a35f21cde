"""The partition of numbers on a line that loses least.

Hansen and Mukherjee (2003); manual: microaggregation#univariate-optimal.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats, Ints
from core.kernels.numerics.double_double import add, divide, multiply, subtract, two_product


@njit(cache=True, nogil=True)
def _add_up(values: Floats, sums: Floats, squares: Floats) -> None:
    """Sum up the first values and their squares, each as two doubles; row 0 is that of none."""
    total, squared = (0.0, 0.0), (0.0, 0.0)
    for i in range(len(values)):
        total = add(total, (values[i], 0.0))
        squared = add(squared, two_product(values[i], values[i]))
        sums[i + 1, 0], sums[i + 1, 1] = total
        squares[i + 1, 0], squares[i + 1, 1] = squared


@njit(cache=True, nogil=True)
def _advance(
    sums: Floats, squares: Floats, best: Floats, last: Ints, k: int, end: int, budget: int
) -> int:
    """Find the best partitions of the first `end`, `end` + 1, ... values; return the next.

    `last` has the size of the last run of each, 0 where none is known.
    """
    while end < len(sums) and budget > 0:
        for run in range(k, min(2 * k - 1, end) + 1):
            start = end - run
            if start != 0 and start < k:
                continue
            # The sum of squares of these values about their mean.
            total = subtract((sums[end, 0], sums[end, 1]), (sums[start, 0], sums[start, 1]))
            squared = subtract(
                (squares[end, 0], squares[end, 1]), (squares[start, 0], squares[start, 1])
            )
            run_loss = subtract(squared, divide(multiply(total, total), float(run)))
            total_loss = add((best[start, 0], best[start, 1]), run_loss)
            if last[end] == 0 or total_loss[0] < best[end, 0]:
                best[end, 0], best[end, 1] = total_loss
                last[end] = run
            budget -= 1
        end += 1
    return end


@njit(cache=True, nogil=True)
def _follow(last: Ints, sizes: Ints) -> int:
    """Write the sizes of the runs, from the last one; return how many there are."""
    end, runs = len(last) - 1, 0
    while end > 0:
        sizes[runs] = last[end]
        end -= sizes[runs]
        runs += 1
    return runs


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
    """

    def __init__(self, values: Floats, k: int) -> None:
        n = len(values)
        if not 1 <= k <= n:
            raise ValueError("k")
        self._order = np.argsort(values, kind="stable").astype(np.int64)
        self._k, self._at = k, k
        self._sums, self._squares, self._best = (np.zeros((n + 1, 2)) for _ in range(3))
        # Squares of values scaled to at most 1 neither overflow nor vanish together.
        exponent = -int(np.frexp(np.abs(values).max())[1])
        _add_up(np.ldexp(values[self._order], exponent), self._sums, self._squares)
        # Of the best partition of the first values, the size of the last run.
        self._last = np.zeros(n + 1, dtype=np.int64)
        self.labels = np.full(n, -1, dtype=np.int64)
        self.clusters = 0
        self.total = n + 1

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` runs; return units done and whether all is done."""
        self._at = _advance(
            self._sums, self._squares, self._best, self._last, self._k, self._at, budget
        )
        finished = self._at == self.total
        if finished:
            sizes = np.empty(len(self.labels), dtype=np.int64)
            sizes = sizes[: _follow(self._last, sizes)]
            self.clusters = len(sizes)
            self.labels[self._order] = np.repeat(np.arange(self.clusters)[::-1], sizes[::-1])
        return self._at, finished
