"""The interface of engines that compute independent pieces of work, here or in other processes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import chain
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.jobs.chosen_rows import SharedRows
from core.jobs.job import Job

Task = TypeVar("Task")
Piece = TypeVar("Piece")
Found = TypeVar("Found")


class BlockEngine(ABC):
    """Computes independent pieces of work.

    The results do not depend on the engine.
    """

    @abstractmethod
    def share(self, rows: NDArray[np.float64]) -> AbstractContextManager[SharedRows]:
        """Let the pieces choose among rows, of shape (n, m), for as long as the context lasts."""

    @abstractmethod
    def map_spans(
        self,
        work: Callable[[Piece, Job], Found],
        piece: Callable[[range], Piece],
        units: Sequence[int],
        job: Job,
    ) -> Iterator[tuple[range, Found]]:
        """Yield spans that together cover all tasks, in order, each with what was found for it.

        That is ``work(piece(span), job)``. A span is a range of tasks that are computed together;
        the engine chooses it, and may begin at the call or when the first result is asked for. All
        results should be used. Calls may come from several threads.

        Parameters
        ----------
        work : callable
            A function of a module, or a `functools.partial` of one, so that it can be sent to
            another process. What it returns depends on its piece alone, and for a span it is what
            it returns for the tasks one by one, joined.
        piece : callable
            Returns what is needed for a span, which can be sent to another process. Called in
            several threads at once, also while results are used, and again for parts of a span that
            could not be sent as a whole.
        units : sequence of int
            Units of work of each task, such as its number of records.
        job : Job
            In a phase of ``sum(units)`` units; receives the progress.

        Raises
        ------
        PromiseBroken
            If a piece cannot keep a promise.
        Refused
            If all processes that could compute the pieces are lost.
        Cancelled
            If the job was cancelled.
        """

    def map(
        self,
        work: Callable[[Task, Job], Found],
        tasks: Sequence[Task],
        units: Sequence[int],
        job: Job,
    ) -> Iterator[Found]:
        """Yield ``work(task, job)`` of each task, in their order; see `map_spans`.

        `tasks` may build each of them when it is asked for, so that not all are in memory at once.
        """
        found = self.map_spans(partial(_each, work), partial(_some, tasks), units, job)
        return chain.from_iterable(several for _, several in found)


def _some(tasks: Sequence[Task], span: range) -> list[Task]:
    return [tasks[at] for at in span]


def _each(work: Callable[[Task, Job], Found], tasks: list[Task], job: Job) -> list[Found]:
    return [work(task, job) for task in tasks]
