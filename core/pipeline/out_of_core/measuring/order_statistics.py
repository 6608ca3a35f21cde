"""Exact quantiles of numbers on disk, in four passes and little memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Keys = NDArray[np.uint64]

# Each pass finds the next 16 of the 64 bits of every number that is looked for.
_BITS, _DIGITS = 16, 1 << 16
_SIGN = np.uint64(1 << 63)


def quantiles(parts: Callable[[], Iterable[Floats]], count: int, levels: Sequence[float]) -> Floats:
    """Return the quantiles of all numbers that are not NaN, interpolated linearly as by numpy.

    Parameters
    ----------
    parts : callable
        Returns the numbers, part by part; they are gone through four times.
    count : int
        How many of them are not NaN.
    levels : sequence of float
        In [0, 1].

    Returns
    -------
    numpy.ndarray of float64
        One for each level; NaN if there are no numbers.
    """
    if count == 0:
        return np.full(len(levels), np.nan)
    places = np.array(levels) * (count - 1)
    below = np.floor(places).astype(np.int64)
    above = np.minimum(below + 1, count - 1)
    found = order_statistics(parts, np.concatenate((below, above)))
    low, high, share = found[: len(levels)], found[len(levels) :], places - below
    away = high - low
    # As numpy does it, so that the last digit is the same.
    return np.asarray(np.where(share < 0.5, low + away * share, high - away * (1 - share)))


def order_statistics(parts: Callable[[], Iterable[Floats]], ranks: NDArray[np.int64]) -> Floats:
    """Return the numbers that stand at some ranks, from 0, once all are in ascending order."""
    prefixes, left = np.zeros(len(ranks), np.uint64), ranks.copy()
    for shift in range(64 - _BITS, -1, -_BITS):
        known = np.unique(prefixes)
        counts = np.zeros((len(known), _DIGITS), np.int64)
        for values in parts():
            keys = _keys(values[~np.isnan(values)])
            # The first digit follows nothing, and numbers cannot be shifted by all of their bits.
            heads = keys >> np.uint64(shift + _BITS) if shift + _BITS < 64 else np.zeros_like(keys)
            at = np.minimum(np.searchsorted(known, heads), len(known) - 1)
            alike = known[at] == heads
            digits = ((keys[alike] >> np.uint64(shift)) & np.uint64(_DIGITS - 1)).astype(np.int64)
            cells = at[alike] * _DIGITS + digits
            counts += np.bincount(cells, minlength=counts.size).reshape(counts.shape)
        for i in range(len(ranks)):
            reached = np.cumsum(counts[np.searchsorted(known, prefixes[i])])
            digit = int(np.searchsorted(reached, left[i], side="right"))
            left[i] -= reached[digit - 1] if digit else 0
            prefixes[i] = (prefixes[i] << np.uint64(_BITS)) | np.uint64(digit)
    return np.where(prefixes & _SIGN, prefixes ^ _SIGN, ~prefixes).view(np.float64)


def _keys(values: Floats) -> Keys:
    """Return whole numbers in the order of the values."""
    # Adding zero gives both zeros the same bits.
    bits = (values + 0.0).view(np.uint64)
    return np.where(bits & _SIGN, ~bits, bits | _SIGN)
