"""Partitions a block by itself.

Its result is a function of its input alone, so that it may run in any thread or process.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from core.array_types import Floats, Ints
from core.jobs import Job, drive
from core.jobs.chosen_rows import ChosenRows
from core.jobs.parallel_parts import PartJob
from core.kernels.blocks.cluster_descent import ClusterDescent
from core.kernels.blocks.cluster_table import ClusterTable, table_of
from core.kernels.blocks.cuts import ROUGHLY, cut_into_blocks
from core.kernels.blocks.sorting import Narrow, narrow, sort_places
from core.model import Step
from core.protect.blocks.block_steps import is_block_step, join_steps, step_of_dissolving
from core.protect.blocks.lazy_pieces import members_of
from core.protect.partition_method import Partition
from core.protect.task import Task

# The most records of a part of a block, for each record of a smallest cluster; or altogether if
# clusters have fewer than four records, as changes of single records repair little of those.
_PART, _PART_OF_FEW = 300, 6_000
# Larger clusters are not dissolved: a part has so many records then that it could not be cancelled
# at once.
_LARGEST_K = 100


@dataclass(frozen=True, slots=True, eq=False)
class BlockFound:
    """The clusters of a block.

    Attributes
    ----------
    order : numpy.ndarray of integers, shape (n,)
        The places of the records in the block, cluster by cluster, ascending in each.
    """

    order: Narrow
    steps: tuple[Step, ...]
    table: ClusterTable

    @property
    def labels(self) -> Ints:
        """The cluster of each record, numbered from 0 without gaps; shape (n,)."""
        cluster_labels = np.empty(len(self.order), dtype=np.int64)
        cluster_labels[self.order] = np.repeat(np.arange(len(self.table.sizes)), self.table.sizes)
        return cluster_labels


class BlocksFound(NamedTuple):
    """The clusters of all blocks.

    Attributes
    ----------
    records : numpy.ndarray of int64, shape (n,)
        All records, cluster by cluster, ascending in each.
    """

    records: Ints
    table: ClusterTable
    steps: tuple[Step, ...]


def is_of_clusters(order: Narrow, sizes: Narrow, losses: Floats, k: int) -> bool:
    """Say whether clusters hold every record once, `k` records each, and have a loss.

    Parameters
    ----------
    order : numpy.ndarray of integers, shape (n,)
        The records' places, cluster by cluster.
    sizes : numpy.ndarray of integers, shape (g,)
        How many records each cluster has.
    losses : numpy.ndarray of float64, shape (g,)
        Its loss.
    """
    records = len(order)
    if records == 0 or int(order.min()) < 0 or int(order.max()) >= records:
        return False
    is_taken = np.zeros(records, dtype=np.bool_)
    is_taken[order] = True
    return bool(
        is_taken.all()
        and len(sizes) == len(losses)
        and int(sizes.min(initial=0)) >= 0
        and (sizes >= k).all()
        and int(sizes.sum(dtype=np.int64)) == records
        and np.isfinite(losses).all()
        and (losses >= 0).all()
    )


def is_block_outcome(block: BlockFound, records: int, columns: int, k: int) -> bool:
    """Say whether a block's outcome can be that of a block of so many records and columns."""
    table = block.table
    return (
        block.order.shape == (records,)
        and table.sizes.ndim == table.losses.ndim == 1
        and table.centres.shape == (len(table.sizes), columns)
        and bool(np.isfinite(table.centres).all())
        and is_of_clusters(block.order, table.sizes, table.losses, k)
        and all(map(is_block_step, block.steps))
    )


def order_by_cluster(labels: Ints, clusters: int) -> Narrow:
    """Order the places of records by cluster, ascending in each, in few bytes."""
    return sort_places(labels, clusters)[1].astype(narrow(len(labels)))


def _outcome_of(labels: Ints, steps: tuple[Step, ...], table: ClusterTable) -> BlockFound:
    return BlockFound(order_by_cluster(labels, len(table.sizes)), steps, table)


def partition_block(
    partition: Callable[[Task, Job], Partition], task: Task, job: Job
) -> BlockFound:
    """Partition the records of a block by a method."""
    job.plan(("clustering", "improving") if task.parameters.get("refine") else ("clustering",))
    partitioned = partition(task, job)
    return _outcome_of(
        partitioned.labels, partitioned.steps, table_of(task.points, partitioned.labels)
    )


def partition_in_parts(
    partition: Callable[[Task, Job], Partition], task: Task, job: Job
) -> BlockFound:
    """Partition the records of one of several blocks, in parts if its borders are repaired.

    The repair makes good what the borders of parts lose too, in less time than a method whose
    time grows as the square of the records needs for whole blocks. At the end some clusters of
    each part are dissolved, and the others improved (`core.kernels.blocks.cluster_descent`).
    """
    # Only distances of points matter, and each part is done at once.
    plain = not task.nominal and not task.confidential and task.points.shape[1] > 0
    # Moves are counted for the whole block.
    searched = any(task.parameters.get(name) for name in ("refine", "moves"))
    if not plain or searched:
        return partition_block(partition, task, job)
    records, largest = len(task.points), _PART * task.k if task.k > 3 else _PART_OF_FEW
    places = np.arange(records, dtype=np.int64)
    part_of_record = cut_into_blocks(task.points, places, largest, judged=ROUGHLY)[1]
    job.start_phase("clustering", 2 * records)
    labels, steps, groups, done = np.empty_like(part_of_record), [], [0], 0
    for rows in members_of(part_of_record, int(part_of_record.max()) + 1):
        share = PartJob.following(job, done, len(rows), 1)
        partitioned = partition(task.part(rows), share)
        labels[rows] = groups[-1] + partitioned.labels
        groups.append(groups[-1] + int(partitioned.labels.max()) + 1)
        done += len(rows)
        steps.append(partitioned.steps)
    if task.k > _LARGEST_K:
        job.update(2 * records)
        return _outcome_of(labels, join_steps(steps), table_of(task.points, labels))
    descent = ClusterDescent(task.points, labels, task.k, range(0), groups=np.array(groups))
    descent_job = PartJob.following(job, records, records, 1)
    descent_job.start_phase("clustering", descent.total)
    drive(descent.step, descent_job)
    dissolved = step_of_dissolving(groups[-1] - len(descent.table.sizes))
    return _outcome_of(descent.labels, (*join_steps(steps), dissolved), descent.table)


class ChosenTask(NamedTuple):
    """A task whose points are chosen among those of all tasks."""

    task: Task
    rows: ChosenRows


def with_points(
    function: Callable[[Task, Job], BlockFound], chosen: ChosenTask, job: Job
) -> BlockFound:
    """Return ``work(task, job)`` of a task with its points."""
    return function(replace(chosen.task, points=chosen.rows.take()), job)
