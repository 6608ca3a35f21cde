"""With the order kept, a repeated run gives the same bytes, wherever and whenever it is made."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from core.command_line import main
from core.io import WRITTEN_KINDS
from core.model import FileKind
from tests.core.command_line.new_process import run_commands
from tests.statuses import WRITTEN

RECORDS = 60
KINDS = sorted(WRITTEN_KINDS)
ELSEWHERE = {"TZ": "America/St_Johns", "LANG": "tr_TR.UTF-8", "LC_ALL": "", "PYTHONHASHSEED": "2"}


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, samples: Path) -> Path:
    """Protect the sample in a file of each kind; repeat it elsewhere and later."""
    folder = tmp_path_factory.mktemp("kinds")
    lines = (samples / "household_survey.csv").read_text("utf-8").splitlines()[: RECORDS + 1]
    source = folder / "household_survey.csv"
    source.write_text("\n".join(lines) + "\n", "utf-8")
    recipe = json.loads((samples / "household_survey.recipe.json").read_text("utf-8"))
    recipe["input"]["path"] = str(source)
    for kind in KINDS:
        recipe |= {"keep_order": True, "output": {"kind": kind, "name": "out"}}
        path, release = folder / f"{kind}.json", folder / f"{kind}-1"
        path.write_text(json.dumps(recipe))
        assert main(["protect", str(path), "--output", str(release)]) in WRITTEN
    second = int(time.time())
    while int(time.time()) == second:
        time.sleep(0.05)
    logs = {kind: folder / f"{kind}-1/internal/out.internal.json" for kind in KINDS}
    commands = [
        ["replay", log, "--input", source, "--output", folder / f"{kind}-2"]
        for kind, log in logs.items()
    ]
    commands.append(["verify", logs[FileKind.CSV], "--input", source])
    for ending in run_commands(commands, ELSEWHERE):
        assert ending.status in WRITTEN, ending.err
    return folder


@pytest.mark.parametrize("kind", KINDS)
def test_a_repeated_run_gives_the_same_bytes(folder: Path, kind: FileKind) -> None:
    released, repeated = contents(folder / f"{kind}-1"), contents(folder / f"{kind}-2")

    assert repeated == released
    assert len(released) == 5
