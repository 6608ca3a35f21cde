"""Waits for long work that does not look at the cancel flag often enough."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from core.jobs.job import Job

T = TypeVar("T")
_LOOK_SECONDS = 0.05
# Work on so few cells is done before a thread has begun.
_FEW_CELLS = 2_000


def run_cancellable(call: Callable[[], T], job: Job, cells: int | None = None) -> T:
    """Return what `call` gives; on cancel raise at once and leave the call to end unheard.

    For pure calls only: what a call that was left alone returns or raises is dropped.

    Parameters
    ----------
    call : callable
        Runs in a thread of its own; should look at the job itself where it can, so that it does
        not go on for long unheard.
    job : Job
        Asked every 50 ms whether to stop.
    cells : int or None
        How many the call works on, where its time is in proportion to them. On few it runs in
        the calling thread: starting one for each of 16,384 columns takes longer than the work.

    Raises
    ------
    Cancelled
        If the job was asked to stop.
    """
    if cells is not None and cells <= _FEW_CELLS:
        job.check()
        return call()
    return _in_thread(call, job)


def _in_thread(call: Callable[[], T], job: Job) -> T:
    results: list[T] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            results.append(call())
        except BaseException as error:
            errors.append(error)

    # No daemon: the interpreter must not be taken apart under a library that still runs.
    worker = threading.Thread(target=work)
    worker.start()
    while worker.is_alive():
        worker.join(_LOOK_SECONDS)
        job.check()
    if errors:
        raise errors[0]
    return results[0]
