"""Simulated annealing of a partition (Kirkpatrick et al. 1983; manual: methods#improvement)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Floats, Int32s, Ints, Words
from core.kernels.compilation.bare import bare
from core.kernels.improvement.chance import draw, pick, some
from core.kernels.improvement.groups import Groups, exchange, exchange_cost, move, move_cost, sum_up
from core.kernels.improvement.limits import Limits, may_exchange, may_move
from core.kernels.improvement.reshape import dissolve, divide, gather, merge

# After so many moves the sums are added up again and the temperature is read.
_ANEW = 1 << 20
_EVEN = 1 << 8
# Members of the other cluster that are tried for an exchange.
_TRIED = 4
# How far apart in rank two records may stand that are exchanged for the sake of t.
_APART = 64


class Walk(NamedTuple):
    """What annealing works on, and how.

    Attributes
    ----------
    near : numpy.ndarray of int32, shape (n, c)
        Neighbours of each record, the nearest first.
    heat : numpy.ndarray of float64, shape (n,)
        By what the temperature is multiplied for a move of each record.
    ladder : numpy.ndarray of float64, shape (s,)
        The temperatures, from the first move to the last.
    quantiles : numpy.ndarray of float64, shape (QUANTILES,)
        Of the standard exponential distribution.
    chance : numpy.ndarray of uint64, shape (1,)
        The generator.
    state : numpy.ndarray of int64, shape (3,)
        Moves done and the record whose turn it is; the rest is the descent's.
    loss : numpy.ndarray of float64, shape (1,)
        Changes of the loss are added to it.
    log : numpy.ndarray of int64, shape (2, l)
        Moves that may have to be undone; larger clusters are not taken apart.
    scratch : numpy.ndarray of int64, shape (n + 1,)
        For ranks that are sorted.
    k, cap : int
        Least size of a cluster, and the largest that a record may make it.
    moves : int
        How many to do in all.
    reshapes : int
        How many moves of 1,024 try to change the number of clusters.
    """

    groups: Groups
    near: Int32s
    limits: Limits
    heat: Floats
    ladder: Floats
    quantiles: Floats
    chance: Words
    state: Ints
    loss: Floats
    log: Ints
    scratch: Ints
    k: int
    cap: int
    moves: int
    reshapes: int


@bare
def _best_partner(g: Groups, x: int, y: int, n_others: int, bits: np.uint64) -> tuple[int, float]:
    """Find a good record to exchange for `x` among some of the cluster of `y`, but for `y`."""
    z, tries = y, n_others
    if tries > _TRIED:
        tries = _TRIED
        for _ in range(pick(bits, 0, n_others)):
            z = g.following[z]
    best, lowest_cost = -1, np.inf
    for _ in range(tries):
        z = g.following[z]
        if z == y:
            z = g.following[z]
        cost = exchange_cost(g, x, z)
        if cost < lowest_cost:
            best, lowest_cost = z, cost
    return best, lowest_cost


@bare
def _pick_alike(lim: Limits, x: int, bits: np.uint64) -> int:
    """Find a record whose confidential value is near that of `x`."""
    a = pick(bits, 48, len(lim.counts))
    n = lim.rank_place.shape[1]
    rank_place = lim.rank_place[a, x] + pick(bits, 0, 2 * _APART + 1) - _APART
    return int(lim.by_rank[a, min(max(rank_place, 0), n - 1)])


@njit(cache=True, nogil=True)
def _reshape(walk: Walk, x: int, y: int, bound: float, kind: int) -> float:
    """Try a move that makes, divides or dissolves a cluster; return its cost if it was taken."""
    g, near, lim, k = walk.groups, walk.near, walk.limits, walk.k
    log, scratch = walk.log, walk.scratch
    a, b = g.label[x], g.label[y]
    if len(lim.counts) > 0:
        if kind < 3:
            return divide(g, lim, a, -1, x, k, bound, log, scratch)
        if kind < 6:
            return merge(g, lim, a, b, bound, log, scratch)
    elif k <= near.shape[1]:
        # Else clusters could be dissolved but never made.
        if kind < 3:
            return gather(g, near, lim, x, k, bound, log, scratch, walk.chance)
        if kind < 6:
            return dissolve(g, near, lim, a, walk.cap, bound, log, scratch)
    if kind == 6 and g.size[a] >= 2 * k:
        return divide(g, lim, a, -1, x, k, bound, log, scratch)
    return divide(g, lim, a, b, x, k, bound, log, scratch)


@bare
def _stretch(walk: Walk, end: int) -> tuple[int, int, float]:
    """Move and exchange records until move `end` or until clusters are to change in number.

    Returns what kind of change it is to be (-1: none), towards which neighbour of the record
    whose turn it is, and up to which cost.
    """
    g, near, lim, k, cap = walk.groups, walk.near, walk.limits, walk.k, walk.cap
    ladder, quantiles, heat, moves = walk.ladder, walk.quantiles, walk.heat, walk.moves
    chance, state, loss, scratch = walk.chance, walk.state, walk.loss, walk.scratch
    reshapes = walk.reshapes
    n, n_neighbours, is_limited = len(g.label), near.shape[1], len(lim.counts) > 0
    done, x, steps = state[0], state[1], len(ladder) - 1
    temperature = ladder[(done // _EVEN * _EVEN) * steps // moves]
    while done < end:
        if done % _EVEN == 0:
            temperature = ladder[done * steps // moves]
            if done % _ANEW == 0:
                sum_up(g)
        done += 1
        x += 1
        if x >= n:
            x = 0
        bits = draw(chance)
        share = some(bits, 48, 16)
        # Squared, so that near neighbours come up more often.
        y = int(near[x, (((share * share) >> 16) * n_neighbours) >> 16])
        bound = quantiles[some(bits, 36, 12)] * temperature * heat[x]
        further_bits = draw(chance)
        if some(further_bits, 54, 10) < reshapes:
            if g.label[x] == g.label[y]:
                continue
            state[0], state[1] = done, x
            return some(bits, 33, 3), y, bound
        if is_limited and some(further_bits, 53, 1) == 0:
            y = _pick_alike(lim, x, further_bits)
        a, b = g.label[x], g.label[y]
        if a == b:
            continue
        if g.size[a] > k and g.size[b] < cap and some(bits, 32, 1) == 1:
            cost = move_cost(g, x, b)
            if cost < bound and (not is_limited or may_move(g, lim, x, b, scratch)):
                move(g, x, b)
                loss[0] += cost
            continue
        if is_limited and some(bits, 31, 1) == 1:
            z, cost = y, exchange_cost(g, x, y)
        elif g.size[b] > 1:
            z, cost = _best_partner(g, x, y, g.size[b] - 1, further_bits)
        else:
            continue
        if cost < bound and (not is_limited or may_exchange(g, lim, x, z, scratch)):
            exchange(g, x, z)
            loss[0] += cost
    state[0], state[1] = done, x
    return -1, -1, 0.0


@njit(cache=True, nogil=True)
def anneal(walk: Walk, budget: int) -> None:
    """Go on for `budget` moves, or until all are done."""
    state = walk.state
    end = min(walk.moves, state[0] + budget)
    while state[0] < end:
        kind, y, bound = _stretch(walk, end)
        if kind >= 0:
            cost = _reshape(walk, state[1], y, bound, kind)
            if cost < np.inf:
                walk.loss[0] += cost
