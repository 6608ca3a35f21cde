"""The interface of engines that compute independent pieces of work, here or on other computers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from core.jobs.job import Job

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")


class BlockEngine(ABC):
    """Computes independent tasks; the results do not depend on the engine."""

    def wrong_outcome(self) -> Exception:
        """Build the exception for an outcome that cannot be that of its task."""
        return RuntimeError("wrong outcome of a task")

    @abstractmethod
    def map(
        self,
        work: Callable[[Task, Job], Outcome],
        tasks: Sequence[Task],
        units: Sequence[int],
        job: Job,
    ) -> Iterator[Outcome]:
        """Compute ``work(task, job)`` of every task, and yield the outcomes in the tasks' order.

        Several calls may run at the same time, in several threads.

        Parameters
        ----------
        work : callable
            A function of a module, or a `functools.partial` of one, so that it can be sent to
            another process. Its outcome depends on the task alone.
        tasks : sequence
            May build each task when it is asked for, so that not all are in memory at once; tasks
            are asked for in several threads at once, also while outcomes are used.
        units : sequence of int
            Units of work of each task, such as its number of records.
        job : Job
            In a phase of ``sum(units)`` units; receives the progress.

        Raises
        ------
        PromiseBroken
            If a task cannot keep a promise.
        Refused
            If all processes that could compute the tasks are lost.
        Cancelled
            If the job was cancelled.
        """
