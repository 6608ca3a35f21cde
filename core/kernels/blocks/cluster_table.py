"""Sizes, centroids and losses of clusters, by which those to improve together are chosen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit

from core.array_types import Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class ClusterTable:
    """What is known of each cluster.

    Attributes
    ----------
    sizes : numpy.ndarray of int64, shape (g,)
        Its number of records.
    centres : numpy.ndarray of float64, shape (g, m)
        Its mean.
    losses : numpy.ndarray of float64, shape (g,)
        The sum of the squared distances of its records from the mean.
    """

    sizes: Ints
    centres: Floats
    losses: Floats

    def total(self) -> float:
        """Compute the loss if all records were one cluster."""
        return float(_total(self.sizes, self.centres, self.losses))


@njit(cache=True, nogil=True)
def _sum_up(points: Floats, labels: Ints, sizes: Ints, centres: Floats, losses: Floats) -> None:
    n, m = points.shape
    for x in range(n):
        # Unsigned, as numba otherwise asks at each use whether it counts from the end.
        c = np.uint64(labels[x])
        sizes[c] += 1
        for i in range(m):
            centres[c, i] += points[x, i]
    for g in range(len(sizes)):
        for i in range(m):
            centres[g, i] /= sizes[g]
    for x in range(n):
        c = np.uint64(labels[x])
        for i in range(m):
            away = points[x, i] - centres[c, i]
            losses[c] += away * away


@njit(cache=True, nogil=True)
def _total(sizes: Ints, centres: Floats, losses: Floats) -> float:
    """Add the loss within clusters to that of their means; one after the other."""
    groups, m = centres.shape
    sums, records, total = np.zeros(m), 0, 0.0
    for g in range(groups):
        records += sizes[g]
        for i in range(m):
            sums[i] += sizes[g] * centres[g, i]
    for g in range(groups):
        total += losses[g]
        for i in range(m):
            away = centres[g, i] - sums[i] / records
            total += sizes[g] * away * away
    return total


def table_of(points: Floats, labels: Ints) -> ClusterTable:
    """Build the table of some clusters, summed in the records' order.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        All records of the clusters.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each, numbered from 0 without gaps.
    """
    groups = int(labels.max()) + 1
    table = ClusterTable(
        np.zeros(groups, dtype=np.int64), np.zeros((groups, points.shape[1])), np.zeros(groups)
    )
    _sum_up(points, labels, table.sizes, table.centres, table.losses)
    return table


def join_tables(tables: list[ClusterTable]) -> ClusterTable:
    """Build the table of the clusters of several tables, one after the other."""
    return ClusterTable(
        np.concatenate([table.sizes for table in tables]),
        np.concatenate([table.centres for table in tables]),
        np.concatenate([table.losses for table in tables]),
    )
