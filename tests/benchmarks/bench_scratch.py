"""Files of any size: how long protecting and verifying them takes, and how much memory.

Run ``python -m tests.benchmarks.bench_scratch [csv] [records ...]`` from the project's root, such
as with 10000000 50000000. It writes a Parquet or CSV file of four columns to a temporary folder,
which needs about 400 bytes for each record, protects it in memory and with a scratch folder,
verifies the release without and with the input, and prints seconds, processor seconds and memory of
each: the largest sum of what the processes hold themselves, which does not count mapped files.
Above 10,000,000 records it works in the scratch folder only.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.parquet as pq

from tests.benchmarks.harness import say

COLUMNS = ("AGE", "INCOME", "HOURS", "WEALTH")
_AT_ONCE = 1_000_000
_BLOCK = 500_000
_MOST_IN_MEMORY = 10_000_000
_SAMPLED = 0.1


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
        "format": "statveil-recipe/2",
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
        scratch = ["--scratch", str(folder / "scratch")]
        for engine, options in (("memory", []), ("scratch", scratch)):
            if not options and records > _MOST_IN_MEMORY:
                continue
            release = folder / engine
            log = str(release / "internal" / "out.internal.json")
            for title, command in (
                ("protect", ["protect", str(recipe), "--output", str(release)]),
                ("verify", ["verify", log]),
                ("verify with input", ["verify", log, "--input", str(folder / f"in.{kind}")]),
            ):
                numbers = 8 * records * len(COLUMNS)
                taken = _run([*command, *options], numbers)
                yield f"{records:>11,} x {len(COLUMNS)}, {kind}, {engine}: {title}: {taken}"


def _run(command: list[str], numbers: int) -> str:
    """Run a command of the program in a process of its own; say what it took."""
    before, clock = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "core", *command], stdout=subprocess.DEVNULL)
    most = 0
    while process.poll() is None:
        most = max(most, sum(map(own_bytes, family(process.pid))))
        time.sleep(_SAMPLED)
    after, seconds = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - clock
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (
        f"status {process.returncode}, {seconds:.0f} s, {busy:.0f} s of processor time, "
        f"{most / 1e6:.0f} MB, {most / numbers:.1f} times the numbers"
    )


def family(process: int) -> Iterator[int]:
    """Yield a process and all that it started."""
    yield process
    with suppress(OSError):
        for children in Path(f"/proc/{process}/task").glob("*/children"):
            for child in children.read_text().split():
                yield from family(int(child))


def own_bytes(process: int) -> int:
    """Read how much memory a process holds besides mapped files; 0 if it has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("RssAnon"):
                return 1024 * int(line.split()[1])
    return 0


def main(*records: int, kind: str = "parquet") -> None:
    for count in records or (1_000_000,):
        for line in measure(count, kind):
            say(line)


if __name__ == "__main__":
    words = sys.argv[1:]
    is_csv = words[:1] == ["csv"]
    main(*map(int, words[is_csv:]), kind="csv" if is_csv else "parquet")
