"""Files that are only read and written in parts: how much memory that takes, whatever their length.

Run ``python -m tests.benchmarks.bench_streaming [records ...]`` from the project's root, such as
with 2000000 8000000. For a CSV and a Parquet file of each length, a process of its own reads the
file into a scratch folder, writes it from there and reads it back; printed are its seconds and its
largest resident memory, and that of its reader.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from core.io.scratch.disk_columns import TableWriter
from core.io.streaming import stream, write_stream

from core.jobs import Job, set_mmap_threshold
from core.model import FileKind, ReadOptions, Source, Target
from tests.benchmarks.bench_scratch import write

_ROWS = 500_000


def go_through(folder: Path, kind: FileKind) -> str:
    """Read, write and read back the file in a folder; return what it took."""
    set_mmap_threshold()
    begin = time.perf_counter()
    given = TableWriter(folder, "given")
    place = folder / f"in.{kind}"
    stream(Source(str(place), kind), _ROWS, lambda part: given.add(part.columns), Job())
    table = given.finish()
    out = folder / f"out.{kind}"
    job = Job()
    job.start_phase("writing", table.rows)
    write_stream(
        [column.head for column in table.columns],
        lambda: (columns for _, columns in table.parts(_ROWS)),
        out,
        Target(kind, "out"),
        frozenset(),
        ReadOptions(),
        job,
    )
    found = TableWriter(folder, "found")
    source = Source(str(out), kind)
    stream(source, _ROWS, lambda part: found.add(part.columns), Job(), again=True)
    seconds = time.perf_counter() - begin
    own, readers = (
        resource.getrusage(who).ru_maxrss // 1024
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return f"{table.rows:>11,} x 4, {kind}: {seconds:.0f} s, {own} MB, reader {readers} MB"


def main(*records: int) -> None:
    for count in records or (200_000, 400_000):
        for kind in (FileKind.CSV, FileKind.PARQUET):
            with tempfile.TemporaryDirectory() as name:
                write(Path(name), count, str(kind))
                module = [sys.executable, "-m", "tests.benchmarks.bench_streaming"]
                # The memory is that of a process of its own.
                done = subprocess.run(
                    [*module, name, str(kind)], check=True, capture_output=True, text=True
                )
            sys.stdout.write(done.stdout)
            sys.stdout.flush()


if __name__ == "__main__":
    given = sys.argv[1:]
    if given and not given[0].isdigit():
        sys.stdout.write(go_through(Path(given[0]), FileKind(given[1])) + "\n")
    else:
        main(*map(int, given))
