"""Draws private noise and choices exactly, without floating-point arithmetic."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.array_types import Ints
from core.kernels.privacy import discrete_laplace, exponential_choice, shuffling
from core.protect.privacy.entropy import Entropy

_Cell = TypeVar("_Cell", np.int32, np.int64)

# Items in a bucket of a shuffle, and maximum bits of a bucket number; fits the processor's cache.
_HEAP, _MOST_HEAP_BITS = 1 << 11, 10

# Noise of this scale added to a sum below `NOISE_LIMIT` does not overflow an int64.
LARGEST = 1 << 50
NOISE_LIMIT = 1 << 62


def laplace_scale(sensitivity: int, epsilon: Fraction) -> Fraction:
    """Compute the scale of discrete Laplace noise that makes integers `epsilon`-private.

    ``sensitivity / epsilon``, or the next larger integer if the terms of the fraction are too large
    for the sampler, which means slightly more noise and never less.

    Parameters
    ----------
    sensitivity : int
        Largest total change of the numbers in the L1 norm; positive.
    epsilon : fractions.Fraction
        Positive.

    Raises
    ------
    OverflowError
        If the scale is `LARGEST` or more, or the budget is 0.
    """
    if epsilon <= 0:
        raise OverflowError
    scale = sensitivity / epsilon
    if scale.numerator >= LARGEST:
        scale = Fraction(-(-scale.numerator // scale.denominator))
    if scale.numerator >= LARGEST:
        raise OverflowError
    return scale


def draw_laplace_noise(count: int, scale: Fraction, entropy: Entropy) -> Ints:
    """Draw independent `x` with probability proportional to ``exp(-|x| / scale)`` each.

    Parameters
    ----------
    count : int
        Number of bins.
    scale : fractions.Fraction
        From `laplace_scale`.

    Returns
    -------
    numpy.ndarray of int64, shape (count,)
    """
    noise = np.empty(count, dtype=np.int64)
    over, under = scale.numerator, scale.denominator
    entropy.drive(
        lambda words, position, done: discrete_laplace.fill_with_noise(
            words, position, over, under, noise, done
        ),
        count,
    )
    return noise


def limit_rate(rate: Fraction, largest_cost: int) -> Fraction:
    """Compute the rate with which costs up to `largest_cost` can be computed in 64-bit integers.

    This is `rate`, or the nearest smaller one if its numerator is too large, which chooses slightly
    more uniformly and spends no more.
    """
    largest = (NOISE_LIMIT - 1) // max(largest_cost, 1)
    if rate.numerator <= largest:
        return rate
    return Fraction(largest, -(-rate.denominator * largest // rate.numerator))


def choose_for_groups(
    members: Ints, begins: Ints, table: Ints, rate: Fraction, entropy: Entropy
) -> Ints:
    """Choose a candidate for each group by the exponential mechanism.

    A candidate is chosen with probability proportional to ``exp(-rate cost)``, where the cost is
    the sum over the group's members.

    Parameters
    ----------
    members : numpy.ndarray of int64, shape (n,)
        Category of each record, in the order of groups.
    begins : numpy.ndarray of int64, shape (g + 1,)
        Start of each group, and end of the last one.
    table : numpy.ndarray of int64, shape (categories, candidates)
        Non-negative costs.
    rate : fractions.Fraction
        Positive.

    Raises
    ------
    OverflowError
        If a group's cost times the rate's numerator could exceed 64-bit integers.
    """
    largest_cost = int(np.diff(begins).max(initial=0)) * int(table.max(initial=0))
    if max(largest_cost * rate.numerator, rate.denominator) >= NOISE_LIMIT:
        raise OverflowError
    chosen = np.empty(len(begins) - 1, dtype=np.int64)
    over, under = rate.numerator, rate.denominator
    entropy.drive(
        lambda words, position, done: exponential_choice.choose_of_groups(
            words, position, members, begins, table, over, under, chosen, done
        ),
        len(chosen),
    )
    return chosen


def shuffle_values(values: NDArray[_Cell], entropy: Entropy) -> NDArray[_Cell]:
    """Put `values` into a uniformly random order."""
    count = len(values)
    # Values are first dealt into heaps of a suitable size.
    bits = min(max(count // _HEAP, 1).bit_length() - 1, _MOST_HEAP_BITS)
    heaps, dealt = np.zeros(count, dtype=np.uint16), np.empty_like(values)
    entropy.drive(
        lambda words, position, done: shuffling.choose_heaps(words, position, bits, heaps, done),
        count,
    )
    begins = shuffling.deal_into_heaps(values, heaps, dealt, bits)
    entropy.drive(
        lambda words, position, done: shuffling.shuffle_heaps(words, position, dealt, begins, done),
        count,
    )
    return dealt
