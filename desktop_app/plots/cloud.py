"""A cloud of points made ready for drawing: as they are, or counted in hexagons when too many."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from desktop_app.plots.zoom import Extent

DRAWN_AS_POINTS = 3000
_SPOTS = (480, 320)


_COLUMNS = 56
# A picture is about 1.6 times as wide as high, and rows of hexagons lie closer than columns.
_ROWS = 20
_CORNERS = np.array(
    [[0.5, -1 / 6], [0.5, 1 / 6], [0.0, 1 / 3], [-0.5, 1 / 6], [-0.5, -1 / 6], [0.0, -1 / 3]]
)


@dataclass(frozen=True, slots=True, eq=False)
class Hexagons:
    """The hexagons that hold any point.

    Attributes
    ----------
    centres : numpy.ndarray of float64, shape (h, 2)
        Their middles.
    counts : numpy.ndarray of float64, shape (h,)
        How many points each holds.
    corners : numpy.ndarray of float64, shape (6, 2)
        The corners of each, seen from its middle.
    """

    centres: NDArray[np.float64]
    counts: NDArray[np.float64]
    corners: NDArray[np.float64]


def count_in_hexagons(points: NDArray[np.float64], extent: Extent) -> Hexagons:
    """Count `points`, of shape (r, 2), all within `extent`, each in the hexagon it lies in.

    The middles form two lattices of rectangles, one shifted by half a step both ways.
    """
    low = np.array((extent[0], extent[2]))
    step = (np.array((extent[1], extent[3])) - low) / (_COLUMNS, _ROWS)
    places = (points - low) / step
    plain, shifted = np.rint(places), np.floor(places)
    is_shifted = _away(places - plain) > _away(places - shifted - 0.5)
    column, row = np.where(is_shifted[:, None], shifted, plain).astype(np.int64).T
    lattice_size = (_COLUMNS + 1) * (_ROWS + 1)
    counts = np.bincount(
        is_shifted * lattice_size + column * (_ROWS + 1) + row, minlength=2 * lattice_size
    )
    filled = np.flatnonzero(counts)
    lattice, within = np.divmod(filled, lattice_size)
    middles = np.column_stack(np.divmod(within, _ROWS + 1)) + 0.5 * lattice[:, None]
    return Hexagons(low + middles * step, counts[filled].astype(np.float64), _CORNERS * step)


def _away(steps: NDArray[np.float64]) -> NDArray[np.float64]:
    squares: NDArray[np.float64] = steps[:, 0] ** 2 + 3 * steps[:, 1] ** 2
    return squares


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


def inside(points: NDArray[np.float64], extent: Extent) -> NDArray[np.float64]:
    """Return those of `points` that lie within a part of the plane."""
    across, up = points[:, 0], points[:, 1]
    is_inside = (
        (across >= extent[0]) & (across <= extent[1]) & (up >= extent[2]) & (up <= extent[3])
    )
    return points[is_inside]


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
    is_dense = len(points) > DRAWN_AS_POINTS
    return Cloud(points, count_in_hexagons(points, extent) if is_dense else None, extent)
