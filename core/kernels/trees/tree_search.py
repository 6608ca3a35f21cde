"""Searches a shrinking tree for the nearest and the farthest.

Of records at the same distance the one with the smallest position comes first. Rounding never
puts a bound on the wrong side of a distance: the results are those of looking at every record.

Arrays are indexed in full rather than cut into rows: numba counts every row cut out of an array
as a reference, which takes longer than looking at it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Floats, Ints
from core.kernels.compilation.bare import bare
from core.kernels.numerics import heap
from core.kernels.trees.shrinking_tree import LANES, SHIFT, Tree, squared_distance

# Entries of the stack of a search: `LANES` for each level there may be.
DEPTH = 256
# Relative allowance for the rounding of the bounds that are not monotone.
_ROUNDING = 1e-12


class Scratch(NamedTuple):
    """What one search works in.

    Attributes
    ----------
    level, node : numpy.ndarray of int64, shape (DEPTH,)
        Nodes that wait to be looked at.
    bound : numpy.ndarray of float64, shape (DEPTH,)
        Their bounds.
    smallest : numpy.ndarray of int64, shape (DEPTH,)
        Their smallest positions.
    lanes, dot, size, near : numpy.ndarray of float64, shape (LANES,)
        Figures for each child.
    """

    level: Ints
    node: Ints
    bound: Floats
    smallest: Ints
    lanes: Floats
    dot: Floats
    size: Floats
    near: Floats


@njit(cache=True, nogil=True)
def scratch() -> Scratch:
    """Allocate what one search works in."""
    return Scratch(
        np.empty(DEPTH, np.int64),
        np.empty(DEPTH, np.int64),
        np.empty(DEPTH),
        np.empty(DEPTH, np.int64),
        np.empty(LANES),
        np.empty(LANES),
        np.empty(LANES),
        np.empty(LANES),
    )


@bare
def leaf_distances(points: Floats, leaf: int, centre: Floats, out: Floats) -> None:
    """Fill `out` with the squared distances of a leaf's lanes, summed in column order."""
    for j in range(LANES):
        out[j] = 0.0
    for i in range(len(centre)):
        c = centre[i]
        for j in range(LANES):
            gap = points[leaf, i, j] - c
            out[j] += gap * gap


@bare
def nearest_bounds(box: Floats, node: int, centre: Floats, out: Floats) -> None:
    """Fill `out` with the squared distances of the children's boxes; inf for empty ones."""
    m = len(centre)
    for j in range(LANES):
        out[j] = 0.0
    for i in range(m):
        c = centre[i]
        for j in range(LANES):
            below, above = box[node, i, j] - c, c - box[node, m + i, j]
            gap = below if below > above else above
            gap = gap if gap > 0.0 else 0.0
            out[j] += gap * gap


@bare
def _push(
    level: Ints,
    node: Ints,
    bound: Floats,
    smallest: Ints,
    waiting: int,
    base: int,
    above: int,
    child: int,
    d: float,
    first: int,
) -> int:
    """Put a child on the stack, above those of this node that promise less.

    What promises most is looked at first; `d` is the promise, the larger the better.
    """
    slot = waiting
    while slot > base and (
        bound[slot - 1] > d or (bound[slot - 1] == d and smallest[slot - 1] < first)
    ):
        bound[slot], smallest[slot] = bound[slot - 1], smallest[slot - 1]
        level[slot], node[slot] = level[slot - 1], node[slot - 1]
        slot -= 1
    bound[slot], smallest[slot] = d, first
    level[slot], node[slot] = above - 1, child
    return waiting + 1


@bare
def nearest_few(
    tree: Tree,
    centre: Floats,
    n_nearest: int,
    size: int,
    key: Floats,
    heap_records: Ints,
    space: Scratch,
) -> tuple[int, int]:
    """Put the `n_nearest` records nearest to `centre` into a heap (`core.kernels.numerics.heap`).

    The heap, of `size` entries, may hold records of other trees. Returns its size and the work
    done, in nodes and leaves looked at.
    """
    top = len(tree.start) - 1
    return nearest_under(tree, top, 0, 1, centre, n_nearest, size, key, heap_records, space)


