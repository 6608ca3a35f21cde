"""Bounds on factors that keep the order of two columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from core.array_types import Floats, Ints
from core.conditions.column_orders import Order


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
        own_side, other_side = (small, large) if name == order.small else (large, small)
        ratio = np.divide(other_side, own_side, out=np.ones(len(own_side)), where=own_side != 0)
        # A larger factor makes the small side larger if its value is positive.
        is_most = (own_side > 0) == (name == order.small)
        in_order = (
            order.small_factor * start[order.small] <= order.large_factor * start[order.large]
        )
        counts = (own_side != 0) & in_order
        np.minimum.at(upper, labels[counts & is_most], ratio[counts & is_most])
        np.maximum.at(lower, labels[counts & ~is_most], ratio[counts & ~is_most])
