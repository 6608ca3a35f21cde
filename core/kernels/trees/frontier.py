"""The records of a shrinking tree one after the other, the nearest first, those that may help.

What waits is a heap of nodes and records, the nearest on top. A node is opened once; what is
below it and cannot help is left out then and there. So a search goes past many records that are
of no use without putting them in order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Floats, Ints, Words
from core.kernels.compilation.bare import bare
from core.kernels.numerics import heap
from core.kernels.trees.shrinking_tree import LANES, SHIFT, Tree
from core.kernels.trees.tree_search import leaf_distances, nearest_bounds

NOBODY = -1
# Ranks are distinguished in so many steps where whole nodes are judged.
STEPS = 64
# A node is in the heap as -2 - index - level * 2 ** _LEVEL.
_LEVEL = 48
_INDEX = (1 << _LEVEL) - 1


class Wanted(NamedTuple):
    """Which ranks may help.

    Attributes
    ----------
    spans : numpy.ndarray of int64, shape (w, 2)
        Intervals of ranks, ascending and apart: first rank and the one after the last.
    used : numpy.ndarray of int64, shape (1,)
        How many intervals there are.
    steps : numpy.ndarray of uint64, shape (1,)
        One bit for each of the `STEPS` of ranks that an interval touches.
    """

    spans: Ints
    used: Ints
    steps: Words


class Frontier(NamedTuple):
    """What waits to be looked at.

    Attributes
    ----------
    key : numpy.ndarray of float64
        Squared distances of records and boxes, negated; a heap (`core.kernels.numerics.heap`).
    code : numpy.ndarray of int64
        Position of the record, or the node; negated.
    size : numpy.ndarray of int64, shape (1,)
        How many wait.
    lanes, fits : numpy.ndarray, shape (LANES,)
        Scratch.
    """

    key: Floats
    code: Ints
    size: Ints
    lanes: Floats
    fits: Ints


def frontier(tree: Tree) -> Frontier:
    """Build an empty frontier that can hold all of a tree."""
    capacity = len(tree.home) + len(tree.leaf_counts) + len(tree.first) + 1
    key, code = np.empty(capacity), np.empty(capacity, dtype=np.int64)
    lanes = np.empty(LANES), np.empty(LANES, dtype=np.int64)
    return Frontier(key, code, np.zeros(1, dtype=np.int64), *lanes)


def make_wanted(count: int) -> Wanted:
    """Make the arrays that hold up to `count` intervals."""
    spans = np.zeros((count, 2), dtype=np.int64)
    return Wanted(spans, np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.uint64))


@njit(cache=True, nogil=True)
def steps_below(tree: Tree, row: int, values: int) -> Words:
    """Return of each child of each node the steps of the ranks below it, as bits.

    Parameters
    ----------
    tree : Tree
        With the ranks in ``points[:, row]``.
    row : int
        Where they are.
    values : int
        Number of distinct ranks.
    """
    steps = np.zeros(tree.first.shape, np.uint64)
    start, points = tree.start, tree.points
    for leaf in range(len(tree.leaf_counts)):
        bits = np.uint64(0)
        for j in range(tree.leaf_counts[leaf]):
            bits |= np.uint64(1) << np.uint64(int(points[leaf, row, j]) * STEPS // values)
        steps[start[1] + (leaf >> SHIFT), leaf & (LANES - 1)] = bits
    for level in range(1, len(start) - 1):
        for index in range(start[level + 1] - start[level]):
            bits = np.uint64(0)
            for j in range(LANES):
                bits |= steps[start[level] + index, j]
            steps[start[level + 1] + (index >> SHIFT), index & (LANES - 1)] = bits
    return steps


@bare
def want(spans: Wanted, count: int, values: int) -> None:
    """Take the first `count` intervals for what is wanted."""
    bits = np.uint64(0)
    for i in range(count):
        first, last = spans.spans[i, 0] * STEPS // values, (spans.spans[i, 1] - 1) * STEPS // values
        for step in range(first, last + 1):
            bits |= np.uint64(1) << np.uint64(step)
    spans.used[0], spans.steps[0] = count, bits


@bare
def passes(spans: Wanted, rank: float) -> bool:
    """Say whether a rank is in one of the intervals."""
    low, high = 0, spans.used[0]
    while low < high:
        middle = (low + high) // 2
        if spans.spans[middle, 1] <= rank:
            low = middle + 1
        else:
            high = middle
    return bool(low < spans.used[0] and spans.spans[low, 0] <= rank)


@bare
def _push(key: Floats, codes: Ints, size: int, d: float, code: int) -> int:
    """Put an entry into the heap; return how many it holds."""
    # Negated, as that heap has the farthest on top.
    return heap.push(key, codes, size, -d, -code)


@bare
def begin(front: Frontier, tree: Tree) -> None:
    """Begin a search with the root."""
    front.size[0] = _push(front.key, front.code, 0, 0.0, -2 - ((len(tree.start) - 1) << _LEVEL))


@bare
def _pass(spans: Ints, count: int, points: Floats, leaf: int, row: int, out: Ints) -> None:
    """Say of each lane of a leaf, by 1 or 0, whether its rank is in one of the intervals."""
    for j in range(LANES):
        out[j] = 0
    for i in range(count):
        low, high = spans[i, 0], spans[i, 1]
        for j in range(LANES):
            rank = points[leaf, row, j]
            out[j] |= (rank >= low) & (rank < high)


@bare
def next_record(
    front: Frontier,
    tree: Tree,
    below: Words,
    row: int,
    seed: Floats,
    spans: Wanted,
    distance: float,
    position: int,
) -> tuple[float, int, int]:
    """Find squared distance and position of the nearest record left that may help; the work.

    Parameters
    ----------
    tree : Tree
        With ranks in ``points[:, row]``.
    below : numpy.ndarray of uint64
        From `steps_below`.
    row : int
        Where the ranks are.
    seed : numpy.ndarray of float64, shape (m,)
        From where distances are measured.
    spans : Wanted
        What is wanted; it may become less during a search, not more.
    distance : float
    position : int
        Only records after these in the order of nearness are found.

    Returns
    -------
    tuple of float, int and int
        `NOBODY` for the record if there is none; nodes and leaves opened.
    """
    lanes, fits, key, code = front.lanes, front.fits, front.key, front.code
    points, leaf_counts, box, where = tree.points, tree.leaf_counts, tree.box, tree.position
    start, steps, count = tree.start, spans.steps[0], spans.used[0]
    opened, size = 0, front.size[0]
    while size > 0:
        d, number = -key[0], -code[0]
        size -= 1
        heap.replace_top(key, code, size, key[size], code[size])
        level, index = 0, 0
        if number >= 0:
            distance, position, index = d, number, tree.home[number]
        else:
            level, index = (-2 - number) >> _LEVEL, (-2 - number) & _INDEX
            if level + 1 < len(start):
                above = start[level + 1] + (index >> SHIFT)
                if below[above, index & (LANES - 1)] & steps == 0:
                    continue
        opened += 1
        if level == 0:
            leaf_distances(points, index, seed, lanes)
            _pass(spans.spans, count, points, index, row, fits)
            best, nearest = np.inf, NOBODY
            for j in range(leaf_counts[index]):
                far = lanes[j]
                if fits[j] == 0 or far < distance or far > best:
                    continue
                record = where[index, j]
                if (far == distance and record <= position) or (far == best and record > nearest):
                    continue
                best, nearest = far, record
            if nearest != NOBODY:
                size = _push(key, code, size, best, nearest)
        else:
            node = start[level] + index
            nearest_bounds(box, node, seed, lanes)
            for j in range(LANES):
                if lanes[j] != np.inf and below[node, j] & steps != 0:
                    child = -2 - (index * LANES + j) - ((level - 1) << _LEVEL)
                    size = _push(key, code, size, lanes[j], child)
        if number >= 0:
            front.size[0] = size
            return d, number, opened
    front.size[0] = 0
    return np.inf, NOBODY, opened
