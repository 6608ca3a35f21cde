"""Which clusters are improved together, level by level.

The clusters of a level are divided by cuts that cross the borders of the blocks at an angle, so
that what a border has torn apart is together in one of the jobs. A job has all records of its
clusters; jobs of a level share no cluster and depend on nothing else.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.kernels.blocks.cluster_table import ClusterTable
from core.kernels.blocks.cuts import blocks_at, cuts_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# How pairs of coordinates are turned from level 1 on: a times the one plus b times the other.
_TURNS = ((1.0, 1.0), (2.0, 1.0), (1.0, 3.0), (3.0, 1.0), (2.0, 3.0))

LEVELS = 1 + len(_TURNS)
"""The most levels: one of the sparse tail, then of all clusters, each cut at other angles."""

# About how many centroids are looked at for a cluster's neighbours in the tail, and elsewhere.
# Clusters in the sparse tail lose most, and their neighbours are far away and hard to find.
_LOOKED_IN_TAIL, _LOOKED = 2048, 512
# The share of the records whose clusters lose most; no more than one job has, so that those that
# lose most of all, a few outliers far from everything, are certain to be together.
_TAIL = 0.1
# From this level on, one that lowers the loss by a smaller share is the last.
_FIRST_TO_END, _WORTHWHILE = 2, 0.015
# No job is planned for fewer clusters.
_LEAST_CLUSTERS = 8


def looked_at(level: int) -> int:
    """Return about how many centroids the jobs of a level look at for each cluster."""
    return _LOOKED_IN_TAIL if level == 0 else _LOOKED


def is_last(level: int, before: float, after: float) -> bool:
    """Say whether a level is the last one, given the loss of all clusters before and after it."""
    little = before - after <= _WORTHWHILE * before
    return level == LEVELS - 1 or (level >= _FIRST_TO_END and little)


def jobs_of(level: int, table: ClusterTable, most: int) -> Ints:
    """Return the job of each cluster at a level, from 0; -1 for none.

    Parameters
    ----------
    level : int
        From 0 to ``LEVELS - 1``; a level follows from the clusters that the one before left.
    table : ClusterTable
        All clusters.
    most : int
        About the most records of a job.

    Returns
    -------
    numpy.ndarray of int64, shape (g,)
        Each job has clusters.
    """
    found = np.full(len(table.sizes), -1, dtype=np.int64)
    if level == 0:
        found[_tail(table, most)] = 0
        return found
    # One more than there are blocks, as the borders are to lie elsewhere even in one column.
    jobs = -(-int(table.sizes.sum()) // most) + 1
    clusters = max(_LEAST_CLUSTERS, -(-len(found) // jobs))
    places, centres = np.arange(len(found), dtype=np.int64), _turned(table.centres, level)
    return blocks_at(centres, places, cuts_of(centres, places, clusters))


def _tail(table: ClusterTable, most: int) -> Ints:
    """Return the clusters that lose most for each record; at least one."""
    order = np.argsort(-table.losses / table.sizes, kind="stable")
    reached = np.cumsum(table.sizes[order])
    wanted = min(float(most), _TAIL * float(reached[-1]))
    return order[: max(1, int(np.searchsorted(reached, wanted, side="right")))]


def _turned(centres: Floats, level: int) -> Floats:
    """Return the centroids with pairs of coordinates turned, each level in another way."""
    a, b = _TURNS[level - 1]
    columns = centres.shape[1]
    turned = centres.copy()
    for one in range(columns // 2):
        first, second = (one + level) % columns, (columns - 1 - one + level) % columns
        turned[:, first] = a * centres[:, first] + b * centres[:, second]
        turned[:, second] = b * centres[:, first] - a * centres[:, second]
    return turned
