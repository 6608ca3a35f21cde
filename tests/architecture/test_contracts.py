"""Who may import whom: the contracts of pyproject.toml, and core without the window's parts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LINT = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
IMPORT_ALL = """
import importlib, pkgutil, sys
import core
names = [m.name for m in pkgutil.walk_packages(core.__path__, "core.")]
for name in names:
    if name != "core.__main__":
        importlib.import_module(name)
print(len(names), sorted({"PySide6", "matplotlib", "desktop_app"} & set(sys.modules)))
"""


def test_the_contracts_of_imports_are_kept(root: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LINT], cwd=root, capture_output=True, text=True, check=False
    )

    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_core_imports_where_qt_and_matplotlib_are_missing(run_watched) -> None:
    ended = run_watched("-c", IMPORT_ALL)

    assert ended.code == 0, ended.err
    count, pulled_in = ended.out.split(" ", 1)
    assert int(count) > 20
    assert pulled_in.strip() == "[]"


def test_the_cut_off_process_really_has_no_qt(run_watched) -> None:
    assert "PySide6 is cut off" in run_watched("-c", "import PySide6").err
