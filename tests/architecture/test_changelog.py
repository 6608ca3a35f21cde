"""The changelog has for each version what was added, changed and fixed, each thing once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SECTIONS = ["### Added", "### Changed", "### Fixed"]
MERGED = (
    "If two branches were merged line by line, take the other branch's CHANGELOG.md whole "
    "and add your own bullets to its sections again."
)


@pytest.fixture
def changelog(root: Path) -> str:
    return (root / "CHANGELOG.md").read_text(encoding="utf-8")


def versions(changelog: str) -> list[str]:
    return re.split(r"^(?=## )", changelog, flags=re.MULTILINE)[1:]


def test_every_version_has_its_sections_in_order(changelog: str) -> None:
    titles = [version.splitlines()[0] for version in versions(changelog)]
    assert titles[-1] == "## 0.1.0"
    assert len(set(titles)) == len(titles), MERGED
    for version in versions(changelog):
        sections = [line for line in version.splitlines() if line.startswith("#")][1:]
        assert sections == [name for name in SECTIONS if name in sections], MERGED


def test_every_bullet_is_in_a_section(changelog: str) -> None:
    for version in versions(changelog):
        before, *_ = version.split("\n### ")
        assert "\n- " not in before, MERGED


def test_nothing_is_said_twice(changelog: str) -> None:
    bullets = re.findall(r"^- (.+)$", changelog, re.MULTILINE)
    assert len(bullets) > 100
    assert sorted({b for b in bullets if bullets.count(b) > 1}) == [], MERGED


def test_a_bullet_is_a_line_of_whole_sentences(changelog: str) -> None:
    lines = [line for line in changelog.splitlines() if line and not line.startswith("#")]
    text = [line for line in lines if not line.startswith("- ")]
    assert text == ["The first version: from a spreadsheet to a verified release."]
    assert [line for line in lines if not line.endswith((".", "”"))] == []
