"""The hands that make the pictures wait as long as something goes on, and no longer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from unittest.mock import Mock

import pytest

from core.jobs import Job
from desktop_app.jobs import Lane
from desktop_app.wizard.release.target_folder import proposed_folder
from resources import make_pictures
from resources.picture_makers import business_example, hands, household_example

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


def test_folders_in_pictures_are_the_same_each_time_and_no_user_s(tmp_path, monkeypatch) -> None:
    releases, shown_folders = tmp_path / "releases", []
    assert not make_pictures.RELEASES.is_relative_to(Path.home())

    def walk(_hands: object, folder: Path, _take: object) -> None:
        proposed = proposed_folder(str(household_example.SAMPLE), "household_members")
        shown_folders.extend((folder, Path(proposed)))

    monkeypatch.setattr(make_pictures, "RELEASES", releases)
    monkeypatch.setattr(make_pictures, "application", lambda _settings: None)
    monkeypatch.setattr(make_pictures, "_hands", lambda _size: Mock())
    monkeypatch.setattr(make_pictures, "_readme", lambda _hands, _folder: None)
    for example in (household_example, business_example):
        monkeypatch.setattr(example, "walk", walk)
    make_pictures.make(tmp_path, tmp_path)
    make_pictures.make(tmp_path, tmp_path)
    assert shown_folders[:4] == shown_folders[4:]
    assert {folder.parent for folder in shown_folders} == {releases}
    assert not releases.exists()
