"""Measures of utility in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

Column = Sequence[float]


def mean(column: Column) -> float:
    return fsum(column) / len(column)


def variance(column: Column) -> float:
    centre = mean(column)
    return fsum((x - centre) ** 2 for x in column) / len(column)


def sse(before: Column, after: Column) -> float:
    """Squared errors in units of the original variance; a constant column has none."""
    spread = variance(before)
    if min(before) == max(before):
        return 0.0
    return fsum((x - y) ** 2 for x, y in zip(before, after, strict=True)) / spread


def information_loss(before: Sequence[Column], after: Sequence[Column]) -> float:
    """100 SSE / SST; on standardised columns SST is n for each column that varies."""
    total = sum(len(column) for column in before if min(column) != max(column))
    lost = fsum(sse(x, y) for x, y in zip(before, after, strict=True))
    return 100 * lost / total if total else 0.0


def normalised_sse(before: Sequence[Column], after: Sequence[Column]) -> float:
    """Mean over records and columns of ((x - x') / range) squared."""
    total = 0.0
    for x, y in zip(before, after, strict=True):
        width = max(x) - min(x)
        if width:
            total += fsum(((a - b) / width) ** 2 for a, b in zip(x, y, strict=True))
    return total / sum(len(column) for column in before)


def scaled_covariance(x: Column, y: Column, unit_x: Column, unit_y: Column) -> float:
    """Covariance in units of the standard deviations of two other columns; 0 without a unit."""
    if min(unit_x) == max(unit_x) or min(unit_y) == max(unit_y):
        return 0.0
    centre_x, centre_y = mean(x), mean(y)
    together = fsum((a - centre_x) * (b - centre_y) for a, b in zip(x, y, strict=True)) / len(x)
    return together / (variance(unit_x) * variance(unit_y)) ** 0.5


def correlation(x: Column, y: Column) -> float:
    if min(x) == max(x) or min(y) == max(y):
        return 0.0
    centre_x, centre_y = mean(x), mean(y)
    together = fsum((a - centre_x) * (b - centre_y) for a, b in zip(x, y, strict=True)) / len(x)
    return together / (variance(x) * variance(y)) ** 0.5
