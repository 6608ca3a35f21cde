"""Totals of amounts with signs that disclose one of them."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Bools, Floats, Ints


@njit(cache=True, nogil=True)
def find_disclosing_totals(amounts: Floats, begin: Ints, share: float) -> Bools:
    """Find the groups in which a unit that subtracts its own amount nearly knows that of another.

    Parameters
    ----------
    amounts : numpy.ndarray of float64, shape (n,)
        With their signs, ascending in each group.
    begin : numpy.ndarray of int64, shape (groups + 1,)
        Where each group begins.
    share : float
        What is left differs from the other amount by less than this share of it.

    Returns
    -------
    numpy.ndarray of bool, shape (groups,)
    """
    is_disclosing = np.zeros(len(begin) - 1, dtype=np.bool_)
    for group in range(len(is_disclosing)):
        values = amounts[begin[group] : begin[group + 1]]
        total = values.sum()
        for i in range(len(values)):
            without_other = total - values[i]
            # The unit whose own amount is nearest to the total without that of the other one.
            near = np.searchsorted(values, without_other)
            for j in range(max(near - 2, 0), min(near + 2, len(values))):
                if j != i and abs(without_other - values[j]) < share * abs(values[i]):
                    is_disclosing[group] = True
            if is_disclosing[group]:
                break
    return is_disclosing
