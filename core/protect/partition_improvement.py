"""Improves a partition by a local search for a smaller information loss."""

from __future__ import annotations

from core.encode import emd_of_groups
from core.jobs import Job, drive
from core.kernels.improvement.refine import Refine, Spread
from core.model import Step
from core.protect.partition_method import Partition
from core.protect.task import Task, whole


def improve(
    start: Partition, task: Task, job: Job, moves: int, seed: int = 0, t: float = 1.0
) -> Partition:
    """Search for a partition with smaller loss from `start`.

    Parameters
    ----------
    start : Partition
        Every cluster has at least `k` records.
    job : Job
        Enters the phase "improving", unless `moves` is 0. Raises `Cancelled` if cancelled.
    moves : int
        Number of moves to try, at least 0.
    t : float
        If below 1, no cluster's EMD may exceed it. A start that violates it is returned unchanged
        and repaired by merging.

    Returns
    -------
    Partition
        Its loss is not greater; it depends on the records, `start`, `moves`, `seed` and `t` alone.
    """
    if moves < 1:
        return start
    limited = t < 1.0
    if limited and any(
        emd_of_groups(start.labels, task.confidential[name], task.file[name]).max() > t
        for name in task.file
    ):
        return start
    spreads = [spread_of(task, name) for name in task.confidential] if limited else []
    search = Refine(task.points, start.labels, task.k, moves, seed, spreads, t)
    job.start_phase("improving", search.total)
    drive(search.step, job)
    gain = round(100 * (1 - search.after / search.before), 2) if search.before > 0 else 0.0
    counts = {"moves": search.moves, "gain": gain, "clusters": int(search.labels.max()) + 1}
    return Partition(search.labels, (*start.steps, Step("improving", counts)))


def moves_of(task: Task) -> int:
    """Return the parameter `refine`, or 0 if the method does not have it."""
    return whole(task.parameters, "refine") if "refine" in task.parameters else 0


def spread_of(task: Task, name: str) -> Spread:
    """Return a confidential attribute in the form of the search, with the whole file."""
    ranked = task.confidential[name]
    return Spread(ranked.ranks, ranked.count, ranked.ordered, task.file[name].counts())
