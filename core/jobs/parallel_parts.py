"""Independent parts of one piece of work, done by several threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from core.errors import Cancelled
from core.jobs.job import Job

T = TypeVar("T")


def run_parallel(
    parts: Sequence[Callable[[Job], T]],
    sizes: Sequence[int],
    phases: int,
    job: Job,
    threads: int,
) -> list[T]:
    """Do all parts and return what each gives, in their order.

    Parameters
    ----------
    parts : sequence of callable
        Each is given a job of its own, which stops when `job` does. What a part gives may
        depend on nothing that another does.
    sizes : sequence of int
        Units of work of each part, such as its records.
    phases : int
        How many phases a part begins, at least 1; each counts as an equal share of it.
    job : Job
        Its phase is the caller's, of ``sum(sizes)`` units. It is told of the progress of all.
    threads : int
        How many at most; what is returned does not depend on it.

    Raises
    ------
    Cancelled
        If the job was asked to stop.
    """
    told = _ParallelProgress(job, len(parts))
    with ThreadPoolExecutor(min(threads, len(parts)), "parts") as pool:
        shares = [_PartJob(told, at, size, phases) for at, size in enumerate(sizes)]
        both = zip(parts, shares, strict=True)
        waiting = [pool.submit(_whole, part, share) for part, share in both]
        try:
            return [found.result() for found in waiting]
        except BaseException:
            told.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _whole(part: Callable[[Job], T], share: _PartJob) -> T:
    found = part(share)
    share.finish()
    return found


class _ParallelProgress:
    """How much of each part is done, told to the job of the whole."""

    def __init__(self, job: Job, parts: int) -> None:
        self._job, self._done = job, [0] * parts
        self._stopped = threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    def check(self) -> None:
        if self._stopped.is_set():
            raise Cancelled
        self._job.check()

    def tell(self, part: int, done: int) -> None:
        self._done[part] = max(done, self._done[part])
        self._job.update(sum(self._done))


class _PartJob(Job):
    """The job of one part."""

    def __init__(self, whole: _ParallelProgress, part: int, size: int, phases: int) -> None:
        super().__init__()
        self._whole, self._part, self._size, self._shares = whole, part, size, phases

    def check(self) -> None:
        self._whole.check()

    def update(self, done: int) -> None:
        super().update(done)
        begun = min(max(self._index - 1, 0), self._shares - 1)
        within = min(done, self._total) / self._total if self._total > 0 else 0.0
        self._whole.tell(self._part, int(self._size * (begun + within) / self._shares))

    def finish(self) -> None:
        self._whole.tell(self._part, self._size)
