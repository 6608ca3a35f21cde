"""The limit t while clusters change: whether a cluster would still keep it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.array_types import Bools, Ints
from core.kernels.closeness.emd import emd, first_above, prefix_sums
from core.kernels.compilation.bare import bare
from core.kernels.improvement.groups import Groups
from core.kernels.numerics.few_sorted import insert_sorted, sort_few

# Of a file of fewer records there is a table of what would have to be searched for.
_LOOKED_UP = 1 << 22


class Limits(NamedTuple):
    """The confidential attributes, `a` of them; none where t is not asked for.

    Attributes
    ----------
    ranks : numpy.ndarray of int64, shape (a, n)
        Of each record, -1 where it is missing.
    counts : numpy.ndarray of int64, shape (a,)
        Number of distinct values.
    ordered : numpy.ndarray of bool, shape (a,)
        Whether the ranks have a meaning.
    cumulative, summed : numpy.ndarray of int64, shape (a, v) and (a, v + 1)
        From `core.kernels.closeness.emd.prefix_sums`, each row as long as its count says.
    above : numpy.ndarray of int64, shape (a, r + 1) or (a, 0)
        From `core.kernels.closeness.emd.first_above`, for as many records as the file has; empty
        for a file of very many, in which the places are searched for.
    by_rank : numpy.ndarray of int64, shape (a, n)
        The records sorted by rank.
    rank_place : numpy.ndarray of int64, shape (a, n)
        The place of each record in `by_rank`.
    t : float
        Largest EMD of a cluster.
    """

    ranks: Ints
    counts: Ints
    ordered: Bools
    cumulative: Ints
    summed: Ints
    above: Ints
    by_rank: Ints
    rank_place: Ints
    t: float


def make_limits(
    ranks: list[Ints], counts: list[int], ordered: list[bool], files: list[Ints], n: int, t: float
) -> Limits:
    """Build the limits for the ranks of some attributes, possibly none.

    `n` is the number of records; `files` say how many of the whole file have each rank.
    """
    n_attributes, widest = len(ranks), max(counts, default=0)
    table = np.array(ranks, dtype=np.int64).reshape(n_attributes, n)
    by_rank = np.argsort(table, axis=1, kind="stable").astype(np.int64)
    cumulative = np.zeros((n_attributes, widest), dtype=np.int64)
    summed = np.zeros((n_attributes, widest + 1), dtype=np.int64)
    longest = max((int(file.sum()) for file in files), default=0)
    looked_up = longest < _LOOKED_UP
    above = np.zeros((n_attributes, longest + 1 if looked_up else 0), dtype=np.int64)
    for a, count in enumerate(counts):
        sums_of_file = prefix_sums(files[a])
        cumulative[a, :count], summed[a, : count + 1] = sums_of_file
        if looked_up:
            above[a] = first_above(sums_of_file[0], longest)
    return Limits(
        table,
        np.array(counts, dtype=np.int64),
        np.array(ordered, dtype=np.bool_),
        cumulative,
        summed,
        above,
        by_rank,
        np.argsort(by_rank, axis=1, kind="stable").astype(np.int64),
        t,
    )


@bare
def emd_of(lim: Limits, a: int, members: Ints) -> float:
    """Compute the EMD of a cluster from the file, given its sorted ranks of attribute `a`."""
    v = lim.counts[a]
    cumulative, summed = lim.cumulative[a, :v], lim.summed[a, : v + 1]
    return emd(members, cumulative, summed, lim.above[a], lim.ordered[a])


@bare
def keeps(g: Groups, lim: Limits, cluster: int, out: int, into: int, scratch: Ints) -> bool:
    """Say whether a cluster keeps t without record `out` and with record `into`, -1 for none.

    The members of a cluster stand in the order of the first attribute (`Groups.key`).
    """
    for a in range(len(lim.counts)):
        size, x = 0, g.first[cluster]
        for _ in range(g.size[cluster]):
            if x != out and lim.ranks[a, x] >= 0:
                scratch[size] = lim.ranks[a, x]
                size += 1
            x = g.following[x]
        if a > 0:
            sort_few(scratch, size)
        if into >= 0 and lim.ranks[a, into] >= 0:
            insert_sorted(scratch, size, lim.ranks[a, into])
            size += 1
        if emd_of(lim, a, scratch[:size]) > lim.t:
            return False
    return True


@bare
def may_move(g: Groups, lim: Limits, x: int, c: int, scratch: Ints) -> bool:
    """Say whether t is kept if `x` moves into cluster `c`."""
    return keeps(g, lim, c, -1, x, scratch) and keeps(g, lim, g.label[x], x, -1, scratch)


@bare
def may_exchange(g: Groups, lim: Limits, x: int, z: int, scratch: Ints) -> bool:
    """Say whether t is kept if `x` and `z` change places."""
    if not keeps(g, lim, g.label[x], x, z, scratch):
        return False
    return keeps(g, lim, g.label[z], z, x, scratch)
