"""How far the intervals of two figures overlap, and whether one lies inside the other."""

from __future__ import annotations

from core.model import Estimate

# Figures of equal columns may differ by the rounding of their sums.
_ROUNDING = 1e-9


def overlap_of(original: Estimate | None, released: Estimate | None) -> float | None:
    """Return the overlap of two intervals: Karr et al. (2006); ``None`` if a side has none.

    It is the mean of the shares of both intervals that the other one covers, and 0 for disjoint
    ones. An interval without length is covered if it lies in the other one.
    """
    if original is None or released is None or original.low is None or released.low is None:
        return None
    assert original.high is not None
    assert released.high is not None
    margin = _margin(original.low, original.high, released.low, released.high)
    low, high = max(original.low, released.low), min(original.high, released.high)
    if high < low - margin:
        return 0.0
    covered = max(0.0, high - low)
    lengths = original.high - original.low, released.high - released.low
    shares = [1.0 if length <= margin else min(1.0, covered / length) for length in lengths]
    return sum(shares) / 2


def is_inside(original: Estimate | None, released: Estimate | None) -> bool | None:
    """Return whether a released figure lies inside the original's interval.

    ``None`` if the original has no interval. A figure that the release has no longer is outside.
    """
    if original is None or original.low is None or original.high is None:
        return None
    if released is None:
        return False
    margin = _margin(original.low, original.high, released.value)
    return original.low - margin <= released.value <= original.high + margin


def _margin(*values: float) -> float:
    return _ROUNDING * max(map(abs, values))
