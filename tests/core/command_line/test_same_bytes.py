"""With the order kept, a repeated run gives the same bytes, wherever and whenever it is made."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.io import WRITTEN_KINDS
from core.model import FileKind
from tests.core.command_line.new_process import run_commands
from tests.statuses import WRITTEN

RECORDS = 120
KINDS = sorted(WRITTEN_KINDS)
HERE = {"TZ": "Pacific/Kiritimati", "LANG": "C", "LC_ALL": "C", "PYTHONHASHSEED": "1"}
THERE = {"TZ": "America/St_Johns", "LANG": "tr_TR.UTF-8", "LC_ALL": "", "PYTHONHASHSEED": "2"}


def run_all(environment: dict[str, str], commands: Iterator[list[object]]) -> None:
    """Run the commands in a process of this environment; each must succeed."""
    for ending in run_commands(list(commands), environment):
        assert ending.status in WRITTEN, ending.err


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, samples: Path) -> Path:
    """Protect the sample in a file of each kind; repeat and verify it elsewhere and later."""
    folder = tmp_path_factory.mktemp("kinds")
    lines = (samples / "household_survey.csv").read_text("utf-8").splitlines()[: RECORDS + 1]
    source = folder / "household_survey.csv"
    source.write_text("\n".join(lines) + "\n", "utf-8")
    recipe = json.loads((samples / "household_survey.recipe.json").read_text("utf-8"))
    recipe["input"]["path"] = str(source)
    for kind in KINDS:
        recipe |= {"keep_order": True, "output": {"kind": kind, "name": "out"}}
        (folder / f"{kind}.json").write_text(json.dumps(recipe))
    run_all(
        HERE,
        (["protect", folder / f"{kind}.json", "--output", folder / f"{kind}-1"] for kind in KINDS),
    )
    second = int(time.time())
    while int(time.time()) == second:
        time.sleep(0.05)
    logs = {kind: folder / f"{kind}-1/internal/out.internal.json" for kind in KINDS}
    run_all(
        THERE,
        (
            [command, log, "--input", source, *output]
            for kind, log in logs.items()
            for command, output in (
                ("replay", ["--output", folder / f"{kind}-2"]),
                ("verify", []),
            )
        ),
    )
    return folder


@pytest.mark.parametrize("kind", KINDS)
def test_a_repeated_run_gives_the_same_bytes(folder: Path, kind: FileKind) -> None:
    released, repeated = contents(folder / f"{kind}-1"), contents(folder / f"{kind}-2")

    assert repeated == released
    assert len(released) == 5
