"""Improves the clusters of all blocks, level by level; see `core.protect.blocks.border_repair`.

The table of all clusters is in memory, their records are on disk: each level sorts them into its
jobs. In the last level each cluster is whole in one job, after which its means can be computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.raw_rows import AT
from core.io.scratch.row_files import RoutedRows, RowFile, Rows
from core.jobs import Job
from core.jobs.parallel_parts import PartJob
from core.kernels.blocks.cluster_table import ClusterTable
from core.kernels.blocks.repair_plan import LEVELS, is_last, jobs_of, rounds_of
from core.kernels.numerics.part_sums import sums_of_parts
from core.kernels.numerics.sums import exact_sum
from core.model import Step
from core.pipeline.out_of_core.large_points import LargePoints
from core.pipeline.out_of_core.parts.part_records import LABEL, PartRecords
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.blocks.block_steps import repair_step
from core.protect.blocks.block_work import RepairTask, repair_clusters
from core.protect.blocks.engine import BlockEngine
from core.protect.blocks.lazy_pieces import Lazily
from core.protect.partition_improvement import spread_of
from core.protect.task import whole

Ints = NDArray[np.int64]
_AT_ONCE = 2


class LargeRepair:
    """The clusters of all blocks while they are improved.

    Parameters
    ----------
    points : LargePoints
        What the clusters depend on, with whose cells the rows begin.
    table : ClusterTable
        The clusters, which are changed in place.
    most : int
        About the most records of a job.
    t : float
        As of `core.protect.blocks.partition_in_blocks`.
    work : Workplace
        Where the records are sorted.
    engine : BlockEngine
        Computes the jobs.
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
        self._points, self.table, self._most, self._t = points, table, most, t
        self._k = whole(points.parameters, "k")
        self._work, self._engine = work, engine
        self._before = self.loss
        self._changed = np.zeros(len(table.sizes), np.bool_)

    def run(
        self, rows: RowFile, records: PartRecords, take: Callable[[Rows], None], job: Job
    ) -> Step:
        """Improve the clusters of `rows`, pass all rows to `take` and return the step.

        `take` gets all records of some clusters at a time. The same `records` are also read in the
        order of the file.
        """
        count = len(records)
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
                if is_last(level, self.table.centres.shape[1], before, self.loss):
                    break
            # A level after the first has all clusters, each whole in one of its jobs.
            for part in rows.pieces(sizes):
                take(part)
                job.check()
        changed = int(self._changed.sum())
        return repair_step(changed, self._before, self.loss, self._total(records))

    @property
    def loss(self) -> float:
        """The loss of all clusters."""
        return float(exact_sum(self.table.losses))

    def _level(self, level: int, rows: RowFile, following: RowFile, job: Job) -> list[int]:
        """Write all rows, with their clusters after a level; return the sizes of its jobs."""
        jobs = jobs_of(level, self.table, self._most)
        count = int(jobs.max()) + 1
        sizes: list[int] = []
        with RoutedRows(self._work.place(f"jobs-{level}"), rows.dtype, count) as routed:
            for part in rows.parts(self._work.rows):
                own = jobs[part[LABEL]]
                following.add(part[own < 0])
                routed.add(part[own >= 0], own[own >= 0])
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
        # In the file's order within each cluster, as sums of squares depend on it.
        buckets = [rows[np.argsort(rows[AT], kind="stable")] for rows in buckets]
        orders = [np.argsort(rows[LABEL], kind="stable") for rows in buckets]
        clusters, sizes = [], []
        for rows in buckets:
            own, counts = np.unique(rows[LABEL], return_counts=True)
            clusters.append(own)
            sizes.append(counts)

        def piece(at: int) -> RepairTask:
            task = self._points.task_of(buckets[at][orders[at]])
            limited = self._t < 1.0
            spreads = tuple(spread_of(task, name) for name in task.file) if limited else ()
            return RepairTask(task.points, sizes[at], self._k, rounds, spreads, self._t)

        units = [len(rows) for rows in buckets]
        quiet = PartJob(job.check, lambda _: None, sum(units), 1)
        quiet.start_phase("repairing", sum(units))
        found = self._engine.map(repair_clusters, Lazily(len(some), piece), units, quiet)
        for rows, order, own, one in zip(buckets, orders, clusters, found, strict=True):
            self.table.put(own[one.changed], one.table)
            self._changed[own[one.changed]] = True
            rows[LABEL][order[one.moved]] = own[one.labels]
            following.add(rows)
        return units

    def _total(self, records: PartRecords) -> float:
        """Return the loss if all records were one cluster."""

        def parts() -> Iterator[list[NDArray[np.float64]]]:
            for _, columns, own in records.columns():
                points = self._points.of(columns, own)
                yield [*points.T, *(points.T**2)]

        sums = sums_of_parts(parts)
        half = len(sums) // 2
        pairs = zip(sums[:half], sums[half:], strict=True)
        return sum(squares.total() - one.total() ** 2 / one.terms for one, squares in pairs)
