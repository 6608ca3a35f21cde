"""Times reading and writing of files beside pandas' default readers; run as a script.

    python -m tests.benchmarks.bench_reading [records]

CSV files have ten columns of the kinds that surveys have, and 1,000,000 and 3,000,000 records (or
as many as are said and three times as many); one of them has all texts and names in quotes, one
16,384 columns. Files of every other kind have a fifth as many records. Both programs run in
processes of their own, by turns, so that what else the machine does hits both. Prints the least
seconds of the clock and of all processors, the least pause that a window would have made (in
processor time), both times as multiples of pandas', and for reading the memory beyond that of the
imports as a multiple of the file's size.
"""

from __future__ import annotations

import csv
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from core.io import read, write
from core.jobs import Job
from core.model import FileKind, FixedColumn, ReadOptions, Source
from tests.benchmarks.harness import print_row, print_titles
from tests.benchmarks.waits import watch

T = TypeVar("T")
TURNS = 3
WIDEST, WIDTH = 16_384, 16
FIXED = ("id", "date", "score")
_UNWRITTEN = (FileKind.SAS_TRANSPORT, FileKind.FIXED_WIDTH)


def make_table(rows: int) -> Any:
    """Make a table of the kinds of columns that most surveys have."""
    import pandas as pd

    rng = np.random.default_rng(1)
    days = pd.to_timedelta(rng.integers(0, 9_000, rows), unit="D")
    hours = np.where(rng.random(rows) < 0.3, np.nan, rng.integers(0, 60, rows))
    return pd.DataFrame(
        {
            "id": np.arange(rows),
            "age": rng.integers(18, 90, rows),
            "sex": rng.choice(["M", "F"], rows),
            "region": rng.choice([f"Region {i}" for i in range(20)], rows),
            "activity": rng.choice([f"{i:02d}.{j}" for i in range(1, 99) for j in range(9)], rows),
            "date": (pd.Timestamp("2000-01-01") + days).strftime("%Y-%m-%d"),
            "hours": pd.array(hours, dtype="Int64"),
            "income": np.round(rng.lognormal(10, 1, rows), 2),
            "weight": np.round(rng.uniform(50, 500, rows), 6),
            "score": np.round(rng.normal(0, 1, rows), 4),
        }
    )


def write_csv(path: Path, rows: int) -> None:
    make_table(rows).to_csv(path, index=False)


def write_quoted(path: Path, rows: int) -> None:
    make_table(rows).to_csv(path, index=False, quoting=csv.QUOTE_NONNUMERIC)


def write_wide(path: Path, rows: int) -> None:
    import pandas as pd

    cells = np.random.default_rng(2).integers(0, 1_000, (rows, WIDEST))
    pd.DataFrame(cells, columns=[f"c{i}" for i in range(WIDEST)]).to_csv(path, index=False)


def write_other(path: Path, rows: int, kind: FileKind) -> None:
    """Write a file of another kind."""
    import pyreadstat

    if kind is FileKind.SAS_TRANSPORT:
        pyreadstat.write_xport(make_table(rows)[[*FIXED]], str(path), file_format_version=5)
    elif kind is FileKind.FIXED_WIDTH:
        cells = make_table(rows)[[*FIXED]].astype(str).apply(lambda c: c.str.ljust(WIDTH))
        path.write_text("\n".join(cells.sum(axis=1)))
    else:
        source = path.with_suffix(".csv")
        write_csv(source, rows)
        start_statveil("write", source, FileKind.CSV, kind)().replace(path)


def start_statveil(
    deed: str, path: Path, kind: FileKind, written: FileKind = FileKind.CSV
) -> Callable[[], Any]:
    """Get ready to read a file, or to write what is in it."""
    columns = tuple(FixedColumn(n, 1 + WIDTH * i, WIDTH) for i, n in enumerate(FIXED))
    options = ReadOptions(columns=columns) if kind is FileKind.FIXED_WIDTH else ReadOptions()
    source, target = Source(str(path), kind, options), path.with_suffix(".written")
    if deed == "read":
        return partial(read, source, Job())
    target.unlink(missing_ok=True)
    columns_read = read(source, Job()).columns

    def write_it() -> Path:
        write(columns_read, target, written, None, frozenset(), ReadOptions(), Job())
        return target

    return write_it


