"""Chooses a combination of categories for each group so that tables keep their cells.

Each group takes one of the combinations of its own records. Least is to be the weight of the cells
that a choice changes, plus what margins and tables of the release then lack or have too much, in
half-intervals of the original's 95 %, times a penalty. The groups are gone through again and again,
and each takes the combination that costs least given the choices of all others. From sizes of gaps
with a kink at 0, such a search gets stuck where two groups would have to change at once. Gaps
therefore count by their squares up to some width, which is halved from round to round; small gaps
then move only those groups that lose least by it. All sums are of whole numbers, hence exact: the
choice depends on the sequence of the groups, and not on the processor.
Manual: methods#calibrated-categories.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Ints

SCALE_BITS = 26
"""A gap times its scale is in this many bits more than it is counted in."""

HALF_INTERVAL_BITS = 10
"""Bits of the size of a gap of half an interval."""

# For a gap of half an interval: 20 % and 10 % of the weight of a file of 2**30.
SHARE_PENALTY, PENALTY = 209_715, 104_858


class Combinations(NamedTuple):
    """The combinations of `g` groups of records; `c` in all, over `m` columns.

    Attributes
    ----------
    begin : numpy.ndarray of int64, shape (g + 1,)
        The combinations of group 0, then of group 1 and so on.
    categories : numpy.ndarray of int64, shape (c, m)
        Category of each column; those of all columns are numbered through. -1: not chosen.
    changed : numpy.ndarray of int64, shape (c,)
        Weight of the cells of the group that it changes.
    """

    begin: Ints
    categories: Ints
    changed: Ints


class Sums(NamedTuple):
    """What groups add to the sums that are looked at.

    Attributes
    ----------
    begin : numpy.ndarray of int64, shape (g + 1,)
        The amounts of group 0, then of group 1 and so on; the first is that of kind 0, its weight.
    kinds, amounts : numpy.ndarray of int64, shape (a,)
        The group adds the amount to the sum of this kind in each of its categories.
    """

    begin: Ints
    kinds: Ints
    amounts: Ints


class Gaps(NamedTuple):
    """What the release has too much, or lacks if it is negative, and how long half an interval is.

    Attributes
    ----------
    of_categories, scales : numpy.ndarray of int64, shape (kinds, categories)
        Of the sums in categories. Scales are `2**36` through half an interval, 0 for no target.
    of_pairs, pair_scales : numpy.ndarray of int64, shape (p,)
        Of the weights of pairs of categories; all tables, one after the other.
    tables : numpy.ndarray of int64, shape (tables, 3)
        The two columns of each table, and its first pair.
    first_categories, widths : numpy.ndarray of int64, shape (m,)
        First category of each column, and number of its categories.
    """

    of_categories: Ints
    scales: Ints
    of_pairs: Ints
    pair_scales: Ints
    tables: Ints
    first_categories: Ints
    widths: Ints


@njit(cache=True, nogil=True)
def choose_least_changed(combinations: Combinations) -> Ints:
    """Choose for each group the combination that changes least, the first of several."""
    begin, changed = combinations.begin, combinations.changed
    chosen = np.empty(len(begin) - 1, np.int64)
    for g in range(len(chosen)):
        chosen[g] = begin[g] + np.argmin(changed[begin[g] : begin[g + 1]])
    return chosen


@njit(cache=True, nogil=True)
def _pair(combination: Ints, table: Ints, gaps: Gaps) -> int:
    """Look up the pair of a combination in a table; -1 if one of its categories is not chosen."""
    row, column = combination[table[0]], combination[table[1]]
    if row < 0 or column < 0:
        return -1
    row -= gaps.first_categories[table[0]]
    column -= gaps.first_categories[table[1]]
    return int(table[2] + row * gaps.widths[table[1]] + column)


@njit(cache=True, nogil=True)
def add_choice(
    group: int, choice: int, sign: int, combinations: Combinations, sums: Sums, gaps: Gaps
) -> None:
    """Add what a group releases with a choice to the gaps, or take it away (sign -1)."""
    combination = combinations.categories[choice]
    weight = sign * sums.amounts[sums.begin[group]]
    for category in combination:
        if category >= 0:
            for i in range(sums.begin[group], sums.begin[group + 1]):
                gaps.of_categories[sums.kinds[i], category] += sign * sums.amounts[i]
    for table in gaps.tables:
        pair = _pair(combination, table, gaps)
        if pair >= 0:
            gaps.of_pairs[pair] += weight


@njit(cache=True, nogil=True)
def add_choices(chosen: Ints, combinations: Combinations, sums: Sums, gaps: Gaps) -> None:
    """Add what all groups release to the gaps."""
    for g in range(len(chosen)):
        add_choice(g, chosen[g], 1, combinations, sums, gaps)


@njit(cache=True, nogil=True)
def _size(gap: int, scale: int, bits: int) -> int:
    """Measure a gap of at most `2**31`: by its square below `2**bits`, without a jump or kink."""
    size = (abs(gap) * scale) >> SCALE_BITS
    if size >= 1 << bits:
        return size
    return ((size * size) >> (bits + 1)) + (1 << (bits - 1))


@njit(cache=True, nogil=True)
def _cost_of_category(group: int, category: int, bits: int, sums: Sums, gaps: Gaps) -> int:
    """Compute the penalties that a category adds to gaps without the group."""
    cost = 0
    for i in range(sums.begin[group], sums.begin[group + 1]):
        scale = gaps.scales[sums.kinds[i], category]
        if scale:
            gap = gaps.of_categories[sums.kinds[i], category]
            penalty = SHARE_PENALTY if sums.kinds[i] == 0 else PENALTY
            added = _size(gap + sums.amounts[i], scale, bits) - _size(gap, scale, bits)
            cost += penalty * added
    return cost


@njit(cache=True, nogil=True)
def _cost_of_pairs(combination: Ints, weight: int, bits: int, gaps: Gaps) -> int:
    """Compute the penalties that the pairs of a combination add to gaps without the group."""
    cost = 0
    for table in gaps.tables:
        pair = _pair(combination, table, gaps)
        if pair >= 0 and gaps.pair_scales[pair]:
            gap, scale = gaps.of_pairs[pair], gaps.pair_scales[pair]
            cost += PENALTY * (_size(gap + weight, scale, bits) - _size(gap, scale, bits))
    return cost


@njit(cache=True, nogil=True)
def improve_choices(
    chosen: Ints, sequence: Ints, bits: int, combinations: Combinations, sums: Sums, gaps: Gaps
) -> int:
    """Let each group in turn take the combination that costs least; count those that change.

    Parameters
    ----------
    chosen : numpy.ndarray of int64, shape (g,)
        The combination of each group, and `gaps` with them; both are changed.
    sequence : numpy.ndarray of int64
        The groups that may change.
    bits : int
        Sizes of gaps count by their squares up to two to the power of it.
    """
    begin, changed = combinations.begin, combinations.changed
    # Combinations of a group share categories, whose costs are computed once.
    n_categories = gaps.of_categories.shape[1]
    costs, costed_group = np.empty(n_categories, np.int64), np.full(n_categories, -1, np.int64)
    n_moved = 0
    for g in sequence:
        if begin[g + 1] - begin[g] < 2:
            continue
        current = chosen[g]
        add_choice(g, current, -1, combinations, sums, gaps)
        weight = sums.amounts[sums.begin[g]]
        cheapest, lowest_cost = -1, changed[current]
        for choice in range(begin[g], begin[g + 1]):
            combination = combinations.categories[choice]
            cost = changed[choice] + _cost_of_pairs(combination, weight, bits, gaps)
            for category in combination:
                if category < 0:
                    continue
                if costed_group[category] != g:
                    costs[category] = _cost_of_category(g, category, bits, sums, gaps)
                    costed_group[category] = g
                cost += costs[category]
            is_kept_in_a_tie = cost == lowest_cost and choice == current
            if cheapest < 0 or cost < lowest_cost or is_kept_in_a_tie:
                cheapest, lowest_cost = choice, cost
        add_choice(g, cheapest, 1, combinations, sums, gaps)
        chosen[g] = cheapest
        n_moved += cheapest != current
    return n_moved
