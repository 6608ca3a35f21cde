"""The independent pieces of a partition in blocks: a block, or clusters that are improved together.

Each is a function of its input alone, so that it may run in any thread or process.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job, drive
from core.kernels.blocks.cluster_descent import ClusterDescent
from core.kernels.blocks.cluster_table import ClusterTable, table_of
from core.kernels.improvement.refine import Spread
from core.model import Step
from core.protect.spec import Partition
from core.protect.task import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class BlockFound:
    """The clusters of a block.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record, numbered from 0 without gaps.
    steps : tuple of Step
        The method's steps.
    table : ClusterTable
        The clusters.
    """

    labels: Ints
    steps: tuple[Step, ...]
    table: ClusterTable


def partition_block(
    partition: Callable[[Task, Job], Partition], task: Task, job: Job
) -> BlockFound:
    """Partition the records of a block by a method."""
    job.plan(("clustering", "improving") if task.parameters.get("refine") else ("clustering",))
    found = partition(task, job)
    return BlockFound(found.labels, found.steps, table_of(task.points, found.labels))


@dataclass(frozen=True, slots=True, eq=False)
class RepairTask:
    """Clusters to improve together.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        All their records, in the file's order.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each, numbered from 0 without gaps.
    k : int
        Least size of a cluster.
    looked : int
        About how many centroids are looked at for each cluster's neighbours.
    spreads : tuple of Spread
        The confidential attributes for which clusters keep `t`, if they do.
    t : float
        Largest EMD of a cluster.
    """

    points: Floats
    labels: Ints
    k: int
    looked: int
    spreads: tuple[Spread, ...] = ()
    t: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class RepairFound:
    """Improved clusters.

    Attributes
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record, with the numbers of before.
    table : ClusterTable
        The clusters, of which the total loss is not larger than before.
    changed : numpy.ndarray of bool, shape (g,)
        Whether a cluster has other records than before.
    """

    labels: Ints
    table: ClusterTable
    changed: NDArray[np.bool_]


def repair_clusters(task: RepairTask, job: Job) -> RepairFound:
    """Improve clusters by a descent (`core.kernels.blocks.cluster_descent`)."""
    work = ClusterDescent(task.points, task.labels, task.k, task.looked, task.spreads, task.t)
    job.start_phase("repairing", work.total)
    drive(work.step, job)
    table = table_of(task.points, work.labels)
    changed, moved = np.zeros(len(table.sizes), dtype=np.bool_), work.labels != task.labels
    changed[work.labels[moved]] = True
    changed[task.labels[moved]] = True
    return RepairFound(work.labels, table, changed)
