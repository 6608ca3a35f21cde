"""Forms the clusters of a part of a file in the scratch folder, block by block."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.raw_rows import AT, columns_of
from core.io.scratch.row_files import RoutedRows, RowFile, Rows
from core.jobs import Job
from core.jobs.parallel_parts import PartJob
from core.kernels.blocks.cluster_table import ClusterTable, joined_tables
from core.kernels.blocks.cuts import blocks_of
from core.kernels.blocks.repair_plan import LEVELS, RepairPlan, is_last, rounds_of
from core.kernels.blocks.sorting import Narrow
from core.kernels.numerics.sums import exact_sum
from core.model import Plan, Step
from core.pipeline.out_of_core.large_points import LargePoints
from core.pipeline.out_of_core.parts.part_records import LABEL, OWN, PartRecords, kinds_of
from core.pipeline.out_of_core.workplace import Workplace
from core.protect import METHODS
from core.protect.blocks import BlockEngine
from core.protect.blocks.block_cutting import fitted_cuts
from core.protect.blocks.block_partition import is_repairable
from core.protect.blocks.block_steps import blocks_step, joined_steps, repair_step
from core.protect.blocks.block_work import (
    BlockFound,
    partition_block,
    partition_in_parts,
)
from core.protect.blocks.lazy_pieces import Lazily
from core.protect.blocks.repair_work import RepairTask, repair_clusters
from core.protect.partition_improvement import spread_of
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
    records : PartRecords
        The records: all of the file, or those of one of its parts.
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
        # The t that clusters of a block keep.
        self._t = number(points.parameters, "t") if points.by_rank else 1.0

    def run(self, take: Callable[[Rows], None], job: Job) -> tuple[Ints, tuple[Step, ...]]:
        """Pass all records, with their final clusters, to `take`; return the sizes and the steps.

        `take` gets all records of some clusters at a time, as rows with the field `LABEL`.
        """
        if self._records <= self._most:
            return self._whole(take, job)
        nothing = [column.part(0, 0) for column in self._points.columns]
        # As `core.protect.blocks` decides in memory.
        if not is_repairable(self._points.task(nothing, np.empty(0, np.int64)), self._t):
            table, steps = self._in_blocks(take, job)
            return table.sizes, steps
        with RowFile(self._work.place("labelled"), kinds_of(self._points.columns)) as labelled:
            table, steps = self._in_blocks(labelled.add, job)
            most, t = self._most, self._t
            repair = _LargeRepair(self._points, table, most, t, self._work, self._engine)
            # Its centroids are no longer needed.
            del table
            step = repair.run(labelled, self._records, take, job)
        return repair.sizes, (*steps, step)

    def _whole(self, take: Callable[[Rows], None], job: Job) -> tuple[Ints, tuple[Step, ...]]:
        """Partition records that are a single block."""
        job.start_phase("clustering", self._records)
        rows = np.concatenate([rows for _, rows in self._parts.rows()])
        quiet = PartJob(job.check, job.update, self._records, 1)
        found = partition_block(self._partition, self._points.task_of(rows), quiet)
        rows[LABEL] = found.labels
        take(rows)
        return found.table.sizes, found.steps

    def _in_blocks(
        self, take: Callable[[Rows], None], job: Job
    ) -> tuple[ClusterTable, tuple[Step, ...]]:
        """Sort the records into blocks, and form the clusters of each."""

        def watched() -> Iterator[tuple[int, NDArray[np.float64]]]:
            for start, columns, own in self._parts.columns():
                job.update(start)
                yield start, self._points.coordinates(columns, own)

        job.start_phase("cutting", self._records)
        tree = fitted_cuts(watched, self._records, self._most, self._k)
        place, kinds = self._work.place("blocks"), kinds_of(self._points.columns)
        with RoutedRows(place, kinds, tree.blocks) as routed:
            job.start_phase("routing", self._records)
            for start, rows in self._parts.rows():
                job.update(start)
                columns = columns_of(rows, self._points.columns)
                part = self._points.coordinates(columns, rows[OWN].astype(np.int64))
                routed.add(rows, blocks_of(part, start, tree))
            return self._cluster(routed, take, job)

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
                numbers = np.arange(clusters, clusters + len(found.table.sizes))
                take(_by_cluster(rows, found.order, numbers, found.table.sizes))
                clusters += len(numbers)
                done += len(rows)
                tables.append(found.table)
                steps.append(found.steps)
        return joined_tables(tables), (blocks_step(sizes), *joined_steps(steps))

    def _found(self, blocks: list[Rows], done: int, job: Job) -> Iterator[BlockFound]:
        """Partition some blocks at a time."""
        pieces = Lazily(len(blocks), lambda at: self._points.task_of(blocks[at]))
        units = [len(rows) for rows in blocks]
        share = PartJob.following(job, done, sum(units), 1)
        share.start_phase("clustering", sum(units))
        return self._engine.map(partial(partition_in_parts, self._partition), pieces, units, share)


class _LargeRepair:
    """The clusters of all blocks while they are improved; see `core.protect.blocks.border_repair`.

    Sizes and losses of all clusters are in memory, their records are on disk, cluster by cluster:
    each level routes them to its jobs. In the last level each cluster is whole in one job, after
    which its means can be computed.

    Parameters
    ----------
    points : LargePoints
        What the clusters depend on, with whose cells the rows begin.
    table : ClusterTable
        The clusters; sizes and losses are changed in place.
    most : int
        About the most records of a job.
    t : float
        As of `core.protect.blocks.partition_in_blocks`.
    """

    def __init__(
        self,
        points: LargePoints,
        table: ClusterTable,
        most: int,
        t: float,
        work: Workplace,
        engine: BlockEngine,
    ) -> None:
        self._points, self._t, self._k = points, t, whole(points.parameters, "k")
        self._columns, self._plan = table.centres.shape[1], RepairPlan(table, most)
        self.sizes, self._losses = table.sizes, table.losses
        self._work, self._engine = work, engine
        self._before, self._total = self.loss, table.total()
        self._changed = np.zeros(len(table.sizes), np.bool_)

    def run(self, rows: RowFile, count: int, take: Callable[[Rows], None], job: Job) -> Step:
        """Improve the clusters of `count` rows, pass all rows to `take` and return the step.

        `take` gets all records of some clusters at a time.
        """
        job.start_phase("repairing", LEVELS * count)
        with ExitStack() as files:
            for level in range(LEVELS):
                share = PartJob.following(job, level * count, count, 1)
                share.start_phase("repairing", count)
                path, before = self._work.place(f"level-{level}"), self.loss
                following = files.enter_context(RowFile(path, rows.dtype))
                sizes = self._level(level, rows, following, share)
                rows.clear()
                rows = following
                if is_last(level, self._columns, before, self.loss):
                    break
                self._plan.go_on()
            # A level after the first has all clusters, each whole in one of its jobs.
            for part in rows.pieces(sizes):
                # In the file's order, in which sums are added in memory.
                take(part[np.argsort(part[AT], kind="stable")])
                job.check()
        return repair_step(int(self._changed.sum()), self._before, self.loss, self._total)

    @property
    def loss(self) -> float:
        """The loss of all clusters."""
        return float(exact_sum(self._losses))

    def _level(self, level: int, rows: RowFile, following: RowFile, job: Job) -> list[int]:
        """Write all rows, with their clusters after a level; return the sizes of its jobs."""
        jobs = self._plan.jobs
        count = int(jobs.max()) + 1
        sizes: list[int] = []
        # Before anything is noted, as in memory.
        self._plan.look_ahead(level + 2)
        with RoutedRows(self._work.place(f"jobs-{level}"), rows.dtype, count) as routed:
            for part in rows.parts(self._work.rows):
                routed.add(part, jobs[part[LABEL]])
                job.check()
            for start in range(0, count, _AT_ONCE):
                some = range(start, min(start + _AT_ONCE, count))
                sizes += self._jobs(routed, some, rounds_of(level), following, job)
                job.update(sum(sizes))
        return sizes

    def _jobs(
        self, routed: RoutedRows, some: range, rounds: range, following: RowFile, job: Job
    ) -> list[int]:
        """Compute some jobs at a time; return the numbers of their records."""
        buckets = [routed.bucket(at) for at in some]
        clusters = [_clusters_of(rows) for rows in buckets]

        def piece(at: int) -> RepairTask:
            task, numbers = self._points.task_of(buckets[at]), clusters[at]
            limited = self._t < 1.0
            spreads = tuple(spread_of(task, name) for name in task.file) if limited else ()
            own, cuts = self.sizes[numbers], self._plan.following
            return RepairTask(task.points, numbers, own, self._k, rounds, cuts, spreads, self._t)

        units = [len(rows) for rows in buckets]
        quiet = PartJob(job.check, lambda _: None, sum(units), 1)
        quiet.start_phase("repairing", sum(units))
        found = self._engine.map(repair_clusters, Lazily(len(some), piece), units, quiet)
        for rows, numbers, one in zip(buckets, clusters, found, strict=True):
            self.sizes[numbers], self._losses[numbers] = one.sizes, one.losses
            self._changed[numbers] |= one.changed
            self._plan.note(numbers, one.sides, one.sample)
            following.add(_by_cluster(rows, one.order, numbers, one.sizes))
        return units


def _clusters_of(rows: Rows) -> Ints:
    """Return the cluster of each run of rows."""
    labels = rows[LABEL]
    return labels[np.flatnonzero(np.diff(labels, prepend=-1))].astype(np.int64)


def _by_cluster(rows: Rows, order: Narrow, numbers: Ints, sizes: Narrow) -> Rows:
    """Return rows cluster by cluster, with the numbers of their clusters."""
    ordered = rows[order]
    ordered[LABEL] = np.repeat(numbers, sizes)
    return ordered
