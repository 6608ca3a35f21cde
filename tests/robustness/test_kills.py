"""kill -9 at random moments of import, choices, saving, run and release.

``pytest tests/robustness --kills 50`` kills fifty times; without the option some of them.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from core.io import read
from core.jobs import Job
from core.pipeline import execute, resolve, seal, verify
from core.pipeline.recipe import open_project
from desktop_app.projects.opening import Opened, open_project_file
from desktop_app.projects.recovery import left_copies
from tests.people import people, people_recipe
from tests.robustness.nursery import Nursery
from tests.robustness.session import KS, STAGES

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="children are forked")

RECORDS = 1500
ATTEMPTS = 8
NAMES = {".audit.json", ".internal.json", ".report.html", ".csv"}


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    made = Nursery("tests.robustness.session")
    yield made
    made.close()


@pytest.fixture(scope="module")
def durations(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    """Return how long each step takes when nobody interferes."""
    trial = Trial(tmp_path_factory.mktemp("calm"))
    nursery.begin(trial.folder, trial.data, trial.release)
    began: dict[str, float] = {}
    while "saved 1" not in trial.notes():
        for note in trial.notes():
            began.setdefault(note, time.monotonic())
        time.sleep(0.005)
    began["saved 1"] = time.monotonic()
    assert nursery.answer() == "0"
    trial.check()
    ends = [*STAGES[1:], "saved 1"]
    return {stage: began[end] - began[stage] for stage, end in zip(STAGES, ends, strict=True)}


class Trial:
    """A folder with an input, and what a killed session may leave in it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.release = folder, folder / "out" / "release"
        self.data = people(folder, RECORDS)
        self._content, self._stat = self.data.read_bytes(), self.data.stat()

    def notes(self) -> list[str]:
        path = self.folder / "notes"
        return path.read_text().split("\n")[:-1] if path.exists() else []

    def check(self) -> None:
        self._check_input()
        self._check_release()
        self._check_project()

    def _check_input(self) -> None:
        found = self.data.stat()
        assert self.data.read_bytes() == self._content
        assert found.st_mtime_ns == self._stat.st_mtime_ns
        assert found.st_ino == self._stat.st_ino

    def _check_release(self) -> None:
        """Whole, or without the log that makes a folder a release."""
        for log in self.release.glob("*/*.json"):
            # What a log lists is there before the log itself.
            assert verify(log, self.data, Job()).faults == ()
        seen = [p for p in self.release.glob("*/*") if p.parent.name in ("public", "internal")]
        assert all(any(path.name.endswith(end) for end in NAMES) for path in seen)
        # A folder that did not exist appears with all of its files.
        if not (self.folder / "was there").exists():
            assert len(seen) in (0, 5)

    def _check_project(self) -> None:
        """Everything that was kept is there: saved, or in a copy that is offered."""
        project, notes = self.folder / "project.statveil", self.notes()
        if project.exists():
            assert open_project(project).project.recipe.method.parameters["k"] in KS
        left = left_copies(self.folder / "copies")
        assert len(left) <= 1
        found = [project] * project.exists() + [one.path for one in left]
        opened = [open_project_file(path, None, Job()) for path in found]
        assert all(isinstance(one, Opened) for one in opened)
        kept = [one.project.recipe.method.parameters["k"] for one in opened]
        if "kept 0" in notes:
            assert set(kept) & set(KS)
        if "saved 0" in notes:
            assert project.exists()
        if "saved 1" in notes:
            assert kept == [KS[1]]


def moments(kills: int) -> list[tuple[int, str, float, bool]]:
    """Return for each kill its number, its step, how far into it, and whether a release is there.

    The moments are random and the same in every run; each step has its share of them.
    """
    chance = random.Random(20260101)
    return [
        (number, STAGES[number % len(STAGES)], chance.random(), chance.random() < 0.5)
        for number in range(kills)
    ]


def kill_at(nursery: Nursery, trial: Trial, stage: str, seconds: float) -> str:
    """Run a session, kill it `seconds` after `stage` began, and return its exit status."""
    process = nursery.begin(trial.folder, trial.data, trial.release)
    deadline = time.monotonic() + 60
    while stage not in trial.notes():
        assert time.monotonic() < deadline
        time.sleep(0.002)
    time.sleep(seconds)
    with suppress(ProcessLookupError):  # it was done before
        os.kill(process, signal.SIGKILL)
    return nursery.answer()


def test_a_kill_at_any_moment_leaves_project_release_and_input_whole(
    nursery: Nursery, durations: dict[str, float], tmp_path: Path, kills: int
) -> None:
    for number, stage, share, overwrite in moments(kills):
        # Where other work on the machine has ended since, a session is done before its kill.
        for attempt in range(ATTEMPTS):
            trial = Trial(tmp_path / f"{number}-{attempt}")
            if overwrite:
                put_release(trial)
            ending = kill_at(nursery, trial, stage, share * durations[stage] / 2**attempt)
            trial.check()
            if ending == "-9":
                break
        assert ending == "-9", (number, stage, ending)


def put_release(trial: Trial) -> None:
    """Put an earlier release into the folder, which the session then writes over."""
    (trial.folder / "was there").mkdir()
    recipe = people_recipe(trial.folder)
    project = open_project(recipe).project
    recipe.unlink()
    data = read(project.source, Job())
    plan = resolve(project.recipe, project.schema, data, project.source)
    seal(execute(plan, data, Job()), data, trial.release, False, Job())
