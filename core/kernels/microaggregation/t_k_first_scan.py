"""The clusters of t-k-first, one after the other (Soria-Comas et al. 2015, Algorithm 2)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Floats, Ints, Words
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
    spans : Wanted
        Scratch for intervals.
    above : numpy.ndarray of float64
        Scratch of `core.kernels.closeness.lowering.intervals`.
    near : Around
        The same records by the rank of the first attribute.
    """

    tree: Tree
    below: Words
    front: Frontier
    spans: Wanted
    above: Floats
    near: Around


def search(tree: Tree, file: Attributes, k: int) -> RecordSearch:
    """Build the search of a tree along which the ranks of the attributes go."""
    m = len(tree.centre)
    below = [frontier.steps_below(tree, m + a, v) for a, v in enumerate(file.values)]
    numbers, spans = lowering.sizes(file, k)
    scratch = frontier.frontier(tree), frontier.make_wanted(spans), np.empty(numbers)
    near = around.around(file.ranks[0], int(file.values[0]))
    return RecordSearch(tree, np.array(below), *scratch, near)


@bare
def _sieve(file: Attributes, group: ExchangeGroup, spans: Wanted, a: int, above: Floats) -> None:
    """Want what may lower the EMD of attribute `a`."""
    count = lowering.intervals(file, group, a, above, spans.spans)
    frontier.want(spans, count, file.values[a])


@bare
def _lasting(file: Attributes) -> bool:
    """Say whether what cannot lower the EMD never can later, for the same cluster.

    So it is with a single attribute: the numerator is a sum of convex functions of the numbers
    of members in a family of nested sets, hence M-convex, and after an exchange for the best
    member the exchange property leaves no gain to a record that gave none before.
    """
    return bool(len(file.values) == 1 and file.apart)


@bare
def _next_wanted(near: Around, which: int, spans: Wanted) -> tuple[float, int]:
    """Find squared distance and position of the nearest record that may help."""
    best, nearest = np.inf, NOBODY
    for i in range(spans.used[0]):
        low, high = spans.spans[i, 0], spans.spans[i, 1]
        best, nearest = around.nearest_between(near, which, low, high, best, nearest)
    return best, nearest


@njit(cache=True, nogil=True)
def _form_again(
    search: RecordSearch, which: int, file: Attributes, group: ExchangeGroup, t: float
) -> tuple[int, int]:
    """Fill `group` around a seed whose distances stand; return exchanges and records aside."""
    near, spans, above = search.near, search.spans, search.above
    aside, n_exchanges, is_stale = 0, 0, True
    for i in range(len(group.members)):
        distance, record = near.key[which, 1], near.who[which, 1]
        aside = around.set_aside(near, which, aside, record, distance)
        group.members[i] = record
    exchange.settle(file, group)
    emd = exchange.largest_emd(file, group)[0]
    while emd > t:
        if is_stale:
            _sieve(file, group, spans, 0, above)
            is_stale = False
        distance, record = _next_wanted(near, which, spans)
        if record == NOBODY:
            break
        aside = around.set_aside(near, which, aside, record, distance)
        smallest_emd, leaving = exchange.best_exchange(file, group, record)
        if smallest_emd < emd:
            exchange.bring_in(file, group, leaving, record)
            emd = exchange.largest_emd(file, group)[0]
            n_exchanges, is_stale = n_exchanges + 1, True
    return n_exchanges, aside


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
    tree, below, front, spans, above, _ = search
    is_lasting, row = _lasting(file), len(seed)
    emd, widest = exchange.largest_emd(file, group)
    _sieve(file, group, spans, widest, above)
    frontier.begin(front, tree)
    n_exchanges, n_quiet, is_stale, total_steps = 0, 0, False, 0
    while emd > t:
        distance, position, steps = frontier.next_record(
            front, tree, below[widest], row + widest, seed, spans, distance, position
        )
        total_steps += steps + 1
        if position == frontier.NOBODY:
            break
        if not frontier.passes(spans, file.ranks[widest, position]):
            continue
        smallest_emd, leaving = exchange.best_exchange(file, group, position)
        if smallest_emd < emd:
            exchange.bring_in(file, group, leaving, position)
            emd, widest = exchange.largest_emd(file, group)
            n_exchanges, is_stale = n_exchanges + 1, True
        else:
            n_quiet += 1
        if is_stale and (n_quiet == _QUIET or not is_lasting):
            _sieve(file, group, spans, widest, above)
            n_quiet, is_stale = 0, False
            if not is_lasting:
                frontier.begin(front, tree)
    return n_exchanges, total_steps


