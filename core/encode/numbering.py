"""Numbers partitions by first appearance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.kernels.numerics.grouping import refine


def by_first_appearance(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the groups numbered from 0 by their first record.

    Parameters
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record, with arbitrary numbers.
    """
    return np.asarray(refine(labels, np.zeros_like(labels)))
