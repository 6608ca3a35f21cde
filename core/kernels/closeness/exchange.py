"""EMD of a group after one of its records is exchanged, from what the exchange changes.

With `level` the group's records of a rank of at most `i`, the EMD of ordered ranks is the sum
over `i` of ``|level * n - size * cumulative[i]|``, over ``n * size * (v - 1)``. Between two
consecutive ranks of the group, a *segment*, the level is constant; where its sum changes its
sign depends on the level alone and is looked up. Taking out a rank `a` and bringing in a rank
`b` changes the level by one between the two and nowhere else. So the sums over whole segments
with a level one higher and one lower are kept, and an exchange with any member costs no more
than adding one up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Bools, Floats, Ints
from core.kernels.closeness.emd import counts_of, prefix_sums
from core.kernels.closeness.semantic_emd import below
from core.kernels.compilation.bare import bare

# Whole numbers as long as 64 bits hold them, else doubles.
Counts = Floats

_SAFE = 2.0**61
# Up to here different numerators are different doubles, also once divided.
_APART = 2.0**50

Tree = tuple[Ints, Ints, int]
_NO_TREE: Tree = (np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64), 0)


class Attributes(NamedTuple):
    """The confidential attributes of the file, one after the other.

    Attributes
    ----------
    ranks : numpy.ndarray of int64, shape (a, n)
        Each record's rank.
    values : numpy.ndarray of int64, shape (a,)
        Number of distinct ranks of each attribute.
    begin : numpy.ndarray of int64, shape (a + 1,)
        Where each attribute begins in `cumulative`; in `summed` its number is added.
    cumulative, summed : numpy.ndarray
        From `core.kernels.closeness.emd.prefix_sums`.
    ordered : numpy.ndarray of bool, shape (a,)
        Whether the ranks are in an order; where not, the hierarchical EMD or total variation
        is taken.
    tree_begin : numpy.ndarray of int64, shape (a + 1,)
        Where the tree of each attribute begins in `up`, `rise` and `held`; empty without one.
    up, rise : numpy.ndarray of int64
        As in `core.kernels.closeness.semantic_emd.hierarchical_emd`.
    held : numpy.ndarray
        Records of the file at or below each place of a tree.
    height : numpy.ndarray of int64, shape (a,)
        Height of each tree, 0 where there is none.
    turn : numpy.ndarray of int64, shape (a, size + 3)
        ``turn[level + 1]`` is the first rank i with ``size * cumulative[i] > level * n``.
    bend : numpy.ndarray of int64, shape (a, size + 3)
        ``bend[level + 1]`` is the first rank that is as near to a level one higher.
    apart : bool
        Whether different numerators always lead to different EMD.
    """

    ranks: Ints
    values: Ints
    begin: Ints
    cumulative: Counts
    summed: Counts
    ordered: Bools
    tree_begin: Ints
    up: Ints
    rise: Ints
    held: Counts
    height: Ints
    turn: Ints
    bend: Ints
    apart: bool


class ExchangeGroup(NamedTuple):
    """A group of `size` records and what its exchanges need, attribute by attribute.

    Attributes
    ----------
    members : numpy.ndarray of int64, shape (size,)
        Positions of the records.
    ranks, who : numpy.ndarray of int64, shape (a, size)
        Their ranks in ascending order, and of each the place among `members`.
    total : numpy.ndarray, shape (a,)
        The EMD's numerator.
    down, up : numpy.ndarray, shape (a, size + 1)
        What a segment adds to `total` if its level falls or rises by one.
    change : numpy.ndarray, shape (size,)
        Scratch.
    worst : numpy.ndarray of float64, shape (size,)
        Largest EMD over the attributes if the member is exchanged.
    below : numpy.ndarray
        Members at or below each place of the trees.
    """

    members: Ints
    ranks: Ints
    who: Ints
    total: Counts
    down: Counts
    up: Counts
    change: Counts
    worst: Floats
    below: Counts


def attributes(
    columns: list[tuple[Ints, int, bool]],
    size: int,
    file: list[Ints] | None = None,
    trees: list[Tree | None] | None = None,
) -> Attributes:
    """Gather attributes, given as (ranks, number of distinct ranks, ordered), for groups.

    `file` holds how many records of the whole file have each rank, where the records are only a
    part of it; `trees` for each attribute (up, rise, height), or ``None`` where it has no tree. The
    ranks of an attribute with neither order nor tree are renumbered, the rarest in the file first.
    """
    planted = [tree or _NO_TREE for tree in trees or [None] * len(columns)]
    file_counts = (
        [counts_of(ranks, count) for ranks, count, _ in columns] if file is None else [*file]
    )
    for i, (ranks, count, ordered) in enumerate(columns):
        if not ordered and not len(planted[i][0]):
            number = np.empty(count, dtype=np.int64)
            number[np.argsort(file_counts[i], kind="stable")] = np.arange(count)
            columns[i], file_counts[i] = (number[ranks], count, ordered), np.sort(file_counts[i])
    prefixes = [prefix_sums(counts) for counts in file_counts]
    values = np.array([count for _, count, _ in columns], dtype=np.int64)
    records = int(file_counts[0].sum())
    # Exact in whole numbers wherever these hold the largest numerator.
    widest = max(int(values.max()), *(2 * height for _, _, height in planted))
    numerator = float(records) * (size + 1) * widest
    kind = np.int64 if numerator < _SAFE else np.float64
    levels = np.arange(-1, size + 2) * records
    turns = [np.searchsorted(size * c, levels, "right") for c, _ in prefixes]
    bends = [np.searchsorted(2 * size * c, 2 * levels + records) for c, _ in prefixes]
    pairs = zip(file_counts, planted, strict=True)
    records_below = [below(counts, up) if len(up) else up for counts, (up, _, _) in pairs]
    return Attributes(
        np.array([ranks for ranks, _, _ in columns], dtype=np.int64),
        values,
        np.append(0, np.cumsum(values)).astype(np.int64),
        np.concatenate([cumulative for cumulative, _ in prefixes]).astype(kind),
        np.concatenate([summed for _, summed in prefixes]).astype(kind),
        np.array([ordered for _, _, ordered in columns], dtype=np.bool_),
        np.append(0, np.cumsum([len(up) for up, _, _ in planted])).astype(np.int64),
        np.concatenate([up for up, _, _ in planted]),
        np.concatenate([rise for _, rise, _ in planted]),
        np.concatenate(records_below).astype(kind),
        np.array([height for _, _, height in planted], dtype=np.int64),
        np.array(turns, dtype=np.int64),
        np.array(bends, dtype=np.int64),
        numerator < _APART,
    )


def group(file: Attributes, size: int) -> ExchangeGroup:
    """Make an empty group of `size` records."""
    count, kind = len(file.values), file.cumulative.dtype
    return ExchangeGroup(
        np.zeros(size, dtype=np.int64),
        np.zeros((count, size), dtype=np.int64),
        np.zeros((count, size), dtype=np.int64),
        np.zeros(count, dtype=kind),
        np.zeros((count, size + 1), dtype=kind),
        np.zeros((count, size + 1), dtype=kind),
        np.zeros(size, dtype=kind),
        np.zeros(size),
        np.zeros(len(file.up), dtype=kind),
    )


@bare
def segment(file: Attributes, a: int, begin: int, end: int, level: int, size: int) -> float:
    """Compute the sum of ``|level * n - size * cumulative[i]|`` over i in ``begin..end-1``."""
    summed, first = file.summed, file.begin[a] + a
    height = level * file.cumulative[file.begin[a + 1] - 1]
    turn = min(max(file.turn[a, level + 1], begin), end)
    here = summed[first + turn]
    below = height * (turn - begin) - size * (here - summed[first + begin])
    total: float = below + size * (summed[first + end] - here) - height * (end - turn)
    return total


@bare
def surplus(file: Attributes, a: int, rank: int, count: int, size: int) -> float:
    """Compute what a rank that `count` of the group have adds to the total variation."""
    cell = file.begin[a] + rank
    here = file.cumulative[cell] - (file.cumulative[cell - 1] if rank > 0 else 0)
    records = file.cumulative[file.begin[a + 1] - 1]
    surplus: float = max(0 * here, count * records - size * here)
    return surplus


@bare
def count_of(ranks: Ints, rank: int) -> int:
    """Count the ascending `ranks` that equal `rank`."""
    return int(np.searchsorted(ranks, rank, "right") - np.searchsorted(ranks, rank, "left"))


@njit(cache=True, nogil=True)
def _sort_in(file: Attributes, group: ExchangeGroup, a: int) -> None:
    """Sort the members by rank."""
    size = len(group.members)
    ranks, who = group.ranks[a], group.who[a]
    for j in range(size):
        ranks[j] = file.ranks[a, group.members[j]]
    order = np.argsort(ranks)
    for j in range(size):
        who[j] = order[j]
    ranks.sort()


@bare
def edge(file: Attributes, node: int, count: int, size: int, records: int) -> float:
    """Compute what the edge above a place adds if `count` members are at or below it."""
    cost: float = file.rise[node] * abs(count * records - file.held[node] * size)
    return cost


@bare
def _weigh_tree(file: Attributes, group: ExchangeGroup, a: int) -> None:
    """Compute the numerator of the hierarchical EMD (`core.kernels.closeness.semantic_emd`)."""
    size, start, end = len(group.members), file.tree_begin[a], file.tree_begin[a + 1]
    group.below[start:end] = 0
    for rank in group.ranks[a]:
        node = rank
        while node >= 0:
            group.below[start + node] += 1
            node = file.up[start + node]
    records = file.held[end - 1]
    for node in range(start, end):
        group.total[a] += edge(file, node, group.below[node], size, records)


@bare
def _fill_tree_changes(file: Attributes, group: ExchangeGroup, a: int, rank: int) -> None:
    """Fill `change` with what the numerator changes by if `rank` replaces each member's."""
    size, start = len(group.members), file.tree_begin[a]
    records = file.held[file.tree_begin[a + 1] - 1]
    for j in range(size):
        leaving, entering = group.ranks[a, j], rank
        total = 0 * records
        # `up` points to larger places, so the smaller of two is never above the other.
        while leaving != entering:
            node, step = (start + leaving, -1) if leaving < entering else (start + entering, 1)
            count = group.below[node]
            total += edge(file, node, count + step, size, records)
            total -= edge(file, node, count, size, records)
            if step < 0:
                leaving = file.up[node]
            else:
                entering = file.up[node]
        group.change[group.who[a, j]] = total


