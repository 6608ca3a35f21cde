"""The hands that make the pictures wait as long as something goes on, and no longer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from queue import SimpleQueue

import pytest

from core.jobs import Job
from desktop_app.jobs import Lane
from resources.picture_makers import hands

STEPS = 100
LIMIT_SECONDS = 300


@pytest.fixture
def clock(monkeypatch) -> Iterator[int]:
    """Let ten seconds go by with each look at the clock."""
    ticks = count(0, 10)
    monkeypatch.setattr(hands, "monotonic", lambda: next(ticks))
    return ticks


def test_work_that_goes_on_may_take_long_and_work_that_stands_still_is_named(
    traveller, clock
) -> None:
    traveller.rest()
    waiting, given = hands.Hands(traveller.window), SimpleQueue[int]()
    looks = [0]

    def work(job: Job) -> None:
        job.start_phase("measuring", STEPS)
        while (done := given.get()) <= STEPS:
            job.update(done)

    operation = traveller.window.runner.run(work, Lane.COMPUTE, "Comparing")

    def seen(most: int) -> bool:
        looks[0] += 1
        if looks[0] <= STEPS:
            given.put(looks[0])
            traveller.wait(lambda: operation.progress().done == looks[0])
        return looks[0] >= most

    try:
        waiting.until(lambda: seen(STEPS - 1))
        assert next(clock) > 3 * LIMIT_SECONDS
        with pytest.raises(TimeoutError, match="Comparing"):
            waiting.until(lambda: seen(10 * STEPS))
        assert looks[0] < 2 * STEPS
    finally:
        given.put(STEPS + 1)
    traveller.rest()
