"""What a child process says of a file, and what becomes of it here."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from core.errors import Refused
from core.io.child_processes.child_process import Messages, in_child
from core.io.child_processes.unreadable import CannotRead
from core.io.child_processes.worker import library, serving
from core.jobs import Job

MEMORY = 4 << 30
CELL = "Ms Miller, 42"


@dataclass(frozen=True, slots=True)
class Request:
    """How a file is read; `path` is only its name."""

    path: str
    way: str


def serve(request: Request, connection: Connection) -> None:
    with serving(connection, MEMORY) as sender:
        match request.way:
            case "cells":
                sender.batch(2, pa.record_batch([pa.array([1.5, None])], names=["a"]))
                sender.batch(3, pa.record_batch([pa.array([2.5])], names=["a"]))
                sender.message("done", 3)
            case "cell":
                raise CannotRead("cell-is-no-day", 7, "AB")
            case "columns":
                raise CannotRead("columns-nested", names=("x", "y"))
            case "library":
                with library("table-damaged"):
                    raise KeyError(CELL)
            case "defect":
                raise KeyError(CELL)
            case "memory":
                raise MemoryError
            case "memory beyond the limit":
                sender.message("done", len(bytearray(MEMORY)))
            case "end":
                os._exit(3)


def take(messages: Messages) -> tuple[list[object], int]:
    cells: list[object] = []
    while True:
        match messages.next():
            case ("block", int()):
                cells += messages.batch().column(0).to_pylist()
            case ("done", int(rows)):
                return cells, rows


def found(way: str) -> tuple[list[object], int] | None:
    return in_child(serve, Request("folder/t.bin", way), take, Job())


@pytest.mark.usefixtures("spawned")
def test_cells_arrive_in_their_order() -> None:
    assert found("cells") == ([1.5, None, 2.5], 3)


@pytest.mark.parametrize(
    ("way", "code", "column", "row", "params"),
    [
        ("cell", "cell-is-no-day", None, 7, {"file": "t.bin", "letters": "AB"}),
        ("columns", "columns-nested", "x", None, {"names": ("x", "y")}),
        ("library", "table-damaged", None, None, {"file": "t.bin"}),
    ],
)
def test_a_file_that_cannot_be_read(
    way: str, code: str, column: str | None, row: int | None, params: dict[str, object]
) -> None:
    with pytest.raises(Refused) as caught:
        found(way)
    (problem,) = caught.value.problems
    assert (problem.code, dict(problem.params)) == (code, params)
    assert (problem.where.column, problem.where.row) == (column, row)


def test_a_defect_of_the_reader_is_named_without_its_words() -> None:
    with pytest.raises(Refused) as caught:
        found("defect")

    (problem,) = caught.value.problems
    assert problem.code == "reader-broken"
    assert problem.params["kind"] == "KeyError"
    assert Path(__file__).stem in str(problem.params["place"])
    assert CELL not in repr(problem)


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows limits the memory of a process in no such way"
)
@pytest.mark.usefixtures("spawned")
def test_a_process_may_reserve_no_more_memory_than_stated() -> None:
    """The memory is only reserved, so a machine of any size would hand it out."""
    assert found("memory beyond the limit") is None


@pytest.mark.parametrize("way", ["memory", "end"])
def test_a_process_without_memory_or_that_ends_gives_nothing(way: str) -> None:
    assert found(way) is None


def test_no_more_cells_are_taken_than_there_is_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.io.child_processes.child_process.most_bytes", lambda: 300)
    with pytest.raises(Refused, match=r"^file-beyond-memory$"):
        found("cells")


UNGUARDED = """
import subprocess
import sys
from pathlib import Path
from core.io import probe, read
from core.jobs import Job
from core.model import Source
path = Path(sys.argv[1])
found = probe(path)
print(read(Source(str(path), found.kind, found.options), Job()).rows)
"""


def test_a_script_that_does_not_guard_its_start_reads_files_too(tmp_path: Path) -> None:
    script, table = tmp_path / "script.py", tmp_path / "table.parquet"
    script.write_text(UNGUARDED)
    parquet.write_table(pa.table({"a": [1, 2, 3]}), table)
    run = subprocess.run(
        [sys.executable, script, table],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert (run.stdout, run.stderr) == ("3\n", "")
