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


def zoomed(
    shown: Extent, full: Extent, notches: float, point: tuple[float, float]
) -> Extent | None:
    """Return what is seen after so many notches nearer; ``None`` for the whole.

    Parameters
    ----------
    seen, whole : Extent
        What is seen now, and all there is.
    notches : float
        Of a wheel; negative ones lead away.
    point : tuple of two float
        What stays in its place, as shares of width and height.
    """
    share = _NEARER**notches
    sides = (
        *_side(shown[:2], full[:2], share, point[0]),
        *_side(shown[2:], full[2:], share, point[1]),
    )
    return None if sides == full else sides


def framed(
    shown: Extent,
    full: Extent,
    first_corner: tuple[float, float],
    second_corner: tuple[float, float],
) -> Extent:
    """Return the part of what is seen between two corners, given as shares of width and height."""
    sides: list[float] = []
    for axis in (0, 1):
        low, high = shown[2 * axis], shown[2 * axis + 1]
        first, last = sorted((first_corner[axis], second_corner[axis]))
        shortest = _LEAST_SHARE * (full[2 * axis + 1] - full[2 * axis])
        start = low + first * (high - low)
        sides += [start, max(start + shortest, low + last * (high - low))]
    return sides[0], sides[1], sides[2], sides[3]


def _side(
    shown: tuple[float, float], full: tuple[float, float], share: float, point: float
) -> tuple[float, float]:
    """Return one axis, no longer than the whole and within it."""
    length = (shown[1] - shown[0]) * share
    if length >= full[1] - full[0]:
        return full
    length = max(length, _LEAST_SHARE * (full[1] - full[0]))
    start = shown[0] + point * (shown[1] - shown[0] - length)
    start = min(max(start, full[0]), full[1] - length)
    return start, start + length
