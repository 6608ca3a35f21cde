"""A cloud of points made ready for drawing: as they are, or counted in hexagons when too many."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from desktop_app.plots.hexagons import Hexagons, count_in_hexagons
from desktop_app.plots.zoom import Extent

DRAWN_AS_POINTS = 3000
_SPOTS = (480, 320)


@dataclass(frozen=True, slots=True, eq=False)
class Cloud:
    """Points of the plane, ready for drawing.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (r, 2)
        The points themselves.
    hexagons : Hexagons or None
        The points counted in hexagons over the extent, if they are too many to be drawn.
    extent : tuple of four float
        Least and largest x, least and largest y.
    """

    points: NDArray[np.float64]
    hexagons: Hexagons | None
    extent: Extent

    def within(self, part: Extent) -> Cloud:
        """Return only the points of a part, binned again if they are still too many."""
        return _cloud(inside(self.points, part), part)


def gather(points: NDArray[np.float64]) -> Cloud:
    """Return `points`, of shape (r, 2), as they are or, if too many, counted in hexagons."""
    if len(points) == 0:
        extent = (0.0, 1.0, 0.0, 1.0)
    else:
        low, high = points.min(axis=0), points.max(axis=0)
        # A constant column still needs an axis of some length.
        high = np.where(high > low, high, low + 1.0)
        extent = float(low[0]), float(high[0]), float(low[1]), float(high[1])
    return _cloud(points, extent)


def inside(points: NDArray[np.float64], part: Extent) -> NDArray[np.float64]:
    """Return those of `points` that lie within a part of the plane."""
    across, up = points[:, 0], points[:, 1]
    kept = (across >= part[0]) & (across <= part[1]) & (up >= part[2]) & (up <= part[3])
    return points[kept]


def thin(points: NDArray[np.float64], extent: Extent) -> NDArray[np.float64]:
    """Keep one point of those that fall on the same spot of a fine grid over `extent`.

    On a screen the others would be painted over the first one.
    """
    if len(points) <= DRAWN_AS_POINTS:
        return points
    low = np.array((extent[0], extent[2]))
    span = np.array((extent[1], extent[3])) - low
    spots = np.floor((points - low) / span * np.array(_SPOTS)).astype(np.int64)
    # As one number each: numpy sorts pairs without letting another thread run, 80 ms for 100,000.
    rows = int(spots[:, 1].max() - spots[:, 1].min()) + 1
    _, first = np.unique(spots[:, 0] * rows + spots[:, 1], return_index=True)
    return points[np.sort(first)]


def _cloud(points: NDArray[np.float64], extent: Extent) -> Cloud:
    many = len(points) > DRAWN_AS_POINTS
    return Cloud(points, count_in_hexagons(points, extent) if many else None, extent)
