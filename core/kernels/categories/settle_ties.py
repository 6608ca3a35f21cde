"""Chooses the category of each group; ties are settled by what the release lacks.

Manual: methods#representative-of-a-cluster.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit

from core.array_types import Floats, Ints, Words


@njit(cache=True, nogil=True)
def settle_ties(
    tied: Ints, tied_begin: Ints, group_weights: Ints, original: Floats, sequence: Ints
) -> Ints:
    """Choose the category of each group; -1 for a group without a candidate.

    Groups with a single candidate come first, then the others in sequence. Each takes the candidate
    that is released least often yet, compared with its share of the original; of several the first.

    Parameters
    ----------
    tied, tied_begin : numpy.ndarray of int64, shape (t,) and (groups + 1,)
        The candidates of group 0, then of group 1 and so on, each ascending.
    group_weights : numpy.ndarray of int64, shape (groups,)
        Weight of the records of each group.
    original : numpy.ndarray of float64, shape (c,)
        Weight of each category in the original.
    sequence : numpy.ndarray of int64
        The groups with several candidates.
    """
    groups = len(tied_begin) - 1
    chosen = np.full(groups, -1, np.int64)
    released, total = np.zeros(len(original), np.int64), 0
    for g in range(groups):
        n_tied = tied_begin[g + 1] - tied_begin[g]
        if n_tied:
            total += group_weights[g]
        if n_tied == 1:
            chosen[g] = tied[tied_begin[g]]
            released[chosen[g]] += group_weights[g]
    # Without missing values exactly 1, so that equal lacks are found equal.
    scale = total / max(original.sum(), 1.0)
    for g in sequence:
        largest_lack = -np.inf
        for x in tied[tied_begin[g] : tied_begin[g + 1]]:
            lack = original[x] * scale - released[x]
            if lack > largest_lack:
                largest_lack, chosen[g] = lack, x
        released[chosen[g]] += group_weights[g]
    return chosen


@njit(cache=True, nogil=True)
def middle_categories(order: Ints, begin: Ints, ranks: Ints, weights: Ints) -> tuple[Ints, Ints]:
    """Find the weighted median of each group, and the next rank where half the weight ends with it.

    Parameters
    ----------
    order, begin : numpy.ndarray of int64
        The records of each group by ascending rank (`core.kernels.closeness.emd.sort_records`).
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
        for member in range(len(members)):
            running += weights[members[member]]
            if 2 * running < total:
                continue
            tied[count] = ranks[members[member]]
            count += 1
            if 2 * running == total and ranks[members[member + 1]] != ranks[members[member]]:
                tied[count] = ranks[members[member + 1]]
                count += 1
            break
        tied_begin[g + 1] = count
    return tied[:count], tied_begin


_LARGEST_SUM = 2.0**48
"""Of weights; sums of distances are some times as large and must be exact."""


def whole_weights(weights: Floats | None, records: int) -> Ints:
    """Write weights as multiples of a small unit, so that equal sums are found equal, shape (n,).

    Without weights each record counts once.
    """
    if weights is None:
        return np.ones(records, dtype=np.int64)
    _, power = np.frexp(_LARGEST_SUM / weights.sum())
    multiples: Ints = np.maximum(np.rint(np.ldexp(weights, power - 1)), 1.0).astype(np.int64)
    return multiples


def mix(words: Words) -> Words:
    """Spread words over all numbers, different ones differently (finalizer of splitmix64)."""
    words = (words ^ (words >> np.uint64(30))) + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def settle(
    tied: tuple[Ints, Ints],
    labels: Ints,
    categories: Ints,
    weights: Ints,
    contents: Words | None = None,
) -> Ints:
    """Choose the category of each group among those that are tied; -1 where there is none.

    Parameters
    ----------
    tied : pair of numpy.ndarray of int64
        As in `settle_ties`.
    labels, categories, weights : numpy.ndarray of int64, shape (n,)
        Group, original category (-1: missing) and weight of each record.
    contents : numpy.ndarray of uint64, shape (n,), optional
        A number of what each record contains in all columns of its group.
    """
    present = categories >= 0
    n_categories = int(tied[0].max(initial=-1)) + 1
    # Sums of weights are exact (`whole_weights`).
    original: Floats = np.bincount(categories[present], weights[present], n_categories).astype(
        np.float64
    )
    group_weights = np.bincount(labels, weights, len(tied[1]) - 1).astype(np.int64)
    numbered = [mix(categories.astype(np.uint64)), *([] if contents is None else [contents])]
    sequence = _sequence(tied, labels, group_weights, numbered)
    chosen: Ints = settle_ties(*tied, group_weights, original, sequence)
    return chosen


def _sequence(
    tied: tuple[Ints, Ints], labels: Ints, group_weights: Ints, contents: Sequence[Words]
) -> Ints:
    """Put the groups with several candidates in a sequence that no order of records changes.

    Those with the same candidates are spread evenly over it, the heaviest first.
    """
    begin = tied[1]
    is_tied = np.diff(begin) > 1
    groups = np.flatnonzero(is_tied)
    if not len(groups):
        return groups
    # Big-endian words are in the order of their bytes.
    words = tied[0].astype(">i8")
    candidate_keys = [words[begin[g] : begin[g + 1]].tobytes() for g in groups]
    number_of = {candidates: i for i, candidates in enumerate(sorted(set(candidate_keys)))}
    series = np.array([number_of[candidates] for candidates in candidate_keys])
    records = np.flatnonzero(is_tied[labels])
    sums_of_contents = []
    for words_of_records in contents:
        sums = np.zeros(len(is_tied), dtype=np.uint64)
        np.add.at(sums, labels[records], words_of_records[records])
        sums_of_contents.append(sums[groups])
    firsts = np.empty(len(is_tied), dtype=np.int64)
    firsts[labels[records[::-1]]] = records[::-1]
    # Groups that contain the same are ordered by their first records, not by their numbers.
    keys = [-group_weights[groups], *sums_of_contents, firsts[groups]]
    order = np.lexsort((*keys[::-1], series))
    groups, series = groups[order], series[order]
    lengths = np.bincount(series)
    place_in_series = np.arange(len(groups)) - (np.cumsum(lengths) - lengths)[series]
    return groups[np.lexsort((series, (place_in_series + 0.5) / lengths[series]))]
