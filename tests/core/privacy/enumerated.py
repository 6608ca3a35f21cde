"""Every string of a few bits, given to a kernel one after the other.

Kept like the program's kernels, by all sources that they are compiled from: `sources.digest_of`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# By way of the program: numba reads where kernels are kept when it is first imported.
from core.kernels import numba
from core.kernels.privacy.discrete_laplace import draw_noise
from core.kernels.privacy.entropy_bits import (
    count_bits,
    draw_below,
    draw_decay,
    draw_uniform,
    ran_out,
)
from core.kernels.privacy.exponential_choice import choose_candidate
from core.kernels.privacy.shuffling import choose_heaps, deal_into_heaps, shuffle_heaps

Counts = NDArray[np.int64]
_REACH = 40


@numba.njit(cache=True)
def _string(number: int, length: int) -> NDArray[np.uint64]:
    words = np.zeros(1, dtype=np.uint64)
    words[0] = np.uint64(number) << np.uint64(64 - length)
    return words


@numba.njit(cache=True)
def laplace_counts(over: int, under: int, length: int) -> tuple[Counts, int]:
    """Return how many strings give each of -40..40, and how many are too short to tell."""
    found, unfinished = np.zeros(2 * _REACH + 1, dtype=np.int64), 0
    for number in range(1 << length):
        words = _string(number, length)
        drawn, position = draw_noise(words, 64 - length, over, under, count_bits(over))
        if ran_out(words, position):
            unfinished += 1
        else:
            found[drawn + _REACH] += 1
    return found, unfinished


@numba.njit(cache=True)
def decay_counts(part: int, whole: int, length: int) -> tuple[int, int]:
    """Return how many strings say yes, and how many are too short to tell."""
    found, unfinished = 0, 0
    for number in range(1 << length):
        words = _string(number, length)
        yes, position = draw_decay(words, 64 - length, part, whole, count_bits(whole))
        if ran_out(words, position):
            unfinished += 1
        elif yes:
            found += 1
    return found, unfinished


@numba.njit(cache=True)
def uniform_counts(bound: int, length: int) -> tuple[Counts, int]:
    """Return how many strings give each number below `bound`, and how many none."""
    found, unfinished = np.zeros(bound, dtype=np.int64), 0
    for number in range(1 << length):
        words = _string(number, length)
        drawn, position = draw_uniform(words, 64 - length, bound, count_bits(bound))
        if ran_out(words, position):
            unfinished += 1
        else:
            found[drawn] += 1
    return found, unfinished


@numba.njit(cache=True)
def below_counts(bound: int, spare: int, length: int) -> tuple[Counts, int]:
    """Return the same by multiplying, with `spare` bits more than a number needs."""
    found, unfinished = np.zeros(bound, dtype=np.int64), 0
    for number in range(1 << length):
        words = _string(number, length)
        drawn, position = draw_below(words, 64 - length, bound, count_bits(bound) + spare)
        if ran_out(words, position):
            unfinished += 1
        else:
            found[drawn] += 1
    return found, unfinished


@numba.njit(cache=True)
def choice_counts(costs: Counts, over: int, under: int, length: int) -> tuple[Counts, int]:
    """Return how many strings choose each candidate, and how many are too short to tell."""
    found, unfinished = np.zeros(len(costs), dtype=np.int64), 0
    for number in range(1 << length):
        words = _string(number, length)
        chosen, position = choose_candidate(words, 64 - length, costs, over, under)
        if ran_out(words, position):
            unfinished += 1
        else:
            found[chosen] += 1
    return found, unfinished


@numba.njit(cache=True)
def order_counts(length: int, bits: int) -> Counts:
    """Return how many strings put three things into each order, by ``2**bits`` heaps."""
    found, before = np.zeros(27, dtype=np.int64), np.arange(3)
    for number in range(1 << length):
        words, position = _string(number, length), 64 - length
        heaps, values = np.zeros(3, dtype=np.uint16), np.arange(3)
        dealt, position = choose_heaps(words, position, bits, heaps, 0)
        if dealt == 3:
            done, _ = shuffle_heaps(
                words, position, values, deal_into_heaps(before, heaps, values, bits), 0
            )
            if done == 3:
                found[9 * values[0] + 3 * values[1] + values[2]] += 1
    return found
