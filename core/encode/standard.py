"""Standardisation over the whole file."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.kernels.numerics.sums import exact_mean, exact_sum


@dataclass(frozen=True, slots=True)
class Standard:
    """Centre and population standard deviation (ddof 0) of a column's observed values.

    A constant column has a deviation of 0; all of its standardised values are 0, so it does not
    contribute to distances.

    Attributes
    ----------
    mean : float
        The mean as a double, which is subtracted from the values.
    deviation : float
        Standard deviation.
    rest : float
        The exact mean minus `mean`. With an offset of 1e15 the nearest double can differ by 0.06,
        which is considerable for a spread of a few units.
    """

    mean: float
    deviation: float
    rest: float = 0.0

    def apply(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the standardised values; NaN stays NaN unless the column is constant.

        They are relative to `mean`: their differences are exact, but sums may deviate by `rest`.
        """
        if self.deviation == 0.0:
            return np.zeros(len(values))
        return (values - self.mean) / self.deviation

    def squares(self, values: NDArray[np.float64]) -> float:
        """Return the sum of squared differences of the column's observed `values` from the mean."""
        about = float(exact_sum((values - self.mean) ** 2))
        return about - len(values) * self.rest * self.rest


def standard(values: NDArray[np.float64]) -> Standard:
    """Return the mean and deviation of the values that are not NaN.

    Sums are computed in twice the working precision, so they do not depend on the machine. They are
    taken about the nearest double to the mean and then shifted to the mean, so that an offset of
    all values changes nothing.
    """
    observed = values[~np.isnan(values)]
    if len(observed) == 0 or observed.min() == observed.max():
        return Standard(float(observed[0]) if len(observed) else 0.0, 0.0)
    mean = float(exact_sum(observed)) / len(observed)
    # In place, because copies of large columns are expensive.
    observed -= mean
    rest = float(exact_mean(observed))
    observed *= observed
    square = float(exact_sum(observed)) / len(observed)
    return Standard(mean, float(np.sqrt(square - rest * rest)), rest)
