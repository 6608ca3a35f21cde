"""Distance of a group's distribution of a confidential attribute from the file's.

Everything is counted in whole numbers, so that a distance that equals t is found equal to it.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats, Ints
from core.kernels.compilation.bare import bare

# Beyond this the counts could leave 64 bits; doubles then take over.
EXACT_BELOW = 2.0**62


def counts_of(ranks: Ints, count: int) -> Ints:
    """Count how many records have each rank of ``0..count-1``; -1, for missing, counts nowhere."""
    return np.bincount(ranks[ranks >= 0], minlength=count).astype(np.int64)


@njit(cache=True, nogil=True)
def prefix_sums(counts: Ints) -> tuple[Ints, Ints]:
    """Compute the file's cumulative counts and the sums of these.

    Parameters
    ----------
    counts : numpy.ndarray of int64, shape (count,)
        From `counts_of`, over the file.

    Returns
    -------
    cumulative : numpy.ndarray of int64, shape (count,)
        ``cumulative[i]`` records have a rank of at most `i`.
    summed : numpy.ndarray of int64, shape (count + 1,)
        ``summed[i]`` is the sum of ``cumulative[:i]``.
    """
    cumulative = np.cumsum(counts)
    summed = np.zeros(len(counts) + 1, np.int64)
    summed[1:] = np.cumsum(cumulative)
    return cumulative, summed


def first_above(cumulative: Ints, largest: int) -> Ints:
    """Find the first rank at which the cumulative count exceeds each of ``0..largest``.

    The number of ranks where none does; shape (largest + 1,).
    """
    counts = np.arange(largest + 1)
    return np.searchsorted(cumulative, counts, side="right").astype(np.int64)


@bare
def _crossing(cumulative: Ints, begin: int, end: int, level: int, size: int) -> int:
    """Find the first i in ``begin..end`` from which ``size * cumulative[i]`` exceeds `level`."""
    while begin < end:
        middle = (begin + end) // 2
        if size * cumulative[middle] > level:
            end = middle
        else:
            begin = middle + 1
    return begin


@bare
def ordered_emd(members: Ints, cumulative: Ints, summed: Ints, above: Ints) -> float:
    """Compute the EMD of a group under the ordered distance.

    ``1/(v-1) sum_i |sum_{j<=i} (p_j - q_j)|`` (Soria-Comas et al. 2015, section 3). Between two
    consecutive values of the group only the file's cumulative count grows, so the inner
    difference changes its sign at most once there, and sums of it are differences of `summed`.

    Parameters
    ----------
    members : numpy.ndarray of int64, shape (c,)
        The group's ranks in ascending order.
    cumulative, summed : numpy.ndarray of int64
        From `prefix_sums`.
    above : numpy.ndarray of int64, shape (r + 1,) or (0,)
        From `first_above`. The sign changes where the file's cumulative share passes the
        group's, which is looked up here, in O(1), or searched for without it, in O(log v).
    """
    v, size = len(cumulative), len(members)
    if v <= 1 or size == 0:
        return 0.0
    n = cumulative[v - 1]
    if float(n) * float(size) * float(v) >= EXACT_BELOW:
        return _rough_emd(members, cumulative, summed) / (float(n) * float(size) * float(v - 1))
    # The whole part of j n / size, carried from one j to the next without dividing.
    step, remainder = n // size, n % size
    passed, carried, counted = 0, 0, 0
    for j in range(size + 1):
        begin = members[j - 1] if j > 0 else 0
        end = members[j] if j < size else v
        if begin < end:
            if len(above) > 0:
                turn = min(max(above[passed], begin), end)
            else:
                turn = _crossing(cumulative, begin, end, j * n, size)
            counted += j * n * (2 * turn - begin - end)
            counted += size * (summed[begin] + summed[end] - 2 * summed[turn])
        passed += step
        carried += remainder
        if carried >= size:
            passed += 1
            carried -= size
    return float(counted) / (float(n) * float(size) * float(v - 1))


@bare
def _rough_emd(members: Ints, cumulative: Ints, summed: Ints) -> float:
    """Compute the sum of `ordered_emd` in doubles, for counts that may leave 64 bits."""
    v, size, total = len(cumulative), len(members), 0.0
    n = cumulative[v - 1]
    for j in range(size + 1):
        begin = members[j - 1] if j > 0 else 0
        end = members[j] if j < size else v
        if begin == end:
            continue
        level = j * n
        turn = _crossing(cumulative, begin, end, level, size)
        below, above = summed[turn] - summed[begin], summed[end] - summed[turn]
        total += float(level) * (turn - begin) - float(size) * below
        total += float(size) * above - float(level) * (end - turn)
    return total


@bare
def total_variation(members: Ints, cumulative: Ints) -> float:
    """Compute half the sum of ``|p_i - q_i|``, the EMD of values without an order, in O(c)."""
    v, size = len(cumulative), len(members)
    if v <= 1 or size == 0:
        return 0.0
    n = cumulative[v - 1]
    surplus, begin = 0, 0
    while begin < size:
        value, end = members[begin], begin
        while end < size and members[end] == value:
            end += 1
        here = cumulative[value] - (cumulative[value - 1] if value > 0 else 0)
        surplus += max(0, (end - begin) * n - here * size)
        begin = end
    return float(surplus) / (float(n) * float(size))


@bare
def emd(members: Ints, cumulative: Ints, summed: Ints, above: Ints, ordered: bool) -> float:
    """Compute the EMD of a group whose ranks are `members`, ascending; 0 for an empty group."""
    if ordered:
        return ordered_emd(members, cumulative, summed, above)
    return total_variation(members, cumulative)


@njit(cache=True, nogil=True)
def sort_records(labels: Ints, ranks: Ints, groups: int, count: int) -> tuple[Ints, Ints]:
    """Sort each group's records by rank, by counting twice.

    Returns
    -------
    order : numpy.ndarray of int64
        The records of group 0, then of group 1 and so on, each by ascending rank; without those of
        rank -1.
    begin : numpy.ndarray of int64, shape (groups + 1,)
        Where each group's records begin.
    """
    rank_start = np.zeros(count + 1, np.int64)
    begin = np.zeros(groups + 1, np.int64)
    for i in range(len(ranks)):
        if ranks[i] >= 0:
            rank_start[ranks[i] + 1] += 1
            begin[labels[i] + 1] += 1
    rank_start[:] = np.cumsum(rank_start)
    begin[:] = np.cumsum(begin)
    by_rank = np.empty(begin[groups], np.int64)
    for i in range(len(ranks)):
        if ranks[i] >= 0:
            by_rank[rank_start[ranks[i]]] = i
            rank_start[ranks[i]] += 1
    order, to = np.empty(len(by_rank), np.int64), begin[:groups].copy()
    for i in by_rank:
        order[to[labels[i]]] = i
        to[labels[i]] += 1
    return order, begin


@njit(cache=True, nogil=True)
def sort_members(labels: Ints, ranks: Ints, groups: int, count: int) -> tuple[Ints, Ints]:
    """Sort each group's ranks, as `sort_records` does."""
    order, begin = sort_records(labels, ranks, groups, count)
    return ranks[order], begin


