"""Jobs: slices that stay short, progress that is true, a cancel that is heard."""

from __future__ import annotations

import time

import pytest

from core.errors import Cancelled
from core.jobs import Job, drive


def test_a_step_is_called_until_it_is_finished() -> None:
    job, calls = Job(("working",)), []

    def step(budget: int) -> tuple[int, bool]:
        calls.append(budget)
        return len(calls), len(calls) == 5

    job.start_phase("working", 5)
    drive(step, job)

    assert len(calls) == 5
    assert (job.progress().done, job.progress().total) == (5, 5)


def test_the_budget_never_outgrows_a_64_bit_integer() -> None:
    budgets: list[int] = []

    def step(budget: int) -> tuple[int, bool]:
        budgets.append(budget)
        return 0, len(budgets) == 200

    drive(step, Job())

    assert max(budgets) < 2**63


def test_slices_settle_near_their_length_whatever_a_unit_costs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spent: list[float] = []
    monkeypatch.setattr(time, "perf_counter", lambda: sum(spent))

    def step(budget: int) -> tuple[int, bool]:
        seconds = budget * 1e-6
        spent.append(seconds)
        return 0, len(spent) == 12

    drive(step, Job())

    assert all(0.005 < seconds < 0.2 for seconds in spent[4:])


def test_a_cancel_is_heard_after_the_slice_it_came_in() -> None:
    job, calls = Job(), []

    def step(budget: int) -> tuple[int, bool]:
        calls.append(budget)
        if len(calls) == 3:
            job.cancel()
        return len(calls), False

    with pytest.raises(Cancelled):
        drive(step, job)

    assert len(calls) == 3


def test_no_phase_begins_after_a_cancel() -> None:
    job = Job(("one", "two"))
    job.start_phase("one")
    job.cancel()
    with pytest.raises(Cancelled):
        job.start_phase("two")


def test_phases_are_numbered_as_they_were_announced() -> None:
    job = Job()
    job.plan(("one", "two", "three"))
    job.start_phase("one")
    job.start_phase("three", 10)
    job.update(4)

    found = job.progress()

    assert (found.phase, found.index, found.phases) == ("three", 3, 3)
    assert (found.done, found.total) == (4, 10)


def test_a_phase_that_was_announced_twice_comes_later_the_second_time() -> None:
    job = Job()
    job.plan(("reading", "writing", "reading", "counting"))
    numbers = []
    for phase in ("reading", "reading", "writing", "reading", "reading", "counting"):
        job.start_phase(phase)
        numbers.append(job.progress().index)
    assert numbers == [1, 1, 2, 3, 3, 4]


def test_no_time_left_is_told_before_the_pace_is_known() -> None:
    job = Job(("one",))
    job.start_phase("one", 1000)
    job.update(500)
    assert job.progress().seconds_left is None


def test_the_time_left_follows_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    job = Job(("one",))
    job.start_phase("one", 1000)
    now[0] += 20
    job.update(250)

    assert job.progress().seconds_left == pytest.approx(60)
