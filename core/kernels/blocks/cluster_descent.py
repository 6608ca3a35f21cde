"""Descent among neighbouring clusters: records move or change places where that loses less.

Unlike the search of `core.kernels.improvement.refine` it neither heats up nor changes the number
of clusters, and the candidates are the nearest clusters, not the nearest records, which are found
in a fraction of the time. A cluster that was torn apart by the border of a block recovers by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels.blocks.cluster_table import table_of
from core.kernels.compilation.bare import bare
from core.kernels.improvement.groups import (
    Groups,
    distance,
    exchange,
    exchange_cost,
    leaving,
    link,
    make_groups,
    move,
    pad,
    sum_up,
    total_loss,
)
from core.kernels.improvement.limits import Limits, make_limits, may_exchange, may_move
from core.kernels.improvement.refine import Spread, partition_loss
from core.kernels.trees.kdtree import KdTree
from core.kernels.trees.neighbours import Neighbours

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# A record looks at so many of the clusters around its own.
CANDIDATES = 16
# The records are passed over so many times, at most.
_PASSES = 4
# A record's exchanges with a cluster are computed only where joining it costs less than so many
# times what leaving its own would gain.
_WORTHWHILE = 1.25
# A gain this much smaller than a record's mean loss is rounding.
_ROUNDING = 1e-9
# State of a pass: the next record, changes in this pass, changes so far, looks so far.
_NEXT, _CHANGES, _CLOCK, _LOOKS = 0, 1, 2, 3


@bare
def _best(
    g: Groups,
    near: NDArray[np.int32],
    lim: Limits,
    x: int,
    k: int,
    cap: int,
    least: float,
    since: int,
    changed: Ints,
    scratch: Ints,
) -> tuple[float, int, int, int]:
    """Return cost, cluster and partner (-1: none) of the best change for `x`, and the looks.

    Where neither cluster has changed `since` the record was last looked at, nothing is new.
    """
    limited = len(lim.counts) > 0
    a, to, partner, looks = int(np.int64(g.label[x])), -1, -1, 0
    gain = leaving(g, x)
    for q in range(near.shape[1]):
        b = int(np.int64(near[a, q]))
        if changed[a] <= since and changed[b] <= since:
            continue
        looks += 1
        size = g.size[b]
        added = size / (size + 1.0) * distance(g.points[x], g.means[b])
        cost = added - gain
        free = g.size[a] > k and size < cap
        if free and cost < least and (not limited or may_move(g, lim, x, b, scratch)):
            least, to, partner = cost, b, -1
        if added > _WORTHWHILE * gain:
            continue
        looks += size
        z = g.first[b]
        for _ in range(size):
            cost = exchange_cost(g, x, z)
            if cost < least and (not limited or may_exchange(g, lim, x, z, scratch)):
                least, to, partner = cost, b, z
            z = g.after[z]
    return least, to, partner, looks


@njit(cache=True, nogil=True)
def _pass(
    g: Groups,
    near: NDArray[np.int32],
    lim: Limits,
    k: int,
    cap: int,
    enough: float,
    changed: Ints,
    seen: Ints,
    state: Ints,
    scratch: Ints,
    budget: int,
) -> None:
    """Go on with a pass over all records for about `budget` looks at a cluster or record."""
    x, changes, clock, looks = state[_NEXT], state[_CHANGES], state[_CLOCK], state[_LOOKS]
    end = looks + budget
    while x < len(g.label) and looks < end:
        a = int(np.int64(g.label[x]))
        _, to, partner, more = _best(g, near, lim, x, k, cap, -enough, seen[x], changed, scratch)
        looks += more + 1
        clock += 1
        seen[x] = clock
        if to >= 0:
            if partner < 0:
                move(g, x, to)
            else:
                exchange(g, x, partner)
            clock += 1
            changes += 1
            changed[a], changed[to] = clock, clock
        x += 1
    state[_NEXT], state[_CHANGES], state[_CLOCK], state[_LOOKS] = x, changes, clock, looks


class ClusterDescent:
    """The descent, to be driven in slices.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        Finite; all records of some clusters.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each, numbered from 0 without gaps.
    k : int
        Least size of a cluster; those of `labels` have it.
    looked : int
        About how many centroids are looked at to find the nearest ones of a cluster.
    spreads : sequence of Spread
        The attributes for which no record may join a cluster that then exceeds `t`.
    t : float
        Largest EMD of a cluster.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        The clusters, with the same numbers; of no greater loss than at the start. None has fewer
        than `k` records, or more than ``2 k - 1`` and than the largest one at the start.
    before, after : float
        Loss at the start and of `labels`, each added up from the records.
    total : int
        Units of the whole work.
    """

    def __init__(
        self,
        points: Floats,
        labels: Ints,
        k: int,
        looked: int,
        spreads: Sequence[Spread] = (),
        t: float = 1.0,
    ) -> None:
        self._points, self._k, self._spreads, self._t = points, k, spreads, t
        # Never written to, only replaced.
        self.labels = labels
        self._table = table_of(points, labels)
        self.before = self.after = partition_loss(points, labels, len(self._table.sizes))
        self._looked, self._budget, self._done = looked, 0, 0
        self.total = len(self._table.sizes) + _PASSES * len(points)
        self._slices = self._work()

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` looks; return units done and whether all is done."""
        self._budget = budget
        for _ in self._slices:
            return self._done, False
        return self.total, True

    def _work(self) -> Iterator[None]:
        clusters = len(self._table.sizes)
        if clusters < 2:
            return
        tree = KdTree(self._table.centres)
        while not tree.step(self._budget)[1]:
            yield
        graph = Neighbours(tree, min(CANDIDATES, clusters - 1), 1, self._looked)
        while not graph.step(self._budget)[1]:
            yield
        self._done = clusters
        # Neighbouring clusters, and their records, stand near each other in memory.
        slot = np.empty(clusters, dtype=np.int64)
        slot[tree.position] = np.arange(clusters)
        own = slot[self.labels]
        order = np.argsort(own, kind="stable")
        yield
        groups, limits = self._groups(order, own[order], clusters)
        yield
        yield from self._descend(groups, limits, graph.found)
        found = np.empty_like(self.labels)
        found[order] = tree.position[groups.label]
        yield
        loss = partition_loss(self._points, found, clusters)
        if loss < self.before:
            self.labels, self.after = found, loss

    def _groups(self, order: Ints, labels: Ints, clusters: int) -> tuple[Groups, Limits]:
        spreads = self._spreads
        limits = make_limits(
            [spread.ranks[order] for spread in spreads],
            [spread.count for spread in spreads],
            [spread.ordered for spread in spreads],
            [spread.file for spread in spreads],
            len(order),
            self._t,
        )
        points = np.ascontiguousarray(self._points[order])
        key = limits.place[0] if spreads else None
        groups = make_groups(points, labels.astype(np.int32), clusters, key)
        pad(groups, points)
        link(groups)
        return groups, limits

    def _descend(self, groups: Groups, limits: Limits, near: NDArray[np.int32]) -> Iterator[None]:
        n = len(groups.label)
        cap = max(2 * self._k - 1, int(self._table.sizes.max()))
        changed, seen = np.ones(len(groups.size), dtype=np.int64), np.zeros(n, dtype=np.int64)
        state, scratch = np.array([0, 0, 1, 0]), np.empty(n + 1, dtype=np.int64)
        for passed in range(_PASSES):
            sum_up(groups)
            enough = _ROUNDING * total_loss(groups) / n
            state[_NEXT] = state[_CHANGES] = 0
            while state[_NEXT] < n:
                _pass(
                    groups,
                    near,
                    limits,
                    self._k,
                    cap,
                    enough,
                    changed,
                    seen,
                    state,
                    scratch,
                    self._budget,
                )
                self._done = len(groups.size) + passed * n + int(state[_NEXT])
                yield
            if state[_CHANGES] == 0:
                return
