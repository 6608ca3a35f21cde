"""A random order in which every permutation has the same probability.

Things are first dealt into heaps, each to a heap of its own choice, all heaps equally likely; then
each heap is put in order by Fisher and Yates. Before the second step any two things could change
places without changing a probability, and within a heap every order is as likely as any other, so
this holds of the whole (Rao 1961, Sandelius 1962). A heap fits into the processor's memory of its
own; one order of a million things made a jump through all memory for each of them.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.array_types import Int32s, Ints, Words
from core.kernels.compilation.bare import bare
from core.kernels.privacy.entropy_bits import count_bits, draw_below, ran_out, take_bits

Heaps = NDArray[np.uint16]
Things = Ints | Int32s

# Bits beyond those that a choice needs, so that at most one number in 2^SPARE is thrown away.
SPARE = 4


@bare
def choose_heaps(words: Words, position: int, bits: int, out: Heaps, done: int) -> tuple[int, int]:
    """Choose a heap below ``2**bits`` for each thing until the bits run out.

    Parameters
    ----------
    words, at
        As for `core.kernels.privacy.discrete_laplace.fill_with_noise`.
    bits : int
        At most 16.
    out : numpy.ndarray of uint16
        Is written to.
    done : int
        How many are chosen already.

    Returns
    -------
    int, int
        How many are chosen now, and the position of the next bit.
    """
    for i in range(done, len(out)):
        chosen, behind = take_bits(words, position, bits)
        if ran_out(words, behind):
            return i, position
        out[i], position = chosen, behind
    return len(out), position


@njit(cache=True, nogil=True)
def deal_into_heaps(values: Things, heaps: Heaps, out: Things, bits: int) -> Ints:
    """Put `values` heap by heap into `out`; say where each heap begins and the last ends."""
    begins = np.zeros((1 << bits) + 1, dtype=np.int64)
    for heap in heaps:
        begins[heap + 1] += 1
    begins = np.cumsum(begins)
    next_slot = begins[:-1].copy()
    for i in range(len(values)):
        heap = heaps[i]
        out[next_slot[heap]] = values[i]
        next_slot[heap] += 1
    return begins


@bare
def shuffle_heaps(
    words: Words, position: int, values: Things, begins: Ints, done: int
) -> tuple[int, int]:
    """Shuffle each heap in place until the bits run out.

    Parameters
    ----------
    words, at
        As for `core.kernels.privacy.discrete_laplace.fill_with_noise`.
    values : numpy.ndarray of int64 or int32
        Is written to.
    begins : numpy.ndarray of int64
        Where each heap begins, and where the last one ends.
    done : int
        How many values have their place; first 0.

    Returns
    -------
    int, int
        How many have their place now, and the position of the next bit.
    """
    heap = 0
    while done < len(values):
        while begins[heap + 1] <= done:
            heap += 1
        end = begins[heap + 1]
        bits = count_bits(end - begins[heap]) + SPARE
        while done < end:
            chosen, behind = draw_below(words, position, end - done, bits)
            if ran_out(words, behind):
                return done, position
            displaced = values[done]
            values[done] = values[done + chosen]
            values[done + chosen] = displaced
            done, position = done + 1, behind
    return done, position
