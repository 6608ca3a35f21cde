"""Whether sums of products with published columns disclose an amount.

Manual: methods#moments.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Floats
from core.kernels.numerics.small_matrices import product_of, scatter_of

# Share of its length below which nothing is left of a column that follows from others.
_NOTHING_LEFT = 1e-10


def disclose_amount(products: Sequence[Floats], p: float) -> bool:
    """Decide whether some combination of sums of products discloses the share of a unit in it.

    A reader has the sum of each of the products, and so that of each of their combinations. The
    largest share of a unit in a sum of squares, over all combinations, is its leverage (Belsley et
    al. 1980, section 2.1). The owner of any other product takes it off; what the others add must
    put the product off by p per cent.

    Parameters
    ----------
    products : sequence of numpy.ndarray of float64, shape (n,)
        Of the amounts of the units with known values, the first with 1.
    p : float
        Per cent of its size within which nobody may estimate an amount.
    """
    frame = _orthonormalise(products)
    leverages = (frame * frame).sum(axis=1)
    largest_leverage = 1 / (1 + (p / 100) ** 2)
    if leverages.max(initial=0.0) >= largest_leverage:
        return True
    # Of two units, one has at least so much if the other exceeds the limit without it.
    for unit in np.flatnonzero(leverages > largest_leverage / (1 + largest_leverage)).tolist():
        shared = product_of(frame, frame[unit][:, None].copy())[:, 0] ** 2
        shared[unit] = 0.0
        without_unit = leverages + shared / (1 - leverages[unit])
        without_others = leverages[unit] + shared / (1 - leverages)
        if max(without_unit.max(), without_others.max()) > largest_leverage:
            return True
    return False


def _orthonormalise(columns: Sequence[Floats]) -> Floats:
    """Make columns of length 1 at right angles, shape (n, rank), in which no order of sums matters.

    Each loses what follows from those before it, twice, so that rounding leaves nothing of these.
    """
    frame: list[Floats] = []
    for column in columns:
        remainder, length = column, np.sqrt(_dot(column, column))
        for _ in range(2):
            for direction in frame:
                remainder = remainder - _dot(remainder, direction) * direction
        length_left = np.sqrt(_dot(remainder, remainder))
        if length_left > _NOTHING_LEFT * length:
            frame.append(remainder / length_left)
    return np.column_stack([np.empty((len(columns[0]), 0)), *frame])


def _dot(first: Floats, second: Floats) -> float:
    """Add up the products of two columns in their order, on every machine."""
    sums = scatter_of(first[:, None].copy(), second[:, None].copy(), np.ones(len(first)))
    return float(sums[0, 0])
