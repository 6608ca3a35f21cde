"""What private runs have spent is written down before anything is released, and never lost."""

from __future__ import annotations

import errno
import json
import os
from fractions import Fraction
from pathlib import Path

import pytest

from core.command_line import commands
from core.errors import Cancelled
from core.io.files import atomic_writing
from core.jobs import Job
from core.model import FileKind, PrivateRun, Target
from core.pipeline.project_ledger import read_ledger, record
from core.pipeline.seal import names_of
from tests.statuses import WRITTEN

SHA = "ab" * 32


def entry(epsilon: object) -> dict[str, object]:
    run = {"when": "2026-01-31", "method": "dp-laplace", "epsilon": epsilon}
    return {"format": "statveil-ledger/1", "files": {SHA: [run]}}


@pytest.mark.parametrize("place", ["nowhere/ledger.json", "release/ledger.json", ".", "release"])
def test_a_ledger_that_cannot_be_kept_stops_the_run(private, place: str) -> None:
    before = private.everything()

    assert private.protect("--ledger", private.folder / place) == 2, private.err

    assert len(private.err.strip().splitlines()) == 1
    assert private.everything() == before


def test_a_ledger_that_is_a_pipe_is_not_waited_for(program, private) -> None:
    ledger = private.folder / "ledger.json"
    os.mkfifo(ledger)
    recipe = private.folder / "recipe.json"

    done = program.run(["protect", recipe, "--output", private.release, "--ledger", ledger])

    assert done.status == 2
    assert "pipe" in done.err
    assert not private.release.exists()


def test_a_ledger_without_room_leaves_no_release(private, monkeypatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    ledger = private.folder / "ledger.json"
    before = private.everything()
    # Nothing but the ledger is flushed before the release is written.
    monkeypatch.setattr(atomic_writing.os, "fsync", full)

    assert private.protect("--ledger", ledger) == 4

    assert private.everything() == before


def test_a_release_that_fails_says_that_the_run_is_counted(private, monkeypatch) -> None:
    ledger = private.folder / "ledger.json"

    def fail(*_: object) -> None:
        assert len(read_ledger(ledger).runs) == 1, "the ledger comes first"
        raise Cancelled

    monkeypatch.setattr(commands, "seal", fail)

    assert private.protect("--ledger", ledger) == 4

    assert "counted in the ledger" in private.err
    assert len(read_ledger(ledger).runs) == 1


def test_the_ledger_is_never_replaced_by_a_release(private) -> None:
    """By a hard link, since its own name may not lie in the folder at all."""
    ledger = private.folder / "ledger.json"
    ledger.write_text(json.dumps(entry("1")))
    private.release.mkdir()
    place = next(iter(names_in_release()))
    (private.release / place).parent.mkdir(exist_ok=True)
    os.link(ledger, private.release / place)

    assert private.protect("--ledger", ledger, "--overwrite") == 2

    assert "is the ledger" in private.err
    assert json.loads(ledger.read_text()) == entry("1")


def names_in_release() -> tuple[str, ...]:
    return names_of(Target(FileKind.CSV, "people_protected")).all


ADD = """
import sys
from fractions import Fraction
from pathlib import Path
from core.jobs import Job
from core.model import PrivateRun
from core.pipeline.project_ledger import record
for i in range(40):
    record(Path(sys.argv[1]), "ab" * 32, PrivateRun(sys.argv[2], str(i), Fraction(1, 3)), Job())
"""


def test_two_processes_lose_no_run_of_each_other(program, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.json"
    both = [program.begin([ledger, name], ADD) for name in ("one", "two")]
    assert [process.wait() for process in both] == [0, 0]

    runs = read_ledger(ledger).of(SHA)
    for name in ("one", "two"):
        assert [run.method for run in runs if run.when == name] == [str(i) for i in range(40)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ledger.json"]


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_a_ledger_is_for_its_owner_alone(tmp_path: Path) -> None:
    run = PrivateRun("one", "laplace", Fraction(1, 3))
    record(tmp_path / "ledger.json", SHA, run, Job())
    assert (tmp_path / "ledger.json").stat().st_mode & 0o777 == 0o600


def test_a_lock_left_by_a_killed_process_holds_nobody_up(private) -> None:
    (private.folder / ".ledger.json.lock").write_bytes(b"")

    assert private.protect("--ledger", private.folder / "ledger.json") in WRITTEN, private.err

    assert "1 run" in private.out or "ε" in private.out


FRACTIONS = [{"when": "", "method": "", "epsilon": f"1/{10**90 + i}"} for i in range(5000)]
ENDLESS = {"format": "statveil-ledger/1", "files": {SHA: FRACTIONS}}
MALFORMED = {
    "cut short": '{"a":',
    "a list": "[]",
    "another document": '{"format": "statveil-recipe/2"}',
    "unknown key": json.dumps({**entry("1"), "remark": "keep me"}),
    "unknown key of a run": json.dumps(entry("1")).replace('"when"', '"who": "me", "when"'),
    "exponent": json.dumps(entry("1e999999999")),
    "negative": json.dumps(entry("-1")),
    "number": json.dumps(entry(1.5)),
    "list as number": json.dumps(entry([1])),
    "division by nothing": json.dumps(entry("1/0")),
    "not a hash": json.dumps(entry("1")).replace(SHA, "people.csv"),
    "deep": "[" * 100_000,
    "half a sign": json.dumps(entry("1")).replace("dp-laplace", "\\ud800"),
    "endless sum": json.dumps(ENDLESS),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_a_malformed_ledger_stops_the_run_and_is_left_alone(private, case: str) -> None:
    ledger = private.folder / "ledger.json"
    ledger.write_text(MALFORMED[case])
    before = private.everything()

    assert private.protect("--ledger", ledger) == 2, private.err

    assert private.sentence()
    assert private.everything() == before
    assert ledger.read_text() == MALFORMED[case]
