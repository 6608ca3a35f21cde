"""Drives a resumable kernel in short slices, so that cancelling is prompt and progress true."""

from __future__ import annotations

import time
from collections.abc import Callable

from core.jobs.job import Job

SLICE_SECONDS = 0.04
_FIRST_BUDGET = 20_000
_LARGEST_STEP = 4.0
# A step that does less than it was allowed must not let the budget outgrow an int64.
_LARGEST_BUDGET = 1 << 40


def drive(step: Callable[[int], tuple[int, bool]], job: Job) -> None:
    """Call `step` until it is finished, in slices of about `SLICE_SECONDS`.

    Parameters
    ----------
    step : callable
        ``step(budget)`` goes on with the work for about `budget` units (whatever unit is even
        in time, such as distances computed) and returns how many units are done since the
        beginning, in the unit of the job's total, and whether the work is finished. What is
        computed must not depend on where the slices are cut.
    job : Job
        Told of the progress after each slice.

    Raises
    ------
    Cancelled
        If the job was asked to stop; at the latest one slice after the request.
    """
    budget = _FIRST_BUDGET
    finished = False
    while not finished:
        began = time.perf_counter()
        done, finished = step(budget)
        job.update(done)
        budget = _next_budget(budget, time.perf_counter() - began)


def _next_budget(budget: int, seconds: float) -> int:
    """Scale the budget towards the slice length, by at most `_LARGEST_STEP` either way."""
    ratio = SLICE_SECONDS / max(seconds, 1e-9)
    scaled = int(budget * min(max(ratio, 1 / _LARGEST_STEP), _LARGEST_STEP))
    return min(max(1, scaled), _LARGEST_BUDGET)
