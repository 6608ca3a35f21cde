"""Runs parts of a piece of work as jobs of their own, in turn or in several threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from core.errors import Cancelled
from core.jobs.job import Job

T = TypeVar("T")


class PartJob(Job):
    """The job of a part of some work.

    Parameters
    ----------
    check : callable
        Raises `Cancelled` if the whole was cancelled.
    report : callable
        Receives the number of the part's finished units, of `size`.
    phases : int
        Number of phases that the part starts, of equal length; 0: as many as it plans.
    """

    def __init__(
        self,
        check: Callable[[], None],
        report: Callable[[int], None],
        size: int,
        phases: int = 0,
    ) -> None:
        super().__init__()
        self._check_whole = check
        self._report = report
        self._size = size
        self._expected = phases

    @classmethod
    def following(cls, job: Job, done: int, size: int, phases: int = 0) -> PartJob:
        """Build the job of a part of `job` that begins where `done` of its units are finished."""
        return cls(job.check, lambda further: job.update(done + further), size, phases)

    @property
    def cancelled(self) -> bool:
        """Whether the whole was cancelled."""
        try:
            self._check_whole()
        except Cancelled:
            return True
        return False

    def check(self) -> None:
        """Raise `Cancelled` if the whole was cancelled."""
        self._check_whole()

    def update(self, done: int) -> None:
        """Set the number of finished units of this phase; raise if cancelled."""
        super().update(done)
        # The finished share of this part, with phases of equal length.
        now = self.progress()
        phases = max(1, self._expected or now.phases)
        within = min(1.0, now.done / now.total) if now.total else 0.0
        done_share = min(1.0, (min(max(0, now.index - 1), phases - 1) + within) / phases)
        self._report(round(self._size * done_share))

    def finish(self) -> None:
        """Report all units as finished."""
        self._report(self._size)


def run_parallel(
    parts: Sequence[Callable[[Job], T]],
    sizes: Sequence[int],
    phases: Sequence[int],
    job: Job,
    threads: int,
) -> list[T]:
    """Run all parts and return their results in order.

    Parameters
    ----------
    parts : sequence of callable
        Each is called with its own job, which is cancelled together with `job`. The result of a
        part must not depend on other parts.
    sizes : sequence of int
        Units of work of each part, such as its number of records.
    phases : sequence of int
        Number of phases that each part starts, 0 for as many as it plans; all count as equal shares
        of the part.
    job : Job
        Its phase is the caller's, with ``sum(sizes)`` units. It receives the total progress.
    threads : int
        Maximum number of threads, on which the results do not depend.
    """
    progress = _ParallelProgress(job, len(parts))
    with ThreadPoolExecutor(min(threads, len(parts)), "parts") as pool:
        shares = [
            PartJob(progress.check, partial(progress.set_done, number), size, count)
            for number, (size, count) in enumerate(zip(sizes, phases, strict=True))
        ]
        parts_and_shares = zip(parts, shares, strict=True)
        waiting = [pool.submit(_whole, compute, share) for compute, share in parts_and_shares]
        try:
            return [future.result() for future in waiting]
        except BaseException:
            progress.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _whole(compute: Callable[[Job], T], share: PartJob) -> T:
    result = compute(share)
    share.finish()
    return result


class _ParallelProgress:
    """The progress of each part, added up for the job of the whole."""

    def __init__(self, job: Job, parts: int) -> None:
        self._job, self._done, self._total = job, [0] * parts, 0
        # A file may have as many parts as groups, so their sum is kept.
        self._adding = threading.Lock()
        self._stopped = threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    def check(self) -> None:
        if self._stopped.is_set():
            raise Cancelled
        self._job.check()

    def set_done(self, number: int, done: int) -> None:
        with self._adding:
            self._total += max(0, done - self._done[number])
            self._done[number] = max(done, self._done[number])
            total = self._total
        self._job.update(total)
