"""Noise and choices of a stated privacy, drawn exactly: no floating-point number takes part."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.kernels import discrete_laplace, exponential_choice, shuffling
from core.protect.privacy.entropy import Entropy

Ints = NDArray[np.int64]
_Cell = TypeVar("_Cell", np.int32, np.int64)

# Things in a heap of a shuffle, and the most bits that name a heap: what a processor keeps near.
_HEAP, _MOST_HEAP_BITS = 1 << 11, 10

# Noise of this scale stays far from the end of an int64, beside a sum below `NOISE_LIMIT`.
LARGEST = 1 << 50
NOISE_LIMIT = 1 << 62


def laplace_scale(sensitivity: int, epsilon: Fraction) -> Fraction:
    """Return the scale of discrete Laplace noise that makes whole numbers `epsilon`-private.

    ``sensitivity / epsilon``; where the fraction's parts are too large for the sampler, the next
    whole number, which is a little more noise and never less.

    Parameters
    ----------
    sensitivity : int
        Most that all the numbers together can change, in the L1 norm; positive.
    epsilon : fractions.Fraction
        Positive.

    Raises
    ------
    OverflowError
        If the scale is `LARGEST` or more, or there is no budget at all.
    """
    if epsilon <= 0:
        raise OverflowError
    scale = sensitivity / epsilon
    if scale.numerator >= LARGEST:
        scale = Fraction(-(-scale.numerator // scale.denominator))
    if scale.numerator >= LARGEST:
        raise OverflowError
    return scale


def discrete_laplace_noise(count: int, scale: Fraction, entropy: Entropy) -> Ints:
    """Return independent `x` with probability proportional to ``exp(-|x| / scale)`` each.

    Parameters
    ----------
    count : int
        How many.
    scale : fractions.Fraction
        From `laplace_scale`.
    entropy : Entropy
        Gives the random bits.

    Returns
    -------
    numpy.ndarray of int64, shape (count,)
    """
    found = np.empty(count, dtype=np.int64)
    over, under = scale.numerator, scale.denominator
    entropy.drive(
        lambda words, at, done: discrete_laplace.fill(words, at, over, under, found, done), count
    )
    return found


def rate_within(rate: Fraction, most: int) -> Fraction:
    """Return the rate for costs up to `most` that whole numbers of 64 bits can be computed with.

    It is `rate`, or where its numerator is too large the nearest one below, which chooses a
    little more evenly and spends no more.
    """
    largest = (NOISE_LIMIT - 1) // max(most, 1)
    if rate.numerator <= largest:
        return rate
    return Fraction(largest, -(-rate.denominator * largest // rate.numerator))


def chosen_of_groups(
    members: Ints, begins: Ints, table: Ints, rate: Fraction, entropy: Entropy
) -> Ints:
    """Return for each group a candidate by the exponential mechanism.

    A candidate is chosen with probability proportional to ``exp(-rate cost)``, its cost being
    the sum of what it costs for the group's members.

    Parameters
    ----------
    members : numpy.ndarray of int64, shape (n,)
        Category of each record, group by group.
    begins : numpy.ndarray of int64, shape (g + 1,)
        Where each group begins, and where the last one ends.
    table : numpy.ndarray of int64, shape (categories, candidates)
        Costs, not negative.
    rate : fractions.Fraction
        Positive.
    entropy : Entropy
        Gives the random bits.

    Raises
    ------
    OverflowError
        If a group's cost times the rate's numerator could leave the whole numbers of 64 bits.
    """
    most = int(np.diff(begins).max(initial=0)) * int(table.max(initial=0))
    if max(most * rate.numerator, rate.denominator) >= NOISE_LIMIT:
        raise OverflowError
    found = np.empty(len(begins) - 1, dtype=np.int64)
    over, under = rate.numerator, rate.denominator
    entropy.drive(
        lambda words, at, done: exponential_choice.choose_of_groups(
            words, at, members, begins, table, over, under, found, done
        ),
        len(found),
    )
    return found


def shuffled(values: NDArray[_Cell], entropy: Entropy) -> NDArray[_Cell]:
    """Return `values` in a random order, every order with the same probability."""
    bits = _heap_bits(len(values))
    heaps, found = np.zeros(len(values), dtype=np.uint16), np.empty_like(values)
    entropy.drive(
        lambda words, at, done: shuffling.choose_heaps(words, at, bits, heaps, done), len(values)
    )
    begins = shuffling.deal(values, heaps, found, bits)
    entropy.drive(
        lambda words, at, done: shuffling.shuffle(words, at, found, begins, done), len(values)
    )
    return found


def _heap_bits(count: int) -> int:
    """Return how many bits name a heap, so that heaps are small and not too many to deal to."""
    return min(max(count // _HEAP, 1).bit_length() - 1, _MOST_HEAP_BITS)
