"""One numbering for all partitions: by first appearance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def by_first_appearance(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the groups numbered from 0 by their first record.

    Parameters
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record, any numbers.
    """
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    numbering = np.empty(len(first), dtype=np.int64)
    numbering[np.argsort(first)] = np.arange(len(first))
    return np.asarray(numbering[inverse], dtype=np.int64)
