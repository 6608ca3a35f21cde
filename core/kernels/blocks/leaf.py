"""The few clusters of a leaf while records move among them.

The records of a leaf are copied next to each other, relative to one of them, in single precision:
they then fit into the processor's nearest cache.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels.blocks.leaf_distances import product
from core.kernels.compilation.bare import copied_in

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Ints = NDArray[np.int64]

LANES = 4
"""Columns of single precision are a multiple of so many."""

# Marks are looked over so many at once.
_AT_ONCE = 64
_1, _2, _3 = np.uint64(1), np.uint64(2), np.uint64(3)


class Clusters(NamedTuple):
    """Clusters and their records, cluster by cluster.

    Attributes
    ----------
    points : numpy.ndarray of float32, shape (n, m)
        The records, relative to one of them; `m` is a multiple of `LANES`.
    record : numpy.ndarray of int64, shape (n,)
        Which record each is.
    start : numpy.ndarray of int64, shape (g + 1,)
        The first record of each cluster, and the end.
    number : numpy.ndarray of int64, shape (g,)
        The number of each cluster.
    centres : numpy.ndarray of float64, shape (g, m)
        The mean of each cluster.
    losses : numpy.ndarray of float64, shape (g,)
        The sum of the squared distances of each cluster's records from its mean.
    """

    points: Singles
    record: Ints
    start: Ints
    number: Ints
    centres: Floats
    losses: Floats


class Leaf(NamedTuple):
    """Space for the clusters of a leaf, and for what a record that looks for a better one needs.

    Attributes
    ----------
    points : numpy.ndarray of float32, shape (r, m)
        Places for records, relative to one of them; `m` is a multiple of `LANES`.
    squares : numpy.ndarray of float32, shape (r,)
        Their squared lengths.
    row : numpy.ndarray of int64, shape (r,)
        Where the record in each place comes from.
    begin, size, space : numpy.ndarray of int64, shape (w,)
        The first place of each cluster, its number of records and of places.
    means, columns : numpy.ndarray of float32, shapes (w, m) and (m, w)
        The clusters' means, one after the other and column by column.
    mean_squares : numpy.ndarray of float32, shape (w,)
        Their squared lengths.
    share : numpy.ndarray of float32, shape (w,)
        What a record adds to the loss of a cluster that it joins, for each unit of its squared
        distance from the mean.
    changed : numpy.ndarray of bool, shape (w,)
        Whether a cluster has changed since it was looked at.
    looking : numpy.ndarray of int64, shape (2,)
        The places of two records that look for a better cluster, or twice that of one.
    gains, reach : numpy.ndarray of float32, shape (2,)
        By how much the loss of their cluster falls without them, and the largest value of `away`
        of a cluster to which they would add less than that.
    away : numpy.ndarray of float32, shape (2, w)
        About their squared distances from the means, less their own squared lengths.
    marks, words : numpy.ndarray of uint8, shape (v,), and of uint64, shape (v / 8,)
        Which clusters are within reach of a record, and eight of these bytes at once.
    listed : numpy.ndarray of int64, shape (v + 8,)
        Those clusters.
    apart, pull : numpy.ndarray of float32, shape (m,)
        Twice the difference of two means, and what the gain of an exchange has of each column of
        the record that is taken in return.
    """

    points: Singles
    squares: Singles
    row: Ints
    begin: Ints
    size: Ints
    space: Ints
    means: Singles
    columns: Singles
    mean_squares: Singles
    share: Singles
    changed: NDArray[np.bool_]
    looking: Ints
    gains: Singles
    reach: Singles
    away: Singles
    marks: NDArray[np.uint8]
    words: NDArray[np.uint64]
    listed: Ints
    apart: Singles
    pull: Singles


def make_leaf(clusters: int, places: int, columns: int) -> Leaf:
    """Return space for a leaf of at most so many clusters and places."""

    def singles(*shape: int) -> Singles:
        return np.zeros(shape, dtype=np.float32)

    def ints(length: int) -> Ints:
        return np.zeros(length, dtype=np.int64)

    width = -(-columns // LANES) * LANES
    marks = np.zeros(-(-clusters // _AT_ONCE) * _AT_ONCE, dtype=np.uint8)
    return Leaf(
        points=singles(places, width),
        squares=singles(places),
        row=ints(places),
        begin=ints(clusters),
        size=ints(clusters),
        space=ints(clusters),
        means=singles(clusters, width),
        columns=singles(width, clusters),
        mean_squares=singles(clusters),
        share=singles(clusters),
        changed=np.zeros(clusters, dtype=np.bool_),
        looking=ints(2),
        gains=singles(2),
        reach=singles(2),
        away=singles(2, clusters),
        marks=marks,
        words=marks.view(np.uint64),
        listed=ints(len(marks) + 8),
        apart=singles(width),
        pull=singles(width),
    )


@copied_in
def put_mean(leaf: Leaf, c: int) -> None:
    """Put the mean of a cluster among the columns, too."""
    for i in range(leaf.means.shape[1]):
        leaf.columns[i, c] = leaf.means[c, i]
    leaf.mean_squares[c] = product(leaf.means[c], leaf.means[c])


@copied_in
def take_in(leaf: Leaf, old: Clusters, order: Ints, first: int, last: int, k: int) -> np.float32:
    """Copy the clusters of a leaf; return the mean squared distance of a record from its mean."""
    m, place, count, total = old.points.shape[1], 0, 0, 0.0
    origin = old.start[order[first]]
    for j in range(last - first):
        c = order[first + j]
        begin, size = old.start[c], old.start[c + 1] - old.start[c]
        leaf.begin[j], leaf.size[j], leaf.space[j] = place, size, max(2 * k - 1, size)
        leaf.changed[j] = True
        leaf.share[j] = np.float32(size) / np.float32(size + 1)
        for i in range(m):
            leaf.means[j, i] = np.float32(old.centres[c, i] - np.float64(old.points[origin, i]))
        put_mean(leaf, j)
        for y in range(size):
            leaf.row[place + y] = begin + y
            for i in range(m):
                leaf.points[place + y, i] = old.points[begin + y, i] - old.points[origin, i]
            leaf.squares[place + y] = product(leaf.points[place + y], leaf.points[place + y])
        place += leaf.space[j]
        count += size
        total += old.losses[c]
    return np.float32(total / count)


@copied_in
def sum_up(points: Singles, begin: int, end: int, c: int, centres: Floats, losses: Floats) -> None:
    """Write mean and loss of cluster `c`, whose records are from `begin` up to `end`."""
    size, loss = np.float64(end - begin), 0.0
    for v in range(0, points.shape[1], 4):
        i = np.uint64(v)
        s0 = s1 = s2 = s3 = 0.0
        for x in range(begin, end):
            s0 += points[x, i]
            s1 += points[x, i + _1]
            s2 += points[x, i + _2]
            s3 += points[x, i + _3]
        s0, s1, s2, s3 = s0 / size, s1 / size, s2 / size, s3 / size
        centres[c, i], centres[c, i + _1], centres[c, i + _2], centres[c, i + _3] = s0, s1, s2, s3
        for x in range(begin, end):
            d0, d1 = points[x, i] - s0, points[x, i + _1] - s1
            d2, d3 = points[x, i + _2] - s2, points[x, i + _3] - s3
            loss += (d0 * d0 + d1 * d1) + (d2 * d2 + d3 * d3)
    losses[c] = loss


@copied_in
def write_out(
    leaf: Leaf, old: Clusters, new: Clusters, order: Ints, first: int, last: int, at: int, c: int
) -> int:
    """Write the clusters of a leaf from record `at` and cluster `c` on; return the next record."""
    m = old.points.shape[1]
    for j in range(last - first):
        new.start[c], new.number[c] = at, old.number[order[first + j]]
        for y in range(leaf.begin[j], leaf.begin[j] + leaf.size[j]):
            row = leaf.row[y]
            new.record[at] = old.record[row]
            for i in range(m):
                new.points[at, i] = old.points[row, i]
            at += 1
        sum_up(new.points, new.start[c], at, c, new.centres, new.losses)
        c += 1
    return at
