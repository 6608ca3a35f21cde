"""Standardisation over the whole file."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.kernels.sums import exact_mean, exact_sum


@dataclass(frozen=True, slots=True)
class Standard:
    """Centre and population standard deviation (ddof 0) of a column's observed values.

    A constant column has a deviation of 0; its standardised values are all 0, so that it adds
    nothing to a distance.

    Attributes
    ----------
    mean : float
        The mean as a double, from which values are taken.
    deviation : float
        Standard deviation.
    rest : float
        What the exact mean is above `mean`. Beside an offset of 1e15 the nearest double can be
        0.06 off, which is no small part of the spread of a few units.
    """

    mean: float
    deviation: float
    rest: float = 0.0

    def apply(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the standardised values in their shape; NaN stays NaN in a column that varies.

        They count from `mean`: differences between them are exact, sums may be off by `rest`.
        """
        if self.deviation == 0.0:
            return np.zeros(len(values))
        return (values - self.mean) / self.deviation

    def squares(self, values: NDArray[np.float64]) -> float:
        """Return the sum of squared differences of the column's observed `values` from the mean."""
        about = float(exact_sum((values - self.mean) ** 2))
        return about - len(values) * self.rest * self.rest


def standard(values: NDArray[np.float64]) -> Standard:
    """Return mean and deviation over the values that are not NaN.

    The sums are kept in twice the working precision, so they do not depend on the machine. They
    are taken about the nearest double to the mean and moved to the mean, so that an offset of
    all values changes nothing.
    """
    observed = values[~np.isnan(values)]
    if len(observed) == 0 or observed.min() == observed.max():
        return Standard(float(observed[0]) if len(observed) else 0.0, 0.0)
    mean = float(exact_sum(observed)) / len(observed)
    # In place: of a large column each copy counts.
    observed -= mean
    rest = float(exact_mean(observed))
    observed *= observed
    square = float(exact_sum(observed)) / len(observed)
    return Standard(mean, float(np.sqrt(square - rest * rest)), rest)
