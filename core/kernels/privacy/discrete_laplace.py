"""The discrete Laplace distribution, exactly (Canonne et al. 2020, Algorithm 2)."""

from __future__ import annotations

from core.array_types import Ints, Words
from core.kernels.compilation.bare import bare
from core.kernels.privacy.entropy_bits import (
    count_bits,
    draw_short_decay,
    draw_uniform,
    ran_out,
    take_bits,
)


@bare
def draw_noise(words: Words, position: int, over: int, under: int, bits: int) -> tuple[int, int]:
    """Draw `x` with probability proportional to ``exp(-|x| under / over)``, and the position.

    A geometric variable of decay 1 / `over` is put together from one below `over`, accepted with
    its own weight, and whole steps of `over`; `under` of its values make one of the result. With
    a fair sign, zero counted once, both halves are as likely as they should be.
    """
    while not ran_out(words, position):
        low, position = draw_uniform(words, position, over, bits)
        accepted, position = draw_short_decay(words, position, low, over, bits)
        if not accepted:
            continue
        steps, going = -1, True
        while going and not ran_out(words, position):
            steps += 1
            going, position = draw_short_decay(words, position, 1, 1, 0)
        size = (low + over * steps) // under
        negative, position = take_bits(words, position, 1)
        if size != 0 or negative == 0:
            return -size if negative else size, position
    return 0, position


@bare
def fill_with_noise(
    words: Words, position: int, over: int, under: int, out: Ints, begin: int
) -> tuple[int, int]:
    """Draw ``out[begin:]`` until the bits run out.

    Parameters
    ----------
    words : numpy.ndarray of uint64
        Random bits.
    position : int
        The first that is not used yet.
    over, under : int
        The scale is ``over / under``; both positive.
    out : numpy.ndarray of int64
        Is written to.
    begin : int
        First entry to draw.

    Returns
    -------
    int, int
        The first entry that is still to be drawn, and the position of its first bit.
    """
    bits = count_bits(over)
    for i in range(begin, len(out)):
        noise, behind = draw_noise(words, position, over, under, bits)
        if ran_out(words, behind):
            return i, position
        out[i], position = noise, behind
    return len(out), position
