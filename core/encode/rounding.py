"""Steps in which the representatives of masked amounts are released (manual: methods#steps).

With published weights of many digits, a mean with all of its digits has one solution in round
amounts; rounded to four digits, and to no finer a step than that of the amounts, it has thousands.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.array_types import Floats
from core.kernels.numerics.amount_shapes import are_multiples, count_amounts

DIGITS = 4
"""Most significant digits of a representative."""
# Share of the values, in per cent, that are multiples of the step of their column.
_SHARE = 99
# Powers of ten that a float64 holds exactly.
_EXACT = 22
_FINEST, _COARSEST = -12, 18
# What a quotient may be off by and still be whole where it is rounded up or down.
_SLACK = 1e-9


def step_of(values: Floats) -> float:
    """Compute the step of a column: the largest 1, 2 or 5 · 10^j that divides 99 % of the values.

    Zeros are left out, because they are multiples of everything. Values are counted one by one, so
    neither their order nor where they are kept matters.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (n,)
        NaN where a value is missing.

    Returns
    -------
    float
        0 without a step, or without a value that is not zero.
    """
    values = np.ascontiguousarray(values)
    n_amounts, largest = count_amounts(values)
    if not n_amounts:
        return 0.0
    most_misses = n_amounts * (100 - _SHARE) // 100

    def has_step(unit: float, exponent: int) -> bool:
        return are_multiples(values, unit, 10.0 ** abs(exponent), exponent >= 0, most_misses)

    coarsest = min(int(np.floor(np.log10(largest))) + 1, _COARSEST)
    for exponent in range(coarsest, _FINEST - 1, -1):
        if has_step(1.0, exponent):
            larger = [unit for unit in (5.0, 2.0) if has_step(unit, exponent)]
            return _scale(larger[0] if larger else 1.0, exponent)
    return 0.0


def _scale(number: float, exponent: int) -> float:
    return number * 10.0**exponent if exponent >= 0 else number / 10.0**-exponent


@dataclass(frozen=True, slots=True)
class Rounding:
    """How the representatives of a column are rounded: by size alone, and never out of order.

    Attributes
    ----------
    step : float
        The finest step, 0 without one: 1, 2 or 5 times a power of ten.
    leaves_zero : bool
        Whether what is not 0 becomes at least one step instead of 0.
    """

    step: float = 0.0
    leaves_zero: bool = False

    def of(self, values: Floats, directions: Floats | None = None) -> Floats:
        """Round values to the nearest step, halves to the even one.

        Parameters
        ----------
        values : numpy.ndarray of float64
            NaN stays NaN.
        directions : numpy.ndarray of float64, optional
            Above 0 where a value is rounded up, below 0 where down.
        """
        with np.errstate(divide="ignore"):
            exponents = np.floor(np.log10(np.abs(values))) - (DIGITS - 1)
        lead, power_of_step = _split_step(self.step)
        is_coarse = (
            exponents < power_of_step if self.step else np.zeros(len(values), dtype=np.bool_)
        )
        exponents = np.where(is_coarse, power_of_step, exponents)
        leads = np.where(is_coarse | (exponents == power_of_step), lead, 1.0)
        usual = np.isfinite(values) & (np.abs(exponents) <= _EXACT)
        rounded = np.asarray(values, dtype=np.float64).copy()
        powers = 10.0 ** np.where(usual, np.abs(exponents), 0.0)
        grows = exponents >= 0
        with np.errstate(invalid="ignore", over="ignore"):
            multiples = np.where(grows, values / (leads * powers), values * powers / leads)
            multiples = _to_whole(multiples, directions)
            cells = np.where(grows, multiples * leads * powers, multiples * leads / powers)
        rounded[usual] = cells[usual]
        unusual = np.flatnonzero(~usual & np.isfinite(values) & (values != 0.0))
        for record in unusual.tolist():
            rounded[record] = float(f"{rounded[record]:.{DIGITS - 1}e}")
        if self.leaves_zero:
            lost = (rounded == 0.0) & (values != 0.0)
            rounded[lost] = np.copysign(self.step, values[lost])
        # Minus zero would be another spelling of zero.
        return np.asarray(rounded + 0.0)


def _split_step(step: float) -> tuple[float, float]:
    """Split a step into 1, 2 or 5 and a power of ten."""
    if not step:
        return 1.0, -np.inf
    digits, _, exponent = f"{step:.0e}".partition("e")
    return float(digits), float(exponent)


def _to_whole(multiples: Floats, directions: Floats | None) -> Floats:
    nearest = np.rint(multiples)
    if directions is None:
        return np.asarray(nearest)
    is_whole = np.abs(multiples - nearest) <= _SLACK * np.maximum(np.abs(multiples), 1.0)
    directed = np.where(directions > 0, np.ceil(multiples), np.floor(multiples))
    return np.asarray(np.where((directions == 0) | is_whole, nearest, directed))
