"""The public grid of whole numbers on which a column is counted."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from core.kernels.gridding import nearest_places
from core.model import Attribute, Scale

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_DEFAULT_STEPS = 1000
# Places are found in floating point, which counts whole numbers up to here without a gap.
MOST_STEPS = 1 << 53
_WHOLE = (Scale.INTEGER, Scale.DATE)


@dataclass(frozen=True, slots=True)
class Grid:
    """Places 0..`steps` of a declared domain. It depends on what is declared, never on data.

    Attributes
    ----------
    low : fractions.Fraction
        The value of place 0.
    step : fractions.Fraction
        How far places are apart.
    steps : int
        Of the largest place; what a single value can change at most.
    high : fractions.Fraction
        The domain's upper bound, at or below the largest place.
    """

    low: Fraction
    step: Fraction
    steps: int
    high: Fraction

    def places(self, values: Floats) -> Ints:
        """Return the nearest place of each value; what lies outside is brought to the bounds.

        Each record's place depends on that record alone, so this step adds nothing to what a
        record can change. A missing value, which tells that there is none, gets the middle.
        """
        return nearest_places(values, float(self.low), float(self.step), self.steps)

    def values(self, places: Floats | Ints) -> Floats:
        """Return the values at `places`, inside the domain, without digits that mean nothing."""
        found = places * float(self.step)
        found += float(self.low)
        return np.clip(np.round(found, self.decimals), float(self.low), float(self.high))

    @property
    def decimals(self) -> int:
        """Return how many digits tell a hundredth of a step."""
        digits, step = 2, self.step
        while step < 1 and digits < 15:
            digits, step = digits + 1, step * 10
        return digits


def grid_of(attribute: Attribute) -> Grid | None:
    """Return the grid of an attribute, or ``None`` where no domain is declared for it.

    Whole numbers and days are their own grid, an ordinal attribute's is its declared order. Any
    other domain has a thousand steps unless the attribute says its `precision`.

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
    step = _step(attribute, high - low)
    return Grid(low, step, ceil((high - low) / step), high)


def _step(attribute: Attribute, width: Fraction) -> Fraction:
    if attribute.precision is not None:
        return Fraction(repr(attribute.precision))
    return Fraction(1) if attribute.scale in _WHOLE else width / _DEFAULT_STEPS
