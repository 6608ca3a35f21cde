"""A file that lies in the caller's folder is never run, whatever its name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from tests.people import people, people_recipe
from tests.statuses import WRITTEN

STATVEIL = str(Path(sys.executable).with_name("statveil"))
# From 3.12 on Python itself imports these two before the module that it was told to run.
BEFORE_US = {"importlib", "traceback"} if sys.version_info >= (3, 12) else set()
BUILT_ON = {"numpy", "numba", "pandas", "pyarrow", "openpyxl", "xlsxwriter", "arro3"}
BUILT_ON |= {"sitecustomize"}
OURS = {"core", "resources", "desktop_app"}


def hostile(folder: Path, names: set[str]) -> Path:
    """Fill `folder` with modules that leave a trace and end the process that imports them."""
    folder.mkdir()
    for name in names:
        trace = f"open({str(folder / 'ran')!r}, 'a').write({name + ' '!r})\nraise SystemExit(99)\n"
        (folder / f"{name}.py").write_text(trace, encoding="utf-8")
    return folder


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    """A recipe that writes a workbook, which a process of its own reads back."""
    people(tmp_path, 60)
    return people_recipe(tmp_path, kind="xlsx")


def run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {n: v for n, v in os.environ.items() if n not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    return subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=300
    )


def test_no_module_of_the_callers_folder_is_run(recipe: Path, tmp_path: Path) -> None:
    folder = hostile(tmp_path / "here", {*sys.stdlib_module_names, *BUILT_ON})
    # Python takes a folder for a package.
    for name in OURS:
        (folder / name).mkdir()

    words = ["protect", str(recipe), "--output", str(tmp_path / "release")]
    ended = run([STATVEIL, *words], folder)

    assert not (folder / "ran").exists(), (folder / "ran").read_text()
    assert ended.returncode in WRITTEN, ended.stderr


def test_python_m_core_runs_nothing_of_the_callers_folder_once_it_has_begun(tmp_path: Path) -> None:
    """A process of its own reads the workbook."""
    pd.DataFrame({"AGE": range(20, 80)}).to_excel(tmp_path / "people.xlsx", index=False)
    names = {*sys.stdlib_module_names, *BUILT_ON, "resources", "desktop_app"} - BEFORE_US
    folder = hostile(tmp_path / "here", names)

    words = [sys.executable, "-m", "core", "suggest", str(tmp_path / "people.xlsx")]
    ended = run(words, folder)

    assert not (folder / "ran").exists(), (folder / "ran").read_text()
    assert ended.returncode == 0, ended.stderr


def test_every_process_of_ours_is_started_the_safe_way() -> None:
    root = Path(__file__).resolve().parents[3]
    files = [path for package in ("core", "desktop_app") for path in (root / package).rglob("*.py")]

    direct = ("import multiprocessing", "get_context(", "ProcessPoolExecutor", "import subprocess")
    found = {path.name for path in files if any(way in path.read_text("utf-8") for way in direct)}

    assert found == {"processes.py"}
