"""The public integer grid on which a column is represented."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.privacy.gridding import find_nearest_steps
from core.model import Attribute, Scale

_DEFAULT_STEPS = 1000
# Positions are computed in floating point, which represents integers exactly up to this limit.
MOST_STEPS = 1 << 53
_WHOLE = (Scale.INTEGER, Scale.DATE)


@dataclass(frozen=True, slots=True)
class Grid:
    """Positions 0..`steps` of a declared domain, independent of the data.

    Attributes
    ----------
    low : fractions.Fraction
        Value of position 0.
    step : fractions.Fraction
        Distance between positions.
    steps : int
        The largest position, and the largest change of a single value.
    high : fractions.Fraction
        Upper bound of the domain, at or below the largest position.
    """

    low: Fraction
    step: Fraction
    steps: int
    high: Fraction

    def places(self, values: Floats) -> Ints:
        """Return the nearest position of each value; values outside are moved to the bounds.

        Each record's position depends on that record alone, so this step does not increase the
        sensitivity. A missing value gets the middle, because its absence would be information.
        """
        return find_nearest_steps(values, float(self.low), float(self.step), self.steps)

    def values(self, places: Floats | Ints) -> Floats:
        """Compute the values at `places`, inside the domain, without insignificant digits."""
        numbers = places * float(self.step)
        numbers += float(self.low)
        return np.clip(np.round(numbers, self.decimals), float(self.low), float(self.high))

    @property
    def decimals(self) -> int:
        """Return the number of decimals that resolve a hundredth of a step."""
        digits, step = 2, self.step
        while step < 1 and digits < 15:
            digits, step = digits + 1, step * 10
        return digits


def grid_of(attribute: Attribute) -> Grid | None:
    """Return the grid of an attribute, or ``None`` without a declared domain.

    Integers and days are their own grid, and the grid of an ordinal attribute is its declared
    order. Any other domain has a thousand steps unless the attribute has a `precision`.

    Parameters
    ----------
    attribute : Attribute
        Not nominal.
    """
    if attribute.scale is Scale.ORDINAL:
        last = max(len(attribute.order) - 1, 1)
        return Grid(Fraction(0), Fraction(1), last, Fraction(last)) if attribute.order else None
    if attribute.domain is None:
        return None
    low, high = (Fraction(repr(bound)) for bound in attribute.domain)
    if attribute.scale in _WHOLE:
        low, high = Fraction(ceil(low)), Fraction(max(floor(high), ceil(low) + 1))
    if attribute.precision is not None:
        step = Fraction(repr(attribute.precision))
    else:
        step = Fraction(1) if attribute.scale in _WHOLE else (high - low) / _DEFAULT_STEPS
    return Grid(low, step, ceil((high - low) / step), high)
