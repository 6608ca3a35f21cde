"""CONTRIBUTING is short, and every file, folder and name in it exists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.architecture.manual_pages import broken_links, code_names, links

MOST_BYTES = 8 * 1024


@pytest.fixture
def contributing(root: Path) -> str:
    return (root / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_it_is_short(contributing: str) -> None:
    assert len(contributing.encode()) <= MOST_BYTES


def test_every_link_leads_somewhere(root: Path) -> None:
    assert broken_links(root / "CONTRIBUTING.md") == []


def test_the_files_it_names_exist(contributing: str, sources: Sequence) -> None:
    named = {name for name in code_names(contributing) if name.endswith(".py")}
    paths = ["/" + source.name for source in sources]
    assert len(named) > 20
    assert [n for n in sorted(named) if not any(p.endswith("/" + n) for p in paths)] == []


def test_the_folders_of_its_map_are_those_there_are(contributing: str, root: Path) -> None:
    """Each package of `core` and `desktop_app`, and those of its parts named here, is there."""
    house = contributing.split("## The house")[1].split("\n## ")[0]
    named = set(re.findall(r"(\w+)/", house))
    parts = (f"core/{name}" for name in ("pipeline", "protect", "io", "inspect", "kernels"))
    there = {
        path.name
        for place in ("core", *parts, "desktop_app", "desktop_app/wizard", ".")
        for path in (root / place).iterdir()
        if (path / "__init__.py").is_file()
    }
    inside = {path.parent.name for path in root.glob("tests/*/__init__.py")} | {
        path.name for path in (root / "tests").iterdir() if path.is_dir()
    }
    assert there - named == set()
    assert named - there - inside - {"installer"} == set()


def test_it_holds_no_decisions(contributing: str) -> None:
    """They lie beside the code that they govern; one page lists them."""
    assert "core/DECISIONS.md" in links(contributing)
    assert "Alternative:" not in contributing
