"""Descent among neighbouring clusters: records move or change places where that loses less.

Unlike the search of `core.kernels.improvement.refine` it does not heat up, and dissolves clusters
once at most, at the start (`core.kernels.blocks.dissolving`). In each round a tree over the
centroids divides the clusters into leaves of some hundred, within which they are improved; the next
round turns the centroids before, so that other clusters are together. A cluster that was torn apart
by the border of a block recovers by it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

import numpy as np
from numba import njit

from core.array_types import Floats, Ints
from core.kernels.blocks.cluster_table import table_of
from core.kernels.blocks.leaf import Clusters, make_leaf
from core.kernels.blocks.leaf_descent import CLUSTER, LEAF, LOOKS, ROW, improve_leaves
from core.kernels.blocks.sorting import sort_places
from core.kernels.blocks.turning import turn
from core.kernels.improvement.limits import Limits, make_limits
from core.kernels.improvement.refine import Spread
from core.kernels.numerics.sums import exact_sum
from core.kernels.trees.kdtree import KdTree

# About how many records and clusters a leaf has at most, and at least so many clusters.
_LEAF_RECORDS, _LEAF_CLUSTERS, _LEAST_CLUSTERS = 2560, 512, 16
# A round that lowers the loss by a smaller share is the last.
_WORTHWHILE = 0.002


@njit(cache=True, nogil=True)
def _fill_labels(start: Ints, number: Ints, record: Ints, labels: Ints) -> None:
    for c in range(len(number)):
        for y in range(start[c], start[c + 1]):
            labels[record[y]] = number[c]


class ClusterDescent:
    """The descent, to be driven in slices.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        Finite; all records of some clusters.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each, numbered from 0 without gaps; best ascending, as nothing is copied then.
    k : int
        Least size of a cluster; those of `labels` have it.
    rounds : range
        The rounds to be gone through, at most; each divides the clusters in another way.
    spreads : sequence of Spread
        The attributes for which no record may join a cluster that then exceeds `t`.
    groups : numpy.ndarray of int64, shape (groups + 1,), optional
        The first cluster of each of some groups, and the end. Each is improved by itself before the
        rounds, after clusters whose records lose less in others have been dissolved. Without
        `spreads`.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        The clusters, in the same order, numbered without gaps; of no greater loss than at the
        start. None has fewer than `k` records, or more than ``2 k - 1`` and than it had at the
        start of a round. Without `groups` there are as many as before.
    before, after : float
        Loss at the start and of `labels`, each added up from the records.
    """

    def __init__(
        self,
        points: Floats,
        labels: Ints,
        k: int,
        rounds: range,
        spreads: Sequence[Spread] = (),
        t: float = 1.0,
        groups: Ints | None = None,
    ) -> None:
        assert groups is None or not spreads
        self._points, self._k, self._rounds, self._groups = points, k, rounds, groups
        self._spreads, self._t = spreads, t
        # Never written to, only replaced.
        self.labels = labels
        self.table = table_of(points, labels)
        self.before = self.after = float(exact_sum(self.table.losses))
        self._budget, self._done = 0, 0
        self.total = (len(rounds) + (groups is not None)) * len(points)
        self._slices = self._work()

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` looks; return units done and whether all is done."""
        self._budget = budget
        for _ in self._slices:
            return self._done, False
        return self.total, True

    def _work(self) -> Iterator[None]:
        if len(self.table.sizes) < 2:
            return
        old = self._clusters()
        new = _empty_like(old)
        limits = self._limits()
        yield
        if self._groups is not None:
            order = np.arange(len(old.number), dtype=np.int64)
            old, new = yield from self._round(old, new, order, self._groups, limits, True)
        loss = float(exact_sum(old.losses))
        for number in self._rounds:
            order, leaves = yield from self._divide(number, old)
            old, new = yield from self._round(old, new, order, leaves, limits)
            loss_before, loss = loss, float(exact_sum(old.losses))
            yield
            if loss_before - loss <= _WORTHWHILE * loss_before:
                break
        labels = np.empty_like(self.labels)
        is_used = np.zeros(len(self.table.sizes), dtype=np.int64)
        is_used[old.number] = 1
        _fill_labels(old.start, (np.cumsum(is_used) - 1)[old.number], old.record, labels)
        table = table_of(self._points, labels)
        loss = float(exact_sum(table.losses))
        if loss < self.before:
            self.labels, self.table, self.after = labels, table, loss

    def _clusters(self) -> Clusters:
        """Return the clusters of the start."""
        start, record = sort_places(self.labels, len(self.table.sizes))
        number = np.arange(len(self.table.sizes), dtype=np.int64)
        # The caller may keep the table.
        centres, losses = self.table.centres.copy(), self.table.losses.copy()
        return Clusters(record, start, number, centres, losses)

    def _limits(self) -> Limits:
        spreads = self._spreads
        return make_limits(
            [spread.ranks for spread in spreads],
            [spread.count for spread in spreads],
            [spread.ordered for spread in spreads],
            [spread.file for spread in spreads],
            len(self._points),
            self._t,
        )

    def _divide(self, number: int, old: Clusters) -> Generator[None, None, tuple[Ints, Ints]]:
        """Return the clusters in the order of a round's leaves, and where each leaf begins."""
        fewest_clusters = min(len(old.number), _LEAST_CLUSTERS)
        usual = min(_LEAF_CLUSTERS, _LEAF_RECORDS * len(old.number) // len(old.record))
        leaf_clusters = max(fewest_clusters, usual)
        tree = KdTree(turn(old.centres, number), owned=True, leaf=leaf_clusters)
        while not tree.step(self._budget)[1]:
            yield
        return tree.position, _leaves(tree, leaf_clusters, number)

    def _round(
        self,
        old: Clusters,
        new: Clusters,
        order: Ints,
        leaves: Ints,
        limits: Limits,
        dissolves: bool = False,
    ) -> Generator[None, None, tuple[Clusters, Clusters]]:
        """Improve leaf after leaf; return the clusters, and space for those of the next round."""
        space = np.maximum(np.diff(old.start), 2 * self._k - 1)[order]
        places = int(np.add.reduceat(space, leaves[:-1]).max())
        leaf = make_leaf(int(np.diff(leaves).max()), places, self._points.shape[1])
        state, done = np.zeros(4, dtype=np.int64), self._done
        scratch = np.empty(len(old.record) + 1, dtype=np.int64)
        while state[LEAF] < len(leaves) - 1:
            state[LOOKS] = 0
            improve_leaves(
                leaf,
                self._points,
                old,
                new,
                order,
                leaves,
                limits,
                self._k,
                state,
                scratch,
                self._budget,
                dissolves,
            )
            self._done = done + int(state[ROW])
            yield
        self._done = done + len(self._points)
        return _first(new, int(state[CLUSTER])), old


def _first(clusters: Clusters, count: int) -> Clusters:
    return Clusters(
        clusters.record,
        clusters.start[: count + 1],
        clusters.number[:count],
        clusters.centres[:count],
        clusters.losses[:count],
    )


def _empty_like(clusters: Clusters) -> Clusters:
    return Clusters(
        np.empty_like(clusters.record),
        np.empty_like(clusters.start),
        np.empty_like(clusters.number),
        np.empty_like(clusters.centres),
        np.empty_like(clusters.losses),
    )


def _leaves(tree: KdTree, leaf_clusters: int, number: int) -> Ints:
    """Return where each leaf begins among the slots of the tree, and the end."""
    clusters, columns = tree.points.shape
    sizes = tree.end - tree.begin
    # A larger node is divided.
    begin = np.append(np.sort(tree.begin[(sizes > 0) & (sizes <= leaf_clusters)]), clusters)
    if columns == 1 and number % 2 == 1 and len(begin) > 2:
        # Nothing can be turned in a single column.
        half = (begin[1:] + begin[:-1]) // 2
        begin = np.concatenate(([0], half, [clusters]))
    return begin
