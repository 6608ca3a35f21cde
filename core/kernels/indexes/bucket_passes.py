"""An index of passes over what remains, bucket by bucket."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.array_types import Floats, Ints
from core.kernels.compilation.bare import bare
from core.kernels.indexes import index, point_records
from core.kernels.indexes.point_records import PointRecords
from core.kernels.indexes.scan import BLOCK, farther, nearest


class BucketPasses(NamedTuple):
    """The index.

    Attributes
    ----------
    columns : numpy.ndarray of float64, shape (m, r)
        The records, column by column, bucket by bucket; in each bucket those that remain
        come first.
    position : numpy.ndarray of int64, shape (r,)
        Which record is in each slot.
    begin, bucket_counts : numpy.ndarray of int64, shape (buckets,)
        First slot of each bucket, and how many of its records remain.
    records, labels, out
        As in `core.kernels.indexes.passes.Passes`.
    """

    columns: Floats
    position: Ints
    begin: Ints
    bucket_counts: Ints
    records: PointRecords
    labels: Ints
    out: Floats


def build_bucket_passes(order: Ints, sizes: Ints, records: PointRecords) -> BucketPasses:
    """Build the index of the records without a label; `order` has all of them by bucket."""
    position = order[records.labels[order] < 0]
    return BucketPasses(
        np.ascontiguousarray(records.points[position].T),
        position,
        np.cumsum(sizes) - sizes,
        sizes,
        records,
        records.labels,
        out=np.empty(BLOCK),
    )


@index.serves(index.find_outermost, BucketPasses)
def _first(passes: BucketPasses, count: int) -> tuple[int, int]:
    point_records.find_mean(passes.records, count)
    return _farthest_from(passes, passes.records.centre), 2 * count


@index.serves(index.find_farthest, BucketPasses)
def _farthest(passes: BucketPasses, record: int, count: int) -> tuple[int, int]:
    return _farthest_from(passes, passes.records.points[record]), 2 * count


@bare
def _farthest_from(passes: BucketPasses, centre: Floats) -> int:
    best, farthest_slot = -1.0, -1
    for b in range(len(passes.bucket_counts)):
        end = passes.begin[b] + passes.bucket_counts[b]
        best, farthest_slot = farther(
            passes.columns,
            passes.position,
            passes.begin[b],
            end,
            centre,
            passes.out,
            best,
            farthest_slot,
        )
    return int(passes.position[farthest_slot])


@index.serves(index.take_nearest, BucketPasses)
def _take_nearest(passes: BucketPasses, record: int, bucket: int, _count: int, label: int) -> int:
    begin, last = passes.begin[bucket], passes.begin[bucket] + passes.bucket_counts[bucket] - 1
    columns, position = passes.columns, passes.position
    slot = nearest(columns, position, begin, last + 1, passes.records.points[record], passes.out)
    nearest_record = position[slot]
    point_records.leave(passes.records, nearest_record, label)
    position[slot] = position[last]
    for i in range(len(columns)):
        columns[i, slot] = columns[i, last]
    passes.bucket_counts[bucket] -= 1
    return 0
