"""A release made in one environment is verified and repeated in another one.

The other one is the Python that ``STATVEIL_OTHER_PYTHON`` names, with other versions of what
Statveil is built on, such as the lowest that pyproject.toml allows.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.statuses import READY, WRITTEN

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ("business_survey", "household_survey")


@pytest.fixture(scope="module")
def other() -> str:
    """Return the other Python; skip the test where none is named."""
    named = os.environ.get("STATVEIL_OTHER_PYTHON")
    if not named:
        pytest.skip("no other environment to compare with (set STATVEIL_OTHER_PYTHON)")
    return named


def core(python: str, *arguments: object, ends: tuple[int, ...] = (READY,)) -> None:
    ended = subprocess.run(
        [python, "-P", "-m", "core", *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=1500,
    )
    assert ended.returncode in ends, ended.stdout + ended.stderr


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("there", [True, False], ids=["made there", "made here"])
@pytest.mark.parametrize("sample", SAMPLES)
def test_a_release_of_another_environment_is_verified_and_repeated(
    other: str, samples: Path, tmp_path: Path, sample: str, there: bool
) -> None:
    made, checked = (other, sys.executable) if there else (sys.executable, other)
    data = samples / f"{sample}.csv"
    release = tmp_path / "release"

    core(made, "protect", samples / f"{sample}.recipe.json", "--output", release, ends=WRITTEN)
    public, internal = next(release.rglob("*.audit.json")), next(release.rglob("*.internal.json"))

    core(checked, "verify", public)
    core(checked, "verify", internal, "--input", data)
    core(checked, "replay", internal, "--input", data, "--output", tmp_path / "again")
