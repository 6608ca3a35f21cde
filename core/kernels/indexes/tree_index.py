"""An index of numbers by a shrinking tree and an outer list: nearly linear in time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.compilation.bare import bare
from core.kernels.indexes import index, point_records
from core.kernels.indexes.point_records import PointRecords
from core.kernels.numerics.heap import NOBODY
from core.kernels.trees import shrinking_tree, tree_search
from core.kernels.trees.shrinking_tree import Tree
from core.kernels.trees.tree_search import Scratch

# What looking at a node, and at a record of the list, costs: in distances of a pass over all.
_NODE, _LISTED = 120, 25
# To take a record out costs as much as looking at so many nodes.
_TAKEN = 3


class TreeIndex(NamedTuple):
    """The index.

    Attributes
    ----------
    records, labels, key, heap_records
        As in `core.kernels.indexes.passes.Passes`.
    """

    tree: Tree
    records: PointRecords
    labels: Ints
    key: Floats
    heap_records: Ints
    space: Scratch


def build_tree_index(tree: Tree, records: PointRecords, k: int) -> TreeIndex:
    """Build the index of the records in a tree, for clusters of `k`."""
    return TreeIndex(
        tree,
        records,
        records.labels,
        key=np.empty(k),
        heap_records=np.empty(k, dtype=np.int64),
        space=tree_search.scratch(),
    )


@index.serves(index.find_outermost, TreeIndex)
def first(state: TreeIndex, count: int) -> tuple[int, int]:
    """Serve `core.kernels.indexes.index.first`."""
    best, record, sure, listed = point_records.far_from_mean(state.records, count, 4)
    distances = _LISTED * listed
    if not sure:
        centre = state.records.centre
        _, record, steps = tree_search.farthest(state.tree, centre, best, record, state.space)
        distances += _NODE * steps
    return record, distances


@index.serves(index.find_farthest, TreeIndex)
def farthest(state: TreeIndex, record: int, _count: int) -> tuple[int, int]:
    """Serve `core.kernels.indexes.index.farthest`."""
    centre = state.records.points[record]
    _, far, steps = tree_search.farthest(state.tree, centre, -1.0, NOBODY, state.space)
    return far, _NODE * steps


@index.serves(index.take, TreeIndex)
def _take(state: TreeIndex, record: int, _: int, label: int) -> None:
    point_records.leave(state.records, record, label)
    shrinking_tree.drop(state.tree, record)


@bare
def _search_around(state: TreeIndex, record: int, n_nearest: int) -> tuple[int, int]:
    """Put the records nearest to one into the heap; its size, and the nodes looked at."""
    centre = state.records.points[record]
    return tree_search.nearest_around(
        state.tree, record, centre, n_nearest, state.key, state.heap_records, state.space
    )


@index.serves(index.find_around, TreeIndex)
def _around(
    state: TreeIndex, record: int, n_nearest: int, count: int, far: bool
) -> tuple[int, int, int]:
    farthest_record, distances = NOBODY, 0
    if far:
        farthest_record, distances = index.find_farthest(state, record, count)
    size, steps = _search_around(state, record, n_nearest)
    return size, farthest_record, distances + _NODE * (steps + _TAKEN * (n_nearest + 1))


@index.serves(index.take_found, TreeIndex)
def _take_found(state: TreeIndex, record: int, size: int, count: int, label: int) -> None:
    for j in range(size):
        index.take(state, state.heap_records[j], count - j, label)
    shrinking_tree.shrink(state.tree, record)
    for j in range(size):
        shrinking_tree.shrink(state.tree, state.heap_records[j])


@index.serves(index.gather, TreeIndex)
def _gather(_index: TreeIndex, _members: Ints, _size: int, _count: int) -> None:
    pass


@index.serves(index.find_nearest, TreeIndex)
def _nearest(state: TreeIndex, record: int, inside: bool, _: int) -> tuple[float, int, int]:
    # The record itself is at distance 0, so of the two nearest the farther one is the other.
    n_nearest = 2 if inside else 1
    size, steps = _search_around(state, record, n_nearest)
    if size < n_nearest:
        return np.inf, NOBODY, _NODE * steps
    return state.key[0], state.heap_records[0], _NODE * steps
