"""A tree whose records leave one by one, searched for the nearest and the farthest.

Its leaves are those of a balanced k-d tree, `LANES` records at most; a node has up to `LANES`
children, and what belongs to all of them stands side by side, so that the processor's vectors
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
from numpy.typing import NDArray

from core.kernels import heap
from core.kernels.kdtree import LEAF, KdTree

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NOBODY = 1 << 62
LANES = LEAF
_SHIFT = 4
# Room on the stack of a search: `LANES` for each level there may be.
DEPTH = 256
# Relative room for the rounding of the bound that is not monotone.
_ROOM = 1e-12


class Tree(NamedTuple):
    """A tree's arrays.

    Leaves are numbered from left to right; node `i` of a level has the children ``LANES i`` to
    ``LANES i + LANES - 1`` of the level below, level 0 being the leaves. The nodes of all
    levels but 0 stand in one array, those of a level from ``start[level]`` on, the root last.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (leaves, m, LANES)
        The records of each leaf, those that remain first.
    position : numpy.ndarray of int64, shape (leaves, LANES)
        Which record stands there.
    held : numpy.ndarray of int64, shape (leaves,)
        How many remain.
    box : numpy.ndarray of float64, shape (nodes, 2 m + 1, LANES)
        Of each child: lower and upper corner of the box of the remaining records (of none, inf
        and -inf), and the largest squared distance of one of them from `centre` (of none, -1).
    first : numpy.ndarray of int64, shape (nodes, LANES)
        Of each child: the smallest position of a remaining record, `NOBODY` if there is none.
    start : numpy.ndarray of int64, shape (levels + 1,)
        Where the nodes of each level begin; ``start[0]`` is not used.
    home : numpy.ndarray of int64, shape (n,)
        The leaf of each record, by position.
    centre : numpy.ndarray of float64, shape (m,)
        A fixed point in the middle.
    """

    points: Floats
    position: Ints
    held: Ints
    box: Floats
    first: Ints
    start: Ints
    home: Ints
    centre: Floats


class Scratch(NamedTuple):
    """Room for one search.

    Attributes
    ----------
    level, node : numpy.ndarray of int64, shape (DEPTH,)
        Nodes that wait to be looked at.
    bound : numpy.ndarray of float64, shape (DEPTH,)
        Their bounds.
    smallest : numpy.ndarray of int64, shape (DEPTH,)
        Their smallest positions.
    lanes, other, size : numpy.ndarray of float64, shape (LANES,)
        Figures for each child.
    """

    level: Ints
    node: Ints
    bound: Floats
    smallest: Ints
    lanes: Floats
    other: Floats
    size: Floats


@njit(cache=True, nogil=True)
def scratch() -> Scratch:
    """Return room for one search."""
    return Scratch(
        np.empty(DEPTH, np.int64),
        np.empty(DEPTH, np.int64),
        np.empty(DEPTH),
        np.empty(DEPTH, np.int64),
        np.empty(LANES),
        np.empty(LANES),
        np.empty(LANES),
    )


@njit(cache=True, nogil=True)
def squared_distance(a: Floats, b: Floats) -> float:
    """Return the squared distance, summed in column order."""
    total = 0.0
    for i in range(len(b)):
        total += (a[i] - b[i]) * (a[i] - b[i])
    return total


@njit(cache=True, nogil=True)
def _refresh_leaf(tree: Tree, leaf: int) -> bool:
    """Compute what the parent knows of a leaf; say whether it changed."""
    m, node, lane = len(tree.centre), leaf >> _SHIFT, leaf & (LANES - 1)
    points, count = tree.points[leaf], tree.held[leaf]
    box = tree.box[tree.start[1] + node]
    changed = False
    for i in range(m):
        low, high = np.inf, -np.inf
        for j in range(count):
            low, high = min(low, points[i, j]), max(high, points[i, j])
        if low != box[i, lane] or high != box[m + i, lane]:
            box[i, lane], box[m + i, lane] = low, high
            changed = True
    reach, first = -1.0, NOBODY
    for j in range(count):
        away = 0.0
        for i in range(m):
            away += (points[i, j] - tree.centre[i]) * (points[i, j] - tree.centre[i])
        reach, first = max(reach, away), min(first, tree.position[leaf, j])
    known = tree.first[tree.start[1] + node]
    if reach != box[2 * m, lane] or first != known[lane]:
        box[2 * m, lane], known[lane] = reach, first
        changed = True
    return changed


@njit(cache=True, nogil=True)
def _refresh_node(tree: Tree, level: int, index: int) -> bool:
    """Compute what the parent knows of a node; say whether it changed."""
    m, lane = len(tree.centre), index & (LANES - 1)
    own, parent = tree.start[level] + index, tree.start[level + 1] + (index >> _SHIFT)
    box, known = tree.box[own], tree.box[parent]
    changed = False
    for i in range(2 * m + 1):
        row = box[i]
        value = row[0]
        for j in range(1, LANES):
            value = min(value, row[j]) if i < m else max(value, row[j])
        if value != known[i, lane]:
            known[i, lane] = value
            changed = True
    first = tree.first[own].min()
    if first != tree.first[parent, lane]:
        tree.first[parent, lane] = first
        changed = True
    return changed


@njit(cache=True, nogil=True)
def _summarise(tree: Tree) -> None:
    """Fill the boxes from the leaves upwards."""
    for leaf in range(len(tree.held)):
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
        # A leaf that is not so deep as others stands for the first of its descendants.
        leaf = node
        while leaf < leaves:
            leaf *= 2
        leaf += first - leaves
        tree.held[leaf] = end[node] - begin[node]
        for j in range(end[node] - begin[node]):
            record = position[begin[node] + j]
            tree.position[leaf, j] = record
            tree.home[record] = leaf
            for i in range(points.shape[1]):
                tree.points[leaf, i, j] = points[begin[node] + j, i]


def _starts(leaves: int) -> list[int]:
    starts, nodes = [0, 0], leaves
    while nodes > 1 or len(starts) == 2:
        nodes = -(-nodes // LANES)
        starts.append(starts[-1] + nodes)
    return starts


def _empty(leaves: int, records: int, centre: Floats) -> Tree:
    starts, m = _starts(leaves), len(centre)
    box = np.full((starts[-1], 2 * m + 1, LANES), -np.inf)
    box[:, :m], box[:, 2 * m] = np.inf, -1.0
    return Tree(
        points=np.zeros((leaves, m, LANES)),
        position=np.zeros((leaves, LANES), dtype=np.int64),
        held=np.zeros(leaves, dtype=np.int64),
        box=box,
        first=np.full((starts[-1], LANES), NOBODY),
        start=np.array(starts[:-1], dtype=np.int64),
        home=np.empty(records, dtype=np.int64),
        centre=centre,
    )


def shrinking(grown: KdTree, centre: Floats) -> Tree:
    """Return a tree from which records may leave.

    Parameters
    ----------
    grown : KdTree
        Finished.
    centre : numpy.ndarray of float64, shape (m,)
        A point in the middle of the records; searches are the faster the better it is.
    """
    tree = _empty(len(grown.begin) // 2, len(grown.position), centre)
    _fill(tree, 0, grown.points, grown.position, grown.begin, grown.end)
    _summarise(tree)
    return tree


def forest(grown: Sequence[KdTree], centre: Floats) -> tuple[Tree, int, int]:
    """Return one tree over several, in which each can still be searched by itself.

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
    leaves = max(LANES, *(len(one.begin) // 2 for one in grown))
    level = (leaves.bit_length() - 1) // _SHIFT
    tree = _empty(leaves * len(grown), sum(len(one.position) for one in grown), centre)
    for i, one in enumerate(grown):
        _fill(tree, i * leaves, one.points, one.position, one.begin, one.end)
    _summarise(tree)
    return tree, level, leaves >> (_SHIFT * level)


@njit(cache=True, nogil=True)
def remove(tree: Tree, record: int) -> None:
    """Take a record out and shrink the boxes at whose edge it stood."""
    leaf = tree.home[record]
    last, at = tree.held[leaf] - 1, 0
    while tree.position[leaf, at] != record:
        at += 1
    tree.position[leaf, at] = tree.position[leaf, last]
    for i in range(len(tree.centre)):
        tree.points[leaf, i, at] = tree.points[leaf, i, last]
    tree.held[leaf] = last
    if not _refresh_leaf(tree, leaf):
        return
    level, index = 1, leaf >> _SHIFT
    while level < len(tree.start) - 1 and _refresh_node(tree, level, index):
        level, index = level + 1, index >> _SHIFT


@njit(cache=True, nogil=True)
def _leaf_distances(points: Floats, centre: Floats, out: Floats) -> None:
    """Fill `out` with the squared distances of a leaf's lanes, summed in column order."""
    for j in range(LANES):
        out[j] = 0.0
    for i in range(len(centre)):
        c, row = centre[i], points[i]
        for j in range(LANES):
            gap = row[j] - c
            out[j] += gap * gap


@njit(cache=True, nogil=True)
def _nearest_bounds(box: Floats, centre: Floats, out: Floats) -> None:
    """Fill `out` with the squared distances of the children's boxes; inf for empty ones."""
    m = len(centre)
    for j in range(LANES):
        out[j] = 0.0
    for i in range(m):
        c, low, high = centre[i], box[i], box[m + i]
        for j in range(LANES):
            below, above = low[j] - c, c - high[j]
            gap = below if below > above else above
            gap = gap if gap > 0.0 else 0.0
            out[j] += gap * gap


@njit(cache=True, nogil=True)
def _push(
    room: Scratch, waiting: int, base: int, level: int, index: int, lane: int, d: float, first: int
) -> int:
    """Put a child on the stack, above those of this node that promise less.

    What promises most is looked at first; `d` is the promise, the larger the better.
    """
    at = waiting
    while at > base and (
        room.bound[at - 1] > d or (room.bound[at - 1] == d and room.smallest[at - 1] < first)
    ):
        room.bound[at], room.smallest[at] = room.bound[at - 1], room.smallest[at - 1]
        room.level[at], room.node[at] = room.level[at - 1], room.node[at - 1]
        at -= 1
    room.bound[at], room.smallest[at] = d, first
    room.level[at], room.node[at] = level - 1, index * LANES + lane
    return waiting + 1


@njit(cache=True, nogil=True)
def nearest_few(
    tree: Tree, centre: Floats, room: int, size: int, key: Floats, place: Ints, space: Scratch
) -> tuple[int, int]:
    """Put the `room` records nearest to `centre` into a heap (`core.kernels.heap`).

    The heap, of `size` entries, may hold records of other trees. Returns its size and the work
    done, in nodes and leaves looked at.
    """
    top = len(tree.start) - 1
    return nearest_under(tree, top, 0, 1, centre, room, size, key, place, space)


@njit(cache=True, nogil=True)
def nearest_under(
    tree: Tree,
    top: int,
    begin: int,
    end: int,
    centre: Floats,
    room: int,
    size: int,
    key: Floats,
    place: Ints,
    space: Scratch,
) -> tuple[int, int]:
    """Do as `nearest_few` for the records under the nodes ``begin..end-1`` of level `top`."""
    lanes = space.lanes
    work, waiting = 0, end - begin
    for i in range(waiting):
        space.level[i], space.node[i] = top, begin + i
        space.bound[i], space.smallest[i] = 0.0, 0
    while waiting > 0:
        waiting -= 1
        # The stack's promise is minus the distance of the box.
        bound, first = -space.bound[waiting], space.smallest[waiting]
        if size == room and (bound > key[0] or (bound == key[0] and first > place[0])):
            continue
        level, index = space.level[waiting], space.node[waiting]
        work += 1
        if level == 0:
            _leaf_distances(tree.points[index], centre, lanes)
            position = tree.position[index]
            for j in range(tree.held[index]):
                if size < room or lanes[j] <= key[0]:
                    size = heap.offer(key, place, size, room, lanes[j], position[j])
            continue
        node, base = tree.start[level] + index, waiting
        _nearest_bounds(tree.box[node], centre, lanes)
        known = tree.first[node]
        for j in range(LANES):
            d = lanes[j]
            if d == np.inf or (size == room and d > key[0]):
                continue
            waiting = _push(space, waiting, base, level, index, j, -d, known[j])
    return size, work


@njit(cache=True, nogil=True)
def _farthest_bounds(
    box: Floats, point: Floats, centre: Floats, away: float, space: Scratch
) -> None:
    """Fill ``space.lanes`` with what no squared distance from `point` exceeds; -1 for empty ones.

    The smaller of two: the distance of the box's farthest corner; and, with r the point, c the
    tree's centre and R the largest ``|x - c|`` of the child, ``R^2 + |r - c|^2 - 2 min (x -
    c)(r - c)`` over the box, which cuts off the corners where no record can be. `away` is
    ``|r - c|^2``.
    """
    m, lanes, dot, size = len(point), space.lanes, space.other, space.size
    for j in range(LANES):
        lanes[j], dot[j], size[j] = 0.0, 0.0, 0.0
    for i in range(m):
        p, c, low, high = point[i], centre[i], box[i], box[m + i]
        way = p - c
        edge = low if way >= 0.0 else high
        for j in range(LANES):
            below, above = p - low[j], high[j] - p
            gap = below if below > above else above
            lanes[j] += gap * gap
            term = (edge[j] - c) * way
            dot[j] += term
            size[j] += abs(term)
    reach = box[2 * m]
    for j in range(LANES):
        room = _ROOM * (reach[j] + away + 2.0 * size[j])
        ball = reach[j] + away - 2.0 * dot[j] + room
        lanes[j] = ball if ball < lanes[j] else lanes[j]
        lanes[j] = lanes[j] if reach[j] >= 0.0 else -1.0


@njit(cache=True, nogil=True)
def farthest(
    tree: Tree, point: Floats, best: float, record: int, space: Scratch
) -> tuple[float, int, int]:
    """Return squared distance and position of the record farthest from `point`, and the work.

    `best` and `record` are the farthest of what was looked at before; -1 and `NOBODY` if
    nothing was.
    """
    away, lanes = squared_distance(point, tree.centre), space.lanes
    work, waiting = 0, 1
    space.level[0], space.node[0] = len(tree.start) - 1, 0
    space.bound[0], space.smallest[0] = np.inf, 0
    while waiting > 0:
        waiting -= 1
        bound, first = space.bound[waiting], space.smallest[waiting]
        if bound < best or (bound == best and first > record):
            continue
        level, index = space.level[waiting], space.node[waiting]
        work += 1
        if level == 0:
            _leaf_distances(tree.points[index], point, lanes)
            position = tree.position[index]
            for j in range(tree.held[index]):
                d = lanes[j]
                if d > best or (d == best and position[j] < record):
                    best, record = d, position[j]
            continue
        node, base = tree.start[level] + index, waiting
        _farthest_bounds(tree.box[node], point, tree.centre, away, space)
        known = tree.first[node]
        for j in range(LANES):
            if lanes[j] >= best and lanes[j] >= 0.0:
                waiting = _push(space, waiting, base, level, index, j, lanes[j], known[j])
    return best, record, work
