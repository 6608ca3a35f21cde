"""The independent pieces of a partition in blocks: a block, or clusters that are improved together.

Each is a function of its input alone, so that it may run in any thread or process.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job, drive
from core.jobs.chosen_rows import ChosenRows
from core.jobs.parallel_parts import PartJob
from core.kernels.blocks.cluster_descent import ClusterDescent
from core.kernels.blocks.cluster_table import ClusterTable, table_of
from core.kernels.blocks.cuts import ROUGHLY, cut_apart
from core.kernels.improvement.refine import Spread
from core.model import Step
from core.protect.blocks.block_steps import dissolved_step, joined_steps
from core.protect.blocks.lazy_pieces import members_of
from core.protect.spec import Partition
from core.protect.task import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

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


def partition_in_parts(
    partition: Callable[[Task, Job], Partition], task: Task, job: Job
) -> BlockFound:
    """Partition the records of one of several blocks, in parts if its borders are repaired.

    The repair makes good what the borders of parts lose too, in less time than a method of which
    the time grows as the square of the records needs for whole blocks. At the end some clusters of
    each part are dissolved, and the others improved (`core.kernels.blocks.cluster_descent`).
    """
    # Only distances of points matter, and each part is done at once.
    plain = not task.nominal and not task.confidential and task.points.shape[1] > 0
    # Moves are counted for the whole block.
    searched = any(task.parameters.get(name) for name in ("refine", "moves"))
    if not plain or searched:
        return partition_block(partition, task, job)
    records, most = len(task.points), _PART * task.k if task.k > 3 else _PART_OF_FEW
    places = np.arange(records, dtype=np.int64)
    part = cut_apart(task.points, places, most, judged=ROUGHLY)[1]
    job.start_phase("clustering", 2 * records)
    labels, steps, groups, done = np.empty_like(part), [], [0], 0
    for own in members_of(part, int(part.max()) + 1):
        share = PartJob.following(job, done, len(own), 1)
        found = partition(task.part(own), share)
        labels[own] = groups[-1] + found.labels
        groups.append(groups[-1] + int(found.labels.max()) + 1)
        done += len(own)
        steps.append(found.steps)
    if task.k > _LARGEST_K:
        job.update(2 * records)
        return BlockFound(labels, joined_steps(steps), table_of(task.points, labels))
    work = ClusterDescent(task.points, labels, task.k, range(0), groups=np.array(groups))
    rest = PartJob.following(job, records, records, 1)
    rest.start_phase("clustering", work.total)
    drive(work.step, rest)
    dissolved = dissolved_step(groups[-1] - len(work.table.sizes))
    return BlockFound(work.labels, (*joined_steps(steps), dissolved), work.table)


@dataclass(frozen=True, slots=True, eq=False)
class RepairTask:
    """Clusters to improve together.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        All their records, cluster by cluster, those of a cluster in the file's order.
    sizes : numpy.ndarray of int64, shape (g,)
        The number of records of each cluster.
    k : int
        Least size of a cluster.
    rounds : range
        The rounds of the descent, at most.
    spreads : tuple of Spread
        The confidential attributes for which clusters keep `t`, if they do.
    t : float
        Largest EMD of a cluster.
    """

    points: Floats
    sizes: Ints
    k: int
    rounds: range
    spreads: tuple[Spread, ...] = ()
    t: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class RepairFound:
    """What has changed of clusters that were improved, of which the total loss is not larger.

    Attributes
    ----------
    moved : numpy.ndarray of int64, shape (r,)
        The records that are in another cluster than before.
    labels : numpy.ndarray of int64, shape (r,)
        Their clusters.
    changed : numpy.ndarray of int64, shape (c,)
        The clusters that have other records than before, ascending.
    table : ClusterTable
        Those clusters.
    """

    moved: Ints
    labels: Ints
    changed: Ints
    table: ClusterTable


def repair_clusters(task: RepairTask, job: Job) -> RepairFound:
    """Improve clusters by a descent (`core.kernels.blocks.cluster_descent`)."""
    before = np.repeat(np.arange(len(task.sizes)), task.sizes)
    work = ClusterDescent(task.points, before, task.k, task.rounds, task.spreads, task.t)
    job.start_phase("repairing", work.total)
    drive(work.step, job)
    moved = np.flatnonzero(work.labels != before)
    labels, touched = work.labels[moved], np.zeros(len(task.sizes), dtype=np.bool_)
    touched[labels] = touched[before[moved]] = True
    changed = np.flatnonzero(touched)
    return RepairFound(moved, labels, changed, work.table.of(changed))


Piece = TypeVar("Piece", Task, RepairTask)
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True, eq=False)
class ChosenPiece(Generic[Piece]):
    """A piece of work whose points are chosen among those of all pieces.

    Attributes
    ----------
    piece : Task or RepairTask
        The piece, without points.
    rows : ChosenRows
        Its points.
    """

    piece: Piece
    rows: ChosenRows


def with_points(work: Callable[[Piece, Job], Found], chosen: ChosenPiece[Piece], job: Job) -> Found:
    """Return ``work(piece, job)`` of a piece with its points."""
    return work(replace(chosen.piece, points=chosen.rows.taken()), job)