@bare
def nearest_around(
    tree: Tree,
    record: int,
    centre: Floats,
    n_nearest: int,
    key: Floats,
    heap_records: Ints,
    space: Scratch,
) -> tuple[int, int]:
    """Do as `nearest_few` with an empty heap, for a `centre` where `record` is or was.

    Its own leaf is looked at first, so that little else needs to be.
    """
    return nearest_from(
        tree,
        tree.home[record],
        len(tree.start) - 1,
        0,
        1,
        centre,
        n_nearest,
        key,
        heap_records,
        space,
    )


@bare
def nearest_from(
    tree: Tree,
    leaf: int,
    top: int,
    begin: int,
    end: int,
    centre: Floats,
    n_nearest: int,
    key: Floats,
    heap_records: Ints,
    space: Scratch,
) -> tuple[int, int]:
    """Do as `nearest_under` with an empty heap, beginning with a leaf under these nodes."""
    n_held, position, lanes, size = tree.leaf_counts[leaf], tree.position, space.lanes, 0
    leaf_distances(tree.points, leaf, centre, lanes)
    for j in range(n_held):
        if size < n_nearest or lanes[j] <= key[0]:
            size = heap.offer(key, heap_records, size, n_nearest, lanes[j], position[leaf, j])
    # Left out of the search that follows, by being empty for its duration.
    tree.leaf_counts[leaf] = 0
    size, steps = nearest_under(
        tree, top, begin, end, centre, n_nearest, size, key, heap_records, space
    )
    tree.leaf_counts[leaf] = n_held
    return size, steps + 1


@bare
def nearest_under(
    tree: Tree,
    top: int,
    begin: int,
    end: int,
    centre: Floats,
    n_nearest: int,
    size: int,
    key: Floats,
    heap_records: Ints,
    space: Scratch,
) -> tuple[int, int]:
    """Do as `nearest_few` for the records under the nodes ``begin..end-1`` of level `top`."""
    lanes, levels, nodes = space.lanes, space.level, space.node
    bounds, smallest = space.bound, space.smallest
    points, position, n_held, box = tree.points, tree.position, tree.leaf_counts, tree.box
    first_positions, start = tree.first, tree.start
    steps, waiting = 0, 0
    if end - begin == 1:
        levels[0], nodes[0], bounds[0], smallest[0] = top, begin, 0.0, 0
        waiting = 1
    else:
        # The nearest of several first; they have one parent.
        node, steps = start[top + 1] + (begin >> SHIFT), 1
        nearest_bounds(box, node, centre, lanes)
        for child in range(begin, end):
            d, first_position = (
                lanes[child & (LANES - 1)],
                first_positions[node, child & (LANES - 1)],
            )
            if d < np.inf:
                waiting = _push(
                    levels, nodes, bounds, smallest, waiting, 0, top + 1, child, -d, first_position
                )
    while waiting > 0:
        waiting -= 1
        # The stack's promise is minus the distance of the box.
        bound, first_position = -bounds[waiting], smallest[waiting]
        if size == n_nearest and (
            bound > key[0] or (bound == key[0] and first_position > heap_records[0])
        ):
            continue
        level, index = levels[waiting], nodes[waiting]
        steps += 1
        if level == 0:
            leaf_distances(points, index, centre, lanes)
            for j in range(n_held[index]):
                if size < n_nearest or lanes[j] <= key[0]:
                    size = heap.offer(
                        key, heap_records, size, n_nearest, lanes[j], position[index, j]
                    )
            continue
        node, base = start[level] + index, waiting
        nearest_bounds(box, node, centre, lanes)
        if size < n_nearest:
            # As long as all may be among the nearest, only the nearest child has to go first.
            nearest = base
            for j in range(LANES):
                if lanes[j] == np.inf:
                    continue
                levels[waiting], nodes[waiting] = level - 1, index * LANES + j
                bounds[waiting], smallest[waiting] = -lanes[j], first_positions[node, j]
                nearest = waiting if -lanes[j] > bounds[nearest] else nearest
                waiting += 1
            if waiting > base:
                last = waiting - 1
                nodes[nearest], nodes[last] = nodes[last], nodes[nearest]
                bounds[nearest], bounds[last] = bounds[last], bounds[nearest]
                smallest[nearest], smallest[last] = smallest[last], smallest[nearest]
            continue
        for j in range(LANES):
            d = lanes[j]
            if d == np.inf or d > key[0]:
                continue
            child = index * LANES + j
            waiting = _push(
                levels,
                nodes,
                bounds,
                smallest,
                waiting,
                base,
                level,
                child,
                -d,
                first_positions[node, j],
            )
    return size, steps


