"""Sums and means that do not depend on the order of their terms."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats, Ints
from core.kernels.numerics import exact


@njit(cache=True, nogil=True)
def exact_sum(values: Floats) -> float:
    """Compute the sum of finite `values`, rounded once."""
    words, bits, exponent = _add_up(values)
    return exact.value_of(words, bits, exponent)


@njit(cache=True, nogil=True)
def exact_mean(values: Floats) -> float:
    """Compute the mean of at least one finite value, rounded once."""
    words, bits, exponent = _add_up(values)
    return exact.mean_of(words, len(values), bits, exponent)


@njit(cache=True, nogil=True)
def _add_up(values: Floats) -> tuple[Ints, int, int]:
    """Compute the words of the sum of `values`, and bits and exponent of their layout."""
    largest = 0.0
    for i in range(len(values)):
        largest = max(largest, abs(values[i]))
    bits, exponent = exact.layout(largest, len(values))
    words = np.zeros(exact.WORDS, np.int64)
    add_values(words, values, bits, exponent)
    return words, bits, exponent


@njit(cache=True, nogil=True)
def add_values(words: Ints, values: Floats, bits: int, exponent: int) -> None:
    """Add finite `values` to the words of a sum that was laid out for them and all others."""
    scales = exact.scales_of(bits, exponent)
    # In variables, not in an array, several values are added at once.
    high, middle, low = words[0], words[1], words[2]
    for i in range(len(values)):
        parts = exact.split(values[i], scales)
        high += parts[0]
        middle += parts[1]
        low += parts[2]
    words[0], words[1], words[2] = high, middle, low


@njit(cache=True, nogil=True)
def group_means(values: Floats, labels: Ints, groups: int) -> Floats:
    """Compute the mean of each group over its values that are not NaN.

    Each is the exact mean, rounded once: it lies within its group's least and largest value, and
    the mean of equal values is their value. What other groups hold does not matter.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (n,)
        Finite or NaN.
    labels : numpy.ndarray of int64, shape (n,)
        Group of each value, in ``0..groups-1``.

    Returns
    -------
    numpy.ndarray of float64, shape (groups,)
        NaN for a group without a value.
    """
    largest, counts = _extents(values, labels, groups)
    # The words of each group's sum, and bits and exponent of its layout.
    words, layouts = np.zeros((groups, exact.WORDS), np.int64), np.empty((groups, 2), np.int64)
    for g in range(groups):
        layouts[g, 0], layouts[g, 1] = exact.layout(largest[g], counts[g])
    for i in range(len(values)):
        if not np.isnan(values[i]):
            g = labels[i]
            exact.add(words[g], values[i], 1, layouts[g, 0], layouts[g, 1])
    means = np.full(groups, np.nan)
    for g in range(groups):
        if counts[g] > 0:
            means[g] = exact.mean_of(words[g], counts[g], layouts[g, 0], layouts[g, 1])
    return means


@njit(cache=True, nogil=True)
def weighted_group_means(
    values: Floats,
    weights: Floats,
    labels: Ints,
    groups: int,
) -> Floats:
    """Compute the weighted mean of each group over its values that are not NaN.

    It is the plain mean and a correction, the weighted mean of the differences from it, whose
    sums are rounded once each. Neither a large offset of the values nor the size of the weights
    costs precision; the result lies within the group's least and largest value. What other groups
    hold does not matter.

    Parameters
    ----------
    values, labels, groups
        As in `group_means`.
    weights : numpy.ndarray of float64, shape (n,)
        Positive and finite.

    Returns
    -------
    numpy.ndarray of float64, shape (groups,)
        NaN for a group without a value.
    """
    centres = group_means(values, labels, groups)
    heaviest = np.zeros(groups)
    for i in range(len(values)):
        heaviest[labels[i]] = max(heaviest[labels[i]], weights[i])
    moments = np.full(len(values), np.nan)
    masses = np.full(len(values), np.nan)
    lowest = np.full(groups, np.inf)
    highest = np.full(groups, -np.inf)
    for i in range(len(values)):
        if not np.isnan(values[i]):
            g = labels[i]
            masses[i] = weights[i] / heaviest[g]
            moments[i] = masses[i] * (values[i] - centres[g])
            lowest[g] = min(lowest[g], values[i])
            highest[g] = max(highest[g], values[i])
    moments = group_means(moments, labels, groups)
    masses = group_means(masses, labels, groups)
    for g in range(groups):
        if masses[g] > 0.0:
            mean = centres[g] + moments[g] / masses[g]
            centres[g] = min(max(mean, lowest[g]), highest[g])
    return centres


@njit(cache=True, nogil=True)
def _extents(values: Floats, labels: Ints, groups: int) -> tuple[Floats, Ints]:
    """Find the largest absolute value of each group, and how many values are not NaN."""
    largest = np.zeros(groups)
    counts = np.zeros(groups, np.int64)
    for i in range(len(values)):
        if not np.isnan(values[i]):
            g = labels[i]
            largest[g] = max(largest[g], abs(values[i]))
            counts[g] += 1
    return largest, counts
