"""The partition of numbers on a line that loses least.

Hansen and Mukherjee (2003); manual: microaggregation#univariate-optimal.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels.numerics.double_double import add, divide, multiply, subtract, two_product

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def _add_up(values: Floats, sums: Floats, squares: Floats, at: int) -> None:
    """Go on with the sums of the first values and of their squares, each as two doubles.

    Row `at` is that of the values before.
    """
    total, squared = (sums[at, 0], sums[at, 1]), (squares[at, 0], squares[at, 1])
    for i in range(len(values)):
        total = add(total, (values[i], 0.0))
        squared = add(squared, two_product(values[i], values[i]))
        sums[at + i + 1, 0], sums[at + i + 1, 1] = total
        squares[at + i + 1, 0], squares[at + i + 1, 1] = squared


@njit(cache=True, nogil=True)
def _advance(
    sums: Floats,
    squares: Floats,
    best: Floats,
    last: Ints,
    k: int,
    first: int,
    at: int,
    budget: int,
) -> int:
    """Find the best partitions of the first `at`, `at` + 1, ... values; return the next.

    Row 0 of the sums is that of the first `first` values; `last` belongs to the last rows.
    """
    end = first + len(sums) - 1
    begin = end - len(last) + 1
    while at <= end and budget > 0:
        here = at - first
        for run in range(k, min(2 * k - 1, at) + 1):
            before = at - run
            if before != 0 and before < k:
                continue
            then = before - first
            # The sum of squares of these values about their mean.
            total = subtract((sums[here, 0], sums[here, 1]), (sums[then, 0], sums[then, 1]))
            squared = subtract(
                (squares[here, 0], squares[here, 1]), (squares[then, 0], squares[then, 1])
            )
            own = subtract(squared, divide(multiply(total, total), float(run)))
            whole = add((best[then, 0], best[then, 1]), own)
            if last[at - begin] == 0 or whole[0] < best[here, 0]:
                best[here, 0], best[here, 1] = whole
                last[at - begin] = run
            budget -= 1
        at += 1
    return at


@njit(cache=True, nogil=True)
def _follow(last: Ints, begin: int, at: int, sizes: Ints) -> tuple[int, int]:
    """Follow the runs that end with the values `begin` + 1 to `at`, from the last one.

    Returns their number, and how many values come before them.
    """
    runs = 0
    while at > begin:
        sizes[runs] = last[at - begin - 1]
        at -= sizes[runs]
        runs += 1
    return runs, at


class LastRuns:
    """The last run of the best partition of the first 1, 2, ... numbers on a line.

    The numbers are given in ascending order, and may be given in parts. What is kept of earlier
    parts does not depend on their length.

    Parameters
    ----------
    k : int
        Least size of a run.
    largest : float
        The largest absolute value of all numbers. Squares of values scaled to at most 1 neither
        overflow nor vanish together.

    Attributes
    ----------
    last : numpy.ndarray of int64, shape (n,)
        For each number of the latest part, the size of the last run of all numbers up to it; 0 for
        fewer than `k`.
    """

    def __init__(self, k: int, largest: float) -> None:
        self._k, self._exponent = k, -int(np.frexp(largest)[1])
        self._sums, self._squares, self._best = (np.zeros((1, 2)) for _ in range(3))
        self._first, self._at = 0, k
        self.last = np.empty(0, dtype=np.int64)

    @property
    def end(self) -> int:
        """How many numbers were given."""
        return self._first + len(self._sums) - 1

    def add(self, ordered: Floats) -> None:
        """Take the next numbers; those before must be finished."""
        # The runs that end among them begin after at most so many others.
        kept = min(len(self._sums), 2 * self._k - 1)
        self._first = self.end + 1 - kept
        grown = []
        for each in (self._sums, self._squares, self._best):
            found = np.zeros((kept + len(ordered), 2))
            found[:kept] = each[len(each) - kept :]
            grown.append(found)
        self._sums, self._squares, self._best = grown
        scaled = np.ldexp(ordered, self._exponent)
        _add_up(scaled, self._sums, self._squares, kept - 1)
        self.last = np.zeros(len(ordered), dtype=np.int64)

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` runs; return the next number and whether all are finished."""
        self._at = _advance(
            self._sums,
            self._squares,
            self._best,
            self.last,
            self._k,
            self._first,
            self._at,
            budget,
        )
        return self._at, self._at > self.end


def run_sizes(parts: Iterable[tuple[int, Ints]], count: int) -> Ints:
    """Return the sizes of the runs of the best partition, in ascending order of their values.

    Parameters
    ----------
    parts : iterable of pairs of int and numpy.ndarray of int64
        `LastRuns.last` of some successive numbers, and how many come before them; the last ones
        first.
    count : int
        How many numbers there are, at least `k`.
    """
    found = []
    for begin, last in parts:
        sizes = np.empty(len(last), dtype=np.int64)
        runs, count = _follow(last, begin, count, sizes)
        found.append(sizes[:runs])
    return np.concatenate(found)[::-1]


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
        self._runs = LastRuns(k, float(np.abs(values).max()))
        self._runs.add(values[self._order])
        self.labels = np.full(n, -1, dtype=np.int64)
        self.clusters = 0
        self.total = n + 1

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` runs; return units done and whether all is done."""
        done, finished = self._runs.step(budget)
        if finished:
            sizes = run_sizes([(0, self._runs.last)], len(self.labels))
            self.clusters = len(sizes)
            self.labels[self._order] = np.repeat(np.arange(self.clusters)[::-1], sizes)
        return done, finished
