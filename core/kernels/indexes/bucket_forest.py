"""An index of numbers by a tree in which each bucket can be searched by itself."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.indexes import index, point_records, tree_index
from core.kernels.indexes.point_records import PointRecords
from core.kernels.trees import shrinking_tree, tree_search
from core.kernels.trees.shrinking_tree import SHIFT, Tree
from core.kernels.trees.tree_search import Scratch

# What looking at a node costs, in distances of a pass over all.
_NODE = 100
# To take a record out costs as much as looking at so many nodes.
_TAKEN = 3


class BucketForest(NamedTuple):
    """The index.

    Attributes
    ----------
    tree : Tree
        Over the records that remain (`core.kernels.trees.shrinking_tree.forest`).
    level, width : int
        Where each bucket is in it.
    bucket_counts : numpy.ndarray of int64, shape (buckets,)
        How many records of each bucket remain.
    records, labels, key, heap_records, space
        As in `core.kernels.indexes.tree_index.TreeIndex`.
    """

    tree: Tree
    level: int
    width: int
    bucket_counts: Ints
    records: PointRecords
    labels: Ints
    key: Floats
    heap_records: Ints
    space: Scratch


def bucket_forest(
    forest: tuple[Tree, int, int], bucket_counts: Ints, records: PointRecords
) -> BucketForest:
    """Build the index of the records in a forest; shapes as in `BucketForest`."""
    return BucketForest(
        *forest,
        bucket_counts,
        records,
        records.labels,
        key=np.empty(1),
        heap_records=np.empty(1, dtype=np.int64),
        space=tree_search.scratch(),
    )


# As in a tree over all records.
index.serves(index.find_outermost, BucketForest)(tree_index.first)
index.serves(index.find_farthest, BucketForest)(tree_index.farthest)


@index.serves(index.take_nearest, BucketForest)
def _take_nearest(forest: BucketForest, record: int, bucket: int, _count: int, label: int) -> int:
    tree, level, centre = forest.tree, forest.level, forest.records.points[record]
    begin, end = bucket * forest.width, bucket * forest.width + forest.width
    if begin <= tree.home[record] >> (SHIFT * level) < end:
        _, steps = tree_search.nearest_from(
            tree,
            tree.home[record],
            level,
            begin,
            end,
            centre,
            1,
            forest.key,
            forest.heap_records,
            forest.space,
        )
    else:
        _, steps = tree_search.nearest_under(
            tree, level, begin, end, centre, 1, 0, forest.key, forest.heap_records, forest.space
        )
    nearest_record = forest.heap_records[0]
    point_records.leave(forest.records, nearest_record, label)
    shrinking_tree.remove(tree, nearest_record)
    forest.bucket_counts[bucket] -= 1
    return _NODE * (steps + _TAKEN)
