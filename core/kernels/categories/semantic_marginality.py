"""Marginality and representatives of categories.

Sánchez et al. (2016), equations 4 and 5; manual: methods#taxonomies-and-semantic-distance.

A sum of distances is the logarithm of a product of fractions. Its prime factors are counted in
whole numbers, so that sums that are equal are found equal, and ties are broken as declared.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.array_types import Bools, Floats, Int32s, Ints
from core.kernels.categories.semantic_distance import Codes


@njit(cache=True, nogil=True)
def marginality(
    row: Codes, members: Ints, counts: Ints, powers: Ints, logarithms: Floats, scratch: Ints
) -> float:
    """Compute the sum of one category's distances to a sample.

    Parameters
    ----------
    row : numpy.ndarray, shape (c,)
        The category's row of the matrix of `semantic_distance.fill`.
    members, counts : numpy.ndarray of int64, shape (v,)
        The distinct categories of the sample, as columns of the matrix, and how often each
        occurs.
    powers : numpy.ndarray of int64, shape (places, p)
        Of each fraction ``1 + s/u`` of the table, the powers of the first `p` primes.
    logarithms : numpy.ndarray of float64, shape (p,)
        Base 2, of these primes.
    scratch : numpy.ndarray of int64, shape (p,)
        Overwritten.
    """
    scratch[:] = 0
    for i in range(len(members)):
        code = row[members[i]]
        for p in range(len(scratch)):
            scratch[p] += counts[i] * powers[code, p]
    total = 0.0
    for p in range(len(scratch)):
        total += scratch[p] * logarithms[p]
    return total


@njit(cache=True, nogil=True)
def marginalities(
    codes: Codes,
    candidates: Ints,
    members: Ints,
    counts: Ints,
    powers: Ints,
    logarithms: Floats,
) -> Floats:
    """Compute the `marginality` of each candidate (rows of `codes`) towards a sample."""
    scratch = np.empty(len(logarithms), np.int64)
    sums = np.empty(len(candidates))
    for i in range(len(candidates)):
        row = codes[candidates[i]]
        sums[i] = marginality(row, members, counts, powers, logarithms, scratch)
    return sums


@njit(cache=True, nogil=True)
def _distinct(sample: Ints, weights: Ints, values: Ints, counts: Ints) -> int:
    """Write the distinct values of an ascending sample and their weights; return how many."""
    v = 0
    for i in range(len(sample)):
        if v and values[v - 1] == sample[i]:
            counts[v - 1] += weights[i]
        else:
            values[v], counts[v] = sample[i], weights[i]
            v += 1
    return v


@njit(cache=True, nogil=True)
def _candidates(
    values: Ints, begin: Ints, ancestors: Int32s, cover: Ints, state: NDArray[np.int8], out: Ints
) -> int:
    """Write the values and their ancestors in the minimal subtree that contains them.

    That is what lies at or below a lowest common ancestor. `cover` and `state` are zero before
    and after.
    """
    n_met = 0
    for a in values:
        for x in ancestors[begin[a] : begin[a + 1]]:
            if cover[x] == 0:
                out[n_met] = x
                n_met += 1
            cover[x] += 1
    for i in range(n_met):
        if cover[out[i]] == len(values):
            for y in ancestors[begin[out[i]] : begin[out[i] + 1]]:
                if y != out[i]:
                    state[y] = 1  # a common ancestor, but not a lowest one
    n_candidates = 0
    for i in range(n_met):
        inside = False
        for y in ancestors[begin[out[i]] : begin[out[i] + 1]]:
            inside = inside or (cover[y] == len(values) and not state[y] & 1)
        state[out[i]] |= 2 if inside else 0
    for i in range(n_met):
        x = out[i]
        keep = state[x] & 2
        cover[x], state[x] = 0, 0
        if keep:
            out[n_candidates] = x
            n_candidates += 1
    return n_candidates


@njit(cache=True, nogil=True)
def least_marginal(
    members: Ints,
    weights: Ints,
    group_begin: Ints,
    codes: Codes,
    powers: Ints,
    logarithms: Floats,
    begin: Ints,
    ancestors: Int32s,
    allowed: Bools,
) -> tuple[Ints, Ints]:
    """Find the least marginal categories of every group.

    Candidates are the group's values and all their ancestors in the minimal subtree that
    contains them. Of equal marginalities those that are most frequent in the group count.

    Parameters
    ----------
    members, weights : numpy.ndarray of int64, shape (r,)
        The values of group 0, then of group 1 and so on, each ascending, and their weights; places
        in `codes`, which follow the taxonomy order.
    group_begin : numpy.ndarray of int64, shape (groups + 1,)
        Where each group begins.
    codes, powers, logarithms
        As in `marginality`; `c` categories, which hold all ancestors of each.
    begin, ancestors : numpy.ndarray of int64, shape (c + 1,), and of int32
        Ancestors of each, itself included.
    allowed : numpy.ndarray of bool, shape (c,)
        What may be released.

    Returns
    -------
    tied, tied_begin : numpy.ndarray of int64, shape (t,) and (groups + 1,)
        Those of group 0, then of group 1 and so on, each ascending; none of an empty group.
    """
    c = len(begin) - 1
    cover, state = np.zeros(c, np.int64), np.zeros(c, np.int8)
    values, counts, out = np.empty(c, np.int64), np.empty(c, np.int64), np.empty(c, np.int64)
    frequency = np.zeros(c, np.int64)
    scratch = np.empty(len(logarithms), np.int64)
    tied_begin = np.zeros(len(group_begin), np.int64)
    tied, end = np.empty(len(group_begin) + c, np.int64), 0
    for g in range(len(group_begin) - 1):
        rows = slice(group_begin[g], group_begin[g + 1])
        v = _distinct(members[rows], weights[rows], values, counts)
        for i in range(v):
            frequency[values[i]] = counts[i]
        smallest, highest, start = np.inf, np.int64(0), end
        if len(tied) < end + c:
            tied = np.append(tied, np.empty(len(tied), np.int64))
        for i in range(_candidates(values[:v], begin, ancestors, cover, state, out)):
            x = out[i]
            if not allowed[x]:
                continue
            m = marginality(codes[x], values[:v], counts[:v], powers, logarithms, scratch)
            if m < smallest or (m == smallest and frequency[x] > highest):
                smallest, highest, end = m, frequency[x], start
            if m == smallest and frequency[x] == highest:
                tied[end] = x
                end += 1
        tied[start:end].sort()
        tied_begin[g + 1] = end
        for i in range(v):
            frequency[values[i]] = 0
    return tied[:end], tied_begin


def first_tied(tied: Ints, tied_begin: Ints) -> Ints:
    """Find the first candidate of every group, in taxonomy order; -1 for an empty one."""
    firsts = np.append(tied, -1)[tied_begin[:-1]]
    return np.where(tied_begin[1:] > tied_begin[:-1], firsts, -1)


@njit(cache=True, nogil=True)
def candidates(sample: Ints, begin: Ints, ancestors: Int32s, allowed: Bools) -> Ints:
    """Find the categories that may represent a sample, ascending.

    Parameters
    ----------
    sample, begin, ancestors, allowed
        As in `central`.
    """
    values, c = np.flatnonzero(sample), len(sample)
    cover, state, out = np.zeros(c, np.int64), np.zeros(c, np.int8), np.empty(c, np.int64)
    nodes = np.sort(out[: _candidates(values, begin, ancestors, cover, state, out)])
    return nodes[allowed[nodes]]


@njit(cache=True, nogil=True)
def _follow(
    sample: Ints, counted: Ints, sums: Floats, codes: Codes, powers: Ints, logarithms: Floats
) -> float:
    """Bring rounded marginalities up to date; return how far off they may be."""
    c, records = len(sample), 0
    away = np.zeros(len(powers))
    for code in range(len(powers)):
        for p in range(len(logarithms)):
            away[code] += powers[code, p] * logarithms[p]
    for b in range(c):
        records += sample[b]
        change = sample[b] - counted[b]
        if change != 0:
            counted[b] = sample[b]
            sums[c] += 1.0
            for x in range(c):
                sums[x] += change * away[codes[b, x]]
    sums[c + 1] = max(sums[c + 1], float(records))
    # No sum is above the most records there were; some thousands are for the distances' own error.
    return float((sums[c] + 4096.0) * 2.3e-16 * sums[c + 1])


@njit(cache=True, nogil=True)
def central(
    sample: Ints,
    counted: Ints,
    sums: Floats,
    codes: Codes,
    powers: Ints,
    logarithms: Floats,
    begin: Ints,
    ancestors: Int32s,
    allowed: Bools,
) -> tuple[int, float]:
    """Find the least marginal category of a sample, as `least_marginal` does of a group.

    Rounded sums select the categories that come near to it; among these the exact ones decide.

    Parameters
    ----------
    sample : numpy.ndarray of int64, shape (c,)
        How often each category occurs; -1 is returned if none does.
    known, sums : numpy.ndarray of int64, shape (c,), and of float64, shape (c + 2,)
        Zero at first; handed over again, they spare most of the work for a sample that differs
        in few categories from the one before.
    codes, powers, logarithms, begin, ancestors, allowed
        As in `least_marginal`.

    Returns
    -------
    best : int
        The category.
    lead : float
        At least by how much any other candidate is more marginal; infinite if there is none.
    """
    values = np.flatnonzero(sample)
    counts, scratch = sample[values], np.empty(len(logarithms), np.int64)
    off = _follow(sample, counted, sums, codes, powers, logarithms)
    possible = candidates(sample, begin, ancestors, allowed)
    bound = np.inf
    for x in possible:
        bound = min(bound, sums[x] + 2.0 * off)
    smallest, second_smallest, best = np.inf, np.inf, -1
    for x in possible:
        if sums[x] > bound:
            second_smallest = min(second_smallest, sums[x] - off)
            continue
        m = marginality(codes[x], values, counts, powers, logarithms, scratch)
        # In taxonomy order, so that of equally frequent ones the first stays.
        if best < 0 or m < smallest or (m == smallest and sample[x] > sample[best]):
            smallest, second_smallest, best = m, min(second_smallest, smallest), x
        else:
            second_smallest = min(second_smallest, m)
    return best, second_smallest - smallest
