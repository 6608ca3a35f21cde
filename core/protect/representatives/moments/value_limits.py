"""What the values of groups must keep when their moments are restored.

Manual: methods#moments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Bools, Floats
from core.conditions import Records, rule_of
from core.conditions.column_orders import orders_of
from core.rules import sum_of_parts

# Of its mean a value has at least this share; less where logarithms are restored.
_LEAST_SHARE, _LEAST_SHARE_BY_LOGARITHM = 0.2, 0.05


@dataclass(frozen=True, slots=True, eq=False)
class ValueLimits:
    """What the values of groups must keep.

    Attributes
    ----------
    is_signed : numpy.ndarray of bool, shape (d,)
        Columns without values of both signs, in which no value changes its sign.
    least_shares : numpy.ndarray of float64, shape (d,)
        Of its mean that a value of such a column has at least.
    keeps_zeros : numpy.ndarray of bool, shape (d,)
        Columns in which nothing but 0 is 0.
    orders : tuple of (int, float, int, float)
        A column and its factor, and one of which the multiple is at least as large.
    sums : tuple of (int, tuple of (int, int))
        A total, and its parts with their signs.
    """

    is_signed: Bools
    least_shares: Floats
    keeps_zeros: Bools
    orders: tuple[tuple[int, float, int, float], ...]
    sums: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]


def find_limits(
    records: Records, names: Sequence[str], log_units: Mapping[str, float]
) -> ValueLimits:
    """Find what the values of columns that are masked together must keep."""
    places = {name: i for i, name in enumerate(names)}
    is_signed, keeps_zeros = [], []
    for name in names:
        with np.errstate(invalid="ignore"):
            values = records.numbers(name)
            is_signed.append(not bool((values < 0).any() and (values > 0).any()))
        keeps_zeros.append(records.schema.named(name).keeps_zeros)
    orders = tuple(
        (places[o.small], o.small_factor, places[o.large], o.large_factor)
        for o in orders_of(records.recipe.rules)
        if o.small in places and o.large in places
    )
    totals = [sum_of_parts(rule_of(text)) for text in records.recipe.rules]
    sums = tuple(
        (places[total.total], tuple((places[name], sign) for name, sign in total.parts))
        for total in totals
        if total is not None and {total.total, *(name for name, _ in total.parts)} <= set(names)
    )
    by_logarithm = np.array([log_units.get(name, 0.0) > 0 for name in names])
    least_shares = np.where(by_logarithm, _LEAST_SHARE_BY_LOGARITHM, _LEAST_SHARE)
    return ValueLimits(np.array(is_signed), least_shares, np.array(keeps_zeros), orders, sums)


def keep_limits(values: Floats, means: Floats, is_kept: Bools, limits: ValueLimits) -> Floats:
    """Move values of groups so that zeros, signs, orders and sums are kept; shape (g, d).

    Parameters
    ----------
    values, means : numpy.ndarray of float64, shape (g, d)
    is_kept : numpy.ndarray of bool, shape (g, d)
        Where the mean is kept, but for orders and sums.
    limits : ValueLimits
    """
    lower_bounds = limits.least_shares * np.abs(means)
    signed_values = np.sign(means) * np.maximum(np.sign(means) * values, lower_bounds)
    bounded = np.where(is_kept, means, np.where(limits.is_signed, signed_values, values))
    is_lost = limits.keeps_zeros & (bounded == 0.0)
    is_zero = limits.keeps_zeros & (means == 0.0)
    bounded = np.where(is_zero, 0.0, np.where(is_lost, means, bounded))
    for small, small_factor, large, large_factor in limits.orders:
        upper_bounds = large_factor / small_factor * bounded[:, large]
        # Where the means are out of order, there is nothing to keep.
        in_order = small_factor * means[:, small] <= large_factor * means[:, large]
        capped = np.minimum(bounded[:, small], upper_bounds)
        bounded[:, small] = np.where(in_order, capped, bounded[:, small])
        # Where the larger column fell below zero, and the smaller one must not, both keep the mean.
        is_crossing = in_order & limits.is_signed[small]
        is_crossing &= np.sign(bounded[:, small]) != np.sign(means[:, small])
        for j in (small, large):
            bounded[:, j] = np.where(is_crossing, means[:, j], bounded[:, j])
    for total, parts in limits.sums:
        bounded[:, total] = sum(sign * bounded[:, part] for part, sign in parts)
    return np.asarray(bounded)
