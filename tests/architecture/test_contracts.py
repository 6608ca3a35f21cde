"""Core without the window's parts; lint-imports checks who else may import whom."""

from __future__ import annotations

IMPORT_ALL = """
import importlib, pkgutil, sys
import core
names = [m.name for m in pkgutil.walk_packages(core.__path__, "core.")]
for name in names:
    if name != "core.__main__":
        importlib.import_module(name)
print(len(names), sorted({"PySide6", "matplotlib", "desktop_app"} & set(sys.modules)))
"""


def test_core_imports_where_qt_and_matplotlib_are_missing(run_watched) -> None:
    ended = run_watched("-c", IMPORT_ALL)

    assert ended.code == 0, ended.err
    count, pulled_in = ended.out.split(" ", 1)
    assert int(count) > 20
    assert pulled_in.strip() == "[]"


def test_the_cut_off_process_really_has_no_qt(run_watched) -> None:
    assert "PySide6 is cut off" in run_watched("-c", "import PySide6").err
