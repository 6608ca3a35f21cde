"""A tree whose records leave one by one; `core.kernels.trees.tree_search` searches it.

Its leaves are those of a balanced k-d tree, `LANES` records at most; a node has up to `LANES`
children, and what belongs to all of them is kept side by side, so that the processor's vectors
judge them at once. Boxes shrink as records leave, so what is gone costs no more searching.

Of records at the same distance the one with the smallest position comes first; every node knows
its smallest position, so that many equal records do not make a search long. Rounding never puts
a bound on the wrong side of a distance: the results are those of looking at every record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Bools, Floats, Ints
from core.kernels.compilation.bare import bare
from core.kernels.numerics.heap import NOBODY
from core.kernels.trees.kdtree import LEAF, KdTree

LANES = LEAF
SHIFT = 4


class Tree(NamedTuple):
    """A tree's arrays.

    Leaves are numbered from left to right; node `i` of a level has the children ``LANES i`` to
    ``LANES i + LANES - 1`` of the level below, level 0 being the leaves. The nodes of all
    levels but 0 stand in one array, those of a level from ``start[level]`` on, the root last.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (leaves, m + c, LANES)
        The records of each leaf, those that remain first; `c` numbers may go along with each
        that count for no distance.
    position : numpy.ndarray of int64, shape (leaves, LANES)
        The record there.
    leaf_counts : numpy.ndarray of int64, shape (leaves,)
        How many remain.
    box : numpy.ndarray of float64, shape (nodes, 2 m + 1, LANES)
        Of each child: lower and upper corner of the box of the remaining records (of none, inf
        and -inf), and the largest squared distance of one of them from `centre` (of none, -1).
    first : numpy.ndarray of int64, shape (nodes, LANES)
        Of each child: the smallest position of a remaining record, `NOBODY` if there is none.
    start : numpy.ndarray of int64, shape (levels + 1,)
        Where the nodes of each level begin; ``start[0]`` is not used.
    home : numpy.ndarray of int64
        The leaf of each record, by position.
    centre : numpy.ndarray of float64, shape (m,)
        A fixed point in the middle.
    stale : numpy.ndarray of bool, shape (leaves,)
        Whether a record has left since the leaf's box was computed.
    """

    points: Floats
    position: Ints
    leaf_counts: Ints
    box: Floats
    first: Ints
    start: Ints
    home: Ints
    centre: Floats
    stale: Bools


@bare
def squared_distance(a: Floats, b: Floats) -> float:
    """Compute the squared distance, summed in column order."""
    total = 0.0
    for i in range(len(b)):
        total += (a[i] - b[i]) * (a[i] - b[i])
    return total


@bare
def squared_distance_of(points: Floats, record: int, centre: Floats) -> float:
    """Compute the squared distance of ``points[record]``, summed in column order."""
    # A row cut out of the array would be counted as a reference, which takes longer than this.
    total = 0.0
    for i in range(len(centre)):
        gap = points[record, i] - centre[i]
        total += gap * gap
    return total


@bare
def _find_smallest(rows: Floats, index: int, i: int) -> float:
    """Find the smallest number of a row of `LANES`, four at a time."""
    a, b, c, d = rows[index, i, 0], rows[index, i, 1], rows[index, i, 2], rows[index, i, 3]
    for j in range(4, LANES, 4):
        a, b = min(a, rows[index, i, j]), min(b, rows[index, i, j + 1])
        c, d = min(c, rows[index, i, j + 2]), min(d, rows[index, i, j + 3])
    smallest: float = min(min(a, b), min(c, d))
    return smallest


@bare
def _find_largest(rows: Floats, index: int, i: int) -> float:
    """Find the largest number of a row of `LANES`, four at a time."""
    a, b, c, d = rows[index, i, 0], rows[index, i, 1], rows[index, i, 2], rows[index, i, 3]
    for j in range(4, LANES, 4):
        a, b = max(a, rows[index, i, j]), max(b, rows[index, i, j + 1])
        c, d = max(c, rows[index, i, j + 2]), max(d, rows[index, i, j + 3])
    largest: float = max(max(a, b), max(c, d))
    return largest


@bare
def _refresh_leaf(tree: Tree, leaf: int) -> bool:
    """Compute what the parent knows of a leaf; say whether it changed."""
    points, box, first_positions, centre = tree.points, tree.box, tree.first, tree.centre
    m, node, lane = len(centre), tree.start[1] + (leaf >> SHIFT), leaf & (LANES - 1)
    position, count = tree.position, tree.leaf_counts[leaf]
    changed = False
    for i in range(m):
        low, high = np.inf, -np.inf
        if count > 0:
            # Lanes that are free repeat the first one, so that all can be judged.
            for j in range(count, LANES):
                points[leaf, i, j] = points[leaf, i, 0]
            low, high = _find_smallest(points, leaf, i), _find_largest(points, leaf, i)
        if low != box[node, i, lane] or high != box[node, m + i, lane]:
            box[node, i, lane], box[node, m + i, lane] = low, high
            changed = True
    reach, first = -1.0, NOBODY
    for j in range(count):
        away = 0.0
        for i in range(m):
            gap = points[leaf, i, j] - centre[i]
            away += gap * gap
        reach, first = max(reach, away), min(first, position[leaf, j])
    if reach != box[node, 2 * m, lane] or first != first_positions[node, lane]:
        box[node, 2 * m, lane], first_positions[node, lane] = reach, first
        changed = True
    return changed


@bare
def _refresh_node(tree: Tree, level: int, index: int) -> bool:
    """Compute what the parent knows of a node; say whether it changed."""
    box, first_positions = tree.box, tree.first
    m, lane = len(tree.centre), index & (LANES - 1)
    node, parent = tree.start[level] + index, tree.start[level + 1] + (index >> SHIFT)
    changed = False
    for i in range(2 * m + 1):
        value = _find_smallest(box, node, i) if i < m else _find_largest(box, node, i)
        if value != box[parent, i, lane]:
            box[parent, i, lane] = value
            changed = True
    first = NOBODY
    for j in range(LANES):
        first = min(first, first_positions[node, j])
    if first != first_positions[parent, lane]:
        first_positions[parent, lane] = first
        changed = True
    return changed


@njit(cache=True, nogil=True)
def _summarise(tree: Tree) -> None:
    """Fill the boxes from the leaves upwards."""
    for leaf in range(len(tree.leaf_counts)):
        _refresh_leaf(tree, leaf)
    for level in range(1, len(tree.start) - 1):
        for index in range(tree.start[level + 1] - tree.start[level]):
            _refresh_node(tree, level, index)


@njit(cache=True, nogil=True)
def _fill(tree: Tree, first: int, points: Floats, position: Ints, begin: Ints, end: Ints) -> None:
    """Put the records of a binary tree into the leaves from `first` on."""
    leaves = len(begin) // 2
    for node in range(1, len(begin)):
        if end[node] == begin[node] or (2 * node < len(begin) and end[2 * node] > begin[2 * node]):
            continue
        # A leaf that is not so deep as others represents the first of its descendants.
        leaf = node
        while leaf < leaves:
            leaf *= 2
        leaf += first - leaves
        tree.leaf_counts[leaf] = end[node] - begin[node]
        for j in range(end[node] - begin[node]):
            record = position[begin[node] + j]
            tree.position[leaf, j] = record
            tree.home[record] = leaf
            for i in range(points.shape[1]):
                tree.points[leaf, i, j] = points[begin[node] + j, i]


@njit(cache=True, nogil=True)
def _fill_along(tree: Tree, along: Floats) -> None:
    """Store the numbers that belong to the records next to them."""
    m = len(tree.centre)
    for leaf in range(len(tree.leaf_counts)):
        for j in range(tree.leaf_counts[leaf]):
            for i in range(along.shape[1]):
                tree.points[leaf, m + i, j] = along[tree.position[leaf, j], i]


def _empty(leaves: int, records: int, centre: Floats, along: int = 0) -> Tree:
    m, nodes = len(centre), leaves
    starts = [0, 0]
    while nodes > 1 or len(starts) == 2:
        nodes = -(-nodes // LANES)
        starts.append(starts[-1] + nodes)
    box = np.full((starts[-1], 2 * m + 1, LANES), -np.inf)
    box[:, :m], box[:, 2 * m] = np.inf, -1.0
    return Tree(
        points=np.zeros((leaves, m + along, LANES)),
        position=np.zeros((leaves, LANES), dtype=np.int64),
        leaf_counts=np.zeros(leaves, dtype=np.int64),
        box=box,
        first=np.full((starts[-1], LANES), NOBODY),
        start=np.array(starts[:-1], dtype=np.int64),
        home=np.empty(records, dtype=np.int64),
        centre=centre,
        stale=np.zeros(leaves, dtype=np.bool_),
    )


def shrinking(grown: KdTree, centre: Floats, along: Floats | None = None) -> Tree:
    """Build a tree from which records may leave.

    Parameters
    ----------
    grown : KdTree
        Finished.
    centre : numpy.ndarray of float64, shape (m,)
        A point in the middle of the records; searches are the faster the better it is.
    along : numpy.ndarray of float64, shape (n, c), optional
        Numbers that go along with each record, by position.
    """
    width = 0 if along is None else along.shape[1]
    tree = _empty(len(grown.begin) // 2, int(grown.position.max()) + 1, centre, width)
    _fill(tree, 0, grown.points, grown.position, grown.begin, grown.end)
    if along is not None:
        _fill_along(tree, along)
    _summarise(tree)
    return tree


def forest(grown: Sequence[KdTree], centre: Floats) -> tuple[Tree, int, int]:
    """Build one tree over several, in which each can still be searched by itself.

    Parameters
    ----------
    grown : sequence of KdTree
        Finished; their records are together ``0..n-1``.
    centre : numpy.ndarray of float64, shape (m,)
        A point in the middle of the records.

    Returns
    -------
    tree : Tree
        Over all records.
    level, width : int
        The records of ``grown[i]`` are those under the nodes ``width i`` to ``width i + width
        - 1`` of `level`.
    """
    leaves = max(LANES, *(len(grown_tree.begin) // 2 for grown_tree in grown))
    level = (leaves.bit_length() - 1) // SHIFT
    tree = _empty(
        leaves * len(grown), sum(len(grown_tree.position) for grown_tree in grown), centre
    )
    for i, grown_tree in enumerate(grown):
        _fill(
            tree,
            i * leaves,
            grown_tree.points,
            grown_tree.position,
            grown_tree.begin,
            grown_tree.end,
        )
    _summarise(tree)
    return tree, level, leaves >> (SHIFT * level)


@bare
def drop(tree: Tree, record: int) -> None:
    """Take a record out and leave the boxes as they are, for `shrink` to do later.

    Searches are right with boxes that are too large, only slower.
    """
    points, position = tree.points, tree.position
    leaf = tree.home[record]
    last, slot = tree.leaf_counts[leaf] - 1, 0
    while position[leaf, slot] != record:
        slot += 1
    position[leaf, slot] = position[leaf, last]
    for i in range(points.shape[1]):
        points[leaf, i, slot] = points[leaf, i, last]
    tree.leaf_counts[leaf] = last
    tree.stale[leaf] = True


@bare
def shrink(tree: Tree, record: int) -> None:
    """Shrink the boxes at whose edge a dropped record was; once for all of its leaf."""
    leaf = tree.home[record]
    if not tree.stale[leaf]:
        return
    tree.stale[leaf] = False
    if not _refresh_leaf(tree, leaf):
        return
    level, index = 1, leaf >> SHIFT
    while level < len(tree.start) - 1 and _refresh_node(tree, level, index):
        level, index = level + 1, index >> SHIFT


@bare
def remove(tree: Tree, record: int) -> None:
    """Take a record out and shrink the boxes at whose edge it was."""
    drop(tree, record)
    shrink(tree, record)