@bare
def _farthest_bounds(
    box: Floats,
    node: int,
    point: Floats,
    centre: Floats,
    away: float,
    lanes: Floats,
    dot: Floats,
    size: Floats,
    near: Floats,
) -> None:
    """Fill `lanes` with what no squared distance from `point` exceeds; -1 for empty ones.

    The smallest of three, with r the point, c the tree's centre, R the largest ``|x - c|`` of
    the child and `away` = ``|r - c|^2``: the distance of the box's farthest corner; ``R^2 + |r -
    c|^2 - 2 min (x - c)(r - c)`` over the box, which cuts off the corners where no record can
    be; and, by the parallelogram law with ``a = 2 c - r`` opposite to r, ``2 R^2 + 2 |r - c|^2 -
    min |x - a|^2`` over the box, which is close where the farthest are.
    """
    m = len(point)
    for j in range(LANES):
        lanes[j], dot[j], size[j], near[j] = 0.0, 0.0, 0.0, 0.0
    for i in range(m):
        p, c = point[i], centre[i]
        way = p - c
        edge = i if way >= 0.0 else m + i
        for j in range(LANES):
            low, high = box[node, i, j], box[node, m + i, j]
            below, above = p - low, high - p
            gap = below if below > above else above
            lanes[j] += gap * gap
            term = (box[node, edge, j] - c) * way
            dot[j] += term
            size[j] += abs(term)
            below, above = (low - c) + way, (c - high) - way
            gap = below if below > above else above
            gap = gap if gap > 0.0 else 0.0
            near[j] += gap * gap
    for j in range(LANES):
        reach = box[node, 2 * m, j]
        allowance = _ROUNDING * (reach + away + 2.0 * size[j])
        ball = reach + away - 2.0 * dot[j] + allowance
        opposite = 2.0 * (reach + away) - near[j] + 4.0 * allowance
        ball = ball if ball < opposite else opposite
        lanes[j] = ball if ball < lanes[j] else lanes[j]
        lanes[j] = lanes[j] if reach >= 0.0 else -1.0


@bare
def farthest(
    tree: Tree, point: Floats, best: float, record: int, space: Scratch
) -> tuple[float, int, int]:
    """Find squared distance and position of the record farthest from `point`, and the work.

    `best` and `record` are the farthest of what was looked at before; -1 and `NOBODY` if
    nothing was.
    """
    lanes, levels, nodes = space.lanes, space.level, space.node
    bounds, smallest = space.bound, space.smallest
    points, position, n_held, box = tree.points, tree.position, tree.leaf_counts, tree.box
    first_positions, start, centre = tree.first, tree.start, tree.centre
    dot, size, near = space.dot, space.size, space.near
    away = squared_distance(point, centre)
    steps, waiting = 0, 1
    levels[0], nodes[0] = len(start) - 1, 0
    bounds[0], smallest[0] = np.inf, 0
    while waiting > 0:
        waiting -= 1
        bound, first_position = bounds[waiting], smallest[waiting]
        if bound < best or (bound == best and first_position > record):
            continue
        level, index = levels[waiting], nodes[waiting]
        steps += 1
        if level == 0:
            leaf_distances(points, index, point, lanes)
            for j in range(n_held[index]):
                d = lanes[j]
                if d > best or (d == best and position[index, j] < record):
                    best, record = d, position[index, j]
            continue
        node, base = start[level] + index, waiting
        _farthest_bounds(box, node, point, centre, away, lanes, dot, size, near)
        for j in range(LANES):
            d = lanes[j]
            if d >= best and d >= 0.0:
                child = index * LANES + j
                waiting = _push(
                    levels,
                    nodes,
                    bounds,
                    smallest,
                    waiting,
                    base,
                    level,
                    child,
                    d,
                    first_positions[node, j],
                )
    return best, record, steps