@njit(cache=True, nogil=True)
def _form(
    search: RecordSearch,
    file: Attributes,
    group: ExchangeGroup,
    seed: Floats,
    t: float,
    key: Floats,
    heap_records: Ints,
    space: Scratch,
) -> tuple[int, int]:
    """Fill `group` with the cluster around `seed`; return the exchanges made and the work.

    Records are tried in the order of nearness.
    """
    k, n_exchanges = len(group.members), 0
    size, steps_done = tree_search.nearest_few(
        search.tree, seed, len(key), 0, key, heap_records, space
    )
    # The heap becomes a list, the nearest first.
    for last in range(size - 1, 0, -1):
        distance, position = key[0], heap_records[0]
        heap.replace_top(key, heap_records, last, key[last], heap_records[last])
        key[last], heap_records[last] = distance, position
    group.members[:] = heap_records[:k]
    exchange.settle(file, group)
    emd = exchange.largest_emd(file, group)[0]
    for order_slot in range(k, size):
        if emd <= t:
            break
        smallest_emd, leaving = exchange.best_exchange(file, group, heap_records[order_slot])
        if smallest_emd < emd:
            exchange.bring_in(file, group, leaving, heap_records[order_slot])
            emd = exchange.largest_emd(file, group)[0]
            n_exchanges += 1
    if emd > t and size == len(key):
        further_exchanges, steps = _go_on(
            search, file, group, seed, t, key[size - 1], heap_records[size - 1]
        )
        n_exchanges, steps_done = n_exchanges + further_exchanges, steps_done + steps
    return n_exchanges, steps_done


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
    seed : numpy.ndarray of float64, shape (m,)
        The seed of the cluster made last.
    group : ExchangeGroup
        Scratch of `k` members.
    state : numpy.ndarray of int64, shape (3,)
        Records that remain, clusters made, exchanges made.
    budget : int
        Distances after which to stop; what is computed does not depend on it.
    """
    points, labels = records.points, records.labels
    k, is_lasting = len(group.members), _lasting(file)
    tree, near, space = search.tree, search.near, tree_search.scratch()
    key, heap_records = np.empty(_TRIED * k), np.empty(_TRIED * k, np.int64)
    n_left, label = state[LEFT], state[CLUSTERS]
    while n_left >= 2 * k and budget > 0:
        centre, best, record, is_sure = seed, -1.0, NOBODY, False
        if label % 2 == 0:
            centre = records.centre
            best, record, is_sure, steps = point_records.far_from_mean(records, n_left, 8)
            budget -= steps
        if not is_sure:
            best, record, steps = tree_search.farthest(tree, centre, best, record, space)
            budget -= _STEP * steps
        seed[:] = points[record]
        which, aside, is_ready = label % around.SEEDS, 0, False
        if is_lasting:
            is_ready, steps = around.stand(near, which, record, points, labels, seed)
            budget -= steps
        if is_ready:
            n_exchanges, aside = _form_again(search, which, file, group, t)
            steps = aside
        else:
            n_exchanges, steps = _form(search, file, group, seed, t, key, heap_records, space)
            near.spent[which] += steps
        for j in group.members:
            point_records.leave(records, j, label)
        around.settle(near, which, aside, labels, group.members)
        for j in group.members:
            shrinking_tree.remove(tree, j)
        n_left -= k
        label += 1
        state[EXCHANGES] += n_exchanges
        budget -= _STEP * (steps + k)
    if n_left < 2 * k and n_left > 0:
        for j in range(len(labels)):
            if labels[j] < 0:
                labels[j] = label
        n_left, label = 0, label + 1
    state[LEFT], state[CLUSTERS] = n_left, label
