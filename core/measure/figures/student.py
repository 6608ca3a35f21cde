"""Quantiles of Student's distribution, with which the ends of intervals are computed."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

LEVEL = 0.95
"""Coverage of the intervals."""
# Beyond these degrees of freedom the expansion is exact to the last digits.
_MANY = 400


@lru_cache(maxsize=4096)
def student_quantile(freedom: int) -> float:
    """Return the number of standard errors on either side of an estimate, for `LEVEL`.

    Parameters
    ----------
    freedom : int
        Degrees of freedom, at least 1.
    """
    if freedom > _MANY:
        # The expansion in powers of 1 / freedom around the normal quantile.
        z = NormalDist().inv_cdf((1 + LEVEL) / 2)
        parts = (
            (z**3 + z) / 4,
            (5 * z**5 + 16 * z**3 + 3 * z) / 96,
            (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
            (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
        )
        return z + math.fsum(part / freedom**power for power, part in enumerate(parts, start=1))
    low, high = 1.0, 64.0
    for _ in range(80):
        middle = (low + high) / 2
        if _two_sided(middle, freedom) < LEVEL:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _two_sided(t: float, freedom: int) -> float:
    """Return the probability between -t and t: a finite sum for whole degrees of freedom."""
    angle = math.atan(t / math.sqrt(freedom))
    cosine = math.cos(angle) ** 2
    odd = freedom % 2 == 1
    term = total = math.cos(angle) if odd else 1.0
    if freedom == 1:
        return 2 * angle / math.pi
    for step in range(2 if odd else 1, freedom - 2, 2):
        term *= cosine * step / (step + 1)
        total += term
    sine = math.sin(angle)
    return 2 / math.pi * (angle + sine * total) if odd else sine * total
