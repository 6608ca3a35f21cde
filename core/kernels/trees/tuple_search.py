"""Searches a `core.kernels.trees.tuple_tree.TupleTree`; ties go to the smallest position.

Distances are measured from numbers, `centre`, and categories, whose rows `near` and `far` are
those of `core.kernels.categories.category_sets.fill`. Each search returns its work, in nodes and
tuples that it looked at.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Floats, Int32s, Ints
from core.kernels.numerics import heap
from core.kernels.numerics.heap import NOBODY
from core.kernels.trees.tuple_tree import TupleTree


class Space(NamedTuple):
    """The nodes that a search has still to look at, and their bounds."""

    node: Ints
    bound: Floats


def space(depth: int, roots: int = 1) -> Space:
    """Allocate what searches in a tree of some depth, or in several at once, work in."""
    return Space(np.empty(depth + roots + 1, dtype=np.int64), np.empty(depth + roots + 1))


@njit(cache=True, nogil=True)
def _distance(tree: TupleTree, row: int, centre: Floats, rows: Floats) -> float:
    total = 0.0
    for i in range(len(centre)):
        gap = tree.numbers[row, i] - centre[i]
        total += gap * gap
    for a in range(tree.singles.shape[1]):
        total += rows[tree.singles[row, a]]
    return total


@njit(cache=True, nogil=True)
def _bound_below(tree: TupleTree, node: int, centre: Floats, near: Floats) -> float:
    """Compute what no tuple of a node is nearer than."""
    total, box, m = 0.0, tree.box, len(centre)
    for i in range(m):
        gap = 0.0
        if centre[i] < box[node, i]:
            gap = box[node, i] - centre[i]
        elif centre[i] > box[node, m + i]:
            gap = centre[i] - box[node, m + i]
        total += gap * gap
    for a in range(tree.sets.shape[1]):
        total += near[tree.sets[node, a]]
    return total


@njit(cache=True, nogil=True)
def _bound_above(tree: TupleTree, node: int, centre: Floats, far: Floats) -> float:
    """Compute what no tuple of a node is farther than."""
    total, box, m = 0.0, tree.box, len(centre)
    for i in range(m):
        gap = max(abs(box[node, i] - centre[i]), abs(box[node, m + i] - centre[i]))
        total += gap * gap
    for a in range(tree.sets.shape[1]):
        total += far[tree.sets[node, a]]
    return total


@njit(cache=True, nogil=True)
def _offer(
    tree: TupleTree, row: int, d: float, key: Floats, heap_records: Ints, size: int, n_nearest: int
) -> int:
    """Offer the records of a tuple to the heap, the first ones first; return its size."""
    for i in range(tree.head[row], tree.end[row]):
        record = tree.record[i]
        if tree.there[record]:
            if size == n_nearest and (d > key[0] or (d == key[0] and record > heap_records[0])):
                break
            size = heap.offer(key, heap_records, size, n_nearest, d, record)
    return size


@njit(cache=True, nogil=True)
def nearest(
    tree: TupleTree,
    root: int,
    centre: Floats,
    near: Floats,
    n_nearest: int,
    key: Floats,
    heap_records: Ints,
    space: Space,
) -> tuple[int, int]:
    """Fill a heap (`core.kernels.numerics.heap`) with the `n_nearest` records nearest to a centre.

    Returns
    -------
    size : int
        Entries of the heap; fewer than `n_nearest` if fewer are left.
    steps : int
        Nodes and tuples looked at.
    """
    node, bound, child, first_records = space.node, space.bound, tree.child, tree.first
    size, steps, top = 0, 0, 0
    if n_nearest > 0 and first_records[root] != NOBODY:
        node[0], bound[0], top = root, 0.0, 1
    while top > 0:
        top -= 1
        x = node[top]
        if size == n_nearest and (
            bound[top] > key[0] or (bound[top] == key[0] and first_records[x] > heap_records[0])
        ):
            continue
        y = child[x]
        if y < 0:
            for row in range(tree.begin[x], tree.begin[x] + tree.n_tuples[x]):
                d = _distance(tree, row, centre, near)
                if size < n_nearest or d <= key[0]:
                    size = _offer(tree, row, d, key, heap_records, size, n_nearest)
            steps += tree.n_tuples[x]
            continue
        steps += 2
        b0 = _bound_below(tree, y, centre, near) if first_records[y] != NOBODY else np.inf
        b1 = _bound_below(tree, y + 1, centre, near) if first_records[y + 1] != NOBODY else np.inf
        # The nearer child on top, of equally near ones the one with the smaller position.
        swap = b0 > b1 or (b0 == b1 and first_records[y] > first_records[y + 1])
        for turn in range(2):
            later = (turn == 0) != swap
            z, b = (y + 1, b1) if later else (y, b0)
            if b < np.inf:
                node[top], bound[top] = z, b
                top += 1
    return size, steps


@njit(cache=True, nogil=True)
def farthest(
    tree: TupleTree, roots: int, centre: Floats, far: Floats, space: Space
) -> tuple[int, int]:
    """Find the record farthest from a centre, `NOBODY` if none is left, and the work.

    The nodes below `roots` are searched, and what is below them.
    """
    node, bound, child, first_records = space.node, space.bound, tree.child, tree.first
    best, record, steps, top = -1.0, NOBODY, roots, 0
    for x in range(roots):
        if first_records[x] != NOBODY:
            node[top], bound[top] = x, _bound_above(tree, x, centre, far)
            top += 1
    while top > 0:
        top -= 1
        x = node[top]
        if bound[top] < best or (bound[top] == best and first_records[x] > record):
            continue
        y = child[x]
        if y < 0:
            for row in range(tree.begin[x], tree.begin[x] + tree.n_tuples[x]):
                d, first_record = _distance(tree, row, centre, far), tree.record[tree.head[row]]
                if d > best or (d == best and first_record < record):
                    best, record = d, first_record
            steps += tree.n_tuples[x]
            continue
        steps += 2
        b0 = _bound_above(tree, y, centre, far) if first_records[y] != NOBODY else -1.0
        b1 = _bound_above(tree, y + 1, centre, far) if first_records[y + 1] != NOBODY else -1.0
        swap = b0 < b1 or (b0 == b1 and first_records[y] > first_records[y + 1])
        for turn in range(2):
            later = (turn == 0) != swap
            z, b = (y + 1, b1) if later else (y, b0)
            if b >= best and b >= 0.0:
                node[top], bound[top] = z, b
                top += 1
    return record, steps


@njit(cache=True, nogil=True)
def count_nearest(
    tree: TupleTree, root: int, centre: Floats, near: Floats, space: Space
) -> tuple[float, int, int]:
    """Find the least squared distance from a centre, how many records have it, and the work."""
    node, bound, child, first_records = space.node, space.bound, tree.child, tree.first
    best, count, steps, top = np.inf, 0, 0, 0
    if first_records[root] != NOBODY:
        node[0], bound[0], top = root, 0.0, 1
    while top > 0:
        top -= 1
        x = node[top]
        if bound[top] > best:
            continue
        y = child[x]
        if y < 0:
            for row in range(tree.begin[x], tree.begin[x] + tree.n_tuples[x]):
                d = _distance(tree, row, centre, near)
                if d < best:
                    best, count = d, 0
                if d == best:
                    count += tree.live[row]
            steps += tree.n_tuples[x]
            continue
        steps += 2
        b0 = _bound_below(tree, y, centre, near) if first_records[y] != NOBODY else np.inf
        b1 = _bound_below(tree, y + 1, centre, near) if first_records[y + 1] != NOBODY else np.inf
        for turn in range(2):
            # The nearer child on top.
            later = (turn == 0) != (b0 > b1)
            z, b = (y + 1, b1) if later else (y, b0)
            if b < np.inf:
                node[top], bound[top] = z, b
                top += 1
    return best, count, steps


@njit(cache=True, nogil=True)
def distance_of(
    points: Floats, singles: Int32s, record: int, centre: Floats, rows: Floats
) -> float:
    """Compute the squared distance of a record, by position, as searches compute it."""
    total = 0.0
    for i in range(len(centre)):
        gap = points[record, i] - centre[i]
        total += gap * gap
    for a in range(singles.shape[1]):
        total += rows[singles[record, a]]
    return total
