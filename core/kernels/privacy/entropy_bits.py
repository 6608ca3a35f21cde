"""Exact chance out of given random bits: whole numbers only, and each bit is used once.

Whatever takes bits returns what it found and the position behind the bits that it took. Where
they run out that position lies behind the end, and what was drawn does not count: the caller puts
fresh bits *behind* those of that draw and has it made again from its first bit. Drawing it from
other bits instead would favour what needs few of them.
"""

from __future__ import annotations

import numpy as np

from core.array_types import Words
from core.kernels.compilation.bare import bare, copy_in

# Bits that are taken at once at most; a sum of two such numbers still fits into 64 bits.
MOST_BITS = 62


@bare
def take_bits(words: Words, position: int, bits: int) -> tuple[int, int]:
    """Read the number that `bits` bits (at most `MOST_BITS`) from a position on spell."""
    if position + bits > 64 * len(words):
        return 0, 64 * len(words) + 1
    if bits == 0:
        return 0, position
    word, offset = position >> 6, position & 63
    number = words[word] >> np.uint64(offset)
    if offset + bits > 64:
        number |= words[word + 1] << np.uint64(64 - offset)
    spelled = np.int64(number & ((np.uint64(1) << np.uint64(bits)) - np.uint64(1)))
    return int(spelled), position + bits


@bare
def ran_out(words: Words, position: int) -> bool:
    """Check whether a position lies behind the last bit."""
    return position > 64 * len(words)


@bare
def count_bits(bound: int) -> int:
    """Count the bits that the numbers below `bound` need."""
    bits, remainder = 0, bound - 1
    while remainder > 0:
        bits += 1
        remainder >>= 1
    return bits


@bare
def draw_uniform(words: Words, position: int, bound: int, bits: int) -> tuple[int, int]:
    """Draw one of 0..`bound` - 1, each with the same probability; `bits` are those of the bound.

    A number that is too large is thrown away, never folded back.
    """
    number, position = take_bits(words, position, bits)
    while number >= bound and not ran_out(words, position):
        number, position = take_bits(words, position, bits)
    return number, position


@copy_in
def draw_below(words: Words, position: int, bound: int, bits: int) -> tuple[int, int]:
    """Draw one of 0..`bound` - 1 as `draw_uniform` does, from `bits` bits or more (Lemire 2019).

    A number of `bits` bits times `bound` has the choice above those bits. What lies in them decides
    which numbers are thrown away so that every choice is spelled by equally many: with `bits`
    beyond those of the bound few are. Both together have at most 62 bits.
    """
    mask = (1 << bits) - 1
    number, position = take_bits(words, position, bits)
    product = number * bound
    if product & mask < bound:
        while product & mask < (mask - bound + 1) % bound and not ran_out(words, position):
            number, position = take_bits(words, position, bits)
            product = number * bound
    return product >> bits, position


@bare
def draw_event(
    words: Words, position: int, numerator: int, denominator: int, bits: int
) -> tuple[bool, int]:
    """Draw true with probability ``numerator / denominator``; `bits` are those of the latter."""
    number, position = draw_uniform(words, position, denominator, bits)
    return number < numerator, position


@bare
def draw_short_decay(
    words: Words, position: int, numerator: int, denominator: int, bits: int
) -> tuple[bool, int]:
    """Draw true with probability ``exp(-numerator / denominator)``, a fraction of at most 1.

    Canonne et al. (2020), Algorithm 1: of independent events with the probabilities
    x, x/2, x/3, ... the first that does not happen has an odd number with probability exp(-x).
    Each is tried as two events, 1/i and x, so that no product can grow too large.
    """
    i, i_bits, going = 1, 0, True
    while going and not ran_out(words, position):
        if i > 1:
            going, position = draw_event(words, position, 1, i, i_bits)
        if going and numerator < denominator:
            going, position = draw_event(words, position, numerator, denominator, bits)
        if going:
            if i == 1 << i_bits:
                i_bits += 1
            i += 1
    return i & 1 == 1, position


@bare
def draw_decay(
    words: Words, position: int, numerator: int, denominator: int, bits: int
) -> tuple[bool, int]:
    """Draw true with probability ``exp(-numerator / denominator)``, any fraction from 0 on."""
    going = True
    for _ in range(numerator // denominator):
        going, position = draw_short_decay(words, position, 1, 1, 0)
        if not going or ran_out(words, position):
            return False, position
    return draw_short_decay(words, position, numerator % denominator, denominator, bits)
