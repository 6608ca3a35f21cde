"""Times the reading of CSV files beside pandas' default reader; run as a script.

    python -m tests.benchmarks.bench_reading [records]

The files have ten columns of integers, decimals, short categories and dates, and 1,000,000 and
3,000,000 records (or as many as are said and three times as many). Each reader runs in processes
of its own, by turns, so that what else the machine does hits both. Prints the best time of each,
by the clock and of the processor, their ratio, and the largest memory as a multiple of the file's
size; then the same for a table of 16,384 columns.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path

import numpy as np

TURNS = 3
WIDEST = 16_384


def table(path: Path, rows: int) -> None:
    """Write a table of the kinds of columns that most surveys have."""
    import pandas as pd

    rng = np.random.default_rng(1)
    days = pd.to_timedelta(rng.integers(0, 9_000, rows), unit="D")
    frame = pd.DataFrame(
        {
            "id": np.arange(rows),
            "age": rng.integers(18, 90, rows),
            "sex": rng.choice(["M", "F"], rows),
            "region": rng.choice([f"Region {i}" for i in range(20)], rows),
            "activity": rng.choice([f"{i:02d}.{j}" for i in range(1, 99) for j in range(9)], rows),
            "date": (pd.Timestamp("2000-01-01") + days).strftime("%Y-%m-%d"),
            "hours": pd.array(np.where(rng.random(rows) < 0.3, np.nan, rng.integers(0, 60, rows))),
            "income": np.round(rng.lognormal(10, 1, rows), 2),
            "weight": np.round(rng.uniform(50, 500, rows), 6),
            "score": np.round(rng.normal(0, 1, rows), 4),
        }
    )
    frame.astype({"hours": "Int64"}).to_csv(path, index=False)


def wide_table(path: Path, rows: int) -> None:
    """Write a table of very many columns."""
    import pandas as pd

    cells = np.random.default_rng(2).integers(0, 1_000, (rows, WIDEST))
    pd.DataFrame(cells, columns=[f"c{i}" for i in range(WIDEST)]).to_csv(path, index=False)


def written(path: Path, write: Callable[[Path, int], None], rows: int) -> Path:
    """Write a table in a process of its own, whose memory those of the readers do not inherit."""
    process = get_context("spawn").Process(target=write, args=(path, rows))
    process.start()
    process.join()
    return path


_READERS = {
    "statveil": """
from core.io import read
from core.jobs import Job
from core.model import FileKind, ReadOptions, Source
call = lambda path: read(Source(path, FileKind.CSV, ReadOptions()), Job())
""",
    "pandas": """
import pandas as pd
call = lambda path: pd.read_csv(path)
""",
}
_CALL = """
import sys, time
{reader}
call(sys.argv[1])
began, spent = time.perf_counter(), time.process_time()
call(sys.argv[2])
seconds, processor = time.perf_counter() - began, time.process_time() - spent
try:
    import resource
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
except ImportError:
    memory = 0
print(seconds, processor, memory)
"""


def timed(reader: str, path: Path, few: Path) -> tuple[float, float, float]:
    """Return seconds by the clock and of the processor, and bytes of memory, of one reading.

    The reader gets ready with a file of few records.
    """
    call = [sys.executable, "-c", _CALL.format(reader=_READERS[reader]), str(few), str(path)]
    said = subprocess.run(call, check=True, capture_output=True, text=True).stdout.split()
    seconds, processor, memory = map(float, said)
    return seconds, processor, memory


def compare(path: Path) -> None:
    """Read a file by turns and print the best of each reader."""
    few = path.with_name("few.csv")
    written(few, table, 100)
    best = {reader: np.full(3, np.inf) for reader in _READERS}
    for _ in range(TURNS):
        for reader in _READERS:
            best[reader] = np.minimum(best[reader], timed(reader, path, few))
    size = path.stat().st_size
    sys.stdout.write(f"{path.name}, {size / 1e6:.0f} MB\n")
    for reader, (seconds, processor, memory) in best.items():
        ratio = best[reader] / best["pandas"]
        sys.stdout.write(
            f"  {reader:10} {seconds:6.2f} s ({ratio[0]:5.1f} x pandas)"
            f"  {processor:6.2f} s of processor ({ratio[1]:5.1f} x pandas)"
            f"  memory {memory / size:5.1f} x the file\n"
        )
    sys.stdout.flush()


def main(records: int, folder: Path) -> None:
    """Compare the readers on files of each shape."""
    for rows in (records, 3 * records):
        compare(written(folder / f"{rows}x10.csv", table, rows))
    rows = max(20, records // 5_000)
    compare(written(folder / f"{rows}x{WIDEST}.csv", wide_table, rows))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000, Path(made))
