"""Rounds calibrated values of whole numbers so that totals stay near their targets."""

from __future__ import annotations

from math import ceil, floor
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


def rounded_values(
    values: Floats, weights: Floats, cells: Ints, least: Floats, most: Floats
) -> Floats:
    """Return whole values near the given ones, whose weighted sum in each cell is nearly the same.

    Within a cell, what rounding one value adds to the sum is taken from the next one; groups with
    large weights come first, so that little is left over.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (g,)
        Values of groups.
    weights : numpy.ndarray of float64, shape (g,)
        Sum of the weights of each group's records, above 0.
    cells : numpy.ndarray of int64, shape (g,)
        Groups in the same domains.
    least, most : numpy.ndarray of float64, shape (g,)
        Whole numbers between which a value has to lie.
    """
    found = values.copy()
    owed: dict[int, float] = {}
    # Ties go to the smallest value, and then to the group that comes first.
    for group in np.lexsort((values, -weights, cells)).tolist():
        value, weight, cell = float(values[group]), float(weights[group]), int(cells[group])
        over = owed.get(cell, 0.0)
        wanted = min(max(round(value + over / weight), floor(value)), ceil(value))
        whole = min(max(wanted, least[group]), most[group])
        owed[cell] = over + weight * (value - whole)
        found[group] = whole
    return found
