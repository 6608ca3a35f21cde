"""Runs a resumable kernel in short slices, for prompt cancellation and accurate progress."""

from __future__ import annotations

import time
from collections.abc import Callable

from core.jobs.job import Job

SLICE_SECONDS = 0.04
_FIRST_BUDGET = 20_000
_LARGEST_STEP = 4.0
# If a step does less than its budget, the budget must not grow beyond an int64.
_LARGEST_BUDGET = 1 << 40


def drive(step: Callable[[int], tuple[int, bool]], job: Job) -> None:
    """Call `step` until the work is finished, in slices of about `SLICE_SECONDS`.

    Parameters
    ----------
    step : callable
        ``step(budget)`` continues the work for about `budget` units (of any kind that takes
        constant time, such as computed distances). It returns the number of units done since the
        start, in the unit of the job's total, and whether the work is finished. Results must not
        depend on the slices.
    job : Job
        Receives the progress after each slice.

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
