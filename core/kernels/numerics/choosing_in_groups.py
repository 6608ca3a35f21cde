"""The largest of each group, as many as it needs."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Bools, Floats, Ints

# More are sorted by numpy.
_FEW = 32


@njit(cache=True, nogil=True)
def choose_largest(
    by_group: Ints, starts: Ints, values: Floats, is_free: Bools, n_wanted: Floats
) -> Bools:
    """Choose in each group the records with the largest values; of equal ones, the first.

    Parameters
    ----------
    by_group : numpy.ndarray of int64, shape (n,)
        The records, group after group.
    starts : numpy.ndarray of int64, shape (g,)
        Where each group begins there.
    values : numpy.ndarray of float64, shape (n,)
        Of the records.
    is_free : numpy.ndarray of bool, shape (n,)
        Records that may be chosen.
    n_wanted : numpy.ndarray of float64, shape (g,)
        How many of each group; none if it is not above 0, and no more than are free.

    Returns
    -------
    numpy.ndarray of bool, shape (n,)
    """
    is_chosen = np.zeros(len(by_group), np.bool_)
    candidates = np.empty(_FEW, np.int64)
    for group in range(len(starts)):
        if not n_wanted[group] > 0.0:
            continue
        end = starts[group + 1] if group + 1 < len(starts) else len(by_group)
        members = by_group[starts[group] : end]
        members = members[is_free[members]]
        if len(members) <= _FEW:
            # Inserted one after the other, behind all that are at least as large.
            for i in range(len(members)):
                position = i
                while position > 0 and values[candidates[position - 1]] < values[members[i]]:
                    candidates[position] = candidates[position - 1]
                    position -= 1
                candidates[position] = members[i]
            ordered = candidates[: len(members)]
        else:
            negated = np.empty(len(members))
            # The negative of an array would be compiled under a name that differs each time.
            for i in range(len(members)):
                negated[i] = -values[members[i]]
            ordered = members[np.argsort(negated, kind="mergesort")]
        for i in range(int(min(np.float64(len(ordered)), n_wanted[group]))):
            is_chosen[ordered[i]] = True
    return is_chosen
