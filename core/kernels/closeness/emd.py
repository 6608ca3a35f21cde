"""Distance of a group's distribution of a confidential attribute from the file's.

Everything is counted in whole numbers, so that a distance that equals t is found equal to it.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int64]
# Beyond this the counts could leave 64 bits; doubles then take over.
EXACT_BELOW = 2.0**62


@njit(cache=True, nogil=True)
def prefix_sums(ranks: Ints, count: int) -> tuple[Ints, Ints]:
    """Return the file's cumulative counts and the sums of these.

    Parameters
    ----------
    ranks : numpy.ndarray of int64, shape (n,)
        Each in ``0..count-1``.
    count : int
        Number of distinct values.

    Returns
    -------
    cumulative : numpy.ndarray of int64, shape (count,)
        ``cumulative[i]`` records have a rank of at most `i`.
    summed : numpy.ndarray of int64, shape (count + 1,)
        ``summed[i]`` is the sum of ``cumulative[:i]``.
    """
    cumulative = np.zeros(count, np.int64)
    for r in ranks:
        cumulative[r] += 1
    summed = np.zeros(count + 1, np.int64)
    for i in range(count):
        if i > 0:
            cumulative[i] += cumulative[i - 1]
        summed[i + 1] = summed[i] + cumulative[i]
    return cumulative, summed


@njit(cache=True, nogil=True)
def _crossing(cumulative: Ints, begin: int, end: int, level: int, size: int) -> int:
    """Return the first i in ``begin..end`` from which ``size * cumulative[i]`` exceeds `level`."""
    while begin < end:
        middle = (begin + end) // 2
        if size * cumulative[middle] > level:
            end = middle
        else:
            begin = middle + 1
    return begin


@njit(cache=True, nogil=True)
def ordered_emd(members: Ints, cumulative: Ints, summed: Ints) -> float:
    """Return the EMD of a group under the ordered distance, in O(c log v).

    ``1/(v-1) sum_i |sum_{j<=i} (p_j - q_j)|`` (Soria-Comas et al. 2015, section 3). Between two
    consecutive values of the group only the file's cumulative count grows, so the inner
    difference changes its sign at most once there, and sums of it are differences of `summed`.

    Parameters
    ----------
    members : numpy.ndarray of int64, shape (c,)
        The group's ranks in ascending order.
    cumulative, summed : numpy.ndarray of int64
        From `prefix_sums`.
    """
    v, size = len(cumulative), len(members)
    if v <= 1 or size == 0:
        return 0.0
    n = cumulative[v - 1]
    exact = float(n) * float(size) * float(v) < EXACT_BELOW
    counted, rough = 0, 0.0
    for j in range(size + 1):
        begin = members[j - 1] if j > 0 else 0
        end = members[j] if j < size else v
        if begin == end:
            continue
        level = j * n
        turn = _crossing(cumulative, begin, end, level, size)
        below, above = summed[turn] - summed[begin], summed[end] - summed[turn]
        if exact:
            counted += level * (turn - begin) - size * below
            counted += size * above - level * (end - turn)
        else:
            rough += float(level) * (turn - begin) - float(size) * below
            rough += float(size) * above - float(level) * (end - turn)
    total = float(counted) if exact else rough
    return total / (float(n) * float(size) * float(v - 1))


@njit(cache=True, nogil=True)
def total_variation(members: Ints, cumulative: Ints) -> float:
    """Return half the sum of ``|p_i - q_i|``, the EMD of values without an order, in O(c)."""
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


@njit(cache=True, nogil=True)
def emd(members: Ints, cumulative: Ints, summed: Ints, ordered: bool) -> float:
    """Return the EMD of a group whose ranks are `members`, ascending; 0 for an empty group."""
    if ordered:
        return ordered_emd(members, cumulative, summed)
    return total_variation(members, cumulative)


@njit(cache=True, nogil=True)
def sorted_members(labels: Ints, ranks: Ints, groups: int, count: int) -> tuple[Ints, Ints]:
    """Sort each group's ranks, by counting twice.

    Returns
    -------
    members : numpy.ndarray of int64
        The ranks of group 0, then of group 1 and so on, each ascending; without those of -1.
    begin : numpy.ndarray of int64, shape (groups + 1,)
        Where each group's ranks begin.
    """
    at = np.zeros(count + 1, np.int64)
    begin = np.zeros(groups + 1, np.int64)
    for i in range(len(ranks)):
        if ranks[i] >= 0:
            at[ranks[i] + 1] += 1
            begin[labels[i] + 1] += 1
    at[:] = np.cumsum(at)
    begin[:] = np.cumsum(begin)
    by_rank = np.empty(begin[groups], np.int64)
    for i in range(len(ranks)):
        if ranks[i] >= 0:
            by_rank[at[ranks[i]]] = i
            at[ranks[i]] += 1
    members, to = np.empty(len(by_rank), np.int64), begin[:groups].copy()
    for i in by_rank:
        members[to[labels[i]]] = ranks[i]
        to[labels[i]] += 1
    return members, begin


@njit(cache=True, nogil=True)
def _each(
    members: Ints, begin: Ints, cumulative: Ints, summed: Ints, ordered: bool
) -> NDArray[np.float64]:
    found = np.empty(len(begin) - 1)
    for g in range(len(found)):
        found[g] = emd(members[begin[g] : begin[g + 1]], cumulative, summed, ordered)
    return found


def emd_of_groups(
    labels: NDArray[np.int64],
    ranks: NDArray[np.int64],
    count: int,
    ordered: bool,
    file: NDArray[np.int64] | None = None,
) -> NDArray[np.float64]:
    """Return the EMD of every group against the whole file, over the observed values.

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
    file : numpy.ndarray of int64, optional
        The ranks of the whole file, where the records are a part of it.

    Returns
    -------
    numpy.ndarray of float64, shape (groups,)
        In [0, 1]; 0 for a group in which every value is missing.
    """
    members, begin = sorted_members(labels, ranks, int(labels.max(initial=-1)) + 1, count)
    whole = members if file is None else file[file >= 0]
    return np.asarray(_each(members, begin, *prefix_sums(whole, count), ordered))


@njit(cache=True, nogil=True)
def _distinct(members: Ints, begin: Ints) -> Ints:
    found = np.zeros(len(begin) - 1, np.int64)
    for g in range(len(found)):
        for i in range(begin[g], begin[g + 1]):
            if i == begin[g] or members[i] != members[i - 1]:
                found[g] += 1
    return found


def distinct_in_groups(labels: Ints, ranks: Ints, count: int) -> Ints:
    """Return how many distinct observed values every group has; arguments as `emd_of_groups`."""
    members, begin = sorted_members(labels, ranks, int(labels.max(initial=-1)) + 1, count)
    return np.asarray(_distinct(members, begin))