@njit(cache=True, nogil=True)
def _each(members: Ints, begin: Ints, cumulative: Ints, summed: Ints, ordered: bool) -> Floats:
    emds, unknown = np.empty(len(begin) - 1), np.empty(0, np.int64)
    for g in range(len(emds)):
        group_members = members[begin[g] : begin[g + 1]]
        emds[g] = emd(group_members, cumulative, summed, unknown, ordered)
    return emds


def emd_of_groups(
    labels: Ints,
    ranks: Ints,
    count: int,
    ordered: bool,
    file: Ints | None = None,
) -> Floats:
    """Compute the EMD of every group against the whole file, over the observed values.

    Parameters
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record, numbered from 0.
    ranks : numpy.ndarray of int64, shape (n,)
        Rank of each record's value in ``0..count-1``; -1 where it is missing.
    count : int
        Number of distinct values.
    ordered : bool
        Ordered distance if true, else total variation.
    file : numpy.ndarray of int64, shape (count,), optional
        How many records of the whole file have each rank, where the records are a part of it.

    Returns
    -------
    numpy.ndarray of float64, shape (groups,)
        In [0, 1]; 0 for a group in which every value is missing.
    """
    members, begin = sort_members(labels, ranks, int(labels.max(initial=-1)) + 1, count)
    counts = counts_of(members, count) if file is None else file
    return np.asarray(_each(members, begin, *prefix_sums(counts), ordered))


@njit(cache=True, nogil=True)
def _distinct(members: Ints, begin: Ints) -> Ints:
    counts = np.zeros(len(begin) - 1, np.int64)
    for g in range(len(counts)):
        for i in range(begin[g], begin[g + 1]):
            if i == begin[g] or members[i] != members[i - 1]:
                counts[g] += 1
    return counts


def distinct_in_groups(labels: Ints, ranks: Ints, count: int) -> Ints:
    """Count the distinct observed values of every group; arguments as `emd_of_groups`."""
    members, begin = sort_members(labels, ranks, int(labels.max(initial=-1)) + 1, count)
    return np.asarray(_distinct(members, begin))
