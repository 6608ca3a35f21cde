"""An index of passes over what remains, bucket by bucket."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels.compilation.bare import bare
from core.kernels.indexes import index, point_records
from core.kernels.indexes.point_records import PointRecords
from core.kernels.indexes.scan import BLOCK, farther, nearest

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class BucketPasses(NamedTuple):
    """The index.

    Attributes
    ----------
    columns : numpy.ndarray of float64, shape (m, r)
        The records, column by column, bucket by bucket; in each bucket those that remain
        come first.
    position : numpy.ndarray of int64, shape (r,)
        Which record is in each slot.
    begin, held : numpy.ndarray of int64, shape (buckets,)
        First slot of each bucket, and how many of its records remain.
    records, labels, out
        As in `core.kernels.indexes.passes.Passes`.
    """

    columns: Floats
    position: Ints
    begin: Ints
    held: Ints
    records: PointRecords
    labels: Ints
    out: Floats


def bucket_passes(order: Ints, held: Ints, records: PointRecords) -> BucketPasses:
    """Return the index of the records without a label; `order` has all of them by bucket."""
    position = order[records.labels[order] < 0]
    return BucketPasses(
        np.ascontiguousarray(records.points[position].T),
        position,
        np.cumsum(held) - held,
        held,
        records,
        records.labels,
        out=np.empty(BLOCK),
    )


@index.serves(index.first, BucketPasses)
def _first(own: BucketPasses, count: int) -> tuple[int, int]:
    point_records.find_mean(own.records, count)
    return _farthest_from(own, own.records.centre), 2 * count


@index.serves(index.farthest, BucketPasses)
def _farthest(own: BucketPasses, record: int, count: int) -> tuple[int, int]:
    return _farthest_from(own, own.records.points[record]), 2 * count


@bare
def _farthest_from(own: BucketPasses, centre: Floats) -> int:
    best, at = -1.0, -1
    for b in range(len(own.held)):
        end = own.begin[b] + own.held[b]
        best, at = farther(own.columns, own.position, own.begin[b], end, centre, own.out, best, at)
    return int(own.position[at])


@index.serves(index.take_nearest, BucketPasses)
def _take_nearest(own: BucketPasses, record: int, bucket: int, _count: int, label: int) -> int:
    begin, last = own.begin[bucket], own.begin[bucket] + own.held[bucket] - 1
    columns, position = own.columns, own.position
    slot = nearest(columns, position, begin, last + 1, own.records.points[record], own.out)
    found = position[slot]
    point_records.leave(own.records, found, label)
    position[slot] = position[last]
    for i in range(len(columns)):
        columns[i, slot] = columns[i, last]
    own.held[bucket] -= 1
    return 0
