"""Records sorted by distance from a fixed centre, to find the farthest from a moving one.

The mean of the records that remain hardly moves, so the farthest from it is among the first of
the list: once a record's distance from the fixed centre, plus the way between the two centres,
is less than the best distance found, no later one can be farther.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Floats, Ints
from core.kernels.compilation.bare import bare
from core.kernels.numerics.heap import NOBODY
from core.kernels.trees.shrinking_tree import squared_distance, squared_distance_of

# Far more than the rounding of a distance.
_ROUNDING = 1.0 + 1e-10
LONGEST = 4000
TOP, END, SCANNED = 0, 1, 2
_BINS = 4096
# The part of the records that is listed, and how many at least.
_SHARE, _LEAST = 8, 1024


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
    reach : numpy.ndarray of float64, shape (1,)
        No record that remains and is not listed is farther than this from `centre`; -1 if all
        are listed.
    """

    order: Ints
    radius: Floats
    centre: Floats
    state: Ints
    reach: Floats


def empty(records: int, m: int) -> OuterList:
    """Make an empty list, to be sorted at its first use."""
    state = np.zeros(3, dtype=np.int64)
    state[SCANNED] = 1 << 60
    return OuterList(
        np.empty(records, dtype=np.int64), np.empty(records), np.empty(m), state, np.full(1, np.inf)
    )


@njit(cache=True, nogil=True)
def _threshold(radii: Floats, n_reaching: int) -> float:
    """Find a distance that at least `n_reaching` of those found reach, and not many more."""
    counts, largest = np.zeros(_BINS + 1, np.int64), float(radii.max())
    width = largest / _BINS
    if width == 0.0:
        return 0.0
    for d in radii:
        counts[int(d / width)] += 1
    reached, bin_number = 0, _BINS + 1
    while bin_number > 0 and reached < n_reaching:
        bin_number -= 1
        reached += counts[bin_number]
    # A little less than the edge of the bin, so that rounding leaves none of them out.
    return (bin_number - 1e-6) * width


@njit(cache=True, nogil=True)
def sort_again(outer: OuterList, points: Floats, labels: Ints, centre: Floats) -> None:
    """List the records farthest from `centre`, an eighth of those that have no label."""
    count = 0
    radii = np.empty(len(points))
    for record in range(len(points)):
        if labels[record] < 0:
            radii[count] = np.sqrt(squared_distance_of(points, record, centre))
            count += 1
    threshold = _threshold(radii[:count], max(_LEAST, count // _SHARE))
    listed_records, listed, count = np.empty(len(points), np.int64), 0, 0
    for record in range(len(points)):
        if labels[record] < 0:
            if radii[count] >= threshold:
                listed_records[listed], radii[listed] = record, radii[count]
                listed += 1
            count += 1
    by_radius = np.argsort(radii[:listed])
    for i in range(listed):
        rank = by_radius[listed - 1 - i]
        outer.order[i], outer.radius[i] = listed_records[rank], radii[rank]
    outer.centre[:] = centre
    outer.reach[0] = threshold if listed < count else -1.0
    outer.state[TOP], outer.state[END], outer.state[SCANNED] = 0, listed, 0


@bare
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
        False if a record that was not looked at may be farther still: after `LONGEST` of them,
        or at the end of the list.
    work : int
        Records looked at.
    """
    way = np.sqrt(squared_distance(outer.centre, centre))
    order, radius, state = outer.order, outer.radius, outer.state
    top, end = state[TOP], state[END]
    best, record, root = -1.0, NOBODY, -1.0
    entry, stop = top, min(end, top + LONGEST)
    sure = False
    while entry < stop:
        if (radius[entry] + way) * _ROUNDING < root:
            sure = True
            break
        i = order[entry]
        if labels[i] < 0:
            d = squared_distance_of(points, i, centre)
            if d > best or (d == best and i < record):
                best, record, root = d, i, np.sqrt(d)
        entry += 1
    if entry == end and not sure:
        sure = outer.reach[0] < 0.0 or (outer.reach[0] + way) * _ROUNDING < root
        # The list is used up: it is time for another.
        state[SCANNED] += 0 if sure else 1 << 60
    # Those that have left are dropped by moving the others to the back of what was looked at.
    to = entry
    for back in range(entry - 1, top - 1, -1):
        if labels[order[back]] < 0:
            to -= 1
            order[to], radius[to] = order[back], radius[back]
    state[TOP] = to
    state[SCANNED] += entry - top
    return best, record, sure, entry - top
