"""With the order kept, a repeated run gives the same bytes, wherever and whenever it is made."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.io import WRITTEN_KINDS
from core.model import FileKind
from tests.statuses import WRITTEN

ROOT = Path(__file__).resolve().parents[3]
RECORDS = 120
HERE = {"TZ": "Pacific/Kiritimati", "LANG": "C", "LC_ALL": "C", "PYTHONHASHSEED": "1"}
THERE = {"TZ": "America/St_Johns", "LANG": "tr_TR.UTF-8", "LC_ALL": "", "PYTHONHASHSEED": "2"}


def statveil(environment: dict[str, str], *words: object) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "core", *map(str, words)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode in WRITTEN, done.stderr


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.parametrize("kind", sorted(WRITTEN_KINDS))
def test_a_repeated_run_gives_the_same_bytes(tmp_path: Path, samples: Path, kind: FileKind) -> None:
    lines = (samples / "household_survey.csv").read_text("utf-8").splitlines()[: RECORDS + 1]
    source = tmp_path / "household_survey.csv"
    source.write_text("\n".join(lines) + "\n", "utf-8")
    recipe = json.loads((samples / "household_survey.recipe.json").read_text("utf-8"))
    recipe["input"]["path"] = str(source)
    recipe |= {"keep_order": True, "output": {"kind": kind, "name": "out"}}
    path = tmp_path / "recipe.json"
    path.write_text(json.dumps(recipe))
    first, again = tmp_path / "first", tmp_path / "again"

    statveil(HERE, "protect", path, "--output", first)
    second = int(time.time())
    while int(time.time()) == second:
        time.sleep(0.05)
    log = first / "internal/out.internal.json"
    statveil(THERE, "replay", log, "--input", source, "--output", again)

    assert contents(again) == contents(first)
    assert len(contents(first)) == 5
    statveil(THERE, "verify", log, "--input", source)
