"""Core without the window's parts; lint-imports checks who else may import whom."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
READ_AS_MARKUP = re.compile(
    r"(?<![.\w])QLabel\(|\.setToolTip\(|\.setWhatsThis\(|QToolTip\.showText\(|\.setItemData\("
    r"|QMessageBox(\.[a-z]\w+)?\("
)
MAPPED_FILES = re.compile(r"\b(import mmap|from mmap|memmap|memory_map|mmap_mode)\b")


def test_core_imports_where_qt_and_matplotlib_are_missing(ran_without_qt) -> None:
    assert ran_without_qt.code == 0, ran_without_qt.err
    assert int(ran_without_qt.words("MODULES")[0]) > 700
    libraries = {"PySide6", "matplotlib"} & {*ran_without_qt.words("IMPORTED")}
    assert libraries == set()


def test_the_cut_off_process_really_has_no_qt(run_watched) -> None:
    assert "PySide6 is cut off" in run_watched("-c", "import PySide6").err


def test_only_one_package_knows_that_arrays_may_be_mapped_files() -> None:
    knowing = {
        module.relative_to(ROOT).parts[:2]
        for folder in ("core", "desktop_app")
        for module in (ROOT / folder).rglob("*.py")
        if MAPPED_FILES.search(module.read_text(encoding="utf-8"))
    }
    assert knowing == {("core", "table")}


def test_only_one_module_gives_qt_a_text_that_it_may_take_for_markup() -> None:
    giving = {
        module.relative_to(ROOT).as_posix()
        for module in (ROOT / "desktop_app").rglob("*.py")
        if READ_AS_MARKUP.search(module.read_text(encoding="utf-8"))
    }
    assert giving == {"desktop_app/views/plain.py"}
