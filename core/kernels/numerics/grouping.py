"""Groups of records with equal values, column after column, by hashing."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def refine(labels: Ints, keys: Ints) -> Ints:
    """Split groups by a further key.

    Parameters
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record, any numbers.
    keys : numpy.ndarray of int64, shape (n,)
        What members of a group must have in common from now on.

    Returns
    -------
    numpy.ndarray of int64, shape (n,)
        The new groups, numbered from 0 by first appearance.
    """
    n, size = len(labels), 16
    while size < 2 * n:
        size *= 2
    mask = np.uint64(size - 1)
    # In each place of the table the first record of a group, or -1.
    table = np.full(size, -1, np.int64)
    found = np.empty(n, np.int64)
    groups = 0
    for record in range(n):
        mixed = np.uint64(keys[record]) * np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(29))) + np.uint64(labels[record])
        mixed *= np.uint64(0xBF58476D1CE4E5B9)
        place = (mixed ^ (mixed >> np.uint64(32))) & mask
        while True:
            other = table[place]
            if other < 0:
                table[place] = record
                found[record] = groups
                groups += 1
                break
            if labels[other] == labels[record] and keys[other] == keys[record]:
                found[record] = found[other]
                break
            place = (place + np.uint64(1)) & mask
    return found
