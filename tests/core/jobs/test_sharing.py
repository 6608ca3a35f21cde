"""Parts of a piece of work done together: in order, stopped together, progress of the whole."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from core.errors import Cancelled
from core.jobs import Job, run_parallel


def part(value: int, units: int = 10) -> Callable[[Job], int]:
    def work(job: Job) -> int:
        job.start_phase("clustering", units)
        for done in range(units):
            job.update(done + 1)
        return value

    return work


class Noting(Job):
    """Keeps what it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[int] = []

    def update(self, done: int) -> None:
        self.told.append(done)
        super().update(done)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_what_parts_give_comes_back_in_their_order(threads: int) -> None:
    parts = [part(value) for value in range(20)]
    assert run_parallel(parts, [1] * 20, [1] * 20, Job(), threads) == list(range(20))


def test_progress_counts_parts_by_their_size_and_phases_alike() -> None:
    def two_phases(job: Job) -> int:
        part(0)(job)
        return part(0)(job)

    job = Noting()
    run_parallel([two_phases, part(1)], [60, 40], [2, 2], job, 1)
    assert job.told == sorted(job.told)
    assert 30 in job.told  # the first phase of the first part
    assert 80 in job.told  # all of the first, and the second without the phase it skips
    assert job.told[-1] == 100


@pytest.mark.parametrize("threads", [1, 3])
def test_a_cancelled_job_stops_all_parts(threads: int) -> None:
    job, begun = Job(), threading.Semaphore(0)

    def endless(own: Job) -> None:
        begun.release()
        if begun.acquire(blocking=False):
            job.cancel()
        while True:
            own.check()

    with pytest.raises(Cancelled):
        run_parallel([endless] * 9, [1] * 9, [1] * 9, job, threads)


def test_a_part_that_fails_stops_the_others_and_its_error_is_told() -> None:
    begun, stopped = threading.Event(), threading.Event()

    def endless(own: Job) -> None:
        begun.set()
        try:
            while True:
                own.update(1)
        finally:
            stopped.set()

    def wrong(_job: Job) -> None:
        assert begun.wait(60)
        raise ArithmeticError("defect")

    with pytest.raises(ArithmeticError, match="defect"):
        run_parallel([wrong, endless], [1, 1], [1, 1], Job(), 2)
    assert stopped.is_set()
