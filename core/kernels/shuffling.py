"""A random order in which every permutation has the same probability (Fisher and Yates)."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels.entropy_bits import Words, width


@njit(cache=True, nogil=True)
def shuffle(
    words: Words, at: int, values: NDArray[np.int64] | NDArray[np.float64], done: int
) -> tuple[int, int]:
    """Shuffle `values` in place until the bits run out; `done` of them have their place.

    Parameters
    ----------
    words, at
        As for `core.kernels.discrete_laplace.fill`.
    values : numpy.ndarray of int64
        Is written to.
    done : int
        First 0; it is over when all have their place.

    Returns
    -------
    int, int
        How many have their place now, and the position of the next bit.
    """
    left, bits = len(values) - done, width(len(values) - done)
    while left > 0:
        if bits > 0 and left <= 1 << (bits - 1):
            bits -= 1
        behind = at
        # `uniform` spelled out: with its pairs of results this took three times as long.
        while True:
            if behind + bits > 64 * len(words):
                return len(values) - left, at
            word, offset = behind >> 6, behind & 63
            found = words[word] >> np.uint64(offset) if bits > 0 else np.uint64(0)
            if offset + bits > 64:
                found |= words[word + 1] << np.uint64(64 - offset)
            behind += bits
            chosen = np.int64(found & ((np.uint64(1) << np.uint64(bits)) - np.uint64(1)))
            if chosen < left:
                break
        at = behind
        left -= 1
        held = values[left]
        values[left] = values[chosen]
        values[chosen] = held
    return len(values), at
