"""Exact sums of real numbers, kept as fixed-point numbers of several integer words.

A sum is then one well-defined number: the order of the terms, and whether a term was added or
its opposite taken away, leave no trace. A term counts with all its bits unless it is more than
about ``2**60`` times smaller than the largest one, far below what a distance can feel.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from core.array_types import Floats, Ints
from core.kernels.compilation.bare import bare

WORDS = 3
# The least power of two that is a normal double.
_LEAST = -1022


@njit(cache=True, nogil=True)
def layout(largest: float, terms: int) -> tuple[int, int]:
    """Return (bits of a word, exponent) for sums of `terms` numbers of at most `largest`."""
    bits = 61
    while terms > 0:
        terms >>= 1
        bits -= 1
    exponent = math.frexp(largest)[1] if largest > 0.0 else 0
    return bits, exponent


@bare
def _power(exponent: int) -> float:
    """Compute 2 to the power of `exponent`, `_LEAST` to 1023, without a call of the library."""
    return float(np.int64((exponent + 1023) << 52).view(np.float64))


@bare
def scales_of(bits: int, exponent: int) -> tuple[float, float, float]:
    """Find the factor of a value, in two steps, and that of each remainder.

    One factor would be too large for the smallest values that a double can hold.
    """
    half = (bits - exponent) >> 1
    return _power(half), _power(bits - exponent - half), _power(bits)


@bare
def split(value: float, scales: tuple[float, float, float]) -> tuple[np.int64, ...]:
    """Return the `WORDS` words of a value."""
    remainder = value * scales[0] * scales[1]
    high = np.rint(remainder)
    remainder = (remainder - high) * scales[2]
    middle = np.rint(remainder)
    low = np.rint((remainder - middle) * scales[2])
    return np.int64(high), np.int64(middle), np.int64(low)


@bare
def add(words: Ints, value: float, sign: int, bits: int, exponent: int) -> None:
    """Add `sign` times `value` to a sum, given as its `WORDS` words."""
    high, middle, low = split(value, scales_of(bits, exponent))
    words[0] += sign * high
    words[1] += sign * middle
    words[2] += sign * low


@bare
def add_record(
    sums: Ints,
    points: Floats,
    record: int,
    sign: int,
    bits: int,
    exponent: int,
) -> None:
    """Add `sign` times ``points[record]`` to the sums of the columns, shape (m, `WORDS`).

    Sums of shape (0, `WORDS`) are for callers that need no mean.
    """
    for i in range(len(sums)):
        add(sums[i], points[record, i], sign, bits, exponent)


@bare
def _two_sum(a: float, b: float) -> tuple[float, float]:
    """Compute the rounded sum and its rounding error (Knuth)."""
    s = a + b
    v = s - a
    return s, (a - (s - v)) + (b - v)


@bare
def _carry(words: Ints, bits: int) -> tuple[int, int, int]:
    """Return the words of a sum with all but the first within half a word of 0."""
    half = np.int64(1) << (bits - 1)
    low = words[2]
    carry = (low + half) >> bits
    low -= carry << bits
    middle = words[1] + carry
    carry = (middle + half) >> bits
    middle -= carry << bits
    return words[0] + carry, middle, low


@bare
def value_of(words: Ints, bits: int, exponent: int) -> float:
    """Compute a sum as the nearest double."""
    high, middle, low = _carry(words, bits)
    # The high word may need more than the 53 bits of a double.
    upper = (high >> 30) << 30
    s, e1 = _two_sum(float(middle) * _power(-bits), float(low) * _power(-2 * bits))
    s, e2 = _two_sum(float(high - upper), s)
    s, e3 = _two_sum(float(upper), s)
    total = s + (e3 + (e2 + e1))
    if exponent - bits < _LEAST:
        return math.ldexp(total, exponent - bits)
    return total * _power(exponent - bits)


@bare
def mean_of(words: Ints, count: int, bits: int, exponent: int) -> float:
    """Compute a sum over `count`, at most the terms that were laid out for, rounded once.

    The words, which become those of the quotient, are divided one after the other; what remains
    of each is carried over to the next.
    """
    high, middle, low = _carry(words, bits)
    words[0] = high // count
    middle += (high - words[0] * count) << bits
    words[1] = middle // count
    low += (middle - words[1] * count) << bits
    words[2] = low // count
    return value_of(words, bits, exponent)


@njit(cache=True, nogil=True)
def column_sums(columns: Floats, bits: int, exponent: int) -> Ints:
    """Compute the sums of the rows of `columns` as words, shape (m, `WORDS`)."""
    words = np.zeros((columns.shape[0], WORDS), np.int64)
    for i in range(columns.shape[0]):
        for j in range(columns.shape[1]):
            add(words[i], columns[i, j], 1, bits, exponent)
    return words


@njit(cache=True, nogil=True)
def values_of(sums: Ints, bits: int, exponent: int) -> Floats:
    """Compute sums, shape (m, `WORDS`), each as the nearest double."""
    values = np.empty(len(sums))
    for i in range(len(sums)):
        values[i] = value_of(sums[i], bits, exponent)
    return values
