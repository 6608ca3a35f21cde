"""Squared correlations of values and of ranks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from core.array_types import Floats
from core.jobs import Job, run_cancellable

Blocks = Callable[[], Iterator[tuple[Floats, Floats]]]
# A relation over few records occurs by chance.
_FEWEST_ROWS = 30

# So many records, evenly spread over the file, show whether a relation is worth a full look.
SAMPLED = 4_096


def spread_sample(count: int) -> slice:
    """Choose evenly spread records of a file of `count`."""
    return slice(None, None, max(1, count // SAMPLED))


def average_ranks(values: Floats) -> Floats:
    """Compute ranks from 0; equal values have the mean of their ranks. NaN is not permitted."""
    _, index, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    means: Floats = last - (counts + 1) / 2.0
    ranks: Floats = means[index]
    return ranks


def squared_correlation(first: Floats, second: Floats) -> float:
    """Compute Pearson's r squared; 0 if either is constant."""
    a, b = _centre(first), _centre(second)
    product = float(a @ a) * float(b @ b)
    return float(a @ b) ** 2 / product if product > 0.0 else 0.0


def squared_rank_correlation(first: Floats, second: Floats) -> float:
    """Compute Spearman's rho squared; 0 if either is constant."""
    return squared_correlation(average_ranks(first), average_ranks(second))


def agreement(blocks: Blocks, rows: int, thresholds: tuple[float, float], job: Job) -> float:
    """Compute the larger R² of values and ranks; that of values only if the ranks agree, too.

    The values of both columns are sorted in memory, with 8 bytes for each.

    Parameters
    ----------
    blocks : callable
        Returns the values of two columns in blocks; records count in which both are finite.
    thresholds : tuple of two float
        The second is the R² of ranks that must be reached by values.
    """
    count = sum(len(first) for first, _ in _finite(blocks))
    # A relation over a small part of the records is not one of the columns.
    if count < max(_FEWEST_ROWS, rows // 20):
        return 0.0
    columns, done = (np.empty(count), np.empty(count)), 0
    for pair in _finite(blocks):
        for values, block in zip(columns, pair, strict=True):
            values[done : done + len(block)] = block
        done += len(pair[0])
    for values in columns:
        run_cancellable(values.sort, job, count)
    by_ranks = _r_squared(blocks, [partial(_ranks_from_middle, values) for values in columns])
    if by_ranks < thresholds[1]:
        return by_ranks
    return max(by_ranks, _r_squared(blocks, [_from_mean(values) for values in columns]))


def _finite(blocks: Blocks) -> Iterator[tuple[Floats, Floats]]:
    for x, y in blocks():
        is_finite = np.isfinite(x) & np.isfinite(y)
        yield x[is_finite], y[is_finite]


def _r_squared(blocks: Blocks, apart: Sequence[Callable[[Floats], Floats]]) -> float:
    """Compute r squared of two columns, each centred by its function."""
    products = np.zeros(3)
    for pair in _finite(blocks):
        a, b = (centre(values) for centre, values in zip(apart, pair, strict=True))
        products += a @ b, a @ a, b @ b
    between, *within = products.tolist()
    product = within[0] * within[1]
    return float(between**2 / product) if product > 0.0 else 0.0


def _ranks_from_middle(ordered: Floats, values: Floats) -> Floats:
    """Compute the average rank of each value, minus the mean rank."""
    distinct, index = np.unique(values, return_inverse=True)
    first = np.searchsorted(ordered, distinct, "left")
    ranks = (first + np.searchsorted(ordered, distinct, "right") - len(ordered)) / 2.0
    return np.asarray(ranks[index])


def _from_mean(ordered: Floats) -> Callable[[Floats], Floats]:
    largest = max(abs(float(ordered[0])), abs(float(ordered[-1]))) or 1.0
    # Squares of values in units of the largest one cannot overflow.
    mean = float((ordered / largest).mean())
    return lambda values: values / largest - mean


def _centre(values: Floats) -> Floats:
    largest = float(np.abs(values).max()) if len(values) else 0.0
    # Squares of values in units of the largest one cannot overflow.
    scaled = values / largest if largest > 0.0 else values * 0.0
    apart: Floats = scaled - scaled.mean() if len(values) else scaled
    return apart
