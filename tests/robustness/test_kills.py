"""kill -9 between the operations on files of import, choices, saving, run and release.

``pytest tests/robustness --kills 50`` kills before fifty of them, spread over the session.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.io import read
from core.jobs import Job
from core.pipeline import execute, resolve, seal
from core.recipe import open_project
from core.verify import verify
from desktop_app.projects.opening import Opened, open_project_file
from desktop_app.projects.recovery import left_copies
from tests.people import people, people_recipe
from tests.robustness.nursery import Nursery
from tests.robustness.session import KS, NOT_KILLED

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="children are forked")

RECORDS = 200
NAMES = {".audit.json", ".internal.json", ".report.html", ".csv"}


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    made = Nursery("tests.robustness.session")
    yield made
    made.close()


class Trial:
    """A folder with an input, and what a killed session may leave in it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.release = folder, folder / "out" / "release"
        self.data = people(folder, RECORDS)
        self._content, self._stat = self.data.read_bytes(), self.data.stat()

    def play(self, nursery: Nursery, fatal: int) -> str:
        """Run a session that is killed before an operation, and return its exit status."""
        nursery.begin(self.folder, self.data, self.release, fatal)
        return nursery.answer()

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


def test_a_kill_before_an_operation_leaves_project_release_and_input_whole(
    nursery: Nursery, tmp_path: Path, kills: int
) -> None:
    """Of sessions that replace an earlier release; new ones: `test_storage.py`."""

    earlier = Trial(tmp_path / "earlier")
    put_release(earlier)

    def begin_trial(name: str) -> Trial:
        trial = Trial(tmp_path / name)
        shutil.copytree(earlier.release, trial.release)
        return trial

    calm = begin_trial("calm")
    assert calm.play(nursery, NOT_KILLED) == "0"
    calm.check()
    n_operations = int(calm.notes()[-1].removeprefix("operations "))
    for number in range(kills):
        trial = begin_trial(str(number))
        ending = trial.play(nursery, (2 * number + 1) * n_operations // (2 * kills))
        trial.check()
        # Copies are kept when the user pauses, so a session may have some operations less.
        assert ending == "-9" or "saved 1" in trial.notes(), (number, ending)


def put_release(trial: Trial) -> None:
    """Put an earlier release into the folder, which the session then writes over."""
    recipe = people_recipe(trial.folder)
    project = open_project(recipe).project
    recipe.unlink()
    data = read(project.source, Job())
    plan = resolve(project.recipe, project.schema, data, project.source)
    seal(execute(plan, data, Job()), data, trial.release, False, Job())
