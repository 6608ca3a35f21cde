"""Every string of a few bits, given to a kernel one after the other."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels.discrete_laplace import draw
from core.kernels.entropy_bits import decays, ran_out, uniform, width
from core.kernels.exponential_choice import choose
from core.kernels.shuffling import shuffle

Counts = NDArray[np.int64]
_REACH = 40


@njit
def _string(number: int, length: int) -> NDArray[np.uint64]:
    words = np.zeros(1, dtype=np.uint64)
    words[0] = np.uint64(number) << np.uint64(64 - length)
    return words


@njit
def laplace_counts(over: int, under: int, length: int) -> tuple[Counts, int]:
    """Return how many strings give each of -40..40, and how many are too short to tell."""
    found, unfinished = np.zeros(2 * _REACH + 1, dtype=np.int64), 0
    for number in range(1 << length):
        words = _string(number, length)
        drawn, at = draw(words, 64 - length, over, under, width(over))
        if ran_out(words, at):
            unfinished += 1
        else:
            found[drawn + _REACH] += 1
    return found, unfinished


@njit
def decay_counts(part: int, whole: int, length: int) -> tuple[int, int]:
    """Return how many strings say yes, and how many are too short to tell."""
    found, unfinished = 0, 0
    for number in range(1 << length):
        words = _string(number, length)
        yes, at = decays(words, 64 - length, part, whole, width(whole))
        if ran_out(words, at):
            unfinished += 1
        elif yes:
            found += 1
    return found, unfinished


@njit
def uniform_counts(bound: int, length: int) -> tuple[Counts, int]:
    """Return how many strings give each number below `bound`, and how many none."""
    found, unfinished = np.zeros(bound, dtype=np.int64), 0
    for number in range(1 << length):
        words = _string(number, length)
        drawn, at = uniform(words, 64 - length, bound, width(bound))
        if ran_out(words, at):
            unfinished += 1
        else:
            found[drawn] += 1
    return found, unfinished


@njit
def choice_counts(costs: Counts, over: int, under: int, length: int) -> tuple[Counts, int]:
    """Return how many strings choose each candidate, and how many are too short to tell."""
    found, unfinished = np.zeros(len(costs), dtype=np.int64), 0
    for number in range(1 << length):
        words = _string(number, length)
        chosen, at = choose(words, 64 - length, costs, over, under)
        if ran_out(words, at):
            unfinished += 1
        else:
            found[chosen] += 1
    return found, unfinished


@njit
def order_counts(length: int) -> Counts:
    """Return how many strings put three things into each order."""
    found = np.zeros(27, dtype=np.int64)
    for number in range(1 << length):
        values = np.arange(3)
        done, _ = shuffle(_string(number, length), 64 - length, values, 0)
        if done == 3:
            found[9 * values[0] + 3 * values[1] + values[2]] += 1
    return found
