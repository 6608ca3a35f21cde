"""Lets a user cancel calls, loops and kernels that cannot check for it often enough themselves.

A kernel that can be resumed runs in short slices, which also gives accurate progress.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, overload

from core.jobs.job import Job

T = TypeVar("T")
_LOOK_SECONDS = 0.05
# Work on this few cells is finished before a thread would start.
_FEW_CELLS = 10_000

SLICE_SECONDS = 0.04
_FIRST_BUDGET = 20_000
_LARGEST_STEP = 4.0
# If a step does less than its budget, the budget must not grow beyond an int64.
_LARGEST_BUDGET = 1 << 40


def run_cancellable(call: Callable[[], T], job: Job, cells: int | None = None) -> T:
    """Return the result of `call`; on cancellation raise immediately and discard the result.

    Only for calls without side effects: an abandoned call runs on, and what it returns or raises is
    discarded.

    Parameters
    ----------
    call : callable
        Runs in its own thread; should check the job itself where possible, so that an abandoned
        call ends soon.
    job : Job
        Checked for cancellation every 50 ms.
    cells : int or None
        Number of cells that the call processes, if its time is proportional to it. For few cells it
        runs in the calling thread, because starting a thread for each of 16,384 columns would take
        longer than the work.
    """
    if cells is not None and cells <= _FEW_CELLS:
        job.check()
        return call()
    results: list[T] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            results.append(call())
        except BaseException as error:
            errors.append(error)

    # Not a daemon: the interpreter must not be finalised while a library still runs.
    worker = threading.Thread(target=work)
    worker.start()
    while worker.is_alive():
        worker.join(_LOOK_SECONDS)
        job.check()
    if errors:
        raise errors[0]
    return results[0]


class CancellableSequence(Sequence[T]):
    """A sequence that checks the job for cancellation before it yields each item."""

    def __init__(self, items: Sequence[T], job: Job) -> None:
        self._items, self._job = items, job

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        return self._items[index]

    def __iter__(self) -> Iterator[T]:
        for item in self._items:
            self._job.check()
            yield item


def drive(step: Callable[[int], tuple[int, bool]], job: Job) -> None:
    """Call `step` until the work is finished, in slices of about `SLICE_SECONDS`.

    Parameters
    ----------
    step : callable
        ``step(budget)`` continues the work for about `budget` units (of any kind that takes
        constant time, such as computed distances). It returns the number of units done since the
        start, in the unit of the job's total, and whether the work is finished. Results must not
        depend on the slices.

    Raises
    ------
    Cancelled
        If the job is cancelled, at the latest one slice after the request.
    """
    budget = _FIRST_BUDGET
    finished = False
    while not finished:
        began = time.perf_counter()
        done, finished = step(budget)
        job.update(done)
        # The budget scaled towards the slice length, by at most `_LARGEST_STEP` either way.
        ratio = SLICE_SECONDS / max(time.perf_counter() - began, 1e-9)
        scaled = int(budget * min(max(ratio, 1 / _LARGEST_STEP), _LARGEST_STEP))
        budget = min(max(1, scaled), _LARGEST_BUDGET)
