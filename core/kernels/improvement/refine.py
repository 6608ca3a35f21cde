"""The improvement step: a partition is searched for one that loses less.

Simulated annealing from a temperature at which even outliers move, then descent. Records move,
change places with one of a neighbour's cluster, and clusters are made, dissolved, merged and
divided; a move is one such attempt. What comes out depends on the records, the partition, the
number of moves and the seed, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit

from core.array_types import Floats, Ints
from core.kernels.improvement import chance
from core.kernels.improvement.limits import make_limits
from core.kernels.improvement.search import FEW_RECORDS, Search
from core.kernels.trees.kdtree import KdTree
from core.kernels.trees.neighbours import Neighbours

# So many neighbours of each record are candidates; fewer where moves are few.
_CANDIDATES, _MOST_CANDIDATES, _FEW_CANDIDATES = 20, 64, 10
_FEW_MOVES = 200
# In a small file no more than this, or so many for each pair of records, find anything new.
_MOVES_AT_LEAST, _MOVES_OF_A_PAIR = 100_000, 200
# A file of few records is searched so many times, with a share of the moves (decision 101).
_SEARCHES_IF_FEW = 4
# Finding a record's neighbours takes about as long as so many moves.
_UNITS_OF_A_RECORD = 16


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """A confidential attribute, from whose distribution no cluster may be farther than t.

    Attributes
    ----------
    ranks : numpy.ndarray of int64, shape (n,)
        Of each record, from 0; -1 where the value is missing.
    count : int
        Number of distinct values.
    ordered : bool
        Whether the ranks have a meaning.
    file : numpy.ndarray of int64, shape (count,)
        How many records of the whole file have each rank; the records may be a part of it.
    """

    ranks: Ints
    count: int
    ordered: bool
    file: Ints


@njit(cache=True, nogil=True)
def _add_up(points: Floats, labels: Ints, groups: int) -> tuple[Floats, Floats]:
    """Compute the clusters' sums and sizes."""
    sums, sizes = np.zeros((groups, points.shape[1])), np.zeros(groups)
    for x in range(len(points)):
        sums[labels[x]] += points[x]
        sizes[labels[x]] += 1.0
    return sums, sizes


@njit(cache=True, nogil=True)
def _loss_around(points: Floats, labels: Ints, sums: Floats, sizes: Floats) -> float:
    total = 0.0
    for x in range(len(points)):
        for i in range(points.shape[1]):
            e = points[x, i] - sums[labels[x], i] / sizes[labels[x]]
            total += e * e
    return total


def partition_loss(points: Floats, labels: Ints, groups: int) -> float:
    """Compute the sum of the squared distances of the records from their clusters' means.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The records.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each, in ``0..groups-1``.
    """
    return float(_loss_around(points, labels, *_add_up(points, labels, groups)))


