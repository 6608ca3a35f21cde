"""With the order kept, a repeated run gives the same bytes, wherever and whenever it is made."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from core.command_line import main
from core.model import FileKind
from tests.core.command_line.loaded_program import LoadedProgram
from tests.statuses import WRITTEN

RECORDS = 60
# Of the two kinds that a library writes alike, one.
KINDS = [FileKind.CSV, FileKind.XLSX, FileKind.ODS, FileKind.SPSS, FileKind.PARQUET]
ELSEWHERE = {"TZ": "America/St_Johns", "LANG": "tr_TR.UTF-8", "LC_ALL": ""}
# Runs the commands in its argument; the loaded program hashes texts otherwise than this process.
IN_TURN = """
import json, locale, sys, time
from contextlib import suppress
from core.starting import start
from tests.quick_processes import quick_processes
time.tzset()
with suppress(locale.Error):
    locale.setlocale(locale.LC_ALL, "")
with quick_processes():
    ended = [start(words) for words in json.loads(sys.argv[1])]
sys.exit(0 if set(ended) <= {0, 5} else 1)
"""


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def folder(program: LoadedProgram, tmp_path_factory: pytest.TempPathFactory, samples: Path) -> Path:
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
        ["replay", str(log), "--input", str(source), "--output", str(folder / f"{kind}-2")]
        for kind, log in logs.items()
    ]
    commands.append(["verify", str(logs[FileKind.CSV]), "--input", str(source)])
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ELSEWHERE.items():
            patch.setenv(name, value)
        run = program.run([json.dumps(commands)], IN_TURN)
    assert run.status == 0, run.err
    return folder


@pytest.mark.parametrize("kind", KINDS)
def test_a_repeated_run_gives_the_same_bytes(folder: Path, kind: FileKind) -> None:
    released, repeated = contents(folder / f"{kind}-1"), contents(folder / f"{kind}-2")

    assert repeated == released
    assert len(released) == 5
