"""Where the independent pieces of a partition in blocks are computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job, run_parallel
from core.jobs.chosen_rows import SharedRows
from core.kernels.indexes.shared_passes import MOST, processors

Piece = TypeVar("Piece")
Found = TypeVar("Found")


class BlockEngine(Protocol):
    """Computes independent pieces of work, in this process or elsewhere."""

    def share(self, rows: NDArray[np.float64]) -> AbstractContextManager[SharedRows]:
        """Let the pieces choose among rows, of shape (n, m), for as long as the context lasts."""
        ...

    def map(
        self,
        work: Callable[[Piece, Job], Found],
        tasks: Sequence[Piece],
        units: Sequence[int],
        job: Job,
    ) -> Iterator[Found]:
        """Yield ``work(task, job)`` of each task, in their order.

        An engine may begin at the call or when the first result is asked for. All results should
        be used. Calls may come from several threads.

        Parameters
        ----------
        work : callable
            A function of a module, or a `functools.partial` of one, so that it can be sent to
            another process. What it returns depends on its task alone.
        tasks : sequence
            May build each task only when it is asked for, so that not all are in memory at once.
            Each is asked for once and can be sent to another process.
        units : sequence of int
            Units of work of each task, such as its number of records.
        job : Job
            In a phase of ``sum(units)`` units; receives the progress.

        Raises
        ------
        Cancelled
            If the job was cancelled.
        """
        ...


class ThreadEngine:
    """Computes the pieces in threads of this process.

    Parameters
    ----------
    threads : int, optional
        How many; default: the number of processors.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._threads = threads or min(processors(), MOST)

    def share(self, rows: NDArray[np.float64]) -> AbstractContextManager[SharedRows]:
        """Let the pieces choose among rows; see `BlockEngine.share`."""
        return nullcontext(SharedRows(rows))

    def map(
        self,
        work: Callable[[Piece, Job], Found],
        tasks: Sequence[Piece],
        units: Sequence[int],
        job: Job,
    ) -> Iterator[Found]:
        """Yield ``work(task, job)`` of each task, in their order; see `BlockEngine.map`."""
        if tasks:
            parts = [partial(_one, work, tasks, at) for at in range(len(tasks))]
            yield from run_parallel(parts, units, [0] * len(tasks), job, self._threads)


def _one(work: Callable[[Piece, Job], Found], tasks: Sequence[Piece], at: int, job: Job) -> Found:
    return work(tasks[at], job)
