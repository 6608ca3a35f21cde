"""Finds where rows of whole numbers belong among rows that split them into ranges."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels.compilation.bare import bare

Ints = NDArray[np.int64]


@bare
def _is_below(one: Ints, i: int, other: Ints, j: int) -> bool:
    """Say whether row `i` of `one` comes before row `j` of `other`, column after column."""
    for c in range(one.shape[1]):
        if one[i, c] != other[j, c]:
            return bool(one[i, c] < other[j, c])
    return False


@njit(cache=True, nogil=True)
def ranges_of(rows: Ints, splitters: Ints) -> Ints:
    """Return the range of each row: how many splitters come no later than it.

    Parameters
    ----------
    rows : numpy.ndarray of int64, shape (n, m)
        Compared column after column.
    splitters : numpy.ndarray of int64, shape (s, m)
        In ascending order.

    Returns
    -------
    numpy.ndarray of int64, shape (n,)
        Each in ``0..s``.
    """
    found = np.empty(len(rows), np.int64)
    for i in range(len(rows)):
        low, high = 0, len(splitters)
        while low < high:
            middle = (low + high) // 2
            if _is_below(rows, i, splitters, middle):
                high = middle
            else:
                low = middle + 1
        found[i] = low
    return found
