"""Divides some records by one coordinate, where that lowers the variance within the sides most."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Among r values by which a cut is judged, the standard deviation of the place of a rank is at most
# sqrt(r) / 2: three of them and a few places more are nearly always enough.
_REACH, _SPARE = 1.5, 2
# The places of cuts that divide no records of the same value: all are above, or all below.
_NO_PLACE, _ALL_PLACES = -1, np.iinfo(np.int64).max


def divide(
    points: Floats, places: Ints, members: Ints, most: int, judged: int
) -> tuple[int, float, int, Ints, Ints]:
    """Divide some records, so that there are whole blocks on either side.

    The cut is that of the axis on which it lowers the variance within the two sides most, unless it
    would divide records of the same value: then that of another axis. It is chosen by some of the
    records, as its exact place does not matter.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        Finite; `m` may be 0.
    places : numpy.ndarray of int64, shape (n,)
        Position of each in the file, ascending.
    members : numpy.ndarray of int64, shape (r,)
        Those to divide, ascending; more than `most`.
    most : int
        The most records of a block.
    judged : int
        About by how many of the members the cut is chosen.

    Returns
    -------
    axis : int
        The coordinate.
    value : float
        Members below it are on the low side, those above it on the high side.
    place : int
        Those with this very value and an earlier position than it are on the low side.
    low, high : numpy.ndarray of int64
        The members of either side, ascending.
    """
    step = max(1, len(members) // judged)
    some = np.zeros((max(1, points.shape[1]), -(-len(members) // step)))
    if points.shape[1] > 0:
        _fill_columns(points, members, step, some)
        # Much faster than in a kernel.
        some.sort(axis=1)
    found: tuple[int, float, int, Ints, Ints] = _divide(points, places, members, some, most)
    return found


@njit(cache=True, nogil=True)
def _fill_columns(points: Floats, members: Ints, step: int, columns: Floats) -> None:
    for at in range(columns.shape[1]):
        for axis in range(columns.shape[0]):
            columns[axis, at] = points[members[at * step], axis]


@njit(cache=True, nogil=True)
def _divide(
    points: Floats, places: Ints, members: Ints, some: Floats, most: int
) -> tuple[int, float, int, Ints, Ints]:
    n = len(members)
    wanted = -(-n // most)
    gains, best = _gains(some, wanted)
    column = np.empty(n)
    for _ in range(len(gains)):
        axis = int(np.argmax(gains))
        _fill_column(points, members, axis, column)
        low = n * (best[axis] + 1) // wanted
        is_found, value, place = _between_values(column, some[axis], low, most)
        if is_found:
            low_side, high_side = _sides(column, places, members, value, place)
            return axis, value, place, low_side, high_side
        gains[axis] = -np.inf
    # Everywhere it would divide records of the same value.
    gains, best = _gains(some, wanted)
    axis = int(np.argmax(gains))
    _fill_column(points, members, axis, column)
    low = n * (best[axis] + 1) // wanted
    value = float(np.partition(column, low)[low])
    same = members[column == value]
    place = places[same[low - np.count_nonzero(column < value)]]
    low_side, high_side = _sides(column, places, members, value, place)
    return axis, value, place, low_side, high_side


@njit(cache=True, nogil=True)
def _gains(some: Floats, wanted: int) -> tuple[Floats, Ints]:
    """Return how much the best cut on each axis lowers the sum of squares, and which one it is.

    The cuts are those between `wanted` equal blocks; of several that are as good, it is the one
    nearest to the middle. `some` are sorted values of each axis.
    """
    n = some.shape[1]
    gains, best = np.empty(len(some)), np.empty(len(some), dtype=np.int64)
    ranks, summed = np.empty(wanted - 1, dtype=np.int64), np.empty(wanted - 1)
    for at in range(len(ranks)):
        ranks[at] = max(1, int((at + 1) / wanted * n))
    for axis in range(len(some)):
        # Added up one after the other, and so in the same way on every machine.
        total, rank = 0.0, 0
        for x in range(n):
            total += some[axis, x]
            while rank < len(ranks) and ranks[rank] == x + 1:
                summed[rank] = total
                rank += 1
        gains[axis], best[axis] = -1.0, 0
        for at in range(len(ranks)):
            part = summed[at] - ranks[at] * (total / n)
            gain = part * part * n / (ranks[at] * (n - ranks[at]))
            nearer = abs(2 * (at + 1) - wanted) < abs(2 * (best[axis] + 1) - wanted)
            if gain > gains[axis] or (gain == gains[axis] and nearer):
                gains[axis], best[axis] = gain, at
    return gains, best


@njit(cache=True, nogil=True)
def _fill_column(points: Floats, members: Ints, axis: int, column: Floats) -> None:
    if points.shape[1] == 0:
        # Records without numbers are all alike.
        column[:] = 0.0
        return
    for at in range(len(members)):
        column[at] = points[members[at], axis]


@njit(cache=True, nogil=True)
def _between_values(
    column: Floats, some: Floats, middle: int, most: int
) -> tuple[bool, float, int]:
    """Return whether there is a cut between two values, the one nearest to a rank, and the cut.

    Neither side is smaller than a quarter of a block, or than half as large as it was to be. `some`
    are sorted values of the column, from all over it.
    """
    value, below, upto = at_rank(column, some, middle)
    if abs(below - middle) <= abs(upto - middle):
        if _is_balanced(below, len(column), middle, most):
            return True, value, _NO_PLACE
        return _is_balanced(upto, len(column), middle, most), value, _ALL_PLACES
    if _is_balanced(upto, len(column), middle, most):
        return True, value, _ALL_PLACES
    return _is_balanced(below, len(column), middle, most), value, _NO_PLACE


@njit(cache=True, nogil=True)
def _is_balanced(low: int, n: int, middle: int, most: int) -> bool:
    return 4 * min(low, n - low) >= most and 2 * low >= middle and 2 * (n - low) >= n - middle


@njit(cache=True, nogil=True)
def at_rank(column: Floats, some: Floats, rank: int) -> tuple[float, int, int]:
    """Return the value at a rank, and how many are below it and up to it.

    It is sought between two of `some`, which spares a sort of all others.
    """
    n, near = len(column), rank * len(some) // len(column)
    reach = _SPARE + int(_REACH * np.sqrt(len(some)))
    low = some[near - reach] if near >= reach else -np.inf
    high = some[near + reach] if near + reach < len(some) else np.inf
    inside, count, below = np.empty(n + 1), 0, 0
    for x in range(n):
        own = column[x]
        below += int(own < low)
        inside[count] = own
        count += int(own >= low and own <= high)
    if rank < below or rank >= below + count:
        inside[:n], count, below = column, n, 0
    value = float(np.partition(inside[:count], rank - below)[rank - below])
    less = equal = 0
    for x in range(count):
        less += int(inside[x] < value)
        equal += int(inside[x] == value)
    return value, below + less, below + less + equal


@njit(cache=True, nogil=True)
def _sides(
    column: Floats, places: Ints, members: Ints, value: float, place: int
) -> tuple[Ints, Ints]:
    """Return the members on either side of a cut, given their values on its axis."""
    # Those on the low side from the first place on, the others from the last one back.
    found = np.empty_like(members)
    low, last = 0, len(members) - 1
    for at in range(len(members)):
        x, own = members[at], column[at]
        lower = own < value
        if own == value:
            lower = places[x] < place
        # To both places without a branch; the wrong one is written to again.
        found[low] = found[last - (at - low)] = x
        low += int(lower)
    high = found[low:]
    high[:] = high[::-1].copy()
    return found[:low], high
