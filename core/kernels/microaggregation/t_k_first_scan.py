"""The clusters of t-k-first, one after the other (Soria-Comas et al. 2015, Algorithm 2)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels.closeness import exchange, lowering
from core.kernels.closeness.exchange import Attributes, ExchangeGroup
from core.kernels.compilation.bare import bare
from core.kernels.indexes import point_records
from core.kernels.indexes.point_records import PointRecords
from core.kernels.numerics import heap
from core.kernels.numerics.heap import NOBODY
from core.kernels.trees import around, frontier, shrinking_tree, tree_search
from core.kernels.trees.around import Around
from core.kernels.trees.frontier import Frontier, Wanted
from core.kernels.trees.shrinking_tree import Tree
from core.kernels.trees.tree_search import Scratch

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LEFT, CLUSTERS, EXCHANGES = 0, 1, 2
# What a look at a node, a leaf or an exchange costs, in distances.
_STEP = 8
# How many times k of the nearest records are tried before the others are chosen from.
_TRIED = 8
# After how many records without an exchange those that cannot help are left out again.
_QUIET = 4


class RecordSearch(NamedTuple):
    """What the records that remain are searched with.

    Attributes
    ----------
    tree : Tree
        Over these records; the ranks of the confidential attributes go along.
    below : numpy.ndarray of uint64, shape (a, nodes, LANES)
        From `core.kernels.trees.frontier.steps_below`, for each attribute.
    front : Frontier
        Scratch of a search.
    wanted : Wanted
        Scratch for intervals.
    above : numpy.ndarray of float64
        Scratch of `core.kernels.closeness.lowering.intervals`.
    near : Around
        The same records by the rank of the first attribute.
    """

    tree: Tree
    below: NDArray[np.uint64]
    front: Frontier
    wanted: Wanted
    above: Floats
    near: Around


def search(tree: Tree, file: Attributes, k: int) -> RecordSearch:
    """Return what a tree, along which the ranks of the attributes go, is searched with."""
    m = len(tree.centre)
    below = [frontier.steps_below(tree, m + a, v) for a, v in enumerate(file.values)]
    numbers, spans = lowering.sizes(file, k)
    scratch = frontier.frontier(tree), frontier.wanted(spans), np.empty(numbers)
    near = around.around(file.ranks[0], int(file.values[0]))
    return RecordSearch(tree, np.array(below), *scratch, near)


@bare
def _sieve(file: Attributes, group: ExchangeGroup, wanted: Wanted, a: int, above: Floats) -> None:
    """Want what may lower the EMD of attribute `a`."""
    count = lowering.intervals(file, group, a, above, wanted.spans)
    frontier.want(wanted, count, file.values[a])


@bare
def _lasting(file: Attributes) -> bool:
    """Say whether what cannot lower the EMD never can later, for the same cluster.

    So it is with a single attribute: the numerator is a sum of convex functions of the numbers
    of members in a family of nested sets, hence M-convex, and after an exchange for the best
    member the exchange property leaves no gain to a record that gave none before.
    """
    return bool(len(file.values) == 1 and file.apart)


@bare
def _next_wanted(near: Around, which: int, wanted: Wanted) -> tuple[float, int]:
    """Return squared distance and position of the nearest record that may help."""
    best, nearest = np.inf, NOBODY
    for i in range(wanted.used[0]):
        low, high = wanted.spans[i, 0], wanted.spans[i, 1]
        best, nearest = around.nearest_between(near, which, low, high, best, nearest)
    return best, nearest


@njit(cache=True, nogil=True)
def _form_again(
    search: RecordSearch, which: int, file: Attributes, group: ExchangeGroup, t: float
) -> tuple[int, int]:
    """Fill `group` around a seed whose distances stand; return exchanges and records aside."""
    near, wanted, above = search.near, search.wanted, search.above
    aside, made, stale = 0, 0, True
    for i in range(len(group.members)):
        distance, record = near.key[which, 1], near.who[which, 1]
        aside = around.set_aside(near, which, aside, record, distance)
        group.members[i] = record
    exchange.settle(file, group)
    emd = exchange.largest_emd(file, group)[0]
    while emd > t:
        if stale:
            _sieve(file, group, wanted, 0, above)
            stale = False
        distance, record = _next_wanted(near, which, wanted)
        if record == NOBODY:
            break
        aside = around.set_aside(near, which, aside, record, distance)
        least, worst = exchange.best_exchange(file, group, record)
        if least < emd:
            exchange.bring_in(file, group, worst, record)
            emd = exchange.largest_emd(file, group)[0]
            made, stale = made + 1, True
    return made, aside


@bare
def _go_on(
    search: RecordSearch,
    file: Attributes,
    group: ExchangeGroup,
    seed: Floats,
    t: float,
    distance: float,
    position: int,
) -> tuple[int, int]:
    """Try the records after (`distance`, `position`); return the exchanges made and the work.

    Those that cannot lower the EMD are passed over; unless that is lasting, they are looked for
    again after each exchange.
    """
    tree, below, front, wanted, above, _ = search
    lasting, row = _lasting(file), len(seed)
    emd, widest = exchange.largest_emd(file, group)
    _sieve(file, group, wanted, widest, above)
    frontier.begin(front, tree)
    made, quiet, stale, total = 0, 0, False, 0
    while emd > t:
        distance, position, work = frontier.next_record(
            front, tree, below[widest], row + widest, seed, wanted, distance, position
        )
        total += work + 1
        if position == frontier.NOBODY:
            break
        if not frontier.passes(wanted, file.ranks[widest, position]):
            continue
        least, worst = exchange.best_exchange(file, group, position)
        if least < emd:
            exchange.bring_in(file, group, worst, position)
            emd, widest = exchange.largest_emd(file, group)
            made, stale = made + 1, True
        else:
            quiet += 1
        if stale and (quiet == _QUIET or not lasting):
            _sieve(file, group, wanted, widest, above)
            quiet, stale = 0, False
            if not lasting:
                frontier.begin(front, tree)
    return made, total


@njit(cache=True, nogil=True)
def _form(
    search: RecordSearch,
    file: Attributes,
    group: ExchangeGroup,
    seed: Floats,
    t: float,
    key: Floats,
    place: Ints,
    space: Scratch,
) -> tuple[int, int]:
    """Fill `group` with the cluster around `seed`; return the exchanges made and the work.

    Records are tried in the order of nearness.
    """
    k, made = len(group.members), 0
    size, work = tree_search.nearest_few(search.tree, seed, len(key), 0, key, place, space)
    # The heap becomes a list, the nearest first.
    for last in range(size - 1, 0, -1):
        distance, position = key[0], place[0]
        heap.replace_top(key, place, last, key[last], place[last])
        key[last], place[last] = distance, position
    group.members[:] = place[:k]
    exchange.settle(file, group)
    emd = exchange.largest_emd(file, group)[0]
    for at in range(k, size):
        if emd <= t:
            break
        least, worst = exchange.best_exchange(file, group, place[at])
        if least < emd:
            exchange.bring_in(file, group, worst, place[at])
            emd = exchange.largest_emd(file, group)[0]
            made += 1
    if emd > t and size == len(key):
        more, steps = _go_on(search, file, group, seed, t, key[size - 1], place[size - 1])
        made, work = made + more, work + steps
    return made, work


@njit(cache=True, nogil=True)
def advance(
    search: RecordSearch,
    records: PointRecords,
    seed: Floats,
    file: Attributes,
    group: ExchangeGroup,
    state: Ints,
    t: float,
    budget: int,
) -> None:
    """Go on for about `budget` distances, in whole clusters.

    Parameters
    ----------
    search : RecordSearch
        The records that remain.
    records : PointRecords
        All records.
    seed : numpy.ndarray of float64, shape (m,)
        The seed of the cluster made last.
    file : Attributes
        The confidential attributes.
    group : ExchangeGroup
        Scratch of `k` members.
    state : numpy.ndarray of int64, shape (3,)
        Records that remain, clusters made, exchanges made.
    t : float
        Largest EMD wished for.
    budget : int
        Distances after which to stop; what is computed does not depend on it.
    """
    points, labels = records.points, records.labels
    k, lasting = len(group.members), _lasting(file)
    tree, near, space = search.tree, search.near, tree_search.scratch()
    key, place = np.empty(_TRIED * k), np.empty(_TRIED * k, np.int64)
    left, label = state[LEFT], state[CLUSTERS]
    while left >= 2 * k and budget > 0:
        centre, best, record, sure = seed, -1.0, NOBODY, False
        if label % 2 == 0:
            centre = records.centre
            best, record, sure, work = point_records.far_from_mean(records, left, 8)
            budget -= work
        if not sure:
            best, record, work = tree_search.farthest(tree, centre, best, record, space)
            budget -= _STEP * work
        seed[:] = points[record]
        which, aside, ready = label % around.SEEDS, 0, False
        if lasting:
            ready, work = around.stand(near, which, record, points, labels, seed)
            budget -= work
        if ready:
            made, aside = _form_again(search, which, file, group, t)
            work = aside
        else:
            made, work = _form(search, file, group, seed, t, key, place, space)
            near.spent[which] += work
        for j in group.members:
            point_records.leave(records, j, label)
        around.settle(near, which, aside, labels, group.members)
        for j in group.members:
            shrinking_tree.remove(tree, j)
        left -= k
        label += 1
        state[EXCHANGES] += made
        budget -= _STEP * (work + k)
    if left < 2 * k and left > 0:
        for j in range(len(labels)):
            if labels[j] < 0:
                labels[j] = label
        left, label = 0, label + 1
    state[LEFT], state[CLUSTERS] = left, label
