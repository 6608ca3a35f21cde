"""Means of products of two standardised columns, without a copy of either."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats
from core.kernels.numerics import exact

Scale = tuple[float, float, float]
"""Mean and deviation of a column, and the standardised value of a missing one."""


@njit(cache=True, nogil=True)
def mean_of_products(
    first: Floats,
    second: Floats,
    first_scale: Scale,
    second_scale: Scale,
) -> float:
    """Compute the mean of the products of standardised values, rounded once.

    Parameters
    ----------
    first, second : numpy.ndarray of float64, shape (n,)
        Values, NaN where they are missing; at least one.
    first_scale, second_scale : Scale
        With a deviation of 0 all standardised values of a column are 0.
    """
    largest = 0.0
    for i in range(len(first)):
        product = _standardise(first[i], first_scale) * _standardise(second[i], second_scale)
        largest = max(largest, abs(product))
    bits, exponent = exact.layout(largest, len(first))
    scales = exact.scales_of(bits, exponent)
    high, middle, low = np.int64(0), np.int64(0), np.int64(0)
    for i in range(len(first)):
        product = _standardise(first[i], first_scale) * _standardise(second[i], second_scale)
        parts = exact.split(product, scales)
        high += parts[0]
        middle += parts[1]
        low += parts[2]
    words = np.array([high, middle, low])
    return exact.mean_of(words, len(first), bits, exponent)


@njit(cache=True, nogil=True)
def _standardise(value: float, scale: Scale) -> float:
    mean, deviation, missing = scale
    if deviation == 0.0:
        return 0.0
    return missing if np.isnan(value) else (value - mean) / deviation