@bare
def _weigh(file: Attributes, group: ExchangeGroup, a: int) -> None:
    """Compute the EMD's numerator and what each segment changes it by."""
    size = len(group.members)
    ranks = group.ranks[a]
    group.total[a] = 0
    if file.height[a] > 0:
        _weigh_tree(file, group, a)
        return
    if not file.ordered[a]:
        for j in range(size):
            if j == 0 or ranks[j] != ranks[j - 1]:
                count = count_of(ranks, ranks[j])
                group.total[a] += surplus(file, a, ranks[j], count, size)
        return
    for j in range(size + 1):
        begin = ranks[j - 1] if j > 0 else 0
        end = ranks[j] if j < size else file.values[a]
        here = segment(file, a, begin, end, j, size)
        group.total[a] += here
        group.down[a, j] = segment(file, a, begin, end, j - 1, size) - here
        group.up[a, j] = segment(file, a, begin, end, j + 1, size) - here


@njit(cache=True, nogil=True)
def settle(file: Attributes, group: ExchangeGroup) -> None:
    """Compute everything of a group whose `members` are set."""
    for a in range(len(file.values)):
        _sort_in(file, group, a)
        _weigh(file, group, a)


@bare
def _resort(file: Attributes, group: ExchangeGroup, a: int, member: int) -> None:
    """Put the member at `member`, whose rank alone is another, where it belongs."""
    ranks, who, rank = group.ranks[a], group.who[a], file.ranks[a, group.members[member]]
    slot = 0
    while who[slot] != member:
        slot += 1
    while slot > 0 and ranks[slot - 1] > rank:
        ranks[slot], who[slot] = ranks[slot - 1], who[slot - 1]
        slot -= 1
    while slot + 1 < len(ranks) and ranks[slot + 1] < rank:
        ranks[slot], who[slot] = ranks[slot + 1], who[slot + 1]
        slot += 1
    ranks[slot], who[slot] = rank, member


