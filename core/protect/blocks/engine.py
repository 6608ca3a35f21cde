"""Computes the independent pieces of a partition in blocks in threads of this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from core.jobs import Job, run_parallel
from core.jobs.block_engine import BlockEngine
from core.kernels.indexes.shared_passes import MOST, processors

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")


class ThreadEngine(BlockEngine):
    """Computes tasks in threads of this process.

    Parameters
    ----------
    threads : int, optional
        How many; default: the number of processors.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._threads = threads or min(processors(), MOST)

    def map(
        self,
        work: Callable[[Task, Job], Outcome],
        tasks: Sequence[Task],
        units: Sequence[int],
        job: Job,
    ) -> Iterator[Outcome]:
        """Compute the outcome of every task; see `BlockEngine.map`."""
        if units:
            calls = [partial(_compute, work, tasks, position) for position in range(len(units))]
            yield from run_parallel(calls, units, [0] * len(calls), job, self._threads)


def _compute(
    work: Callable[[Task, Job], Outcome], tasks: Sequence[Task], position: int, job: Job
) -> Outcome:
    return work(tasks[position], job)
