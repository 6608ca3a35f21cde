"""Descent: each record's best move, over and over, until none is left."""

from __future__ import annotations

import numpy as np

from core.array_types import Floats, Int32s, Ints
from core.kernels.compilation.bare import bare
from core.kernels.improvement.groups import Groups, exchange, exchange_cost, move, move_cost, sum_up
from core.kernels.improvement.limits import Limits, may_exchange, may_move


@bare
def _best(
    g: Groups,
    near: Int32s,
    lim: Limits,
    x: int,
    k: int,
    cap: int,
    lowest_cost: float,
    scratch: Ints,
) -> tuple[float, int, int]:
    """Find the best cost below `lowest_cost` of moving `x`, where to, and for whom (-1: none)."""
    is_limited = len(lim.counts) > 0
    a, to, partner, last = int(np.int64(g.label[x])), -1, -1, -1
    for q in range(near.shape[1]):
        y = int(near[x, q])
        b = int(np.int64(g.label[y]))
        if b in (a, last):
            continue
        last = b
        if g.size[a] > k and g.size[b] < cap:
            cost = move_cost(g, x, b)
            if cost < lowest_cost and (not is_limited or may_move(g, lim, x, b, scratch)):
                lowest_cost, to, partner = cost, b, -1
        z = y
        for _ in range(g.size[b]):
            cost = exchange_cost(g, x, z)
            if cost < lowest_cost and (not is_limited or may_exchange(g, lim, x, z, scratch)):
                lowest_cost, to, partner = cost, b, z
            z = g.following[z]
    return lowest_cost, to, partner


@bare
def descend(
    g: Groups,
    near: Int32s,
    lim: Limits,
    k: int,
    cap: int,
    enough: float,
    state: Ints,
    loss: Floats,
    moves: int,
    scratch: Ints,
    budget: int,
) -> None:
    """Go on for `budget` moves, until `moves` are done or no record has a better place.

    `state` holds the moves done, the record whose turn it is, and how many records in a row
    have had no better place. A look at one neighbour's cluster counts as a move. A move must
    gain more than `enough`, so that rounding cannot keep the search going.
    """
    n, n_neighbours = len(g.label), near.shape[1]
    done, x, idle = state[0], state[1], state[2]
    end = min(moves, done + budget)
    while done < end and idle < n:
        x += 1
        if x >= n:
            x = 0
            sum_up(g)
        done += n_neighbours
        cost, to, partner = _best(g, near, lim, x, k, cap, -enough, scratch)
        if to < 0:
            idle += 1
            continue
        idle = 0
        loss[0] += cost
        if partner < 0:
            move(g, x, to)
        else:
            exchange(g, x, partner)
    state[0], state[1], state[2] = done, x, idle
