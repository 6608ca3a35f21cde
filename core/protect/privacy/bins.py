"""Bins of a masked column, cut at its noisy centroids, and noisy counts of pairs of bins."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

import numpy as np

from core.array_types import Floats, Ints
from core.protect.privacy.entropy import Entropy
from core.protect.privacy.noise import draw_laplace_noise, laplace_scale

# Replacing a record decreases one cell by 1 and increases another one by 1.
COUNT_CHANGE = 2
_FEWEST, _MOST = 2, 40
# Number of records that a cell should have under a uniform distribution, in noise scales.
_WORTH = 4


def bin_count(records: int, epsilon: Fraction) -> int:
    """Return the number of bins of a column, from public information alone.

    With this number, each cell of a uniform table would exceed its noise several times.
    """
    worth = records * epsilon / (COUNT_CHANGE * _WORTH)
    return min(max(isqrt(int(worth)), _FEWEST), _MOST)


@dataclass(frozen=True, slots=True, eq=False)
class Bins:
    """A binned column.

    Attributes
    ----------
    places : numpy.ndarray of int64, shape (n,)
        Bin of each record. Confidential.
    """

    count: int
    places: Ints


def divide_into_bins(places: Ints, noisy: Floats, bins: int) -> Bins:
    """Divide a column into bins with equally many of its noisy centroids.

    Parameters
    ----------
    places : numpy.ndarray of int64, shape (n,)
        Positions of the records in the domain.
    noisy : numpy.ndarray of float64, shape (n,)
        Their released values in ascending order, from which the borders are taken.
    bins : int
        Number of bins; fewer are formed where centroids are equal.
    """
    borders = np.unique(noisy[np.arange(1, bins) * len(noisy) // bins])
    return Bins(len(borders) + 1, np.searchsorted(borders, places, side="right").astype(np.int64))


def counts(row_bins: Bins, column_bins: Bins) -> Ints:
    """Count the records in each pair of bins. Confidential."""
    cells = np.bincount(
        row_bins.places * column_bins.count + column_bins.places,
        minlength=row_bins.count * column_bins.count,
    )
    return cells.astype(np.int64).reshape(row_bins.count, column_bins.count)


def noisy_counts(row_bins: Bins, column_bins: Bins, epsilon: Fraction, entropy: Entropy) -> Ints:
    """Draw an `epsilon`-private table of non-negative counts.

    Negative counts are balanced against the positive ones, so that the sum stays near the number of
    records and empty cells stay empty. This is post-processing.
    """
    exact = counts(row_bins, column_bins)
    scale = laplace_scale(COUNT_CHANGE, epsilon)
    noisy = exact.ravel() + draw_laplace_noise(exact.size, scale, entropy)
    return _on_simplex(noisy, len(row_bins.places)).reshape(exact.shape)


def _on_simplex(values: Ints, total: int) -> Ints:
    """Return the nearest non-negative integers with a sum of about `total`."""
    falling = np.sort(values)[::-1].astype(np.float64)
    excess = (np.cumsum(falling) - total) / np.arange(1, len(falling) + 1)
    last = int(np.flatnonzero(falling > excess)[-1])
    return np.asarray(np.rint(np.maximum(values - excess[last], 0.0)), dtype=np.int64)
