"""Times reading and writing of CSV files beside pandas' defaults; run as a script.

    python -m tests.benchmarks.bench_reading [records]

The files have ten columns of integers, decimals, short categories and dates, and 1,000,000 and
3,000,000 records (or as many as are said and three times as many); one of them has all texts and
names in quotes. Then the first one is written, and a table of 16,384 columns is read. Both programs
run in processes of their own, by turns, so that what else the machine does hits both. Prints the
best time of each, by the clock and of the processor, and their ratio; for reading also the largest
memory beyond that of the imports as a multiple of the file's size.
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


def quoted_table(path: Path, rows: int) -> None:
    """Write the same table with quotes around all texts."""
    import csv

    import pandas as pd

    table(path, rows)
    frame = pd.read_csv(path, dtype={"activity": str})
    frame.astype({"hours": "Int64"}).to_csv(path, index=False, quoting=csv.QUOTE_NONNUMERIC)


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
ready = lambda path: path
call = lambda path: read(Source(path, FileKind.CSV, ReadOptions()), Job())
""",
    "pandas": """
import pandas as pd
ready = lambda path: path
call = lambda path: pd.read_csv(path)
""",
}
_WRITERS = {
    "statveil": """
from pathlib import Path
from core.io import read, write
from core.jobs import Job
from core.model import FileKind, ReadOptions, Source
ready = lambda path: (path, read(Source(path, FileKind.CSV, ReadOptions()), Job()).columns)
call = lambda found: write(found[1], Path(found[0] + ".written"), FileKind.CSV, None, frozenset(),
    ReadOptions(), Job())
""",
    "pandas": """
import pandas as pd
ready = lambda path: (path, pd.read_csv(path))
call = lambda found: found[1].to_csv(found[0] + ".written", index=False)
""",
}
_CALL = """
import sys, time
from pathlib import Path
try:
    import resource
    largest = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
except ImportError:
    largest = lambda: 0
{program}
call(ready(sys.argv[1]))
found, before = ready(sys.argv[2]), largest()
began, spent = time.perf_counter(), time.process_time()
call(found)
seconds, processor = time.perf_counter() - began, time.process_time() - spent
print(seconds, processor, largest() - before)
for path in sys.argv[1:]:
    Path(path + ".written").unlink(missing_ok=True)
"""


def timed(program: str, path: Path, few: Path) -> tuple[float, float, float]:
    """Return seconds by the clock and of the processor, and bytes of memory, of one call.

    The program gets ready with a file of few records.
    """
    call = [sys.executable, "-c", _CALL.format(program=program), str(few), str(path)]
    said = subprocess.run(call, check=True, capture_output=True, text=True).stdout.split()
    seconds, processor, memory = map(float, said)
    return seconds, processor, memory


def compare(path: Path, programs: dict[str, str] = _READERS) -> None:
    """Read or write a file by turns and print the best of each program."""
    few = path.with_name("few.csv")
    written(few, table, 100)
    best = {name: np.full(3, np.inf) for name in programs}
    for _ in range(TURNS):
        for name, program in programs.items():
            best[name] = np.minimum(best[name], timed(program, path, few))
    size = path.stat().st_size
    does = "read" if programs is _READERS else "written"
    sys.stdout.write(f"{path.name} {does}, {size / 1e6:.0f} MB\n")
    for name, (seconds, processor, memory) in best.items():
        ratio = best[name][:2] / best["pandas"][:2]
        largest = f"  memory {memory / size:5.1f} x the file" if programs is _READERS else ""
        sys.stdout.write(
            f"  {name:10} {seconds:6.2f} s ({ratio[0]:5.1f} x pandas)"
            f"  {processor:6.2f} s of processor ({ratio[1]:5.1f} x pandas){largest}\n"
        )
    sys.stdout.flush()


def main(records: int, folder: Path) -> None:
    """Compare the programs on files of each shape."""
    plain = written(folder / f"{records}x10.csv", table, records)
    compare(plain)
    compare(plain, _WRITERS)
    compare(written(folder / f"{records}x10-quoted.csv", quoted_table, records))
    compare(written(folder / f"{3 * records}x10.csv", table, 3 * records))
    rows = max(20, records // 5_000)
    compare(written(folder / f"{rows}x{WIDEST}.csv", wide_table, rows))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000, Path(made))
