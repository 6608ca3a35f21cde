"""An attribute's distribution before and after, counted in the same bins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MOST_BINS = 40


@dataclass(frozen=True, slots=True, eq=False)
class CommonHistogram:
    """Records in the same bins, before and after.

    Attributes
    ----------
    edges : numpy.ndarray of float64, shape (b + 1,)
        Borders of the bins, ascending.
    before, after : numpy.ndarray of int64, shape (b,)
        Records in each bin; missing values are in none.
    """

    edges: NDArray[np.float64]
    before: NDArray[np.int64]
    after: NDArray[np.int64]


def common_histogram(
    before: NDArray[np.float64],
    after: NDArray[np.float64],
    whole: bool = False,
    most: int = MOST_BINS,
) -> CommonHistogram:
    """Count two columns of numbers in common bins of equal width.

    Parameters
    ----------
    before, after : numpy.ndarray of float64
        The values; NaN where missing.
    whole : bool
        Whether the values are whole numbers: every bin then holds equally many of them.
    most : int
        Largest number of bins.
    """
    before, after = before[~np.isnan(before)], after[~np.isnan(after)]
    values = np.concatenate((before, after))
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    edges = _whole_edges(low, high, most) if whole else _edges(low, high, most)
    return CommonHistogram(edges, _counts(before, edges), _counts(after, edges))


def _edges(low: float, high: float, most: int) -> NDArray[np.float64]:
    if low == high:
        return np.array([low - 0.5, low + 0.5])
    return np.linspace(low, high, most + 1)


def _whole_edges(low: float, high: float, most: int) -> NDArray[np.float64]:
    width = max(1, -(-int(high - low + 1) // most))
    bins = -(-int(high - low + 1) // width)
    return low - 0.5 + width * np.arange(bins + 1, dtype=np.float64)


def _counts(values: NDArray[np.float64], edges: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.histogram(values, edges)[0].astype(np.int64)
