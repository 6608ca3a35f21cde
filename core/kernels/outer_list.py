"""Records sorted by distance from a fixed centre, to find the farthest from a moving one.

The mean of the records that remain hardly moves, so the farthest from it is among the first of
the list: once a record's distance from the fixed centre, plus the way between the two centres,
is less than the best distance found, no later one can be farther.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels.shrinking_tree import NOBODY, squared_distance

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Far more than the rounding of a distance.
_ROOM = 1.0 + 1e-10
LONGEST = 4000
TOP, END, SCANNED = 0, 1, 2


class OuterList(NamedTuple):
    """The list's arrays.

    Attributes
    ----------
    order : numpy.ndarray of int64, shape (n,)
        Positions of records, the farthest from `centre` first.
    radius : numpy.ndarray of float64, shape (n,)
        Their distances from `centre`.
    centre : numpy.ndarray of float64, shape (m,)
        The fixed centre.
    state : numpy.ndarray of int64, shape (3,)
        Where the list begins, where it ends, and the records scanned since it was sorted.
    """

    order: Ints
    radius: Floats
    centre: Floats
    state: Ints


@njit(cache=True, nogil=True)
def sort_anew(outer: OuterList, points: Floats, labels: Ints, centre: Floats) -> None:
    """Sort the records that have no label by their distance from `centre`."""
    count = 0
    found = np.empty(len(points))
    left = np.empty(len(points), np.int64)
    for record in range(len(points)):
        if labels[record] < 0:
            found[count] = np.sqrt(squared_distance(points[record], centre))
            left[count] = record
            count += 1
    by_radius = np.argsort(found[:count])
    for i in range(count):
        at = by_radius[count - 1 - i]
        outer.order[i], outer.radius[i] = left[at], found[at]
    outer.centre[:] = centre
    outer.state[TOP], outer.state[END], outer.state[SCANNED] = 0, count, 0


@njit(cache=True, nogil=True)
def farthest(
    outer: OuterList, points: Floats, labels: Ints, centre: Floats
) -> tuple[float, int, bool, int]:
    """Find the record farthest from `centre` among those without a label.

    Returns
    -------
    best : float
        Its squared distance.
    record : int
        Its position.
    sure : bool
        False if `LONGEST` records were looked at and a later one may be farther still.
    work : int
        Records looked at.
    """
    way = np.sqrt(squared_distance(outer.centre, centre))
    top, end = outer.state[TOP], outer.state[END]
    best, record, root = -1.0, NOBODY, -1.0
    at, stop = top, min(end, top + LONGEST)
    sure = stop == end
    while at < stop:
        if (outer.radius[at] + way) * _ROOM < root:
            sure = True
            break
        i = outer.order[at]
        if labels[i] < 0:
            d = squared_distance(points[i], centre)
            if d > best or (d == best and i < record):
                best, record, root = d, i, np.sqrt(d)
        at += 1
    # Those that have left are dropped by moving the others to the back of what was looked at.
    to = at
    for back in range(at - 1, top - 1, -1):
        if labels[outer.order[back]] < 0:
            to -= 1
            outer.order[to], outer.radius[to] = outer.order[back], outer.radius[back]
    outer.state[TOP] = to
    outer.state[SCANNED] += at - top
    return best, record, sure, at - top
