"""Improves the clusters of a job.

The result of a job is a function of its input alone, so that it may run in any thread or process.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.array_types import Bools, Floats
from core.jobs import Job, drive
from core.jobs.chosen_rows import ChosenRows
from core.kernels.blocks.cluster_descent import ClusterDescent
from core.kernels.blocks.repair_plan import LevelCuts
from core.kernels.blocks.sorting import Narrow, narrow
from core.kernels.improvement.refine import Spread
from core.protect.blocks.block_work import order_by_cluster


class RepairTask(NamedTuple):
    """Clusters to improve together.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        All their records, cluster by cluster.
    numbers, sizes : numpy.ndarray of integers, shape (g,)
        The number of each cluster among all, and how many records it has.
    rounds : range
        The rounds of the descent, at most.
    following : LevelCuts or None
        The cuts of the next level, if there is one.
    spreads : tuple of Spread
        The confidential attributes for which clusters keep `t`, if they do.
    """

    points: Floats
    numbers: Narrow
    sizes: Narrow
    k: int
    rounds: range
    following: LevelCuts | None
    spreads: tuple[Spread, ...] = ()
    t: float = 1.0


class RepairFound(NamedTuple):
    """Clusters that were improved; their total loss is not larger than before.

    Attributes
    ----------
    order : numpy.ndarray of integers, shape (n,)
        The places of the records in the task, cluster by cluster.
    changed : numpy.ndarray of bool, shape (g,)
        Whether each cluster has other records than before.
    sizes : numpy.ndarray of integers, shape (g,)
        How many records it has.
    losses : numpy.ndarray of float64, shape (g,)
        Its loss.
    sides : numpy.ndarray of integers, shape (g,)
        Where it lies among the cuts of the next level, if there is one.
    sample : numpy.ndarray of float64, shape (s, m)
        The centroids by which later cuts are found.
    """

    order: Narrow
    changed: Bools
    sizes: Narrow
    losses: Floats
    sides: Narrow
    sample: Floats


def _repair_clusters(task: RepairTask, job: Job) -> RepairFound:
    """Improve clusters by a descent (`core.kernels.blocks.cluster_descent`)."""
    labels_before = np.repeat(np.arange(len(task.sizes)), task.sizes)
    descent = ClusterDescent(task.points, labels_before, task.k, task.rounds, task.spreads, task.t)
    job.start_phase("repairing", descent.total)
    drive(descent.step, job)
    moved, table = np.flatnonzero(descent.labels != labels_before), descent.table
    changed = np.zeros(len(task.sizes), dtype=np.bool_)
    changed[descent.labels[moved]] = changed[labels_before[moved]] = True
    order = order_by_cluster(descent.labels, len(task.sizes))
    sides, sample = np.zeros_like(task.numbers), table.centres[:0]
    if task.following is not None:
        numbers = task.numbers.astype(np.int64)
        sides = task.following.sides_of(numbers, table.centres)
        sample = task.following.sample_of(numbers, table.centres)
    sizes = table.sizes.astype(narrow(len(task.points) + 1))
    return RepairFound(order, changed, sizes, table.losses, sides, sample)


class ChosenRepair(NamedTuple):
    """A job whose points are chosen among those of all records."""

    task: RepairTask
    rows: ChosenRows


def repair_chosen(chosen: ChosenRepair, job: Job) -> RepairFound:
    """Improve the clusters of a job with the points chosen for it."""
    return _repair_clusters(chosen.task._replace(points=chosen.rows.take()), job)
