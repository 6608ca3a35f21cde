"""Improves the clusters of all blocks together, in regions that cross the blocks' borders."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job
from core.jobs.chosen_rows import SharedRows
from core.jobs.parallel_parts import PartJob
from core.kernels.blocks.repair_plan import (
    LEVELS,
    first_jobs,
    is_last,
    later_cuts,
    later_jobs,
    rounds_of,
)
from core.kernels.blocks.sorting import sorted_places
from core.kernels.improvement.refine import Spread
from core.kernels.numerics.sums import exact_sum
from core.model import Step
from core.protect.blocks.block_steps import repair_step
from core.protect.blocks.block_work import (
    BlockFound,
    ChosenPiece,
    RepairFound,
    RepairTask,
    repair_clusters,
    with_points,
)
from core.protect.blocks.engine import BlockEngine
from core.protect.blocks.lazy_pieces import Lazily, members_of
from core.protect.partition_improvement import spread_of
from core.protect.task import Task

Ints = NDArray[np.int64]


def repaired(
    start: BlockFound,
    task: Task,
    rows: SharedRows,
    most: int,
    job: Job,
    engine: BlockEngine,
    t: float = 1.0,
) -> tuple[Ints, Step]:
    """Return the clusters improved level by level, and the step.

    Parameters
    ----------
    start : BlockFound
        The clusters of all blocks; changed in place.
    task : Task
        The records, with numbers alone.
    rows : SharedRows
        Their points.
    most : int
        About the most records that are improved together.
    job : Job
        Enters the phase "repairing".
    engine : BlockEngine
        Computes the pieces.
    t : float
        As of `core.protect.blocks.partition_in_blocks`.
    """
    repair, columns = _Repair(start, task, rows, t), task.points.shape[1]
    records = len(start.labels)
    job.start_phase("repairing", LEVELS * records)
    work = partial(with_points, repair_clusters)
    jobs = first_jobs(repair.table, most)
    for level in range(LEVELS):
        region = _regions(jobs, repair.labels)
        pieces = Lazily(len(region.records), partial(repair.piece, region, rounds_of(level)))
        share = PartJob.following(job, level * records, records, 1)
        units = [len(positions) for positions in region.records]
        share.start_phase("repairing", sum(units))
        before, found = repair.loss, engine.map(work, pieces, units, share)
        # From the clusters before this level, which workers compute meanwhile (decision 192).
        cuts = later_cuts(level + 1, repair.table, most)
        repair.take(region, found)
        share.finish()
        if is_last(level, columns, before, repair.loss):
            break
        jobs = later_jobs(level + 1, repair.table, cuts)
    return repair.labels, repair.step()


class _Regions(NamedTuple):
    """The records of each job, cluster by cluster, and its clusters."""

    records: list[Ints]
    clusters: list[Ints]


def _regions(jobs: Ints, labels: Ints) -> _Regions:
    clusters = members_of(jobs, int(jobs.max()) + 1)
    ends = np.cumsum([len(own) for own in clusters])
    rank = np.empty_like(jobs)
    rank[np.concatenate(clusters)] = np.arange(len(jobs))
    start, order = sorted_places(rank[labels], len(jobs))
    return _Regions(np.split(order, start[ends[:-1]]), clusters)


class _Repair:
    """The clusters while they are improved."""

    def __init__(self, start: BlockFound, task: Task, rows: SharedRows, t: float) -> None:
        self.labels, self.table = start.labels, start.table
        self._k, self._rows, self._t = task.k, rows, t
        self._spreads = [spread_of(task, name) for name in task.confidential] if t < 1.0 else []
        self._before = self.loss
        self._changed = np.zeros(len(start.table.sizes), dtype=np.bool_)

    @property
    def loss(self) -> float:
        """The loss of all clusters."""
        return float(exact_sum(self.table.losses))

    def piece(self, regions: _Regions, rounds: range, at: int) -> ChosenPiece[RepairTask]:
        """Return the input of a job."""
        own = regions.records[at]
        spreads = (
            Spread(spread.ranks[own], spread.count, spread.ordered, spread.file)
            for spread in self._spreads
        )
        sizes, nothing = self.table.sizes[regions.clusters[at]], np.empty((len(own), 0))
        task = RepairTask(nothing, sizes, self._k, rounds, tuple(spreads), self._t)
        return ChosenPiece(task, self._rows.choose(own))

    def take(self, regions: _Regions, found: Iterable[RepairFound]) -> None:
        """Take the clusters that the jobs of a level have found."""
        for rows, own, one in zip(regions.records, regions.clusters, found, strict=True):
            self.labels[rows[one.moved]] = own[one.labels]
            self.table.put(own[one.changed], one.table)
            self._changed[own[one.changed]] = True

    def step(self) -> Step:
        """Return the step of the repair so far."""
        changed = int(self._changed.sum())
        return repair_step(changed, self._before, self.loss, self.table.total())
