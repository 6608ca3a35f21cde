"""Whether sums of products of amounts with known columns disclose one of them.

Manual: methods#moments.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.kernels.numerics.small_matrices import product_of, scatter_of

# Share of its length below which nothing is left of a column that follows from others.
_NOTHING_LEFT = 1e-10


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
    first, frame = _orthonormalise(products, strata)
    leverages = first * first + (frame * frame).sum(axis=1)
    largest_leverage = 1 / (1 + (p / 100) ** 2)
    if leverages.max(initial=0.0) >= largest_leverage:
        return True
    # Of two units, one has at least so much if the other exceeds the limit without it.
    for unit in np.flatnonzero(leverages > largest_leverage / (1 + largest_leverage)).tolist():
        shared = product_of(frame, frame[unit][:, None].copy())[:, 0]
        shared += np.where(strata == strata[unit], first * first[unit], 0.0)
        shared *= shared
        shared[unit] = 0.0
        without_unit = leverages + shared / (1 - leverages[unit])
        without_others = leverages[unit] + shared / (1 - leverages)
        if max(without_unit.max(), without_others.max()) > largest_leverage:
            return True
    return False


def hide_deviations(sums: Floats, is_open: Bools, p: float) -> bool:
    """Decide whether a sum of products of deviations hides that of the group with most of it.

    The deviations of a group add up to 0, so that those of its other units may follow from the
    largest: what groups add, without the two that add most, must put that off by p per cent.

    Parameters
    ----------
    sums : numpy.ndarray of float64, shape (g,)
        Of each group, at least 0.
    is_open : numpy.ndarray of bool, shape (g,)
        Groups whose mean does not give all amounts to p per cent already.
    """
    if not is_open.any():
        return True
    largest = int(np.argmax(np.where(is_open, sums, -1.0)))
    others = np.delete(sums, largest)
    rest = float(others.sum() - others.max(initial=0.0))
    return rest >= ((1 + p / 100) ** 2 - 1) * float(sums[largest])


def _orthonormalise(columns: Sequence[Floats], strata: Ints) -> tuple[Floats, Floats]:
    """Make columns of length 1 at right angles, in which no order of sums matters.

    Each loses what follows from those before it, twice, so that rounding leaves nothing of these.

    Returns
    -------
    first : numpy.ndarray of float64, shape (n,)
        The first column, of length 1 in each stratum: one for each of these, and 0 elsewhere.
    frame : numpy.ndarray of float64, shape (n, rank)
        The others.
    """
    lengths = np.sqrt(np.bincount(strata, columns[0] * columns[0]))
    first = columns[0] / np.where(lengths > 0, lengths, 1.0)[strata]
    frame: list[Floats] = []
    for column in columns[1:]:
        remainder, length = column, np.sqrt(_dot(column, column))
        for _ in range(2):
            remainder = remainder - np.bincount(strata, remainder * first)[strata] * first
            for direction in frame:
                remainder = remainder - _dot(remainder, direction) * direction
        length_left = np.sqrt(_dot(remainder, remainder))
        if length_left > _NOTHING_LEFT * length:
            frame.append(remainder / length_left)
    return first, np.column_stack([np.empty((len(first), 0)), *frame])


def _dot(first: Floats, second: Floats) -> float:
    """Add up the products of two columns in their order, on every machine."""
    sums = scatter_of(first[:, None].copy(), second[:, None].copy(), np.ones(len(first)))
    return float(sums[0, 0])
