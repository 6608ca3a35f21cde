"""Which clusters are improved together, level by level.

The clusters of a level are divided by cuts that cross the borders of the blocks at an angle, so
that what a border has torn apart is together in one of the jobs. A job has all records of its
clusters; jobs of a level share no cluster and depend on nothing else.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.kernels.blocks.cluster_table import ClusterTable
from core.kernels.blocks.cuts import ROUGHLY, cut_apart
from core.kernels.blocks.turning import turned
from core.kernels.indexes.shared_passes import processors

Ints = NDArray[np.int64]

LEVELS = 10
"""The most levels, each of all clusters, cut at other angles."""

# The most rounds of a level (`core.kernels.blocks.cluster_descent`).
_ROUNDS = 2
# The share of the records whose clusters lose most; no more than one job has, so that those that
# lose most of all, a few outliers far from everything, are certain to be together.
_TAIL = 0.1
# From this level on, one that lowers the loss by a smaller share is the last. The share is divided
# by the square of the columns: the more there are, the more levels gain nearly as much as the one
# before. In 8 columns it is 2.25 %.
_FIRST_TO_END, _WORTHWHILE = 1, 1.44
# No job is planned for fewer clusters.
_LEAST_CLUSTERS = 8


def rounds_of(level: int) -> range:
    """Return the rounds of a level, at most, by their numbers."""
    return range(level * _ROUNDS, (level + 1) * _ROUNDS)


def is_last(level: int, columns: int, before: float, after: float) -> bool:
    """Say whether a level is the last one, given the loss of all clusters before and after it."""
    little = before - after <= _WORTHWHILE / columns**2 * before
    return level == LEVELS - 1 or (level >= _FIRST_TO_END and little)


def jobs_of(level: int, table: ClusterTable, most: int) -> Ints:
    """Return the job of each cluster at a level, from 0.

    At the first level the clusters that lose most are together in job 0.

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
    places, centres = np.arange(len(table.sizes), dtype=np.int64), turned(table.centres, level + 1)
    # One more than there are blocks, as the borders are to lie elsewhere even in one column.
    jobs = -(-int(table.sizes.sum()) // most) + 1
    clusters = max(_LEAST_CLUSTERS, -(-len(places) // jobs))
    if level > 0 or len(places) <= clusters:
        return cut_apart(centres, places, clusters, processors(), ROUGHLY)[1]
    tail = _tail(table, most)
    found = np.zeros(len(places), dtype=np.int64)
    outside = np.ones(len(places), dtype=np.bool_)
    outside[tail] = False
    others = np.flatnonzero(outside)
    rest = np.ascontiguousarray(centres[others])
    found[others] = 1 + cut_apart(rest, others, clusters, processors(), ROUGHLY)[1]
    return found


def _tail(table: ClusterTable, most: int) -> Ints:
    """Return the clusters that lose most for each record; at least one."""
    order = np.argsort(-table.losses / table.sizes, kind="stable")
    reached = np.cumsum(table.sizes[order])
    wanted = min(float(most), _TAIL * float(reached[-1]))
    return order[: max(1, int(np.searchsorted(reached, wanted, side="right")))]
