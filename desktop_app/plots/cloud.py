"""A cloud of points made ready for drawing: as they are, or counted in cells when too many."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DRAWN_AS_POINTS = 3000
_CELLS = (120, 80)


@dataclass(frozen=True, slots=True, eq=False)
class Cloud:
    """Points of the plane, ready for drawing.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (r, 2)
        The points themselves; empty when they are counted instead.
    counts : numpy.ndarray of float64, shape (x cells, y cells), or None
        Points in each cell of a grid over the extent.
    extent : tuple of four float
        Least and largest x, least and largest y.
    total : int
        How many points there are.
    """

    points: NDArray[np.float64]
    counts: NDArray[np.float64] | None
    extent: tuple[float, float, float, float]
    total: int


def gather(points: NDArray[np.float64], most: int = DRAWN_AS_POINTS) -> Cloud:
    """Return `points`, of shape (r, 2), as they are, or counted in cells if more than `most`."""
    extent = _extent(points)
    if len(points) <= most:
        return Cloud(points, None, extent, len(points))
    counts, _, _ = np.histogram2d(
        points[:, 0], points[:, 1], bins=_CELLS, range=(extent[:2], extent[2:])
    )
    return Cloud(points[:0], counts, extent, len(points))


def thin(
    points: NDArray[np.float64], extent: tuple[float, float, float, float]
) -> NDArray[np.float64]:
    """Keep one point of those that fall on the same spot of a fine grid over `extent`.

    On a screen the others would be painted over the first one.
    """
    if len(points) <= DRAWN_AS_POINTS:
        return points
    low = np.array((extent[0], extent[2]))
    span = np.array((extent[1], extent[3])) - low
    spots = np.floor((points - low) / span * (4 * np.array(_CELLS))).astype(np.int64)
    # As one number each: numpy sorts pairs without letting another thread run, 80 ms for 100,000.
    rows = int(spots[:, 1].max() - spots[:, 1].min()) + 1
    _, first = np.unique(spots[:, 0] * rows + spots[:, 1], return_index=True)
    return points[np.sort(first)]


def _extent(points: NDArray[np.float64]) -> tuple[float, float, float, float]:
    if len(points) == 0:
        return (0.0, 1.0, 0.0, 1.0)
    low, high = points.min(axis=0), points.max(axis=0)
    # A constant column still needs an axis of some length.
    high = np.where(high > low, high, low + 1.0)
    return float(low[0]), float(high[0]), float(low[1]), float(high[1])
