"""Standardisation over the whole file."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.kernels.sums import exact_mean


@dataclass(frozen=True, slots=True)
class Standard:
    """Mean and population standard deviation (ddof 0) of a column's observed values.

    A constant column has a deviation of 0; its standardised values are all 0, so that it adds
    nothing to a distance.
    """

    mean: float
    deviation: float

    def apply(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the standardised values in their shape; NaN stays NaN in a column that varies."""
        if self.deviation == 0.0:
            return np.zeros(len(values))
        return (values - self.mean) / self.deviation


def standard(values: NDArray[np.float64]) -> Standard:
    """Return mean and deviation over the values that are not NaN.

    The sums are kept in twice the working precision, so they do not depend on the machine.
    """
    observed = values[~np.isnan(values)]
    if len(observed) == 0 or observed.min() == observed.max():
        return Standard(float(observed[0]) if len(observed) else 0.0, 0.0)
    mean = exact_mean(observed)
    # In place: of a large column each copy counts.
    observed -= mean
    observed *= observed
    return Standard(mean, float(np.sqrt(exact_mean(observed))))
