"""The commands with --scratch: the same sentences and statuses, and nothing left in any case."""

from __future__ import annotations

import errno
import os
import signal
import time
import weakref
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from core import office
from core.model import Result
from core.protect.microaggregation import Microaggregation
from core.table import spool
from core.verify import recounting
from core.verify import repeat as repeating
from core.verify.recounting import Recount
from tests.attributes import describe
from tests.core.table.spooled import linux, mapped_files
from tests.statuses import WRITTEN

# 41 lines of 5 columns, 5 copies of 8 bytes for each cell: 8,200 bytes.
NEEDED = (
    "people.csv needs about 8.2e-06 GB of memory, more than half of the 1.2e-05 GB of this "
    "computer. Name a folder on a fast disk for its tables (--scratch FOLDER).\n"
)


@pytest.fixture
def small_memory(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function that leaves the people's file too little memory."""

    def shrink() -> None:
        monkeypatch.setattr("core.io.table_size._SMALL_BYTES", 100)
        monkeypatch.setattr("core.io.table_size.physical_bytes", lambda: 12_000)

    return shrink


@pytest.fixture
def lay_down(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Path]:
    """Return a function that writes the office's settings and returns their file."""

    def write(line: str) -> Path:
        settings = tmp_path_factory.mktemp("office") / "office.toml"
        settings.write_text(line + "\n", encoding="utf-8")
        monkeypatch.setenv(office.VARIABLE, str(settings))
        return settings

    return write


@pytest.mark.parametrize("arrays", [0, 1, 5, 20])
def test_a_disk_that_is_full_while_the_input_is_read_is_status_four(
    bench, scratch: Path, monkeypatch, arrays: int
) -> None:
    reserve, calls = spool._reserve, []

    def fill(descriptor: int, size: int) -> None:
        calls.append(size)
        if len(calls) > arrays:
            raise OSError(errno.ENOSPC, "full")
        reserve(descriptor, size)

    monkeypatch.setattr(spool, "_reserve", fill)
    assert bench.protect("--scratch", scratch) == 4
    assert "The disk of the scratch folder scratch is full." in bench.err
    assert bench.everything() == ["people.csv", "recipe.json", "scratch"]


def test_the_scratch_folder_may_be_the_output(bench, scratch: Path) -> None:
    recipe = bench.folder / "recipe.json"
    assert bench.run("protect", recipe, "--output", scratch, "--scratch", scratch) in WRITTEN
    assert sorted(path.name for path in scratch.iterdir()) == ["internal", "public"]


def test_files_of_others_in_the_folder_stay(bench, scratch: Path) -> None:
    for name in (".statveil-scratch-1", "mine.csv"):
        (scratch / name).write_bytes(b"mine")
    assert bench.protect("--scratch", scratch) in WRITTEN
    names = sorted(path.name for path in scratch.iterdir())
    assert names == [".statveil-scratch-1", "mine.csv"]


def words(bench, scratch: Path, n_records: int) -> list[object]:
    """Write a file of so many records; return the words that protect it in a scratch folder."""
    bench.people([["AGE", "HOURS"], *([i % 90, i % 61] for i in range(n_records))])
    attributes = describe("AGE quasi integer, HOURS quasi integer")
    recipe = bench.recipe({"name": "mdav", "k": 3}, attributes=attributes, answers={})
    return ["protect", recipe, "--output", bench.release, "--scratch", scratch]


@pytest.mark.parametrize("name", ["spread", "hybrid"])
def test_records_that_lie_in_a_scratch_folder_are_not_drawn(
    bench, scratch: Path, lay_down, monkeypatch, name: str
) -> None:
    lay_down(f"{name} = true")
    bench.recipe({"name": "mdav", "k": 3, "aggregate": name})
    # It takes no hours until that is said.
    monkeypatch.setattr(Microaggregation, "protect", None)
    assert bench.protect("--scratch", scratch) == 2
    assert bench.sentence() == (
        "Records of a file that does not fit into memory cannot be drawn from groups. Choose "
        "another representative.\n"
    )
    assert bench.everything() == ["people.csv", "recipe.json", "scratch"]


@linux
def test_a_killed_run_leaves_nothing(program, bench, scratch: Path) -> None:
    run = program.begin(words(bench, scratch, 150_000))
    while not mapped_files(run.number, scratch):
        time.sleep(0.005)
    assert list(scratch.iterdir()) == []
    os.kill(run.number, signal.SIGKILL)
    assert run.wait() == -signal.SIGKILL
    assert bench.everything() == ["people.csv", "recipe.json", "scratch"]


# Runs the command in its arguments; after some files it may hold no more pages.
_UNDER_A_LIMIT = """
import resource, sys
from core.starting import start
from core.table import spool
sizes, reserve = [], spool._reserve
def reserve_and_limit(descriptor, size):
    reserve(descriptor, size)
    sizes.append(size)
    if len(sizes) == 6:
        resource.setrlimit(resource.RLIMIT_AS, (1, resource.RLIM_INFINITY))
spool._reserve, spool.LEAST_BYTES = reserve_and_limit, 1
sys.exit(start(sys.argv[1:]))
"""


@linux
def test_a_limit_of_the_process_is_no_fault_of_the_folder(program, bench, scratch: Path) -> None:
    ended = program.run(words(bench, scratch, 60), _UNDER_A_LIMIT)
    said = "The machine has not enough memory for this file. Nothing was written.\n"
    assert (ended.status, ended.err) == (4, said)
    assert bench.everything() == ["people.csv", "recipe.json", "scratch"]


# Runs the command in its arguments; after so many files the drive of the scratch folder is gone.
_ON_A_LOST_DRIVE = """
import os, sys
from core.starting import start
from core.table import spool
files, reserve = [], spool._reserve
def reserve_and_lose(descriptor, size):
    reserve(descriptor, size)
    if len(files) >= int(sys.argv[1]):
        for file in files:
            os.ftruncate(file, 0)
    files.append(os.dup(descriptor))
spool._reserve, spool.LEAST_BYTES = reserve_and_lose, 1
sys.exit(start(sys.argv[2:]))
"""


@linux
@pytest.mark.parametrize("files", [6, 40])
def test_a_drive_that_is_taken_away_under_the_run_ends_it_with_a_sentence(
    program, bench, scratch: Path, files: int
) -> None:
    words = ["protect", bench.recipe(), "--output", bench.release, "--scratch", scratch]
    ended = program.run([files, *words], _ON_A_LOST_DRIVE)
    assert ended.status == 4
    assert ended.err == (
        "The scratch folder scratch can no longer be read: its drive was taken away, or it fails. "
        "The work was broken off.\n"
    )
    assert ended.out == ""
    assert bench.everything() == ["people.csv", "recipe.json", "scratch"]


def test_a_table_beyond_half_of_the_memory_needs_a_scratch_folder(
    bench, scratch: Path, small_memory, lay_down
) -> None:
    small_memory()
    assert bench.protect() == 2
    assert bench.err == NEEDED
    assert bench.everything() == ["people.csv", "recipe.json", "scratch"]
    assert bench.protect("--scratch", scratch) in WRITTEN
    assert bench.verify(with_input=False) == 2
    assert bench.err.startswith("people_protected.csv needs about ")
    assert bench.run("verify", bench.log(), "--scratch", scratch) == 0
    lay_down(f"scratch = '{scratch}'")
    assert bench.protect("--overwrite") in WRITTEN


def test_a_folder_of_the_office_that_is_gone_matters_to_large_tables_alone(
    bench, scratch: Path, small_memory, lay_down
) -> None:
    gone = scratch / "gone"
    settings = lay_down(f"scratch = '{gone}'")
    assert bench.protect() in WRITTEN
    small_memory()
    assert bench.protect("--overwrite") == 2
    assert bench.err == (
        f"The office’s settings in {settings} name {gone} as “scratch”, which is no folder that "
        f"can be written.\n{NEEDED}"
    )
    assert bench.protect("--overwrite", "--scratch", scratch) in WRITTEN
    assert bench.protect("--overwrite", "--scratch", gone) == 2
    assert bench.err.startswith("gone is not a folder.")


def test_the_records_read_back_are_freed_before_the_run_is_repeated(bench, monkeypatch) -> None:
    assert bench.protect() in WRITTEN
    tables, repeats = [], []

    def recount(*arguments: object) -> Recount:
        counted = recounting.recount(*arguments)
        tables.append(weakref.ref(counted.table))
        return counted

    def repeat(*arguments: object) -> Result:
        repeats.append([table() for table in tables])
        return repeating.repeat(*arguments)

    verify = import_module("core.verify.verify")
    monkeypatch.setattr(verify, "recount", recount)
    monkeypatch.setattr(verify, "repeat", repeat)
    assert bench.verify() == 0
    assert repeats == [[None]]


@pytest.mark.parametrize(("entry", "folder"), [("'/data/tmp'", "/data/tmp"), ("'tmp'", None)])
@pytest.mark.skipif(os.name != "posix", reason="a whole path is another one elsewhere")
def test_the_office_names_the_folder(lay_down, entry: str, folder) -> None:
    lay_down(f"scratch = {entry}")
    assert office.office_scratch() == (None if folder is None else Path(folder))
