"""How the commands begin: with a window, with the command line, or with a clear sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import desktop_app
from desktop_app.entry import obstacle
from tests.desktop.processes import run_python

BEGIN = "import sys; sys.argv = {}\nfrom desktop_app.entry import main\nstatus = main()\n"
needs_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="other systems always have a screen"
)


def begin(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Begin the command without a screen; print which parts of Qt it has imported."""
    code = BEGIN.format(["statveil", *words])
    code += "print('PySide6.QtCore' in sys.modules, 'PySide6.QtWidgets' in sys.modules)\n"
    return run_python("-c", code + "sys.exit(status)", has_screen=False, **environment)


@needs_linux
def test_without_a_screen_a_sentence_says_what_to_do_and_qt_is_not_touched() -> None:
    ended = begin()
    assert ended.returncode == 2
    assert ended.stdout.split()[1:] == ["False"]
    assert ended.stderr.count("\n") == 1
    assert "statveil protect RECIPE.json --output FOLDER" in ended.stderr


def test_with_arguments_the_command_line_runs_without_qt() -> None:
    ended = begin("protect", "gone.recipe.json", "--output", "x")
    assert ended.returncode == 2, ended.stderr
    assert ended.stdout.split() == ["False", "False"]
    assert "Traceback" not in ended.stderr


@needs_linux
@pytest.mark.parametrize("there", [True, False])
def test_a_file_alone_is_for_the_window(tmp_path, there: bool) -> None:
    file = tmp_path / "work.statveil"
    if there:
        file.write_text("{}")
    ended = begin(str(file))
    assert ended.returncode == 2
    assert ("no screen" in ended.stderr) is there
    assert ("There is no file work.statveil" in ended.stderr) is not there


@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"])
def test_any_screen_will_do(name: str) -> None:
    assert obstacle({name: "x"}, "linux") == ""
    assert obstacle({name: ""}, "linux") != ""
    assert obstacle({}, "darwin") == ""


@needs_linux
@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"DISPLAY": ":4711"}, "The screen DISPLAY=:4711 cannot be opened"),
        pytest.param(
            {"WAYLAND_DISPLAY": "gone"},
            "The screen WAYLAND_DISPLAY=gone cannot be opened",
            marks=pytest.mark.longer,
        ),
        (
            {"QT_QPA_PLATFORM": "nothing"},
            "A library of the system that the window needs is missing",
        ),
    ],
)
def test_a_screen_that_is_not_there_is_told_in_a_sentence(
    tmp_path, environment: dict[str, str], said: str
) -> None:
    home = dict.fromkeys(("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"), str(tmp_path))
    ended = begin(**home, **environment)
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.startswith(said)
    assert ended.stderr.count("\n") == 1


def as_module(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run ``python -m desktop_app`` as a user who has no installed command."""
    home = str(Path(desktop_app.__file__).resolve().parents[1])
    return run_python("-m", "desktop_app", *words, folder=folder, has_screen=False, PYTHONPATH=home)


@needs_linux
def test_the_module_starts_the_window_and_runs_no_file_of_the_folder(tmp_path) -> None:
    (tmp_path / "csv.py").write_text("print('taken')")
    ended = as_module(tmp_path)
    assert ended.returncode == 2
    assert "no screen" in ended.stderr
    assert "taken" not in ended.stdout


def test_the_module_takes_what_the_command_takes(tmp_path) -> None:
    ended = as_module(tmp_path, "--version")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("statveil ")