@bare
def bring_in(file: Attributes, group: ExchangeGroup, member: int, record: int) -> None:
    """Exchange the member at `member` of a settled group for `record`."""
    group.members[member] = record
    for a in range(len(file.values)):
        _resort(file, group, a, member)
        _weigh(file, group, a)


@bare
def _emd(file: Attributes, a: int, total: float, size: int) -> float:
    """Compute the EMD of a numerator, divided as in `core.kernels.closeness.emd`."""
    if file.values[a] <= 1:
        return 0.0
    records = float(file.cumulative[file.begin[a + 1] - 1])
    if file.height[a] > 0:
        return float(total) / (2.0 * float(file.height[a]) * records * float(size))
    if file.ordered[a]:
        return float(total) / (records * float(size) * float(file.values[a] - 1))
    return float(total) / (records * float(size))


@bare
def largest_emd(file: Attributes, group: ExchangeGroup) -> tuple[float, int]:
    """Find the group's EMD, the largest over the attributes, and the attribute."""
    largest, attribute = 0.0, 0
    for a in range(len(file.values)):
        emd = _emd(file, a, group.total[a], len(group.members))
        if emd > largest:
            largest, attribute = emd, a
    return largest, attribute


@bare
def _fill_ordered_changes(file: Attributes, group: ExchangeGroup, a: int, rank: int) -> None:
    """Fill `change` with what the numerator changes by if `rank` replaces each member's."""
    size = len(group.members)
    ranks, who, change = group.ranks[a], group.who[a], group.change
    slot = int(np.searchsorted(ranks, rank, "right"))
    if slot > 0:
        # Members of no higher rank go: the level falls from their rank up to the new one.
        begin = ranks[slot - 1]
        lower = segment(file, a, begin, rank, slot - 1, size)
        total = lower - segment(file, a, begin, rank, slot, size)
        change[who[slot - 1]] = total
        for j in range(slot - 1, 0, -1):
            total += group.down[a, j]
            change[who[j - 1]] = total
    if slot < size:
        higher = segment(file, a, rank, ranks[slot], slot + 1, size)
        total = higher - segment(file, a, rank, ranks[slot], slot, size)
        change[who[slot]] = total
        for j in range(slot + 1, size):
            total += group.up[a, j]
            change[who[j]] = total


