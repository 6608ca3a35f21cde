"""The start of the program as a user meets it: a project named, earlier work left, a quick end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# Starts the window with a project, waits until it is open and earlier work is offered, hands over
# work that cannot be stopped, and closes the window.
START = """
import sys, time
from PySide6.QtCore import QTimer
from desktop_app import app, main_window
from desktop_app.jobs import JobRunner, Lane
from desktop_app.state import Step

# What hangs does not come back however long it is waited for.
main_window._CLOSE_TIMEOUT_MILLISECONDS = 0
JobRunner.close.__defaults__ = (0.1,)
began = time.monotonic()

class Window(app.MainWindow):
    def __init__(self):
        super().__init__()
        # Before the first paint nothing heavy may have been imported.
        print(sorted({"matplotlib", "numba", "pandas"} & set(sys.modules)))
        self.told = []
        self.timer = QTimer(self)
        self.timer.timeout.connect(self.look)
        self.timer.start(20)

    def open_path(self, path):
        opened = super().open_path(path)
        self.page(Step.DATA).opening.failed.connect(lambda error: self.told.append(repr(error)))
        return opened

    def look(self):
        ready = self.store.plan_is_current and self.notice.isVisible()
        if ready or self.told or time.monotonic() - began > 300:
            rows = self.store.dataset.rows if self.store.dataset is not None else None
            print(rows, self.told, self.store.plan.errors, self.notice.sentence.text())
            self.runner.run(lambda job: time.sleep(600), Lane.IO, "Hangs")
            self._has_asked = True
            self.timer.stop()
            self.close()

app.MainWindow = Window
sys.exit(app.run([sys.argv[1]]))
"""


def start(code: str, *arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    places = {"HOME": "", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config"}
    environment = {name: str(home / place) for name, place in places.items()}
    environment["PYTHONUNBUFFERED"] = ""  # what is printed waits to be written, as for any user
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=os.environ | environment | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


@pytest.mark.skipif(sys.platform != "linux", reason="the folder for left work is named for Linux")
@pytest.mark.parametrize(
    "name",
    [
        "business_survey.statveil",
        pytest.param("business_survey.recipe.json", marks=pytest.mark.longer),
    ],
)
def test_a_project_opens_beside_unsaved_work_and_what_was_said_is_not_lost_when_work_hangs(
    samples, tmp_path, name: str
) -> None:
    recipe = (samples / "business_survey.recipe.json").read_text(encoding="utf-8")
    recipe = recipe.replace('"business_survey.csv"', f'"{samples}/business_survey.csv"')
    project = tmp_path / name
    project.write_text(recipe, encoding="utf-8")
    left = tmp_path / "data" / "Statveil" / "Statveil" / "recovery"
    left.mkdir(parents=True)
    (left / "earlier.statveil").write_text(recipe, encoding="utf-8")

    ended = start(START, str(project), home=tmp_path)

    assert ended.returncode == 0, ended.stderr
    heavy, opened = ended.stdout.splitlines()
    assert heavy == "[]"
    assert opened.startswith("5000 [] () business_survey has changes of ")
