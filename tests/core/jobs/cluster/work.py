"""What the workers of these tests compute; a module of its own, since workers import it."""

from __future__ import annotations

import os
import time

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, PromiseBroken
from core.jobs import Job

SECRET = 123456


def squared(number: int, job: Job) -> int:
    """Return the square, after a moment in which the worker may be killed."""
    job.check()
    time.sleep(0.2)
    return number * number


def large(number: int, job: Job) -> NDArray[np.float64]:
    """Return at once what takes much longer to send."""
    job.check()
    return np.full(4_000_000, float(number))


def failing(number: int, job: Job) -> int:
    """Fail with a cell value in the exception."""
    job.check()
    raise ValueError(number)


def breaking(number: int, job: Job) -> int:
    """Break a promise."""
    job.check()
    raise PromiseBroken(Problem("k-not-reached", params={"k": number, "reached": 1}))


def killing(_: int, job: Job) -> int:
    """End the worker itself, as the system does when memory runs out."""
    job.check()
    os._exit(9)
