"""Bins of a masked column, cut at its noisy centroids, and noisy counts in two of them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from core.protect.privacy.entropy import Entropy
from core.protect.privacy.noise import discrete_laplace_noise, laplace_scale

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Replacing a record takes one from a cell and adds one to another.
COUNT_CHANGE = 2
_FEWEST, _MOST = 2, 40
# Records that a cell should hold, in scales of its noise, if they were spread evenly.
_WORTH = 4


def bin_count(records: int, epsilon: Fraction) -> int:
    """Return into how many bins a column is cut, from what is public alone.

    So many that a table's cells, were they even, would each hold a few times its noise.
    """
    worth = records * epsilon / (COUNT_CHANGE * _WORTH)
    return min(max(isqrt(int(worth)), _FEWEST), _MOST)


@dataclass(frozen=True, slots=True, eq=False)
class Bins:
    """A column in bins.

    Attributes
    ----------
    count : int
        How many.
    places : numpy.ndarray of int64, shape (n,)
        Bin of each record. Confidential.
    """

    count: int
    places: Ints


def binned(places: Ints, noisy: Floats, bins: int) -> Bins:
    """Cut a column into bins that hold equally many of its noisy centroids.

    Parameters
    ----------
    places : numpy.ndarray of int64, shape (n,)
        The records' places in the domain.
    noisy : numpy.ndarray of float64, shape (n,)
        What is released of them, in rising order; the borders are among these.
    bins : int
        How many bins; fewer where centroids are equal.
    """
    borders = np.unique(noisy[np.arange(1, bins) * len(noisy) // bins])
    return Bins(len(borders) + 1, np.searchsorted(borders, places, side="right").astype(np.int64))


def counts(one: Bins, other: Bins) -> Ints:
    """Return how many records fall into each pair of bins. Confidential."""
    cells = np.bincount(one.places * other.count + other.places, minlength=one.count * other.count)
    return cells.astype(np.int64).reshape(one.count, other.count)


def noisy_counts(one: Bins, other: Bins, epsilon: Fraction, entropy: Entropy) -> Ints:
    """Return a table of counts that is private with `epsilon`, none of them negative.

    What noise put below zero is evened out over the cells that are not, so that the sum stays
    near the number of records and empty cells stay empty: post-processing.
    """
    exact = counts(one, other)
    scale = laplace_scale(COUNT_CHANGE, epsilon)
    noisy = exact.ravel() + discrete_laplace_noise(exact.size, scale, entropy)
    return _on_simplex(noisy, len(one.places)).reshape(exact.shape)


def _on_simplex(values: Ints, total: int) -> Ints:
    """Return the nearest whole numbers that are not negative and add up to about `total`."""
    falling = np.sort(values)[::-1].astype(np.float64)
    excess = (np.cumsum(falling) - total) / np.arange(1, len(falling) + 1)
    last = int(np.flatnonzero(falling > excess)[-1])
    return np.asarray(np.rint(np.maximum(values - excess[last], 0.0)), dtype=np.int64)
