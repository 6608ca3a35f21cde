"""Bounds on factors that keep the order of two columns, and groups in which a rule breaks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.conditions import rule_of
from core.rules import Operator, Relation, columns_of, difference_of

Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

_SMALLER = (Operator.AT_MOST, Operator.LESS)
_LARGER = (Operator.AT_LEAST, Operator.MORE)


@dataclass(frozen=True, slots=True)
class Order:
    """A rule that says that a multiple of one column is at most that of another."""

    small: str
    small_factor: float
    large: str
    large_factor: float


def orders_of(rules: Sequence[str]) -> list[Order]:
    """Return the rules of this form, such as ``EXPORTS <= TURNOVER``."""
    found = []
    for text in rules:
        rule = rule_of(text)
        if not isinstance(rule, Relation) or rule.operator not in (*_SMALLER, *_LARGER):
            continue
        difference = difference_of(rule)
        sign = 1 if rule.operator in _SMALLER else -1
        factors = [(name, sign * float(f)) for name, f in difference.factors.items() if f]
        factors.sort(key=lambda one: -one[1])
        if len(factors) == 2 and difference.constant == 0 and factors[0][1] > 0 > factors[1][1]:
            (small, first), (large, second) = factors
            found.append(Order(small, first, large, -second))
    return found


def columns_of_equation(text: str) -> tuple[str, ...]:
    """Return the columns of a rule that is an equation, none of another one."""
    rule = rule_of(text)
    if not isinstance(rule, Relation) or rule.operator is not Operator.EQUAL:
        return ()
    return tuple(columns_of(rule))


def narrow_bounds(
    bounds: tuple[Floats, Floats],
    name: str,
    orders: Sequence[Order],
    sides: tuple[Mapping[str, Floats], Mapping[str, Floats]],
    later: Collection[str],
    labels: Ints,
) -> None:
    """Narrow the bounds on the factors of a column's groups so that some records keep orders.

    Parameters
    ----------
    bounds : pair of numpy.ndarray of float64, shape (g,)
        The lower and upper ones.
    name : str
        The column.
    orders : sequence of Order
        From `orders_of`.
    sides : pair of Mapping of str to numpy.ndarray of float64, shape (n,)
        The values of the columns of the orders before calibration, and now. Where they are out of
        order before, there is nothing to keep.
    later : collection of str
        Columns that will be calibrated afterwards and keep the orders themselves.
    labels : numpy.ndarray of int64, shape (n,)
        The group of each record.
    """
    (lower, upper), (start, numbers) = bounds, sides
    for order in orders:
        if name not in (order.small, order.large) or {order.small, order.large} & set(later):
            continue
        small = order.small_factor * numbers[order.small]
        large = order.large_factor * numbers[order.large]
        own, other = (small, large) if name == order.small else (large, small)
        ratio = np.divide(other, own, out=np.ones(len(own)), where=own != 0)
        # A larger factor makes the small side larger if its value is positive.
        is_most = (own > 0) == (name == order.small)
        in_order = (
            order.small_factor * start[order.small] <= order.large_factor * start[order.large]
        )
        counts = (own != 0) & in_order
        np.minimum.at(upper, labels[counts & is_most], ratio[counts & is_most])
        np.maximum.at(lower, labels[counts & ~is_most], ratio[counts & ~is_most])
