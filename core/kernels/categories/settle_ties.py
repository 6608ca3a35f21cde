"""Chooses the category of each group; ties are settled by what the release lacks.

Manual: methods#representative-of-a-cluster.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]


@njit(cache=True, nogil=True)
def settle_ties(
    tied: Longs, tied_begin: Longs, labels: Longs, weights: Longs, shares: Floats
) -> Longs:
    """Choose the category of each group; -1 for a group without a candidate.

    Groups with a single candidate come first, then the others in the order of their first records.
    Each takes the candidate that is released least often yet, compared with its share of the
    original; of several the first.

    Parameters
    ----------
    tied, tied_begin : numpy.ndarray of int64, shape (t,) and (groups + 1,)
        The candidates of group 0, then of group 1 and so on, each ascending.
    labels, weights : numpy.ndarray of int64, shape (n,)
        Group and weight of each record.
    shares : numpy.ndarray of float64, shape (c,)
        Share of each category in the original.
    """
    groups = len(tied_begin) - 1
    chosen, group_weights = np.full(groups, -1, np.int64), np.zeros(groups, np.int64)
    for i in range(len(labels)):
        group_weights[labels[i]] += weights[i]
    released, total = np.zeros(len(shares), np.int64), 0
    for g in range(groups):
        n_tied = tied_begin[g + 1] - tied_begin[g]
        if n_tied:
            total += group_weights[g]
        if n_tied == 1:
            chosen[g] = tied[tied_begin[g]]
            released[chosen[g]] += group_weights[g]
    for i in range(len(labels)):
        g = labels[i]
        if chosen[g] >= 0:
            continue
        largest_lack = -np.inf
        for x in tied[tied_begin[g] : tied_begin[g + 1]]:
            lack = shares[x] * total - released[x]
            if lack > largest_lack:
                largest_lack, chosen[g] = lack, x
        if chosen[g] >= 0:
            released[chosen[g]] += group_weights[g]
    return chosen


@njit(cache=True, nogil=True)
def middle_categories(
    order: Longs, begin: Longs, ranks: Longs, weights: Longs
) -> tuple[Longs, Longs]:
    """Find the weighted median of each group, and the next rank where half the weight ends with it.

    Parameters
    ----------
    order, begin : numpy.ndarray of int64
        The records of each group by ascending rank (`core.kernels.closeness.emd.sorted_records`).
    ranks, weights : numpy.ndarray of int64, shape (n,)
        Of all records.

    Returns
    -------
    tied, tied_begin : numpy.ndarray of int64
        As in `settle_ties`.
    """
    groups = len(begin) - 1
    tied, tied_begin = np.empty(2 * groups, np.int64), np.zeros(groups + 1, np.int64)
    count = 0
    for g in range(groups):
        members = order[begin[g] : begin[g + 1]]
        total, running = np.int64(0), np.int64(0)
        for i in members:
            total += weights[i]
        for at in range(len(members)):
            running += weights[members[at]]
            if 2 * running < total:
                continue
            tied[count] = ranks[members[at]]
            count += 1
            if 2 * running == total and ranks[members[at + 1]] != ranks[members[at]]:
                tied[count] = ranks[members[at + 1]]
                count += 1
            break
        tied_begin[g + 1] = count
    return tied[:count], tied_begin


_LARGEST_SUM = 2.0**48
"""Of weights; sums of distances are some times as large and must be exact."""


def whole_weights(weights: Floats | None, records: int) -> Longs:
    """Write weights as multiples of a small unit, so that equal sums are found equal, shape (n,).

    Without weights each record counts once.
    """
    if weights is None:
        return np.ones(records, dtype=np.int64)
    _, power = np.frexp(_LARGEST_SUM / weights.sum())
    multiples: Longs = np.maximum(np.rint(np.ldexp(weights, power - 1)), 1.0).astype(np.int64)
    return multiples


def settle(tied: tuple[Longs, Longs], labels: Longs, categories: Longs, weights: Longs) -> Longs:
    """Choose the category of each group among those that are tied; -1 where there is none.

    Parameters
    ----------
    tied : pair of numpy.ndarray of int64
        As in `settle_ties`.
    labels, categories, weights : numpy.ndarray of int64, shape (n,)
        Group, original category (-1: missing) and weight of each record.
    """
    present = categories >= 0
    least = int(tied[0].max(initial=-1)) + 1
    sums = np.bincount(categories[present], weights=weights[present], minlength=least)
    shares = sums / max(float(sums.sum()), 1.0)
    chosen: Longs = settle_ties(*tied, labels.astype(np.int64), weights, shares)
    return chosen
