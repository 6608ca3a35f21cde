"""What columns of amounts look like: significant digits, different sizes, order."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.array_types import Bools, Floats
from core.kernels.compilation.bare import copy_in

MOST_DIGITS, ALL_DIGITS = 15, 17
"""Decimal digits that a float64 surely has; of a number with more all are counted."""
# A number of at most 15 significant digits is a float64 to within few of its units of rounding.
_ROUNDING = 8 * np.finfo(np.float64).eps
# What sums and products of decimal numbers are off by, as a share.
_NOISE = 2.0**-50


@njit(cache=True, nogil=True)
def most_significant_digits(numbers: Floats) -> int:
    """Compute the most significant digits that one of some numbers has; 0 without any but zero."""
    most_digits = 0
    for i in range(len(numbers)):
        size = abs(numbers[i])
        if size == 0.0:
            continue
        power = np.floor(np.log10(size))
        # Nearly every number has no more digits than one before it.
        if most_digits > 0 and _has_digits(size, power, most_digits):
            continue
        digits = 1
        while digits <= MOST_DIGITS and not _has_digits(size, power, digits):
            digits += 1
        if digits > MOST_DIGITS:
            return ALL_DIGITS
        most_digits = max(most_digits, digits)
    return most_digits


@copy_in
def _has_digits(size: float, power: float, digits: int) -> bool:
    scaled = size * 10.0 ** (digits - 1 - power)
    return bool(abs(scaled - np.rint(scaled)) <= _ROUNDING * scaled)


@njit(cache=True, nogil=True)
def count_amounts(amounts: Floats) -> tuple[int, float]:
    """Count the amounts but 0 and NaN, and find the largest size."""
    n_amounts, largest = 0, 0.0
    for i in range(len(amounts)):
        if amounts[i] != 0.0 and np.isfinite(amounts[i]):
            n_amounts += 1
            largest = max(largest, abs(amounts[i]))
    return n_amounts, largest


@njit(cache=True, nogil=True)
def are_multiples(
    amounts: Floats, unit: float, power: float, is_whole: bool, most_misses: int
) -> bool:
    """Check whether all but some amounts are multiples of a step; 0 and NaN do not count.

    Parameters
    ----------
    amounts : numpy.ndarray of float64, shape (n,)
    unit, power : float
        The step is their product, or their quotient if `is_whole` is false.
    most_misses : int
        The number of amounts that may be none.
    """
    n_misses = 0
    for i in range(len(amounts)):
        if is_whole:
            nearest = np.rint(amounts[i] / (unit * power)) * (unit * power)
        else:
            nearest = np.rint(amounts[i] * power / unit) * unit / power
        if np.isfinite(amounts[i]) and abs(nearest - amounts[i]) > _NOISE * abs(amounts[i]):
            n_misses += 1
            # Most steps are ruled out within the first values.
            if n_misses > most_misses:
                return False
    return True


@njit(cache=True, nogil=True)
def has_many_sizes(amounts: Floats, fewest: int) -> bool:
    """Check whether so many different sizes above zero occur; NaN does not count."""
    sizes, n_sizes = np.empty(fewest), 0
    for i in range(len(amounts)):
        size = abs(amounts[i])
        position = 0
        while position < n_sizes and sizes[position] != size:
            position += 1
        if size > 0.0 and position == n_sizes:
            sizes[n_sizes] = size
            n_sizes += 1
        if n_sizes == fewest:
            return True
    return False


@njit(cache=True, nogil=True)
def correlation_with_place(in_order: NDArray[Any], is_new: Bools) -> float:
    """Compute Spearman's correlation of values with the places of their records.

    Parameters
    ----------
    in_order : numpy.ndarray of int64, shape (n,)
        The records by their values.
    is_new : numpy.ndarray of bool, shape (n,)
        Whether the value there is another one than the value ahead of it.
    """
    n = len(in_order)
    middle = (n - 1) / 2
    products, squares, begin = 0.0, 0.0, 0
    while begin < n:
        end, places = begin, 0.0
        while end == begin or (end < n and not is_new[end]):
            places += in_order[end] - middle
            end += 1
        rank = (begin + end - 1) / 2 - middle
        products += rank * places
        squares += rank * rank * (end - begin)
        begin = end
    spread = squares * (middle * (middle + 1) * n / 3)
    return products / np.sqrt(spread) if spread > 0.0 else 0.0
