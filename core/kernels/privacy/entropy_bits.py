"""Exact chance out of given random bits: whole numbers only, and each bit is used once.

Whatever takes bits returns what it found and the position behind the bits that it took. Where
they run out that position lies behind the end, and what was drawn does not count: the caller puts
fresh bits *behind* those of that draw and has it made again from its first bit. Drawing it from
other bits instead would favour what needs few of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.kernels.compilation.bare import bare, copied_in

Words = NDArray[np.uint64]

# Bits that are taken at once at most; a sum of two such numbers still fits into 64 bits.
MOST_BITS = 62


@bare
def take(words: Words, at: int, bits: int) -> tuple[int, int]:
    """Return the number that the `bits` (at most `MOST_BITS`) from position `at` on spell."""
    if at + bits > 64 * len(words):
        return 0, 64 * len(words) + 1
    if bits == 0:
        return 0, at
    word, offset = at >> 6, at & 63
    found = words[word] >> np.uint64(offset)
    if offset + bits > 64:
        found |= words[word + 1] << np.uint64(64 - offset)
    spelled = np.int64(found & ((np.uint64(1) << np.uint64(bits)) - np.uint64(1)))
    return int(spelled), at + bits


@bare
def ran_out(words: Words, at: int) -> bool:
    """Return whether `at` lies behind the last bit."""
    return at > 64 * len(words)


@bare
def width(bound: int) -> int:
    """Return how many bits the numbers below `bound` need."""
    bits, rest = 0, bound - 1
    while rest > 0:
        bits += 1
        rest >>= 1
    return bits


@bare
def uniform(words: Words, at: int, bound: int, bits: int) -> tuple[int, int]:
    """Return one of 0..`bound` - 1, each with the same probability; `bits` is its `width`.

    A number that is too large is thrown away, never folded back.
    """
    found, at = take(words, at, bits)
    while found >= bound and not ran_out(words, at):
        found, at = take(words, at, bits)
    return found, at


@copied_in
def below(words: Words, at: int, bound: int, bits: int) -> tuple[int, int]:
    """Return one of 0..`bound` - 1 as `uniform` does, out of `bits` bits or more (Lemire 2019).

    A number of `bits` bits times `bound` has the choice above those bits. What lies in them decides
    which numbers are thrown away so that every choice is spelled by equally many: with `bits`
    beyond the `width` of the bound few are. Both together have at most 62 bits.
    """
    mask = (1 << bits) - 1
    found, at = take(words, at, bits)
    product = found * bound
    if product & mask < bound:
        while product & mask < (mask - bound + 1) % bound and not ran_out(words, at):
            found, at = take(words, at, bits)
            product = found * bound
    return product >> bits, at


@bare
def happens(words: Words, at: int, part: int, whole: int, bits: int) -> tuple[bool, int]:
    """Return true with probability ``part / whole``; `bits` is the `width` of `whole`."""
    found, at = uniform(words, at, whole, bits)
    return found < part, at


@bare
def decays_within(words: Words, at: int, part: int, whole: int, bits: int) -> tuple[bool, int]:
    """Return true with probability ``exp(-part / whole)``, `part` at most `whole`.

    Canonne et al. (2020), Algorithm 1: of independent events with the probabilities
    x, x/2, x/3, ... the first that does not happen has an odd number with probability exp(-x).
    Each is tried as two events, 1/i and x, so that no product can grow too large.
    """
    i, i_bits, going = 1, 0, True
    while going and not ran_out(words, at):
        if i > 1:
            going, at = happens(words, at, 1, i, i_bits)
        if going and part < whole:
            going, at = happens(words, at, part, whole, bits)
        if going:
            if i == 1 << i_bits:
                i_bits += 1
            i += 1
    return i & 1 == 1, at


@bare
def decays(words: Words, at: int, part: int, whole: int, bits: int) -> tuple[bool, int]:
    """Return true with probability ``exp(-part / whole)``, for any `part` that is not negative."""
    going = True
    for _ in range(part // whole):
        going, at = decays_within(words, at, 1, 1, 0)
        if not going or ran_out(words, at):
            return False, at
    return decays_within(words, at, part % whole, whole, bits)
