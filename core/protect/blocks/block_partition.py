"""Partitions a large part of the file in blocks (manual: methods#blocks-of-records).

The records are cut into blocks, each block is partitioned by the method, and then the clusters are
improved in regions that cross the borders. Every piece depends on its records alone, so that the
result depends neither on the engine nor on the order in which it computes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from core.array_types import Ints
from core.jobs import Job
from core.jobs.block_engine import BlockEngine
from core.jobs.chosen_rows import ChosenRows
from core.kernels.blocks.cluster_table import ClusterTable, join_tables
from core.kernels.blocks.clusters_by_job import ClustersByJob
from core.model import BlockScale, Step
from core.protect.blocks.block_cutting import cut, cut_coordinates, smallest_block
from core.protect.blocks.block_steps import blocks_step, join_steps
from core.protect.blocks.block_work import (
    BlockFound,
    BlocksFound,
    ChosenTask,
    is_block_outcome,
    partition_in_parts,
    with_points,
)
from core.protect.blocks.border_repair import repair_borders
from core.protect.blocks.engine import ThreadEngine
from core.protect.blocks.lazy_pieces import Lazily, members_of
from core.protect.partition_method import Partition, PartitionMethod
from core.protect.task import Task, number


def cut_into_blocks(
    method: PartitionMethod, scale: BlockScale | None, engine: BlockEngine | None = None
) -> PartitionMethod:
    """Build a method that partitions more than ``scale.block`` records in blocks.

    Without a scale, or if the method needs no blocks, it is `method` itself. Up to the limit its
    partition is that of `method`.

    Parameters
    ----------
    engine : BlockEngine, optional
        Computes the pieces; default: the threads of this process.
    """
    if scale is None or not method.in_blocks:
        return method
    in_blocks = partial(_partition, method, scale.block, engine or ThreadEngine())
    return replace(method, partition=in_blocks, phases=with_repair(method.phases))


def with_repair(phases: tuple[str, ...]) -> tuple[str, ...]:
    """Return the phases of a method whose blocks are repaired after its clusters are formed."""
    last = max(phases.index(name) for name in ("clustering", "improving") if name in phases)
    return (*phases[: last + 1], "repairing", *phases[last + 1 :])


def _partition(
    method: PartitionMethod, largest: int, engine: BlockEngine, task: Task, job: Job
) -> Partition:
    # Units whose members alone are protected form clusters of several times k (`protect.units`).
    largest = max(largest, smallest_block(task.k))
    if len(task.points) <= largest:
        return method.partition(task, job)
    keeps = method.keeps_t(task.parameters) and not method.merges_for_t
    if not keeps:
        # The method looks at the quasi-identifiers alone, in their encoded form.
        task = replace(task, confidential={}, file={}, columns=())
    t = number(task.parameters, "t") if keeps else 1.0
    return partition_in_blocks(method.partition, task, largest, job, engine, t)


def partition_in_blocks(
    partition: Callable[[Task, Job], Partition],
    task: Task,
    largest: int,
    job: Job,
    engine: BlockEngine,
    t: float = 1.0,
) -> Partition:
    """Partition records in blocks and repair the borders.

    Parameters
    ----------
    partition : callable
        The method; a function of a module.
    task : Task
        More than `largest` records.
    largest : int
        The most records of a block, at least `core.protect.blocks.smallest_block`.
    job : Job
        Enters the phases "clustering" and "repairing".
    t : float
        If below 1, records join only clusters whose EMD from the file then is at most `t`.

    Returns
    -------
    Partition
        Every cluster has at least `k` records and lies within a block, or was improved across
        borders. Clusters are numbered block by block.

    Raises
    ------
    ValueError
        If `largest` is too small for `k`.
    """
    without_points = replace(task, points=np.empty((len(task.points), 0)))
    blocks = cut(cut_coordinates(task.points, task.nominal), largest, task.k)[1]
    members = members_of(blocks, int(blocks.max()) + 1)
    sizes = np.array([len(positions) for positions in members], dtype=np.int64)

    def block_task(block: int) -> ChosenTask:
        positions = members[block]
        return ChosenTask(without_points.part(positions), ChosenRows(task.points, positions))

    partition_piece = partial(with_points, partial(partition_in_parts, partition))
    job.start_phase("clustering", len(blocks))
    outcomes = engine.map(partition_piece, Lazily(len(members), block_task), sizes.tolist(), job)
    all_blocks = _join_blocks(members, outcomes, task, engine)
    steps = (blocks_step(sizes), *all_blocks.steps)
    if not _is_repairable(task, t):
        clusters = ClustersByJob(all_blocks.records, all_blocks.table.sizes)
        return Partition(clusters.labels(all_blocks.table.sizes), steps)
    labels, repair = repair_borders(all_blocks, task, largest, job, engine, t)
    return Partition(labels, (*steps, repair))


def _join_blocks(
    members: Sequence[Ints], outcomes: Iterable[BlockFound], task: Task, engine: BlockEngine
) -> BlocksFound:
    """Join the blocks, one by one as soon as they are there."""
    records = np.empty(sum(len(positions) for positions in members), dtype=members[0].dtype)
    tables, steps, done = list[ClusterTable](), list[tuple[Step, ...]](), 0
    for positions, block in zip(members, outcomes, strict=True):
        if not is_block_outcome(block, len(positions), task.points.shape[1], task.k):
            raise engine.wrong_outcome()
        positions.take(block.order, out=records[done : done + len(positions)])
        done += len(positions)
        tables.append(block.table)
        steps.append(block.steps)
    return BlocksFound(records, join_tables(tables), join_steps(steps))


def _is_repairable(task: Task, t: float) -> bool:
    """Return whether losses are those of points alone, and limits those that a descent keeps."""
    limited = t < 1.0
    trees = any(ranked.tree is not None for ranked in task.confidential.values())
    return task.points.shape[1] > 0 and not task.nominal and not (limited and trees)