def start_pandas(deed: str, path: Path, kind: FileKind) -> Callable[[], Any]:
    """Get pandas ready to do the same."""
    import pandas as pd

    readers: dict[FileKind, Callable[[Path], Any]] = {
        FileKind.CSV: pd.read_csv,
        FileKind.XLSX: partial(pd.read_excel, engine="openpyxl"),
        FileKind.ODS: partial(pd.read_excel, engine="calamine"),
        FileKind.SPSS: pd.read_spss,
        FileKind.STATA: pd.read_stata,
        FileKind.PARQUET: pd.read_parquet,
        FileKind.FEATHER: pd.read_feather,
        FileKind.SAS_TRANSPORT: partial(pd.read_sas, format="xport"),
        FileKind.FIXED_WIDTH: partial(pd.read_fwf, widths=[WIDTH] * len(FIXED), header=None),
    }
    if deed == "read":
        return partial(readers[kind], path)
    return partial(pd.read_csv(path).to_csv, path.with_suffix(".written"), index=False)


def peak_bytes() -> int:
    """Read how much memory this process took at most, where the system says it."""
    with suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
    return 0


PROGRAMS = {"statveil": start_statveil, "pandas": start_pandas}


def measure(program: str, deed: str, path: Path, few: Path, kind: FileKind) -> list[float]:
    """Measure a call: seconds, those of the processor, the pause and bytes of memory."""
    PROGRAMS[program](deed, few, kind)()
    work = PROGRAMS[program](deed, path, kind)
    memory_before, seen = peak_bytes(), watch(work)
    return [seen.seconds, seen.processor, seen.waited, peak_bytes() - memory_before]


def run_apart(work: Callable[..., T], *arguments: object) -> T:
    """Run a function in a new process, which has nothing of others in its memory."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(work, *arguments).result()


def compare(path: Path, few: Path, kind: FileKind = FileKind.CSV, deed: str = "read") -> None:
    """Read or write a file by turns and print the least of each program."""
    turns = [[run_apart(measure, p, deed, path, few, kind) for p in PROGRAMS] for _ in range(TURNS)]
    least, size = np.min(turns, axis=0), path.stat().st_size
    with np.errstate(all="ignore"):
        ratios_to_pandas = least / least[1]
    for program, (seconds, processor, waited, memory), ratios in zip(
        PROGRAMS, least.tolist(), ratios_to_pandas, strict=True
    ):
        times = "{:.1f}, {:.1f}".format(*ratios[:2])
        sizes = memory / size if deed == "read" else ""
        print_row(path.name, deed, program, seconds, processor, 1000 * waited, times, sizes)


def main(records: int, folder: Path) -> None:
    """Compare the programs on files of each shape and kind."""

    def make(name: str, write_file: Callable[..., None], rows: int, *kind: FileKind) -> Path:
        run_apart(write_file, folder / name, rows, *kind)
        return folder / name

    few, rows = make("few.csv", write_csv, 100), max(20, records // 5_000)
    print_titles(*("file", "", "program", "s", "of processor", "pause, ms", "x pandas", "x file"))
    plain = make(f"{records}x10.csv", write_csv, records)
    compare(plain, few)
    compare(plain, few, deed="write")
    compare(make(f"{records}x10-quoted.csv", write_quoted, records), few)
    compare(make(f"{3 * records}x10.csv", write_csv, 3 * records), few)
    compare(make(f"{rows}x{WIDEST}.csv", write_wide, rows), few)
    for kind in (*(k for k in FileKind if k.written_as is k), *_UNWRITTEN):
        if kind is not FileKind.CSV:
            few = make(f"few.{kind}", write_other, 100, kind)
            compare(make(f"other.{kind}", write_other, records // 5, kind), few, kind)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000, Path(made))
