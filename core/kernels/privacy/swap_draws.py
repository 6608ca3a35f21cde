"""Draws the partners of a rank swap, each as likely as any other within reach (Moore 1996).

Ranks are taken from the lowest on. A rank without a partner gets one of the ranks above it that
have none either and lie within reach; where no partner is left it stays alone. The ranks that can
be drawn lie in a pool without an order, from which one is taken out in constant time, so that a
column takes as many steps as it has values, however far a swap may reach.
"""

from __future__ import annotations

from core.array_types import Ints, Words
from core.kernels.compilation.bare import bare
from core.kernels.privacy.entropy_bits import count_bits, draw_below, ran_out

# Bits beyond those that a choice needs, so that few numbers are thrown away.
_SPARE = 4


@bare
def draw_partners(
    words: Words,
    position: int,
    reach: int,
    partner: Ints,
    pool: Ints,
    slot_of_rank: Ints,
    done: int,
) -> tuple[int, int]:
    """Draw a partner for each rank until the bits run out.

    Parameters
    ----------
    words, at
        As for `core.kernels.privacy.discrete_laplace.fill_with_noise`.
    reach : int
        Largest distance of two ranks that are swapped; at least 1.
    partner : numpy.ndarray of int64, shape (n,)
        Rank with which each rank is swapped, itself if with none; first ``arange(n)``.
    pool : numpy.ndarray of int64, shape (n + 2,)
        The ranks that can be drawn, and behind them how many these are and which rank comes next;
        first of zeros.
    slot_of_rank : numpy.ndarray of int64, shape (n,)
        Where a rank lies in the pool, -1 for one that was taken out.
    done : int
        The rank that is next; first 0.

    Returns
    -------
    int, int
        The rank that is next, and the position of the next bit.
    """
    n = len(partner)
    for rank in range(done, n):
        while pool[n + 1] < min(rank + reach + 1, n):
            entering, size = pool[n + 1], pool[n]
            pool[size], slot_of_rank[entering] = entering, size
            pool[n], pool[n + 1] = size + 1, entering + 1
        if slot_of_rank[rank] < 0:
            continue
        n_candidates = pool[n] - 1
        if n_candidates > 0:
            # Of the pool without the rank itself.
            drawn, behind = draw_below(
                words, position, n_candidates, count_bits(n_candidates) + _SPARE
            )
            if ran_out(words, behind):
                return rank, position
            position = behind
            drawn_rank = pool[drawn + 1] if drawn >= slot_of_rank[rank] else pool[drawn]
            partner[rank], partner[drawn_rank] = drawn_rank, rank
            _take_out(drawn_rank, pool, slot_of_rank, n)
        _take_out(rank, pool, slot_of_rank, n)
    return n, position


@bare
def _take_out(rank: int, pool: Ints, slot_of_rank: Ints, n: int) -> None:
    """Take a rank out of the pool; the last of the pool takes its place."""
    last = pool[n] - 1
    moved, hole = pool[last], slot_of_rank[rank]
    pool[hole], slot_of_rank[moved] = moved, hole
    slot_of_rank[rank] = -1
    pool[n] = last
