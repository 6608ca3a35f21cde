"""Squared correlations of values and of ranks."""

from __future__ import annotations

import numpy as np

from core.io.structure.column_values import Floats

# So many records, evenly spread over the file, show whether a relation is worth a full look.
SAMPLED = 4_096


def sampled(count: int) -> slice:
    """Return evenly spread records of a file of `count`."""
    return slice(None, None, max(1, count // SAMPLED))


def average_ranks(values: Floats) -> Floats:
    """Return ranks from 0; equal values have the mean of their ranks. NaN is not permitted."""
    _, index, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    means: Floats = last - (counts + 1) / 2.0
    ranks: Floats = means[index]
    return ranks


def squared_correlation(first: Floats, second: Floats) -> float:
    """Return Pearson's r squared; 0 if either is constant."""
    a, b = _centred(first), _centred(second)
    both = float(a @ a) * float(b @ b)
    return float(a @ b) ** 2 / both if both > 0.0 else 0.0


def squared_rank_correlation(first: Floats, second: Floats) -> float:
    """Return Spearman's rho squared; 0 if either is constant."""
    return squared_correlation(average_ranks(first), average_ranks(second))


def _centred(values: Floats) -> Floats:
    largest = float(np.abs(values).max()) if len(values) else 0.0
    # Squares of values in units of the largest one cannot overflow.
    scaled = values / largest if largest > 0.0 else values * 0.0
    apart: Floats = scaled - scaled.mean() if len(values) else scaled
    return apart
