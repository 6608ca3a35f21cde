"""Which part of a picture is looked at, and how wheel, frame and keys change it."""

from __future__ import annotations

from typing import Protocol, Self, runtime_checkable

Extent = tuple[float, float, float, float]
"""Least and largest x, least and largest y."""

_NEARER = 0.8
_LEAST_SHARE = 1e-4


@runtime_checkable
class Zoomable(Protocol):
    """A drawing of which a part can be looked at."""

    @property
    def whole(self) -> Extent:
        """What its axes show when all is shown."""

    @property
    def part(self) -> Extent | None:
        """What they show now; ``None`` for all."""

    def within(self, part: Extent | None) -> Self:
        """Return the drawing with only this part to be seen."""


def zoomed(seen: Extent, whole: Extent, notches: float, at: tuple[float, float]) -> Extent | None:
    """Return what is seen after so many notches nearer; ``None`` for the whole.

    Parameters
    ----------
    seen, whole : Extent
        What is seen now, and all there is.
    notches : float
        Of a wheel; negative ones lead away.
    at : tuple of two float
        What stays in its place, as shares of width and height.
    """
    share = _NEARER**notches
    sides = (*_side(seen[:2], whole[:2], share, at[0]), *_side(seen[2:], whole[2:], share, at[1]))
    return None if sides == whole else sides


def framed(
    seen: Extent, whole: Extent, one: tuple[float, float], other: tuple[float, float]
) -> Extent:
    """Return the part of what is seen between two corners, given as shares of width and height."""
    sides: list[float] = []
    for axis in (0, 1):
        low, high = seen[2 * axis], seen[2 * axis + 1]
        first, last = sorted((one[axis], other[axis]))
        least = _LEAST_SHARE * (whole[2 * axis + 1] - whole[2 * axis])
        start = low + first * (high - low)
        sides += [start, max(start + least, low + last * (high - low))]
    return sides[0], sides[1], sides[2], sides[3]


def _side(
    seen: tuple[float, float], whole: tuple[float, float], share: float, at: float
) -> tuple[float, float]:
    """Return one axis, no longer than the whole and within it."""
    length = (seen[1] - seen[0]) * share
    if length >= whole[1] - whole[0]:
        return whole
    length = max(length, _LEAST_SHARE * (whole[1] - whole[0]))
    start = seen[0] + at * (seen[1] - seen[0] - length)
    start = min(max(start, whole[0]), whole[1] - length)
    return start, start + length
