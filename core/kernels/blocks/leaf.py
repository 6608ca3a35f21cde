"""The few clusters of a leaf while records move among them.

The records of a leaf are copied next to each other, relative to a place among them, in single
precision: they then fit into the processor's nearest cache.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.array_types import Bools, Bytes, Floats, Int32s, Ints, Singles, Words
from core.kernels.blocks.leaf_distances import MARKS, product
from core.kernels.compilation.bare import copy_in

_ONE = np.float32(1.0)
LANES = 4
"""Columns of single precision are a multiple of so many."""


class Clusters(NamedTuple):
    """Clusters and the numbers of their records, cluster by cluster.

    Attributes
    ----------
    record : numpy.ndarray of int64, shape (n,)
        The records.
    start : numpy.ndarray of int64, shape (g + 1,)
        The first record of each cluster, and the end.
    number : numpy.ndarray of int64, shape (g,)
        The number of each cluster.
    centres : numpy.ndarray of float64, shape (g, m)
        The mean of each cluster.
    losses : numpy.ndarray of float64, shape (g,)
        The sum of the squared distances of each cluster's records from its mean.
    """

    record: Ints
    start: Ints
    number: Ints
    centres: Floats
    losses: Floats


class Leaf(NamedTuple):
    """Space for the clusters of a leaf, and for what a record that looks for a better one needs.

    Attributes
    ----------
    origin : numpy.ndarray of float64, shape (c,)
        What the records are relative to.
    points : numpy.ndarray of float32, shape (r, m)
        Places for records; `m` is the next multiple of `LANES`.
    squares : numpy.ndarray of float32, shape (r,)
        Their squared lengths.
    record : numpy.ndarray of int64, shape (r,)
        Which record is in each place.
    begin, size, space : numpy.ndarray of int64, shape (w,)
        The first place of each cluster, its number of records and of places.
    number : numpy.ndarray of int64, shape (w,)
        By what number each cluster is known outside.
    means, columns : numpy.ndarray of float32, shapes (w, m) and (m, w)
        The clusters' means, one after the other and column by column.
    mean_squares : numpy.ndarray of float32, shape (w,)
        Their squared lengths.
    share : numpy.ndarray of float32, shape (w,)
        What a record adds to the loss of a cluster that it joins, for each unit of its squared
        distance from the mean.
    closed : numpy.ndarray of float32, shape (w,)
        Infinite if no record may join a cluster, or 0.
    changed : numpy.ndarray of bool, shape (w,)
        Whether a cluster has changed since it was looked at.
    looking : numpy.ndarray of int64, shape (2,)
        The places of two records that look for a better cluster, or twice that of one.
    gains, reach : numpy.ndarray of float32, shape (2,)
        By how much the loss of their cluster falls without them, and the largest value of `away`
        of a cluster to which they would add less than that.
    away : numpy.ndarray of float32, shape (2, w)
        About their squared distances from the means, less their own squared lengths; while
        clusters are dissolved, then what they add to each cluster.
    away_bits : numpy.ndarray of int32, shape (2, w)
        The bits of these numbers.
    marks, words : numpy.ndarray of uint8, shape (v,), and of uint64, shape (v / 8,)
        Which clusters are within reach of a record, and eight of these bytes at once.
    smallest, smallest_bits : numpy.ndarray of float32 and of int32, shape (1,)
        The smallest of some numbers, and its bits.
    listed : numpy.ndarray of int64, shape (at least v + 8 and r,)
        Clusters within reach; while clusters are dissolved, the records of one.
    lost : numpy.ndarray of float32, shape (r,)
        The squared distances of these records from the mean.
    chosen : numpy.ndarray of int64, shape (r,)
        The clusters that they are to join.
    apart, pull : numpy.ndarray of float32, shape (m,)
        Twice the difference of two means, and what the gain of an exchange has of each column of
        the record that is taken in return.
    """

    origin: Floats
    points: Singles
    squares: Singles
    record: Ints
    begin: Ints
    size: Ints
    space: Ints
    number: Ints
    means: Singles
    columns: Singles
    mean_squares: Singles
    share: Singles
    closed: Singles
    changed: Bools
    looking: Ints
    gains: Singles
    reach: Singles
    away: Singles
    away_bits: Int32s
    marks: Bytes
    words: Words
    smallest: Singles
    smallest_bits: Int32s
    listed: Ints
    lost: Singles
    chosen: Ints
    apart: Singles
    pull: Singles


def make_leaf(clusters: int, places: int, columns: int) -> Leaf:
    """Make space for a leaf of at most so many clusters and places."""

    def singles(*shape: int) -> Singles:
        return np.zeros(shape, dtype=np.float32)

    def ints(length: int) -> Ints:
        return np.zeros(length, dtype=np.int64)

    width = -(-columns // LANES) * LANES
    away, smallest = singles(2, clusters), singles(1)
    marks = np.zeros(-(-clusters // MARKS) * MARKS, dtype=np.uint8)
    return Leaf(
        origin=np.zeros(columns),
        points=singles(places, width),
        squares=singles(places),
        record=ints(places),
        begin=ints(clusters),
        size=ints(clusters),
        space=ints(clusters),
        number=ints(clusters),
        means=singles(clusters, width),
        columns=singles(width, clusters),
        mean_squares=singles(clusters),
        share=singles(clusters),
        closed=singles(clusters),
        changed=np.zeros(clusters, dtype=np.bool_),
        looking=ints(2),
        gains=singles(2),
        reach=singles(2),
        away=away,
        away_bits=away.view(np.int32),
        marks=marks,
        words=marks.view(np.uint64),
        smallest=smallest,
        smallest_bits=smallest.view(np.int32),
        listed=ints(max(len(marks) + 8, places)),
        lost=singles(places),
        chosen=ints(places),
        apart=singles(width),
        pull=singles(width),
    )


@copy_in
def put_mean(leaf: Leaf, c: int) -> None:
    """Put the mean of a cluster among the columns, too."""
    for i in range(leaf.means.shape[1]):
        leaf.columns[i, c] = leaf.means[c, i]
    leaf.mean_squares[c] = product(leaf.means[c], leaf.means[c])


@copy_in
def join(leaf: Leaf, x: int, b: int) -> None:
    """Put a copy of a record at the end of cluster `b`."""
    free = leaf.begin[b] + leaf.size[b]
    leaf.size[b] += 1
    share = _ONE / np.float32(leaf.size[b])
    for i in range(leaf.points.shape[1]):
        value = leaf.points[x, i]
        leaf.means[b, i] += (value - leaf.means[b, i]) * share
        leaf.points[free, i] = value
    leaf.record[free], leaf.squares[free] = leaf.record[x], leaf.squares[x]
    leaf.share[b] = np.float32(leaf.size[b]) / np.float32(leaf.size[b] + 1)
    put_mean(leaf, b)


@copy_in
def _find_origin(
    origin: Floats, points: Floats, old: Clusters, order: Ints, first: int, last: int
) -> None:
    """Choose what records are relative to: of three, so that one far away does not matter."""
    first_point = points[old.record[old.start[order[first]]]]
    middle_point = points[old.record[old.start[order[(first + last) // 2]]]]
    last_point = points[old.record[old.start[order[last - 1]]]]
    for i in range(len(origin)):
        a, b = min(first_point[i], middle_point[i]), max(first_point[i], middle_point[i])
        origin[i] = max(a, min(b, last_point[i]))


@copy_in
def take_in(
    leaf: Leaf, points: Floats, old: Clusters, order: Ints, first: int, last: int, k: int
) -> np.float32:
    """Copy the clusters of a leaf; return the mean squared distance of a record from its mean."""
    m, free_place, count, total = points.shape[1], 0, 0, 0.0
    _find_origin(leaf.origin, points, old, order, first, last)
    origin = leaf.origin
    for j in range(last - first):
        c = order[first + j]
        begin, size = old.start[c], old.start[c + 1] - old.start[c]
        leaf.begin[j], leaf.size[j], leaf.space[j] = free_place, size, max(2 * k - 1, size)
        leaf.number[j], leaf.changed[j] = old.number[c], True
        leaf.share[j] = np.float32(size) / np.float32(size + 1)
        for i in range(m):
            leaf.means[j, i] = np.float32(old.centres[c, i] - origin[i])
        put_mean(leaf, j)
        for y in range(size):
            x = old.record[begin + y]
            leaf.record[free_place + y] = x
            for i in range(m):
                leaf.points[free_place + y, i] = np.float32(points[x, i] - origin[i])
            leaf.squares[free_place + y] = product(
                leaf.points[free_place + y], leaf.points[free_place + y]
            )
        free_place += leaf.space[j]
        count += size
        total += old.losses[c]
    return np.float32(total / count)


@copy_in
def _sum_up(leaf: Leaf, j: int, centre: Floats) -> float:
    """Write the mean of a cluster; return the sum of its records' squared distances from it."""
    size, loss = np.float64(leaf.size[j]), 0.0
    begin, end = leaf.begin[j], leaf.begin[j] + leaf.size[j]
    for i in range(len(centre)):
        total = 0.0
        for x in range(begin, end):
            total += np.float64(leaf.points[x, i])
        mean = total / size
        centre[i] = leaf.origin[i] + mean
        for x in range(begin, end):
            gap = np.float64(leaf.points[x, i]) - mean
            loss += gap * gap
    return loss


@copy_in
def write_out(leaf: Leaf, clusters: int, new: Clusters, next_record: int, c: int) -> int:
    """Write the clusters of a leaf from a record and cluster `c` on; return the next record."""
    for j in range(clusters):
        new.start[c], new.number[c] = next_record, leaf.number[j]
        for y in range(leaf.begin[j], leaf.begin[j] + leaf.size[j]):
            new.record[next_record] = leaf.record[y]
            next_record += 1
        new.losses[c] = _sum_up(leaf, j, new.centres[c])
        c += 1
    return next_record
