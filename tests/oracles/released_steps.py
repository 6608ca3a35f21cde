"""Steps of released means, in decimal arithmetic."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

_DECIMALS = 12
"""Of the smallest step."""


def step_of(values: Iterable[float]) -> Decimal:
    """Find the largest of 1, 2, 5 · 10^j of which 99 % of the values but 0 are multiples."""
    scaled = [Decimal(repr(float(value))).scaleb(_DECIMALS) for value in values if value]
    # What has more decimals is a multiple of no step.
    amounts = [int(amount) for amount in scaled if amount == amount.to_integral_value()]
    for exponent in range(18, -_DECIMALS - 1, -1):
        for unit in (5, 2, 1):
            step = unit * 10 ** (exponent + _DECIMALS)
            multiples = sum(amount % step == 0 for amount in amounts)
            if scaled and 100 * multiples >= 99 * len(scaled):
                return Decimal(unit).scaleb(exponent)
    return Decimal(0)


def most_rounded(value: float, step: Decimal) -> float:
    """Return by how much rounding to four digits, and to no less than a step, moves a number."""
    digits = Decimal(1).scaleb(Decimal(float(value)).adjusted() - 3) if value else step
    return float(max(digits, step)) / 2


def round_to_steps(value: float | Fraction, step: Decimal) -> float:
    """Round half to even to four significant digits, and to no less than a step."""
    exact = Fraction(value)
    if not exact:
        return 0.0
    digits = Decimal(1).scaleb(Decimal(float(value)).adjusted() - 3)
    unit = Fraction(max(digits, step))
    return float(round(exact / unit) * unit)
