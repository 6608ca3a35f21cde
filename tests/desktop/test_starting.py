"""The start of the program: a project, earlier work, a quick end; letters, and their size."""

from __future__ import annotations

import sys

import pytest

from tests.desktop.processes import run_python

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

    places = {"HOME": "", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config"}
    environment = {name: str(tmp_path / place) for name, place in places.items()}
    environment["PYTHONUNBUFFERED"] = ""  # what is printed waits to be written, as for any user
    environment["QT_QPA_PLATFORM"] = "offscreen"
    ended = run_python("-c", START, str(project), **environment)

    assert ended.returncode == 0, ended.stderr
    heavy, opened = ended.stdout.splitlines()
    assert heavy == "[]"
    assert opened.startswith("5000 [] () business_survey has changes of ")


FONT = """
from PySide6.QtGui import QFontInfo, QGuiApplication
from desktop_app.app import build
app = build([])
print(QFontInfo(QGuiApplication.font()).family())
"""


def test_without_any_font_the_window_takes_one_that_comes_with_the_program(tmp_path) -> None:
    settings = tmp_path / "fonts.conf"
    settings.write_text(f"<fontconfig><cachedir>{tmp_path}/cache</cachedir></fontconfig>")
    named = {"FONTCONFIG_FILE": str(settings), "QT_QPA_PLATFORM": "offscreen"}
    ended = run_python("-c", FONT, HOME=str(tmp_path), **named)
    assert ended.stdout.strip() == "DejaVu Sans", ended.stderr


MAGNIFIED = """
import os, sys
from PySide6.QtCore import QSettings
QSettings.setDefaultFormat(QSettings.Format.IniFormat)
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, sys.argv[1])
from PySide6.QtCore import QCoreApplication
QCoreApplication.setOrganizationName("Statveil"); QCoreApplication.setApplicationName("Statveil")
QSettings().setValue("look/magnification", sys.argv[2])
from desktop_app.app import build
app = build([])
print(app.devicePixelRatio(), os.environ.get("QT_SCALE_FACTOR"))
"""


@pytest.mark.parametrize(
    ("stored", "ratio"),
    [
        ("150", "1.5"),
        pytest.param("7000", "1.0", marks=pytest.mark.longer),
        pytest.param("100", "1.0", marks=pytest.mark.longer),
        pytest.param("large", "1.0", marks=pytest.mark.longer),
    ],
)
def test_the_size_is_in_force_at_the_start_and_passed_on_to_no_other_program(
    tmp_path, stored: str, ratio: str
) -> None:
    ended = run_python("-c", MAGNIFIED, str(tmp_path), stored, QT_QPA_PLATFORM="offscreen")
    assert ended.stdout.split() == [ratio, "None"], ended.stderr
