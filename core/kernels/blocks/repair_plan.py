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

LEVELS = 3
"""Number of levels; those of the sparse tail, and of all clusters twice, cut at other angles."""

# About how many centroids are looked at for a cluster's neighbours at each level. Among the few
# sparse clusters, which lose most, neighbours are far apart and hard to find.
_LOOKED = (2048, 512, 512)
# The share of the records whose clusters lose most.
_TAIL = 0.1
# How two coordinates are turned at each level: a times the one plus b times the other.
_TURNS = ((1.0, 2.0), (1.0, 1.0), (2.0, 1.0))
# No job is planned for fewer clusters.
_LEAST_CLUSTERS = 8


def looked_at(level: int) -> int:
    """Return about how many centroids the jobs of a level look at for each cluster."""
    return _LOOKED[level]


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
    chosen = _tail(table) if level == 0 else np.arange(len(table.sizes), dtype=np.int64)
    records = int(table.sizes[chosen].sum())
    # One more than there are blocks, as the borders are to lie elsewhere even in one column.
    jobs = -(-records // most) + (1 if level > 0 else 0)
    clusters = max(_LEAST_CLUSTERS, -(-len(chosen) // jobs))
    centres = _turned(table.centres[chosen], level)
    found[chosen] = blocks_at(centres, chosen, cuts_of(centres, chosen, clusters))
    return found


def _tail(table: ClusterTable) -> Ints:
    """Return the clusters that lose most for each record, ascending; at least one."""
    order = np.argsort(-table.losses / table.sizes, kind="stable")
    reached = np.cumsum(table.sizes[order])
    count = int(np.searchsorted(reached, _TAIL * reached[-1])) + 1
    return np.sort(order[:count])


def _turned(centres: Floats, level: int) -> Floats:
    """Return the centroids with pairs of coordinates turned, each level in another way."""
    a, b = _TURNS[level]
    columns = centres.shape[1]
    turned = centres.copy()
    for one in range(columns // 2):
        # Next to each other, or from both ends.
        first, second = (2 * one, 2 * one + 1) if level == 1 else (one, columns - 1 - one)
        turned[:, first] = a * centres[:, first] + b * centres[:, second]
        turned[:, second] = b * centres[:, first] - a * centres[:, second]
    return turned
