"""Release folders of version 0.1, in which all files lie side by side, can still be checked.

`tests/data/release_0_1` was written by version 0.1.0.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.statuses import WRITTEN

DATA = Path(__file__).parents[2] / "data" / "release_0_1"
NAMES = ("people_protected.csv", "people_protected.audit.json", "people_protected.report.html")


@pytest.fixture
def flat(bench) -> Path:
    folder = bench.folder / "flat"
    folder.mkdir()
    for name in NAMES:
        shutil.copy(DATA / name, folder / name)
    return folder


def test_it_is_verified_and_its_run_repeated(bench, flat: Path) -> None:
    log, source, again = flat / NAMES[1], DATA / "people.csv", bench.folder / "again"

    assert bench.run("verify", log) == 0, bench.err
    assert bench.run("verify", log, "--input", source) == 0, bench.err
    assert "all measures of a repeated run" in bench.out
    assert bench.run("replay", log, "--input", source, "--output", again) == 0, bench.err
    assert (again / "public" / NAMES[0]).read_bytes() == (flat / NAMES[0]).read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_a_change_is_found(bench, flat: Path, name: str) -> None:
    path = flat / name
    path.write_bytes(path.read_bytes().replace(b"3", b"4", 1))

    assert bench.run("verify", flat / NAMES[1]) == 3


def test_writing_over_it_loses_nothing(bench, flat: Path) -> None:
    before = {name: (flat / name).read_bytes() for name in NAMES}

    recipe = bench.folder / "recipe.json"
    assert bench.run("protect", recipe, "--output", flat) == 2
    assert bench.run("protect", recipe, "--output", flat, "--overwrite") in WRITTEN, bench.err

    assert {name: (flat / name).read_bytes() for name in NAMES} == before
    assert bench.run("verify", flat / NAMES[1]) == 0
    assert bench.run("verify", flat / "public" / NAMES[1]) == 0
