"""Forms the clusters of a part of a file in the scratch folder, block by block."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.raw_rows import columns_of
from core.io.scratch.row_files import RoutedRows, RowFile, Rows
from core.jobs import Job
from core.jobs.parallel_parts import PartJob
from core.kernels.blocks.cluster_table import ClusterTable, joined_tables
from core.kernels.blocks.cuts import CutTree, blocks_of
from core.model import Plan, Step
from core.pipeline.out_of_core.large_points import LargePoints
from core.pipeline.out_of_core.large_repair import LargeRepair
from core.pipeline.out_of_core.parts.part_records import LABEL, OWN, PartRecords, kinds_of
from core.pipeline.out_of_core.workplace import Workplace
from core.protect import METHODS
from core.protect.blocks import BlockEngine
from core.protect.blocks.block_cutting import fitted_cuts
from core.protect.blocks.block_partition import is_repairable
from core.protect.blocks.block_steps import blocks_step, joined_steps
from core.protect.blocks.block_work import BlockFound, partition_block, partition_in_parts
from core.protect.blocks.lazy_pieces import Lazily
from core.protect.spec import Partition
from core.protect.task import Task, number, whole

Ints = NDArray[np.int64]
_AT_ONCE = 2


def partition_of(plan: Plan) -> Callable[[Task, Job], Partition]:
    """Return the partition of a plan's method, a function of a module."""
    found = METHODS[plan.project.recipe.method.name].partition
    assert found is not None
    return found


class LargeBlocks:
    """Partitions records in blocks and repairs the borders.

    Parameters
    ----------
    plan : Plan
        With a method that works in blocks.
    points : LargePoints
        What its clusters depend on.
    records : PartRecords
        The records: all of the file, or those of one of its parts.
    work : Workplace
        Where the records are sorted.
    engine : BlockEngine
        Computes the pieces.
    """

    def __init__(
        self,
        plan: Plan,
        points: LargePoints,
        records: PartRecords,
        work: Workplace,
        engine: BlockEngine,
    ) -> None:
        scale = plan.project.recipe.scale
        assert scale is not None
        self._most, self._partition = scale.block, partition_of(plan)
        self._k = whole(points.parameters, "k")
        self._points, self._work, self._engine = points, work, engine
        self._parts, self._records = records, len(records)

    def run(self, take: Callable[[Rows], None], job: Job) -> tuple[Ints, tuple[Step, ...]]:
        """Pass all records, with their final clusters, to `take`; return the sizes and the steps.

        `take` gets all records of some clusters at a time, as rows with the field `LABEL`.
        """
        if self._records <= self._most:
            return self._whole(take, job)
        tree = self._cuts(job)
        if not self._is_repairable():
            with RoutedRows(
                self._work.place("blocks"), kinds_of(self._points.columns), tree.blocks
            ) as routed:
                self._route(tree, routed, job)
                table, steps = self._cluster(routed, take, job)
            return table.sizes, steps
        with RowFile(self._work.place("labelled"), kinds_of(self._points.columns)) as labelled:
            with RoutedRows(
                self._work.place("blocks"), kinds_of(self._points.columns), tree.blocks
            ) as routed:
                self._route(tree, routed, job)
                table, steps = self._cluster(routed, labelled.add, job)
            most, t = self._most, self._t()
            repair = LargeRepair(self._points, table, most, t, self._work, self._engine)
            step = repair.run(labelled, self._parts, take, job)
        return repair.table.sizes, (*steps, step)

    def _is_repairable(self) -> bool:
        """Return whether the borders are repaired, as `core.protect.blocks` does in memory."""
        nothing = [column.part(0, 0) for column in self._points.columns]
        return is_repairable(self._points.task(nothing, np.empty(0, np.int64)), self._t())

    def _t(self) -> float:
        """Return the t that clusters of a block keep, or 1."""
        return number(self._points.parameters, "t") if self._points.by_rank else 1.0

    def _whole(self, take: Callable[[Rows], None], job: Job) -> tuple[Ints, tuple[Step, ...]]:
        """Partition records that are a single block."""
        job.start_phase("clustering", self._records)
        rows = np.concatenate([rows for _, rows in self._parts.rows()])
        quiet = PartJob(job.check, job.update, self._records, 1)
        found = partition_block(self._partition, self._task(rows), quiet)
        rows[LABEL] = found.labels
        take(rows)
        return found.table.sizes, found.steps

    def _cuts(self, job: Job) -> CutTree:
        job.start_phase("cutting", self._records)
        return fitted_cuts(lambda: self._watched(job), self._records, self._most, self._k)

    def _watched(self, job: Job) -> Iterator[tuple[int, NDArray[np.float64]]]:
        for start, columns, own in self._parts.columns():
            job.update(start)
            yield start, self._points.coordinates(columns, own)

    def _route(self, tree: CutTree, routed: RoutedRows, job: Job) -> None:
        """Sort the records into their blocks."""
        job.start_phase("routing", self._records)
        for start, rows in self._parts.rows():
            job.update(start)
            columns = columns_of(rows, self._points.columns)
            part = self._points.coordinates(columns, rows[OWN].astype(np.int64))
            routed.add(rows, blocks_of(part, start, tree))

    def _cluster(
        self, routed: RoutedRows, take: Callable[[Rows], None], job: Job
    ) -> tuple[ClusterTable, tuple[Step, ...]]:
        """Form the clusters of each block, numbered block by block."""
        sizes, clusters, done = routed.sizes(), 0, 0
        tables, steps = [], []
        job.start_phase("clustering", self._records)
        for start in range(0, len(sizes), _AT_ONCE):
            blocks = [routed.bucket(at) for at in range(start, min(start + _AT_ONCE, len(sizes)))]
            for rows, found in zip(blocks, self._found(blocks, done, job), strict=True):
                rows[LABEL] = clusters + found.labels
                take(rows)
                clusters += len(found.table.sizes)
                done += len(rows)
                tables.append(found.table)
                steps.append(found.steps)
        return joined_tables(tables), (blocks_step(sizes), *joined_steps(steps))

    def _found(self, blocks: list[Rows], done: int, job: Job) -> list[BlockFound]:
        """Partition some blocks at a time."""
        pieces = Lazily(len(blocks), lambda at: self._task(blocks[at]))
        units = [len(rows) for rows in blocks]
        share = PartJob.following(job, done, sum(units), 1)
        share.start_phase("clustering", sum(units))
        return self._engine.map(partial(partition_in_parts, self._partition), pieces, units, share)

    def _task(self, rows: Rows) -> Task:
        return self._points.task_of(rows)
