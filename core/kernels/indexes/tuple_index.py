"""An index of records of numbers and categories by a tree of their tuples."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.array_types import Floats, Int32s, Ints
from core.kernels.categories.category_sets import CategorySets, fill, fill_around
from core.kernels.indexes import index, mixed_middle
from core.kernels.indexes.mixed_middle import Middle
from core.kernels.numerics.heap import NOBODY
from core.kernels.trees import tuple_search, tuple_tree
from core.kernels.trees.tuple_search import Space
from core.kernels.trees.tuple_tree import TupleTree

# What looking at a node or a tuple costs, in distances of a pass over all; and how many entries
# of a row are filled in that time.
_STEP, _ROW = 4, 8


class TupleIndex(NamedTuple):
    """The index.

    Attributes
    ----------
    tree : TupleTree
        Over the records that remain, with a root for each bucket.
    bucket_counts : numpy.ndarray of int64, shape (buckets,)
        How many records of each bucket remain; of shape (1,) where there are no buckets.
    sets : CategorySets
        Those of `singles`.
    points : numpy.ndarray of float64, shape (n, m)
        The numbers in the file's order.
    singles : numpy.ndarray of int32, shape (n, q)
        The categories, as sets.
    labels : numpy.ndarray of int64, shape (n,)
        Filled with the clusters; -1 for the records that remain.
    spare : numpy.ndarray of int64, shape (1,)
        How many records may leave before `middle` has to be renewed; negative if that is due.
    centre : numpy.ndarray of float64, shape (m,)
        Scratch.
    near, far : numpy.ndarray of float64, shape (s,)
        Scratch: distances of sets from a centre.
    key, heap_records : numpy.ndarray, shape (k,)
        Scratch.
    """

    tree: TupleTree
    bucket_counts: Ints
    sets: CategorySets
    middle: Middle
    points: Floats
    singles: Int32s
    labels: Ints
    spare: Ints
    centre: Floats
    near: Floats
    far: Floats
    key: Floats
    heap_records: Ints
    space: Space


def build_tuple_index(
    tree: TupleTree,
    sets: CategorySets,
    middle: Middle,
    points: Floats,
    singles: Int32s,
    labels: Ints,
    space: Space,
    k: int,
    bucket_counts: Ints,
) -> TupleIndex:
    """Build the index of the records in a tree, to be renewed first; as in `TupleIndex`."""
    return TupleIndex(
        tree,
        bucket_counts,
        sets,
        middle,
        points,
        singles,
        labels,
        spare=np.full(1, -1, dtype=np.int64),
        centre=np.empty(points.shape[1]),
        near=np.empty(len(sets.up)),
        far=np.empty(len(sets.up)),
        key=np.empty(k),
        heap_records=np.empty(k, dtype=np.int64),
        space=space,
    )


@index.serves(index.find_outermost, TupleIndex)
def _first(state: TupleIndex, count: int) -> tuple[int, int]:
    if state.spare[0] < 0:
        return -1, 0
    mixed_middle.mean(state.middle, count, state.centre)
    fill(state.sets, state.middle.central, state.near, state.far)
    record, steps = tuple_search.farthest(
        state.tree, len(state.bucket_counts), state.centre, state.far, state.space
    )
    return record, _STEP * (steps + len(state.far) // _ROW)


@index.serves(index.find_farthest, TupleIndex)
def _farthest(state: TupleIndex, record: int, _: int) -> tuple[int, int]:
    fill_around(state.sets, state.singles, record, state.near, state.far)
    far, steps = tuple_search.farthest(
        state.tree, len(state.bucket_counts), state.points[record], state.far, state.space
    )
    return far, _STEP * (steps + len(state.far) // _ROW)


@index.serves(index.take, TupleIndex)
def _take(state: TupleIndex, record: int, _: int, label: int) -> None:
    state.labels[record] = label
    tuple_tree.drop(state.tree, record)
    last = mixed_middle.leave(state.middle, state.points, state.singles, record)
    state.spare[0] = -1 if last or state.spare[0] < 0 else state.spare[0] - 1


@index.serves(index.find_around, TupleIndex)
def _around(
    state: TupleIndex, record: int, n_nearest: int, _: int, far: bool
) -> tuple[int, int, int]:
    fill_around(state.sets, state.singles, record, state.near, state.far)
    point, farthest_record, steps_done = state.points[record], NOBODY, len(state.near) // _ROW
    if far:
        farthest_record, steps = tuple_search.farthest(
            state.tree, len(state.bucket_counts), point, state.far, state.space
        )
        steps_done += steps
    size, steps = tuple_search.nearest(
        state.tree, 0, point, state.near, n_nearest, state.key, state.heap_records, state.space
    )
    return size, farthest_record, _STEP * (steps_done + steps)


@index.serves(index.take_found, TupleIndex)
def _take_found(state: TupleIndex, record: int, size: int, count: int, label: int) -> None:
    for j in range(size):
        index.take(state, state.heap_records[j], count - j, label)
    tuple_tree.shrink(state.tree, state.sets.up, record)
    for j in range(size):
        tuple_tree.shrink(state.tree, state.sets.up, state.heap_records[j])


@index.serves(index.take_nearest, TupleIndex)
def _take_nearest(state: TupleIndex, record: int, bucket: int, count: int, label: int) -> int:
    # From one bucket to the next distances are from the same record.
    steps_done = 0
    if bucket == 0:
        fill_around(state.sets, state.singles, record, state.near, state.far)
        steps_done += len(state.near) // _ROW
    _, steps = tuple_search.nearest(
        state.tree,
        bucket,
        state.points[record],
        state.near,
        1,
        state.key,
        state.heap_records,
        state.space,
    )
    nearest_record = state.heap_records[0]
    index.take(state, nearest_record, count, label)
    tuple_tree.shrink(state.tree, state.sets.up, nearest_record)
    state.bucket_counts[bucket] -= 1
    return _STEP * (steps_done + steps)


@index.serves(index.gather, TupleIndex)
def _gather(_index: TupleIndex, _members: Ints, _size: int, _count: int) -> None:
    pass


@index.serves(index.find_nearest, TupleIndex)
def _nearest(state: TupleIndex, record: int, inside: bool, _: int) -> tuple[float, int, int]:
    fill_around(state.sets, state.singles, record, state.near, state.far)
    # The record itself is at distance 0, so of the two nearest the farther one is the other.
    n_nearest, point = 2 if inside else 1, state.points[record]
    size, steps = tuple_search.nearest(
        state.tree, 0, point, state.near, n_nearest, state.key, state.heap_records, state.space
    )
    distances = _STEP * (steps + len(state.near) // _ROW)
    if size < n_nearest:
        return np.inf, NOBODY, distances
    return state.key[0], state.heap_records[0], distances
