"""How often the largest amounts of a column are read from released ones.

An amount is read where the released one of its rank, or of its record, is within a tenth of it.
Manual: methods#moments, methods#spread.
"""

from __future__ import annotations

import numpy as np

from core.array_types import Bools, Floats

N_LARGEST = 20
"""How many amounts of a column are among the largest."""

TOLERATED_SHARE = 0.02
"""By what share of them more may be read than from means."""

_NEAR = 0.1


def count_read_by_rank(amounts: Floats, released: Floats) -> int:
    """Count the largest amounts to which the released one of their rank is near.

    Parameters
    ----------
    amounts, released : numpy.ndarray of float64, shape (n,)
        Without their signs, in any order.
    """
    largest = _sort_largest(amounts)
    return int(np.sum(np.abs(_sort_largest(released) - largest) <= _NEAR * largest))


def count_read_by_record(amounts: Floats, released: Floats, is_largest: Bools) -> int:
    """Count the largest amounts to which the released one of their record is near.

    Parameters
    ----------
    amounts, released : numpy.ndarray of float64, shape (n,)
        Without their signs, of the same records.
    is_largest : numpy.ndarray of bool, shape (n,)
        From `find_largest`.
    """
    largest = amounts[is_largest]
    return int(np.sum(np.abs(released[is_largest] - largest) <= _NEAR * largest))


def find_largest(amounts: Floats) -> Bools:
    """Find the largest amounts, and those that are equal to the least of them; shape (n,)."""
    return np.asarray(amounts >= _sort_largest(amounts)[0])


def _sort_largest(values: Floats) -> Floats:
    n_largest = min(N_LARGEST, len(values))
    return np.sort(np.partition(values, len(values) - n_largest)[len(values) - n_largest :])
