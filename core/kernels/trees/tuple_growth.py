"""Grows a `core.kernels.trees.tuple_tree.TupleTree`, in slices."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats, Int32s, Ints
from core.kernels.categories.category_sets import CategorySets
from core.kernels.numerics.grouping import refine
from core.kernels.numerics.heap import NOBODY
from core.kernels.trees.tuple_tree import TupleTree, refresh_leaf, refresh_node

# Tuples of a leaf.
LEAF = 8
# Of what two records of a node differ by on average, what a cut in the middle explains.
_EXPLAINED = 2.0 * 0.64
MADE, NEXT = 0, 1


@njit(cache=True, nogil=True)
def _choose(tree: TupleTree, sets: CategorySets, node: int) -> int:
    """Return what to cut a node by: number `i`, or attribute `a` as ``m + a``; -1 for nothing."""
    begin, size, m = tree.begin[node], tree.n_tuples[node], tree.numbers.shape[1]
    best, chosen = 0.0, -1
    for i in range(m):
        base, total, squares = tree.numbers[begin, i], 0.0, 0.0
        for row in range(begin, begin + size):
            gap = tree.numbers[row, i] - base
            total += gap
            squares += gap * gap
        score = _EXPLAINED * (squares / size - (total / size) ** 2)
        if score > best and tree.box[node, i] < tree.box[node, m + i]:
            best, chosen = score, i
    for a in range(tree.singles.shape[1]):
        category_set, below = tree.sets[node, a], 0
        if sets.low[category_set] != category_set:
            for row in range(begin, begin + size):
                below += sets.rank[tree.singles[row, a]] < sets.middle[category_set]
            share = below / size
            score = share * (1.0 - share) * sets.gap[category_set] * 2.0
            if score > best:
                best, chosen = score, m + a
    return int(chosen)


@njit(cache=True, nogil=True)
def _cut(tree: TupleTree, sets: CategorySets, node: int, by: int) -> int:
    """Move the tuples of one side of a cut to the front; return how many there are."""
    numbers, singles = tree.numbers, tree.singles
    begin, m = tree.begin[node], numbers.shape[1]
    end, middle, inclusive = begin + tree.n_tuples[node], 0.0, True
    if by < m:
        middle = np.median(tree.numbers[begin:end, by])
        inclusive = middle < tree.box[node, m + by]
    i, j = begin, end - 1
    while i <= j:
        if by < m:
            value = tree.numbers[i, by]
            lower = value <= middle if inclusive else value < middle
        else:
            a = by - m
            lower = sets.rank[tree.singles[i, a]] < sets.middle[tree.sets[node, a]]
        if lower:
            i += 1
        else:
            for x in range(m):
                numbers[i, x], numbers[j, x] = numbers[j, x], numbers[i, x]
            for x in range(singles.shape[1]):
                singles[i, x], singles[j, x] = singles[j, x], singles[i, x]
            for row in (tree.start, tree.head, tree.live, tree.end):
                row[i], row[j] = row[j], row[i]
            j -= 1
    return int(i - begin)


@njit(cache=True, nogil=True)
def _grow(tree: TupleTree, sets: CategorySets, depth: Ints, state: Ints, budget: int) -> None:
    """Cut nodes in the order in which they were made, for about `budget` tuples looked at."""
    made, node = state[MADE], state[NEXT]
    while node < made and budget > 0:
        size = tree.n_tuples[node]
        refresh_leaf(tree, sets.up, node)
        budget -= size
        by = _choose(tree, sets, node) if size > LEAF else -1
        if by >= 0:
            lower = _cut(tree, sets, node, by)
            tree.child[node] = made
            tree.begin[made], tree.n_tuples[made] = tree.begin[node], lower
            tree.begin[made + 1], tree.n_tuples[made + 1] = tree.begin[node] + lower, size - lower
            for child in (made, made + 1):
                tree.parent[child], depth[child] = node, depth[node] + 1
            made += 2
        else:
            for row in range(tree.begin[node], tree.begin[node] + size):
                for i in range(tree.start[row], tree.end[row]):
                    tree.home[tree.record[i]] = node
        node += 1
    state[MADE], state[NEXT] = made, node


class TupleGrowth:
    """A tree that grows.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The numbers, finite; `m` may be 0.
    singles : numpy.ndarray of int32, shape (n, q)
        The categories, as sets; `q` at least 1.
    sets : CategorySets
        Theirs.
    groups : numpy.ndarray of int64, shape (n,), optional
        Numbered from 0 without gaps: each gets a tree of its own, whose root has the group's
        number; without it there is one.

    Attributes
    ----------
    tree : TupleTree
        Finished once `step` says so.
    depth : int
        Of the finished tree.
    """

    def __init__(
        self, points: Floats, singles: Int32s, sets: CategorySets, groups: Ints | None = None
    ) -> None:
        groups = np.zeros(len(points), dtype=np.int64) if groups is None else groups
        self._sets, roots = sets, int(groups.max()) + 1
        self.tree = _roots(points, singles, groups, roots)
        self._depth = np.zeros(len(self.tree.child), dtype=np.int64)
        self._state = np.array([roots, 0], dtype=np.int64)

    def step(self, budget: int) -> bool:
        """Go on for about `budget` tuples; say whether the tree is finished."""
        _grow(self.tree, self._sets, self._depth, self._state, budget)
        made = int(self._state[MADE])
        if self._state[NEXT] < made:
            return False
        _summarise(self.tree, self._sets.up, made)
        return True

    @property
    def depth(self) -> int:
        """Count the cuts above the deepest node."""
        return int(self._depth.max())


@njit(cache=True, nogil=True)
def _summarise(tree: TupleTree, up: Int32s, nodes: int) -> None:
    for node in range(nodes - 1, -1, -1):
        if tree.child[node] >= 0:
            refresh_node(tree, up, node)


def _tuples(points: Floats, singles: Int32s, groups: Ints) -> Ints:
    """Find the tuple of each record, numbered group by group."""
    labels = groups
    for column in singles.T:
        labels = refine(labels, column.astype(np.int64))
    for number in points.T:
        # Adding 0 makes one zero of the two.
        labels = refine(labels, np.ascontiguousarray(number + 0.0).view(np.int64))
    first = np.unique(labels, return_index=True)[1]
    ranks = np.empty_like(first)
    ranks[np.argsort(groups[first], kind="stable")] = np.arange(len(first))
    return np.asarray(ranks[labels], dtype=np.int64)


def _roots(points: Floats, singles: Int32s, groups: Ints, roots: int) -> TupleTree:
    """Build trees of one node each, which hold all tuples."""
    labels, n = _tuples(points, singles, groups), len(points)
    record = np.argsort(labels, kind="stable").astype(np.int64)
    live = np.bincount(labels).astype(np.int64)
    end = np.cumsum(live).astype(np.int64)
    start, nodes = end - live, 2 * len(live)
    block = np.empty(n, dtype=np.int64)
    block[record] = np.repeat(start, live)
    begin, n_tuples = np.zeros(nodes, dtype=np.int64), np.zeros(nodes, dtype=np.int64)
    n_tuples[:roots] = np.bincount(groups[record[start]], minlength=roots)
    begin[:roots] = np.cumsum(n_tuples[:roots]) - n_tuples[:roots]
    return TupleTree(
        numbers=np.ascontiguousarray(points[record[start]]),
        singles=np.ascontiguousarray(singles[record[start]]),
        start=start,
        head=start.copy(),
        live=live,
        end=end,
        record=record,
        there=np.ones(n, dtype=np.bool_),
        home=np.zeros(n, dtype=np.int64),
        block=block,
        child=np.full(nodes, -1, dtype=np.int64),
        parent=np.full(nodes, -1, dtype=np.int64),
        begin=begin,
        n_tuples=n_tuples,
        box=np.empty((nodes, 2 * points.shape[1])),
        sets=np.zeros((nodes, singles.shape[1]), dtype=np.int32),
        first=np.full(nodes, NOBODY, dtype=np.int64),
        stale=np.zeros(nodes, dtype=np.bool_),
    )
