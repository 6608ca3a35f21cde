"""The locks name every part that the project needs, each with its version and its hashes."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ROOT / "installer" / "locks"
EXTRAS = {"engine": (), "desktop": ("desktop",), "desktop,test": ("desktop", "test")}
COMPUTERS = [
    {"python_version": python, "python_full_version": f"{python}.2", "sys_platform": system}
    for python in ("3.11", "3.12", "3.13")
    for system in ("linux", "win32", "darwin")
]
ENTRY = re.compile(
    r"(?P<name>[\w.-]+)==(?P<version>\S+)( ; (?P<marker>.+?))? \\\n"
    r"(?P<hashes>(    --hash=sha256:[0-9a-f]{64}( \\)?\n)+)"
)


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(lock: str, computer: dict[str, str]) -> dict[str, str]:
    """Return the version of each part that a lock names for a computer."""
    text = (LOCKS / f"{lock}.txt").read_text(encoding="utf-8")
    found = {}
    for entry in ENTRY.finditer(text):
        if entry["marker"] is None or Marker(entry["marker"]).evaluate(computer):
            assert plain(entry["name"]) not in found, entry["name"]
            found[plain(entry["name"])] = entry["version"]
    return found


def required(lock: str) -> list[Requirement]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        document = tomllib.load(file)
    project = document["project"]
    given = [*document["build-system"]["requires"], *project["dependencies"]]
    for extra in EXTRAS[lock]:
        given += project["optional-dependencies"][extra]
    return [Requirement(line) for line in given]


@pytest.mark.parametrize("lock", EXTRAS)
def test_a_lock_holds_nothing_but_versions_with_hashes(lock: str) -> None:
    text = (LOCKS / f"{lock}.txt").read_text(encoding="utf-8")

    assert "".join(entry[0] for entry in ENTRY.finditer(text)) == text


@pytest.mark.parametrize("lock", EXTRAS)
def test_a_lock_names_every_part_in_a_version_that_the_project_allows(lock: str) -> None:
    for computer in COMPUTERS:
        versions = pinned(lock, computer)
        for part in required(lock):
            if part.marker is None or part.marker.evaluate(computer):
                version = versions.get(plain(part.name), "none")
                assert part.specifier.contains(version), (computer, str(part), version)


def test_the_smaller_locks_name_the_versions_that_were_tested() -> None:
    for computer in COMPUTERS:
        tested = pinned("desktop,test", computer).items()
        assert pinned("desktop", computer).items() <= tested
        assert pinned("engine", computer).items() <= tested
