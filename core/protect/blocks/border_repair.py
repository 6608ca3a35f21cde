"""Improves the clusters of all blocks together, in regions that cross the blocks' borders."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from core.array_types import Ints
from core.jobs import Job
from core.jobs.block_engine import BlockEngine
from core.jobs.chosen_rows import ChosenRows
from core.jobs.parallel_parts import PartJob
from core.kernels.blocks.clusters_by_job import ClustersByJob, reorder
from core.kernels.blocks.repair_plan import LEVELS, LevelCuts, RepairPlan, is_last, rounds_of
from core.kernels.blocks.sorting import narrow
from core.kernels.numerics.sums import exact_sum
from core.model import Step
from core.protect.blocks.block_steps import repair_step
from core.protect.blocks.block_work import BlocksFound, is_of_clusters
from core.protect.blocks.lazy_pieces import Lazily
from core.protect.blocks.repair_work import ChosenRepair, RepairFound, RepairTask, repair_chosen
from core.protect.partition_improvement import spread_of
from core.protect.task import Task

# The points of a job are taken where it is computed.
_NOTHING = np.empty((0, 0))


def repair_borders(
    start: BlocksFound,
    task: Task,
    largest: int,
    job: Job,
    engine: BlockEngine,
    t: float = 1.0,
) -> tuple[Ints, Step]:
    """Improve clusters at the borders level by level; return them, and the step.

    Parameters
    ----------
    start : BlocksFound
        The clusters of all blocks; their sizes and losses are changed in place.
    task : Task
        The records, with numbers alone.
    largest : int
        About the most records that are improved together.
    job : Job
        Enters the phase "repairing".
    t : float
        As of `core.protect.blocks.partition_in_blocks`.
    """
    repair, plan = _Repair(start, task, t), RepairPlan(start.table, largest)
    count, columns = task.points.shape
    job.start_phase("repairing", LEVELS * count)
    for level in range(LEVELS):
        units = repair.clusters.arrange(plan.jobs, repair.sizes)
        repair_job = partial(repair.job, rounds_of(level), plan.following)
        share = PartJob.following(job, level * count, count, 1)
        share.start_phase("repairing", count)
        loss_before = repair.loss
        outcomes = engine.map(repair_chosen, Lazily(len(units), repair_job), units, share)
        plan.look_ahead(level + 2)
        for number, outcome in enumerate(outcomes):
            numbers = repair.take(number, outcome, engine)
            if not plan.can_note(numbers, outcome.sides, outcome.sample):
                raise engine.wrong_outcome()
            plan.note(numbers, outcome.sides, outcome.sample)
        share.finish()
        if is_last(level, columns, loss_before, repair.loss):
            break
        plan.go_on()
    return repair.clusters.labels(repair.sizes), repair.step()


class _Repair:
    """The clusters while they are improved."""

    def __init__(self, start: BlocksFound, task: Task, t: float) -> None:
        table = start.table
        self.clusters = ClustersByJob(start.records, table.sizes)
        self.sizes, self._losses = table.sizes, table.losses
        self._k, self._points, self._t = task.k, task.points, t
        self._spreads = [spread_of(task, name) for name in task.confidential] if t < 1.0 else []
        self._before, self._total = self.loss, table.total()
        self._changed = np.zeros(len(self.sizes), dtype=np.bool_)

    @property
    def loss(self) -> float:
        """The loss of all clusters."""
        return float(exact_sum(self._losses))

    def job(self, rounds: range, following: LevelCuts | None, number: int) -> ChosenRepair:
        """Build the job of that number."""
        numbers, records, _ = self.clusters.of(range(number, number + 1))
        spreads = tuple(replace(spread, ranks=spread.ranks[records]) for spread in self._spreads)
        # Fewer bytes take less time to send.
        sizes = self.sizes[numbers].astype(narrow(len(records) + 1))
        numbers, k, t = numbers.astype(narrow(len(self.sizes))), self._k, self._t
        task = RepairTask(_NOTHING, numbers, sizes, k, rounds, following, spreads, t)
        return ChosenRepair(task, ChosenRows(self._points, records))

    def take(self, number: int, outcome: RepairFound, engine: BlockEngine) -> Ints:
        """Take over the outcome of a job; return the numbers of its clusters."""
        numbers, records, _ = self.clusters.of(range(number, number + 1))
        order, sizes, losses = outcome.order, outcome.sizes, outcome.losses
        if (
            order.shape != records.shape
            or not sizes.shape == losses.shape == outcome.changed.shape == numbers.shape
            or outcome.changed.dtype != np.bool_
            or not is_of_clusters(order, sizes, losses, self._k)
        ):
            raise engine.wrong_outcome()
        reorder(records, order)
        self.sizes[numbers], self._losses[numbers] = sizes, losses
        self._changed[numbers] |= outcome.changed
        return numbers

    def step(self) -> Step:
        """Return the step of the repair so far."""
        return repair_step(int(self._changed.sum()), self._before, self.loss, self._total)
