"""Points counted in hexagons, which show where many lie better than points over points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from desktop_app.plots.zoom import Extent

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
    each = (_COLUMNS + 1) * (_ROWS + 1)
    counts = np.bincount(is_shifted * each + column * (_ROWS + 1) + row, minlength=2 * each)
    found = np.flatnonzero(counts)
    lattice, within = np.divmod(found, each)
    middles = np.column_stack(np.divmod(within, _ROWS + 1)) + 0.5 * lattice[:, None]
    return Hexagons(low + middles * step, counts[found].astype(np.float64), _CORNERS * step)


def _away(steps: NDArray[np.float64]) -> NDArray[np.float64]:
    squares: NDArray[np.float64] = steps[:, 0] ** 2 + 3 * steps[:, 1] ** 2
    return squares
