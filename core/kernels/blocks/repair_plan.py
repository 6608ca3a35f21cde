"""Which clusters are improved together, level by level.

The clusters of a level are divided by cuts that cross the borders of the blocks at an angle, so
that what a border has torn apart is together in one of the jobs. A job has all records of its
clusters; jobs of a level share no cluster and depend on nothing else.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.kernels.blocks.cluster_table import ClusterTable
from core.kernels.blocks.cuts import ROUGHLY, CutTree, blocks_at, cut_apart
from core.kernels.blocks.turning import turned
from core.kernels.indexes.shared_passes import processors

Floats = NDArray[np.float64]
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


def first_jobs(table: ClusterTable, most: int) -> Ints:
    """Return the job of each cluster at the first level, from 0; shape (g,).

    The clusters that lose most are together in job 0, unless a single job has all clusters. Each
    job has clusters.

    Parameters
    ----------
    table : ClusterTable
        All clusters.
    most : int
        About the most records of a job.
    """
    places, centres = _turned(0, table)
    clusters = _most_clusters(table, most)
    if len(places) <= clusters:
        return np.zeros_like(places)
    outside = np.ones(len(places), dtype=np.bool_)
    outside[_tail(table, most)] = False
    others = np.flatnonzero(outside)
    return 1 + cut_apart(centres, places, clusters, processors(), ROUGHLY, others)[1]


def later_cuts(level: int, table: ClusterTable, most: int) -> CutTree:
    """Return the cuts that divide the clusters into the jobs of a level after the first.

    They are found while the level before is computed, and thus from the clusters before that one.

    Parameters
    ----------
    level : int
        From 1 on.
    table, most
        As of `first_jobs`.
    """
    places, centres = _turned(level, table)
    return cut_apart(centres, places, _most_clusters(table, most), processors(), ROUGHLY)[0]


def later_jobs(level: int, table: ClusterTable, cuts: CutTree) -> Ints:
    """Return the job of each cluster at a level after the first, from 0; shape (g,).

    Parameters
    ----------
    level : int
        From 1 on.
    table : ClusterTable
        All clusters, as the level before left them.
    cuts : CutTree
        From `later_cuts`. A job that would have no cluster is left out.
    """
    places, centres = _turned(level, table)
    jobs = blocks_at(centres, places, cuts)
    used = np.bincount(jobs, minlength=cuts.blocks) > 0
    return jobs if used.all() else (np.cumsum(used) - 1)[jobs]


def _turned(level: int, table: ClusterTable) -> tuple[Ints, Floats]:
    places = np.arange(len(table.sizes), dtype=np.int64)
    return places, turned(table.centres, level + 1)


def _most_clusters(table: ClusterTable, most: int) -> int:
    # One more than there are blocks, as the borders are to lie elsewhere even in one column.
    jobs = -(-int(table.sizes.sum()) // most) + 1
    return max(_LEAST_CLUSTERS, -(-len(table.sizes) // jobs))


def _tail(table: ClusterTable, most: int) -> Ints:
    """Return the clusters that lose most for each record; at least one."""
    wanted = min(float(most), _TAIL * float(table.sizes.sum()))
    each = table.losses / table.sizes
    # No more can be among them than have so many records if all were the smallest.
    count = min(len(each), 1 + int(wanted) // int(table.sizes.min()))
    least = np.partition(each, len(each) - count)[len(each) - count]
    likely = np.flatnonzero(each >= least)
    order = likely[np.argsort(-each[likely], kind="stable")]
    reached = np.cumsum(table.sizes[order])
    return order[: max(1, int(np.searchsorted(reached, wanted, side="right")))]
