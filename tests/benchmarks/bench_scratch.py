"""A file on disk: how long protecting it takes, and how much memory.

Run ``python -m tests.benchmarks.bench_scratch [csv] [records ...]`` from the project's root, such
as with 10000000 50000000. It writes a Parquet or CSV file of four columns to a temporary folder,
which needs about 250 bytes for each record, protects it with a scratch folder, verifies the release
without and with the input, and prints seconds, processor seconds and the largest resident memory of
each.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.parquet as pq

COLUMNS = ("AGE", "INCOME", "HOURS", "WEALTH")
_AT_ONCE = 1_000_000
_BLOCK = 500_000


def write(folder: Path, records: int, kind: str) -> Path:
    """Write the file and its recipe; return the recipe."""
    rng = np.random.default_rng(7)
    schema = pa.schema([(name, pa.float64()) for name in COLUMNS])
    new = pacsv.CSVWriter if kind == "csv" else pq.ParquetWriter
    with new(folder / f"in.{kind}", schema) as writer:
        for start in range(0, records, _AT_ONCE):
            values = rng.normal(size=(min(_AT_ONCE, records - start), len(COLUMNS)))
            values[:, 1] += values[:, 0] / 2
            values[:, 3] = np.exp(values[:, 3] + values[:, 1] / 3)
            writer.write_table(pa.table(dict(zip(COLUMNS, values.T, strict=True))))
    attribute = {"role": "quasi-identifier", "scale": "continuous"}
    recipe = {
        "format": "statveil-recipe/1",
        "input": {"path": f"in.{kind}", "kind": kind},
        "attributes": [{"name": name, **attribute} for name in COLUMNS],
        "method": {"name": "mdav", "k": 5},
        "scale": {"block": _BLOCK},
        "output": {"kind": kind, "name": "out"},
    }
    path = folder / "recipe.json"
    path.write_text(json.dumps(recipe), encoding="utf-8")
    return path


def measure(records: int, kind: str) -> Iterator[str]:
    """Protect a file of so many records and verify the release; yield what each took."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        recipe = write(folder, records, kind)
        (folder / "scratch").mkdir()
        release, scratch = str(folder / "release"), ["--scratch", str(folder / "scratch")]
        log = str(folder / "release" / "internal" / "out.internal.json")
        for command in (
            ["protect", str(recipe), "--output", release],
            ["verify", log],
            ["verify", log, "--input", str(folder / f"in.{kind}")],
        ):
            named = " ".join(word for word in command[:3] if not word.startswith("/"))
            yield f"{records:>11,} x 4, {kind}: {named}: {_taken([*command, *scratch])}"


def _taken(command: list[str]) -> str:
    """Run a command of the program in a process of its own; return what it took."""
    before = time.perf_counter()
    program = [sys.executable, "-m", "core", *command]
    process = os.posix_spawn(program[0], program, os.environ)
    _, status, used = os.wait4(process, 0)
    seconds, busy = time.perf_counter() - before, used.ru_utime + used.ru_stime
    return (
        f"status {os.waitstatus_to_exitcode(status)}, {seconds:.0f} s, "
        f"{busy:.0f} s of processor time, {used.ru_maxrss // 1024} MB"
    )


def main(*records: int, kind: str = "parquet") -> None:
    for count in records or (1_000_000,):
        for line in measure(count, kind):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    given = sys.argv[1:]
    is_csv = given[:1] == ["csv"]
    main(*map(int, given[is_csv:]), kind="csv" if is_csv else "parquet")