class Refine:
    """The improvement of a partition, to be driven in slices.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        Finite; at least one column.
    labels : numpy.ndarray of int64, shape (n,)
        The partition at the start, numbered from 0 without gaps.
    k : int
        Least size of a cluster; those of `labels` have it.
    moves : int
        How many moves to try, at least 0.
    spreads : sequence of Spread
        The attributes for which every cluster keeps `t`, as those of `labels` do; usually none.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        The partition, numbered from 0 without gaps; of no greater loss than at the start.
    before, after : float
        Loss at the start and of `labels`, each added up from the records.
    moves : int
        How many it tries at most: in a small file fewer find all there is.
    """

    def __init__(
        self,
        points: Floats,
        labels: Ints,
        k: int,
        moves: int,
        seed: int = 0,
        spreads: Sequence[Spread] = (),
        t: float = 1.0,
    ) -> None:
        n = len(points)
        self._points, self._k, self._spreads, self._t = points, k, spreads, t
        self.moves = min(moves, max(_MOVES_AT_LEAST, _MOVES_OF_A_PAIR * n * n))
        few = n <= FEW_RECORDS and self.moves >= _MOVES_AT_LEAST
        self._moves_of_a_search = self.moves // (_SEARCHES_IF_FEW if few else 1)
        # Never written to, only replaced.
        self.labels = labels
        self.before = self.after = partition_loss(points, labels, int(labels.max()) + 1)
        self._rounding = 1e-12 * points.size * float(np.abs(points).max()) ** 2
        # One after the other, so that none stays in memory once the next is there.
        self._stage: KdTree | Neighbours | Search | Iterator[bool] = KdTree(points)
        self._graphed = False
        self._chance = chance.first_state(seed)
        self._units = n * _UNITS_OF_A_RECORD
        self._share = self._units + self._moves_of_a_search
        self.total = self._share * (_SEARCHES_IF_FEW if few else 1)
        # By the searches before this one.
        self._done = 0

    def step(self, budget: int) -> tuple[int, bool]:
        """Go on for about `budget` moves; return units done and whether all is done."""
        if self.moves < 1 or self.before <= self._rounding or len(self._points) < 2:
            return self.total, True
        stage = self._stage
        if isinstance(stage, KdTree):
            if stage.step(budget)[1]:
                self._stage = self._graph(stage)
            return self._done, False
        if isinstance(stage, Neighbours):
            return self._done + self._find(stage, budget), False
        if isinstance(stage, Search):
            moved, searched = stage.step(budget)
            if searched:
                self._stage = self._take(stage)
            return self._done + self._units + moved, False
        reached = self._done + self._share
        return reached, next(stage, True)

    def _graph(self, tree: KdTree) -> Neighbours:
        n = len(self._points)
        n_candidates = min(max(_CANDIDATES, 2 * self._k), _MOST_CANDIDATES)
        if self.moves < _FEW_MOVES * n:
            n_candidates = _FEW_CANDIDATES
        count = min(n_candidates, n - 1)
        return Neighbours(tree, count, min(self._k, count))

    def _find(self, graph: Neighbours, budget: int) -> int:
        """Find neighbours, then begin the search; return units done."""
        if self._graphed:
            graph.tree.forget_boxes()
            self._place = graph.tree.position.astype(np.int32)
            self._stage = self._begin(graph)
            return self._units
        n_found, self._graphed = graph.step(budget)
        return n_found * _UNITS_OF_A_RECORD

    def _begin(self, graph: Neighbours) -> Search:
        positions = self._place
        limits = make_limits(
            [spread.ranks[positions] for spread in self._spreads],
            [spread.count for spread in self._spreads],
            [spread.ordered for spread in self._spreads],
            [spread.file for spread in self._spreads],
            len(positions),
            self._t,
        )
        return Search(
            graph.tree.points,
            self.labels.astype(np.int32)[positions],
            self._k,
            self._moves_of_a_search,
            graph.neighbours,
            graph.local,
            limits,
            self._chance,
        )

    def _take(self, search: Search) -> Iterator[bool]:
        """Take the partition found if it is better, by its loss computed afresh, in slices."""
        loss_of_search, moved_labels = search.loss, search.groups.label
        del search
        labels = np.empty_like(self.labels)
        # Numbered from 0 without gaps, in their order.
        occurs = np.zeros(int(moved_labels.max()) + 1, dtype=np.bool_)
        occurs[moved_labels] = True
        labels[self._place] = (np.cumsum(occurs) - 1)[moved_labels]
        del moved_labels, occurs
        yield False
        means = _add_up(self._points, labels, int(labels.max()) + 1)
        yield False
        loss = float(_loss_around(self._points, labels, *means))
        # A defect that let the two part would make every decision of the search a wrong one.
        if abs(loss - loss_of_search) > 1e-6 * self.before + self._rounding:
            raise ArithmeticError("the loss kept while moving is not the partition's")
        if loss < self.after:
            self.labels, self.after = labels, loss
        if self._done < self.total - self._share:
            self._done += self._share
            self._stage, self._graphed = KdTree(self._points), False
            yield False
