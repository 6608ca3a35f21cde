"""The scales on which moments of columns are restored: as they are, or by their logarithms.

Manual: methods#moments.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.array_types import Floats
from core.encode.distance_scale import exponential_less_one, on_log_scale

# While a map is looked for, it may move a mean beyond all numbers.
_LARGEST_LOGARITHM = 300.0


@dataclass(frozen=True, slots=True, eq=False)
class MomentScales:
    """The scales of columns.

    Attributes
    ----------
    units : numpy.ndarray of float64, shape (d,)
        Of the logarithms ``sign(x) log(1 + |x| / u)``; 0 for columns that are taken as they are.
    """

    units: Floats

    @property
    def log_columns(self) -> list[int]:
        """Indices of the columns that are restored by their logarithms."""
        return np.flatnonzero(self.units > 0).tolist()

    def convert(self, amounts: Floats) -> Floats:
        """Convert amounts to the scales; shape (n, d)."""
        converted = amounts.copy()
        for j in self.log_columns:
            converted[:, j] = convert_amounts(amounts[:, j], float(self.units[j]))
        return converted

    def convert_back(self, converted: Floats) -> Floats:
        """Compute the amounts that values on the scales stand for; shape (n, d)."""
        amounts = converted.copy()
        for j in self.log_columns:
            logarithms = np.minimum(np.abs(converted[:, j]), _LARGEST_LOGARITHM)
            sizes = self.units[j] * exponential_less_one(logarithms)
            amounts[:, j] = np.copysign(sizes, converted[:, j])
        return amounts


def convert_amounts(amounts: Floats, unit: float) -> Floats:
    """Convert amounts to logarithms with a unit, or leave them where the unit is 0; shape (n,)."""
    return on_log_scale(amounts, unit) if unit > 0 else amounts
