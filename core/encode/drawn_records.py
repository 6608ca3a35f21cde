"""Draws a reproducible sample of records, for what need not be counted on all of them."""

from __future__ import annotations

import numpy as np

from core.array_types import Ints
from core.kernels.numerics.grouping import Labels

_SEED = 1


def draw_records(n: int, size: int, units: Labels | None = None) -> Ints:
    """Draw `size` of `n` records at random without replacement, in the file's order.

    The draw depends on the number of records alone, because the generator's numbers never change.

    Parameters
    ----------
    units : numpy.ndarray of int32 or int64, shape (n,), optional
        Unit of each record. Units are drawn whole: as many as have at most `size` records together,
        and at least one.

    Returns
    -------
    numpy.ndarray of int64
        The positions of the records that are drawn.
    """
    labels = np.arange(n) if units is None else units
    drawn = np.random.RandomState(_SEED).permutation(int(labels.max(initial=-1)) + 1)
    fits = np.cumsum(np.bincount(labels)[drawn]) <= size
    is_drawn = np.zeros(len(drawn), dtype=np.bool_)
    is_drawn[drawn[: max(1, np.count_nonzero(fits))]] = True
    return np.flatnonzero(is_drawn[labels]).astype(np.int64)
