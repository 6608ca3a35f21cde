"""Sums and means that do not depend on the order of their terms."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels import exact


@njit(cache=True, nogil=True)
def exact_sum(values: NDArray[np.float64]) -> float:
    """Return the sum of finite `values`, rounded once."""
    largest = 0.0
    for i in range(len(values)):
        largest = max(largest, abs(values[i]))
    bits, exponent = exact.layout(largest, len(values))
    words = np.zeros(exact.WORDS, np.int64)
    for i in range(len(values)):
        exact.add(words, values[i], 1, bits, exponent)
    return exact.value_of(words, bits, exponent)


def exact_mean(values: NDArray[np.float64]) -> float:
    """Return the mean of at least one finite value: the sum, rounded once, over the count."""
    return float(exact_sum(values)) / len(values)


@njit(cache=True, nogil=True)
def group_sums(
    values: NDArray[np.float64], labels: NDArray[np.int64], groups: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Sum `values` over groups, leaving out NaN.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (n,)
        Finite or NaN.
    labels : numpy.ndarray of int64, shape (n,)
        Group of each value, in ``0..groups-1``.
    groups : int
        Number of groups.

    Returns
    -------
    sums : numpy.ndarray of float64, shape (groups,)
        Each rounded once.
    counts : numpy.ndarray of int64, shape (groups,)
        Values that were not NaN.
    """
    largest = 0.0
    for i in range(len(values)):
        if abs(values[i]) > largest:
            largest = abs(values[i])
    bits, exponent = exact.layout(largest, len(values))
    words = np.zeros((groups, exact.WORDS), np.int64)
    counts = np.zeros(groups, np.int64)
    for i in range(len(values)):
        if not np.isnan(values[i]):
            exact.add(words[labels[i]], values[i], 1, bits, exponent)
            counts[labels[i]] += 1
    sums = np.empty(groups)
    for g in range(groups):
        sums[g] = exact.value_of(words[g], bits, exponent)
    return sums, counts


def group_means(
    values: NDArray[np.float64], labels: NDArray[np.int64], groups: int
) -> NDArray[np.float64]:
    """Return the mean of each group over the values that are not NaN; NaN for a group of none."""
    sums, counts = group_sums(values, labels, groups)
    means = np.full(groups, np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return means
