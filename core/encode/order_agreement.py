"""How far numbers follow an order, and how far they would by chance.

Spearman's correlation of the ranks. After Fisher's transform it is nearly normal, with a variance
of 1.06 / (n - 3) (Fieller, Hartley and Pearson 1957).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from core.array_types import Floats

FEWEST_NUMBERS = 10
"""Of fewer numbers every order may be chance."""


def order_agreement(numbers: NDArray[np.generic], order: NDArray[np.generic]) -> float:
    """Compute the absolute rank correlation of two sequences, in [0, 1]."""
    if len(numbers) < FEWEST_NUMBERS:
        return 0.0
    ranks = [_mean_ranks(values) for values in (numbers, order)]
    if any(np.ptp(values) == 0 for values in ranks):
        return 0.0
    return abs(float(np.corrcoef(ranks[0], ranks[1])[0, 1]))


def _mean_ranks(values: NDArray[np.generic]) -> Floats:
    """Rank values from 1, equal ones by the mean of their places."""
    _, value_of, counts = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[value_of], dtype=np.float64)


def largest_by_chance(n: int, deviations: float) -> float:
    """Compute the agreement of `n` numbers in random order that is so many deviations from none."""
    if n < FEWEST_NUMBERS:
        return 1.0
    return math.tanh(deviations * math.sqrt(1.06 / (n - 3)))
