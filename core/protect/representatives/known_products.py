"""Whether sums of products of columns disclose what a unit has.

Manual: methods#moments, methods#spread.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.encode.unit_groups import first_records
from core.kernels.numerics.grouping import refine
from core.kernels.numerics.orthogonal_columns import NOTHING_LEFT, GroupSums, take_off_directions


def disclose_amount(products: Sequence[Floats], p: float, strata: Ints) -> bool:
    """Decide whether some combination of sums of products discloses the share of a unit in it.

    A reader has the sum of each of the products, of the first one in each stratum, and so that of
    each of their combinations. The largest share of a unit in a sum of squares, over all
    combinations, is its leverage (Belsley et al. 1980, section 2.1). The owner of any other product
    takes it off; what the others add must put the product off by p per cent.

    Parameters
    ----------
    products : sequence of numpy.ndarray of float64, shape (n,)
        Of the amounts of the units with known values, the first with 1.
    p : float
        Per cent of its size within which nobody may estimate an amount.
    strata : numpy.ndarray of int64, shape (n,)
        Stratum of each unit, numbered from 0.
    """
    constant, directions = _orthonormalise(products, strata)
    leverages = np.zeros_like(constant)
    for direction in directions:
        leverages += direction * direction
    leverages += constant * constant
    largest_leverage = 1 / (1 + (p / 100) ** 2)
    if leverages.max(initial=0.0) >= largest_leverage:
        return True
    # Of two units, one has at least so much if the other exceeds the limit without it.
    for unit in np.flatnonzero(leverages > largest_leverage / (1 + largest_leverage)).tolist():
        joint_squares = np.zeros_like(leverages)
        for direction in directions:
            joint_squares += direction * direction[unit]
        joint_squares += np.where(strata == strata[unit], constant * constant[unit], 0.0)
        joint_squares *= joint_squares
        joint_squares[unit] = 0.0
        without_unit = leverages + joint_squares / (1 - leverages[unit])
        of_unit_alone = leverages[unit] + joint_squares / (1 - leverages)
        if max(without_unit.max(), of_unit_alone.max()) > largest_leverage:
            return True
    return False


def _orthonormalise(columns: Sequence[Floats], strata: Ints) -> tuple[Floats, list[Floats]]:
    """Make columns of length 1 at right angles.

    Returns
    -------
    constant : numpy.ndarray of float64, shape (n,)
        The first column, of length 1 in each stratum: one for each of these, and 0 elsewhere.
    directions : list of numpy.ndarray of float64, shape (n,)
        Of the other columns, without those that follow from the columns before them.
    """
    in_strata, in_file = GroupSums.in_order(strata), GroupSums.in_order(np.zeros_like(strata))
    lengths = np.sqrt(in_strata.add_up(columns[0] * columns[0]))
    constant = columns[0] / in_strata.of_records(np.where(lengths > 0, lengths, 1.0))
    directions = [(constant, in_strata)]
    for column in columns[1:]:
        remainder, _ = take_off_directions(column, directions)
        length, length_left = np.sqrt(
            [in_file.add_up(column * column)[0], in_file.add_up(remainder * remainder)[0]]
        )
        # A share of lengths: a unit by which two columns hardly differ has that difference alone.
        if length_left > NOTHING_LEFT * length:
            remainder /= length_left
            directions.append((remainder, in_file))
    return constant, [direction for direction, _ in directions[1:]]


def find_disclosing_deviations(
    answers: Sequence[Floats],
    leeways: Sequence[Floats],
    labels: Ints,
    units: Ints | None,
    weights: Floats,
    p: float,
    n_sums: int,
) -> Bools:
    """Find columns whose deviations from the means of groups disclose that of a unit, shape (m,).

    Restored means can be moved back, and what they then leave of variances and covariances are sums
    of squares and products of deviations. One group may make up most of such a sum; and one unit
    may have the only deviation in a combination of columns.

    Parameters
    ----------
    answers : sequence of numpy.ndarray of float64, shape (n,)
        Of `m` columns, the masked ones first; NaN where there is none.
    leeways : sequence of numpy.ndarray of float64, shape (n,)
        Of each masked column, by how much at least nobody may know each answer.
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record.
    units : numpy.ndarray of int64, shape (n,), or None
        Unit of each record; ``None``: each record is one.
    weights : numpy.ndarray of float64, shape (n,)
    p : float
        Per cent of its size within which nobody may estimate an amount.
    n_sums : int
        How many sums over all groups a reader has for each deviation of a group.
    """
    deviations = [_deviate_from_groups(column, labels, weights) for column in answers]
    n_masked, is_disclosing = len(leeways), np.zeros(len(answers), dtype=np.bool_)
    is_far = [np.abs(d) > leeway for d, leeway in zip(deviations, leeways, strict=False)]
    for j, column in enumerate(deviations):
        # A masked column has its variance restored, a published one its covariance with each.
        for i in [j] if j < n_masked else range(n_masked):
            sizes = np.abs(column)
            needed = (sizes + leeways[i]) ** 2 - sizes * sizes if i == j else sizes * leeways[i]
            products = weights * sizes * np.abs(deviations[i])
            needed = np.where(sizes > 0, weights * needed, 0.0)
            is_disclosing[j] |= not _hide_groups(products, needed, is_far[i], labels, p, n_sums)
    unit_deviations, shares = _average_over_units(deviations, labels, units, weights)
    unit_deviations[:, is_disclosing] = 0.0
    in_file = np.zeros(len(shares), dtype=np.int64)
    return np.asarray(
        is_disclosing | find_repeating(unit_deviations, in_file, shares, 1 - p / 100)[0]
    )


def _deviate_from_groups(answers: Floats, labels: Ints, weights: Floats) -> Floats:
    """Compute how far answers are from the mean of their group, 0 without an answer."""
    has_answer = ~np.isnan(answers)
    is_complete = bool(has_answer.all())
    present = answers if is_complete else np.where(has_answer, answers, 0.0)
    answered_weights = np.bincount(labels, weights if is_complete else weights * has_answer)
    totals = np.bincount(labels, weights * present)
    means = totals / np.where(answered_weights > 0, answered_weights, 1.0)
    deviations = present - means[labels]
    return deviations if is_complete else np.where(has_answer, deviations, 0.0)


def _hide_groups(
    products: Floats, needed: Floats, is_far: Bools, labels: Ints, p: float, n_sums: int
) -> bool:
    """Decide whether a sum of products of deviations hides the deviations of each group.

    The deviations of a group add up to 0, so that those of its other units may follow from one of
    them: what groups add, without the group itself and the largest others, must put its sum off by
    p per cent, and each of its units by what it needs. Of the others left out one is the reader's,
    and each further sum gives that of another group. Groups whose mean gives all answers within
    their leeways have nothing to hide.

    Parameters
    ----------
    products, needed : numpy.ndarray of float64, shape (n,)
        Sizes of the products, and by how much the sum must be unknown to hide each unit.
    is_far : numpy.ndarray of bool, shape (n,)
        Units that the mean of the group does not give.
    """
    n_groups = int(labels.max()) + 1
    is_open = np.bincount(labels[is_far], minlength=n_groups) > 0
    if not is_open.any():
        return True
    sums = np.bincount(labels, products, n_groups)
    needed_by_groups = ((1 + p / 100) ** 2 - 1) * sums
    np.maximum.at(needed_by_groups, labels, needed)
    n_largest = min(n_sums + 1, n_groups)
    largest = np.argpartition(sums, n_groups - n_largest)[n_groups - n_largest :]
    hiding_sum = np.delete(sums, largest).sum()
    # One of the largest leaves out the others of them, any other group all but the least.
    hiding_sums = hiding_sum + (sums[largest].min() - sums)
    hiding_sums[largest] = hiding_sum
    return bool((hiding_sums >= needed_by_groups)[is_open].all())


def _average_over_units(
    columns: Sequence[Floats], labels: Ints, units: Ints | None, weights: Floats
) -> tuple[Floats, Floats]:
    """Average columns over the records that a unit has in a group.

    Returns
    -------
    averages : numpy.ndarray of float64, shape (u, m)
        Times the root of the unit's weight, so that their squares count as those of its records.
    shares : numpy.ndarray of float64, shape (u,)
        Of each unit in the weight of its group.
    """
    if units is None:
        roots, group_weights = np.sqrt(weights), np.bincount(labels, weights)[labels]
        averages = [weights * column / roots for column in columns]
        return np.array(averages).T, weights / group_weights
    parts_of_units = refine(labels, units)
    unit_weights = np.bincount(parts_of_units, weights)
    group_weights = np.bincount(labels, weights)[labels[first_records(parts_of_units)]]
    averages = [
        np.bincount(parts_of_units, weights * column) / np.sqrt(unit_weights) for column in columns
    ]
    return np.column_stack(averages), unit_weights / group_weights


def find_repeating(
    residuals: Floats, pools: Ints, shares_of_means: Floats, largest_share: float
) -> Bools:
    """Find columns given which a record would repeat its own value, shape (pools, m).

    What is drawn for a record is, on average, the mean of its group and the regression on the
    published deviations. Of that its own value has a share: in the mean, and the leverage of the
    record in the regression (Belsley et al. 1980, section 2.1). Where some combination of columns
    has a deviation in one record alone, that is all of it, and the pooled covariances with masked
    columns are of that record.

    Parameters
    ----------
    residuals : numpy.ndarray of float64, shape (n, m)
        Deviations from the mean of the group, those of published columns first.
    pools : numpy.ndarray of int64, shape (n,)
        Pool of each record, numbered from 0 without gaps.
    shares_of_means : numpy.ndarray of float64, shape (n,)
        Of each record in the mean of its group.
    largest_share : float
    """
    sizes, shares = np.bincount(pools), shares_of_means.copy()
    in_pools = GroupSums.rounded_once(pools)
    is_repeating = np.zeros((len(sizes), residuals.shape[1]), dtype=np.bool_)
    directions: list[tuple[Floats, GroupSums]] = []
    for j, column in enumerate(np.ascontiguousarray(residuals.T)):
        remainder, _ = take_off_directions(column, directions)
        squares = in_pools.add_up(remainder * remainder)
        is_free = squares > NOTHING_LEFT * in_pools.add_up(column * column)
        lengths = np.sqrt(np.where(is_free, squares, 1.0))
        direction = np.where(in_pools.of_records(is_free), remainder, 0.0)
        direction /= in_pools.of_records(lengths)
        largest_shares = np.zeros(len(sizes))
        np.maximum.at(
            largest_shares, pools, np.where(direction != 0, shares + direction * direction, 0.0)
        )
        is_repeating[:, j] = largest_shares > largest_share
        if is_repeating[:, j].any():
            direction[is_repeating[pools, j]] = 0.0
        shares += direction * direction
        directions.append((direction, in_pools))
    return is_repeating
