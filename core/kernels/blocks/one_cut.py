"""Divides some records by one coordinate, where that lowers the variance within the sides most."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats, Ints

# Among r values by which a cut is judged, the standard deviation of the place of a rank is at most
# sqrt(r) / 2: three of them and a few places more are nearly always enough.
_REACH, _SPARE = 1.5, 2
# The places of cuts that divide no records of the same value: all are above, or all below.
_NO_PLACE, _ALL_PLACES = -1, np.iinfo(np.int64).max


def divide(
    points: Floats, places: Ints, members: Ints, max_records: int, judged: int
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
        Those to divide, ascending; more than `max_records`.
    max_records : int
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
    samples = np.zeros((max(1, points.shape[1]), -(-len(members) // step)))
    if points.shape[1] > 0:
        _fill_columns(points, members, step, samples)
        # Much faster than in a kernel.
        samples.sort(axis=1)
    division: tuple[int, float, int, Ints, Ints] = _divide(
        points, places, members, samples, max_records
    )
    return division


@njit(cache=True, nogil=True)
def _fill_columns(points: Floats, members: Ints, step: int, columns: Floats) -> None:
    for row in range(columns.shape[1]):
        for axis in range(columns.shape[0]):
            columns[axis, row] = points[members[row * step], axis]


@njit(cache=True, nogil=True)
def _divide(
    points: Floats, places: Ints, members: Ints, samples: Floats, max_records: int
) -> tuple[int, float, int, Ints, Ints]:
    n = len(members)
    n_blocks = -(-n // max_records)
    gains, best = _judge_cuts(samples, n_blocks)
    column = np.empty(n)
    for _ in range(len(gains)):
        axis = int(np.argmax(gains))
        _fill_column(points, members, axis, column)
        low = n * (best[axis] + 1) // n_blocks
        is_found, value, cut_place = _cut_between_values(column, samples[axis], low, max_records)
        if is_found:
            low_side, high_side = _split_members(column, places, members, value, cut_place)
            return axis, value, cut_place, low_side, high_side
        gains[axis] = -np.inf
    # Everywhere it would divide records of the same value.
    gains, best = _judge_cuts(samples, n_blocks)
    axis = int(np.argmax(gains))
    _fill_column(points, members, axis, column)
    low = n * (best[axis] + 1) // n_blocks
    order = np.argsort(column, kind="mergesort")
    value = column[order[low]]
    # Records of the same value keep their order.
    cut_place = places[members[order[low]]]
    low_side, high_side = _split_members(column, places, members, value, cut_place)
    return axis, value, cut_place, low_side, high_side


@njit(cache=True, nogil=True)
def _judge_cuts(samples: Floats, n_blocks: int) -> tuple[Floats, Ints]:
    """Compute how much the best cut on each axis lowers the sum of squares, and which one it is.

    The cuts are those between `n_blocks` equal blocks; of several that are as good, it is the one
    nearest to the middle. `samples` are sorted values of each axis.
    """
    n = samples.shape[1]
    gains, best = np.empty(len(samples)), np.empty(len(samples), dtype=np.int64)
    ranks, summed = np.empty(n_blocks - 1, dtype=np.int64), np.empty(n_blocks - 1)
    for cut in range(len(ranks)):
        ranks[cut] = max(1, int((cut + 1) / n_blocks * n))
    for axis in range(len(samples)):
        # Added up one after the other, and so in the same way on every machine.
        total, rank = 0.0, 0
        for x in range(n):
            total += samples[axis, x]
            while rank < len(ranks) and ranks[rank] == x + 1:
                summed[rank] = total
                rank += 1
        gains[axis], best[axis] = -1.0, 0
        for cut in range(len(ranks)):
            difference = summed[cut] - ranks[cut] * (total / n)
            gain = difference * difference * n / (ranks[cut] * (n - ranks[cut]))
            nearer = abs(2 * (cut + 1) - n_blocks) < abs(2 * (best[axis] + 1) - n_blocks)
            if gain > gains[axis] or (gain == gains[axis] and nearer):
                gains[axis], best[axis] = gain, cut
    return gains, best


@njit(cache=True, nogil=True)
def _fill_column(points: Floats, members: Ints, axis: int, column: Floats) -> None:
    if points.shape[1] == 0:
        # Records without numbers are all alike.
        column[:] = 0.0
        return
    for row in range(len(members)):
        column[row] = points[members[row], axis]


@njit(cache=True, nogil=True)
def _cut_between_values(
    column: Floats, samples: Floats, middle: int, max_records: int
) -> tuple[bool, float, int]:
    """Look for a cut between two values, the one nearest to a rank; say whether there is one.

    Neither side is smaller than a quarter of a block, or than half as large as it was to be.
    `samples` are sorted values of the column, from all over it.
    """
    value, below, upto = find_at_rank(column, samples, middle)
    if abs(below - middle) <= abs(upto - middle):
        if _is_balanced(below, len(column), middle, max_records):
            return True, value, _NO_PLACE
        return _is_balanced(upto, len(column), middle, max_records), value, _ALL_PLACES
    if _is_balanced(upto, len(column), middle, max_records):
        return True, value, _ALL_PLACES
    return _is_balanced(below, len(column), middle, max_records), value, _NO_PLACE


@njit(cache=True, nogil=True)
def _is_balanced(low: int, n: int, middle: int, max_records: int) -> bool:
    return (
        4 * min(low, n - low) >= max_records and 2 * low >= middle and 2 * (n - low) >= n - middle
    )


@njit(cache=True, nogil=True)
def find_at_rank(column: Floats, samples: Floats, rank: int) -> tuple[float, int, int]:
    """Find the value at a rank, and how many are below it and up to it.

    It is sought between two of `samples`, which spares a sort of all others.
    """
    n, near = len(column), rank * len(samples) // len(column)
    reach = _SPARE + int(_REACH * np.sqrt(len(samples)))
    low = samples[near - reach] if near >= reach else -np.inf
    high = samples[near + reach] if near + reach < len(samples) else np.inf
    inside, count, below = np.empty(n + 1), 0, 0
    for x in range(n):
        value_here = column[x]
        below += int(value_here < low)
        inside[count] = value_here
        count += int(value_here >= low and value_here <= high)
    if rank < below or rank >= below + count:
        inside[:n], count, below = column, n, 0
    # numba's `np.partition` would name an expression after an address in memory.
    value = float(np.sort(inside[:count])[rank - below])
    less = equal = 0
    for x in range(count):
        less += int(inside[x] < value)
        equal += int(inside[x] == value)
    return value, below + less, below + less + equal


@njit(cache=True, nogil=True)
def _split_members(
    column: Floats, places: Ints, members: Ints, value: float, cut_place: int
) -> tuple[Ints, Ints]:
    """Split the members on either side of a cut, given their values on its axis."""
    # Those on the low side from the first place on, the others from the last one back.
    split = np.empty_like(members)
    low, last = 0, len(members) - 1
    for row in range(len(members)):
        x, value_here = members[row], column[row]
        lower = value_here < value
        if value_here == value:
            lower = places[x] < cut_place
        # To both places without a branch; the wrong one is written to again.
        split[low] = split[last - (row - low)] = x
        low += int(lower)
    high = split[low:]
    high[:] = high[::-1].copy()
    return split[:low], high
