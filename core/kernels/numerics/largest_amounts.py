"""The largest amounts of each group, and the sum of its others."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.array_types import Floats, Ints
from core.kernels.numerics.few_sorted import insert_sorted

# So few amounts are sorted in less time than a call takes.
_FEW = 32


@njit(cache=True, nogil=True)
def take_largest(
    amounts: Floats,
    start: Ints,
    places: NDArray[Any],
    largest: Floats,
    other_sums: Floats,
) -> None:
    """Write the largest amounts of groups, descending, and the sum of the others of each.

    Parameters
    ----------
    amounts : numpy.ndarray of float64, shape (n,)
        Without NaN.
    start : numpy.ndarray of int64, shape (groups + 1,)
        Where each group begins in `places`.
    places : numpy.ndarray of int32 or int64, shape (n,)
        The amounts of each group.
    largest : numpy.ndarray of float64, shape (groups, m)
        Zeros.
    other_sums : numpy.ndarray of float64, shape (groups,)
        Zeros. The larger ones are added first.
    """
    largest_size = 0
    for group in range(len(other_sums)):
        largest_size = max(largest_size, start[group + 1] - start[group])
    ordered = np.empty(largest_size)
    for group in range(len(other_sums)):
        size = start[group + 1] - start[group]
        if size <= _FEW:
            for i in range(size):
                insert_sorted(ordered, i, amounts[places[start[group] + i]])
        else:
            for i in range(size):
                ordered[i] = amounts[places[start[group] + i]]
            ordered[:size].sort()
        for i in range(size):
            amount = ordered[size - 1 - i]
            if i < largest.shape[1]:
                largest[group, i] = amount
            else:
                other_sums[group] += amount
