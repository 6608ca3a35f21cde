"""Standardisation over the whole file, and what it says of columns of amounts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.array_types import Floats
from core.kernels.numerics.amount_shapes import has_many_sizes
from core.kernels.numerics.grouping import read_only
from core.kernels.numerics.part_sums import PartSum
from core.kernels.numerics.sums import exact_sum
from core.table import empty, forget

FEWEST_AMOUNTS = 20
"""Counts such as children have fewer different values above zero."""
LEAST_SKEWNESS = 1.0
"""Moment skewness, zeros included; 0 for symmetric columns, 2 for the exponential distribution."""
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Standard:
    """Centre and population standard deviation (ddof 0) of a column's observed values.

    A constant column has a deviation of 0; all of its standardised values are 0, so it does not
    contribute to distances.

    Attributes
    ----------
    mean : float
        The mean as a double, which is subtracted from the values.
    rest : float
        The exact mean minus `mean`. With an offset of 1e15 the nearest double can differ by 0.06,
        which is considerable for a spread of a few units.
    """

    mean: float
    deviation: float
    rest: float = 0.0

    def apply(self, values: Floats) -> Floats:
        """Standardise values; NaN stays NaN unless the column is constant.

        They are relative to `mean`: their differences are exact, but sums may deviate by `rest`.
        """
        if self.deviation == 0.0:
            return np.zeros(values.shape)
        return (values - self.mean) / self.deviation

    def squares(self, values: Floats) -> float:
        """Sum the squared differences of the column's observed `values` from the mean."""
        about = float(exact_sum((values - self.mean) ** 2))
        return about - len(values) * self.rest * self.rest


def standard(values: Floats) -> Standard:
    """Compute the mean and deviation of the values that are not NaN.

    Sums are computed in twice the working precision, so they do not depend on the machine. They are
    taken about the nearest double to the mean and then shifted to the mean, so that an offset of
    all values changes nothing.
    """
    count, low, high = 0, math.inf, -math.inf
    for observed in pieces_without_missing(values):
        if len(observed):
            count += len(observed)
            low, high = min(low, float(observed.min())), max(high, float(observed.max()))
    if count == 0 or low == high:
        return Standard(low if count else 0.0, 0.0)
    sums = PartSum(max(abs(low), abs(high)), count)
    for observed in pieces_without_missing(values):
        sums.add(observed)
    mean = sums.total() / count
    # Rounding keeps the order, so the largest difference is that of the least or of the most.
    farthest = max(abs(low - mean), abs(high - mean))
    about, squares = PartSum(farthest, count), PartSum(farthest * farthest, count)
    for observed in pieces_without_missing(values):
        away = observed - mean
        about.add(away)
        away *= away
        squares.add(away)
    mean_error, square = about.mean(), squares.total() / count
    return Standard(mean, float(np.sqrt(square - mean_error * mean_error)), mean_error)


def skewness_of_sizes(amounts: Floats) -> float:
    """Compute the third standardised moment of the sizes of amounts; 0 of equal sizes.

    Missing amounts are NaN. As in `standard`, neither the order of records nor the machine matters.
    """
    largest = max(
        (float(np.abs(observed).max(initial=0.0)) for observed in pieces_without_missing(amounts)),
        default=0.0,
    )
    if largest == 0.0:
        return 0.0
    sizes = empty(len(amounts))
    for start in range(0, len(amounts), _PIECE):
        # In units of the largest amount, whose third power could overflow.
        sizes[start : start + _PIECE] = np.abs(amounts[start : start + _PIECE]) / largest
    scale, cubes = standard(sizes), PartSum(1.0, len(amounts))
    if scale.deviation == 0.0:
        return 0.0
    count = 0
    for observed in pieces_without_missing(sizes):
        away = observed - scale.mean
        cubes.add(away * away * away)
        count += len(away)
    forget(sizes)
    return cubes.total() / count / (scale.deviation * scale.deviation * scale.deviation)


def are_skewed_amounts(values: Floats) -> bool:
    """Check whether units are known by their sizes: many different ones, few of them large."""
    is_varied = has_many_sizes(read_only(values), FEWEST_AMOUNTS)
    return is_varied and skewness_of_sizes(values) > LEAST_SKEWNESS


def value_pieces(values: Floats) -> Iterator[Floats]:
    """Yield the values in pieces, whose copies cost little memory."""
    for start in range(0, len(values), _PIECE):
        yield values[start : start + _PIECE]


def pieces_without_missing(values: Floats) -> Iterator[Floats]:
    """Yield the values that are not NaN in pieces; a piece without NaN is no copy."""
    for piece in value_pieces(values):
        is_missing = np.isnan(piece)
        yield piece[~is_missing] if is_missing.any() else piece