@bare
def _nominal_changes(file: Attributes, group: ExchangeGroup, a: int, rank: int) -> None:
    size = len(group.members)
    ranks, who, change = group.ranks[a], group.who[a], group.change
    count = count_of(ranks, rank)
    gained = surplus(file, a, rank, count + 1, size) - surplus(file, a, rank, count, size)
    for j in range(size):
        rank_of_member = ranks[j]
        change[who[j]] = 0
        if rank_of_member != rank:
            count = count_of(ranks, rank_of_member)
            lost = surplus(file, a, rank_of_member, count - 1, size) - surplus(
                file, a, rank_of_member, count, size
            )
            change[who[j]] = gained + lost


@bare
def best_exchange(file: Attributes, group: ExchangeGroup, record: int) -> tuple[float, int]:
    """Find the least EMD by bringing in `record` for a member, and the member's place.

    Of members that give the same EMD the one with the smallest position goes.
    """
    size = len(group.members)
    group.worst[:] = 0.0
    for a in range(len(file.values)):
        if file.height[a] > 0:
            _fill_tree_changes(file, group, a, file.ranks[a, record])
        elif file.ordered[a]:
            _fill_ordered_changes(file, group, a, file.ranks[a, record])
        else:
            _nominal_changes(file, group, a, file.ranks[a, record])
        for j in range(size):
            emd = _emd(file, a, group.total[a] + group.change[j], size)
            group.worst[j] = max(group.worst[j], emd)
    best = 0
    for j in range(1, size):
        if group.worst[j] < group.worst[best] or (
            group.worst[j] == group.worst[best] and group.members[j] < group.members[best]
        ):
            best = j
    return group.worst[best], best
