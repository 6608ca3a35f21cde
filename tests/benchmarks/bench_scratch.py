"""A file on disk: how long protecting it takes, and how much memory.

Run ``python -m tests.benchmarks.bench_scratch [records ...]`` from the project's root, such as with
10000000 50000000. It writes a Parquet file of four columns to a temporary folder, which needs about
250 bytes for each record, protects it with a scratch folder, and prints seconds, processor seconds
and the largest resident memory of the process and of its readers.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from core.command_line import main as command_line

COLUMNS = ("AGE", "INCOME", "HOURS", "WEALTH")
_AT_ONCE = 1_000_000
_BLOCK = 500_000


def write(folder: Path, records: int) -> Path:
    """Write the file and its recipe; return the recipe."""
    rng = np.random.default_rng(7)
    schema = pa.schema([(name, pa.float64()) for name in COLUMNS])
    with pq.ParquetWriter(folder / "in.parquet", schema) as writer:
        for start in range(0, records, _AT_ONCE):
            values = rng.normal(size=(min(_AT_ONCE, records - start), len(COLUMNS)))
            values[:, 1] += values[:, 0] / 2
            values[:, 3] = np.exp(values[:, 3] + values[:, 1] / 3)
            writer.write_table(pa.table(dict(zip(COLUMNS, values.T, strict=True))))
    attribute = {"role": "quasi-identifier", "scale": "continuous"}
    recipe = {
        "format": "statveil-recipe/1",
        "input": {"path": "in.parquet", "kind": "parquet"},
        "attributes": [{"name": name, **attribute} for name in COLUMNS],
        "method": {"name": "mdav", "k": 5},
        "scale": {"block": _BLOCK},
        "output": {"kind": "parquet", "name": "out"},
    }
    path = folder / "recipe.json"
    path.write_text(json.dumps(recipe), encoding="utf-8")
    return path


def measure(records: int) -> str:
    """Protect a file of so many records; return what it took."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        recipe = write(folder, records)
        (folder / "scratch").mkdir()
        place = ["--output", str(folder / "release"), "--scratch", str(folder / "scratch")]
        before = time.perf_counter(), time.process_time()
        status = command_line(["protect", str(recipe), *place])
        seconds, busy = time.perf_counter() - before[0], time.process_time() - before[1]
    own, readers = (
        resource.getrusage(who).ru_maxrss // 1024
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    took = f"{seconds:.0f} s, {busy:.0f} s of processor time"
    return f"{records:>11,} x 4: status {status}, {took}, {own} MB, readers {readers} MB"


def main(*records: int) -> None:
    for count in records or (1_000_000,):
        sys.stdout.write(f"{measure(count)}\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
