"""Lets a user cancel calls and loops that cannot check for it often enough themselves."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, overload

from core.jobs.job import Job

T = TypeVar("T")
_LOOK_SECONDS = 0.05
# Work on this few cells is finished before a thread would start.
_FEW_CELLS = 2_000


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

    Raises
    ------
    Cancelled
        If the job is cancelled.
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
    """A sequence that checks the job for cancellation before it yields each item.

    Parameters
    ----------
    items : sequence
        Its items, such as the attributes of a table.
    job : Job
        Iterating raises `Cancelled` once the job is cancelled.
    """

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
