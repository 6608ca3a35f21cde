"""Times the import of large files beside pandas' default readers; run as a script.

    python -m tests.benchmarks.bench_import [records]

Reads and writes CSV of 1,000,000 records (or as many as are said) and ten columns, and every
other kind of a fifth as many. Prints seconds, processor seconds with those of
the reading processes, their ratio, the longest pause that a window would have made, and the
largest memory of the process. Pauses are in processor time, so that other programs are not in
them; by the clock they are.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyreadstat

from core.inspect.profiling.column_profiles import profile
from core.io import read, write
from core.jobs import Job
from core.model import Dataset, FileKind, FixedColumn, ReadOptions, Source
from tests.benchmarks.waits import Watched, watched


def table(rows: int) -> pd.DataFrame:
    """Make a table of the kinds of columns that surveys have."""
    rng = np.random.default_rng(1)
    days = pd.to_timedelta(rng.integers(0, 9_000, rows), unit="D")
    return pd.DataFrame(
        {
            "id": np.arange(rows),
            "age": rng.integers(18, 90, rows),
            "income": np.round(rng.lognormal(10, 1, rows), 2),
            "weight": rng.random(rows),
            "sex": rng.choice(["M", "F"], rows),
            "region": rng.choice([f"Region {i}" for i in range(20)], rows),
            "date": (pd.Timestamp("2000-01-01") + days).strftime("%Y-%m-%d"),
            "name": [f"Name {i:08d}" for i in rng.permutation(rows)],
            "hours": pd.array(rng.integers(0, 60, rows), dtype="Int64"),
            "score": np.round(rng.normal(0, 1, rows), 4),
        }
    )


def peak_memory() -> str:
    """Return the process's largest memory so far, where the system tells."""
    try:
        import resource
    except ImportError:
        return "-"
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB"


def line(title: str, found: Watched[Any], beside: Watched[Any] | None = None) -> None:
    """Print one result."""
    told = beside is not None and beside.processor > 0  # below a tick of the processor's clock
    ratio = f"{found.processor / beside.processor:6.2f} x pandas" if beside and told else ""
    sys.stdout.write(
        f"{title:24} {found.seconds:7.2f} s, {found.processor:6.2f} s of processor  "
        f"longest pause {found.waited * 1000:4.0f} ms ({found.late * 1000:4.0f} by the clock)"
        f"  memory {peak_memory():>8}  {ratio}\n"
    )


def compare(
    path: Path,
    kind: FileKind,
    pandas_reader: Callable[[Path], object],
    options: ReadOptions | None = None,
) -> Dataset:
    """Read a file with Statveil and with pandas."""
    source = Source(str(path), kind, options or ReadOptions())
    ours = watched(lambda: read(source, Job()))
    theirs = watched(lambda: pandas_reader(path))
    line(f"read {path.name}", ours, theirs)
    line("  pandas", theirs)
    return ours.result


def written(dataset: Dataset, path: Path, kind: FileKind) -> None:
    """Write a file and say how long it took."""
    work = partial(write, dataset.columns, path, kind, None, frozenset(), ReadOptions(), Job())
    line(f"write {path.name}", watched(work))


_READERS: dict[FileKind, Callable[[Path], object]] = {
    FileKind.XLSX: lambda path: pd.read_excel(path, engine="openpyxl"),
    FileKind.ODS: lambda path: pd.read_excel(path, engine="calamine"),
    FileKind.SPSS: pd.read_spss,
    FileKind.STATA: pd.read_stata,
    FileKind.PARQUET: pd.read_parquet,
    FileKind.FEATHER: pd.read_feather,
}


def main(records: int, folder: Path) -> None:
    """Run all comparisons in a folder."""
    small = folder / "warm.csv"
    table(100).to_csv(small, index=False)
    read(Source(str(small), FileKind.CSV), Job())
    for rows in (records, records // 5):
        path = folder / f"{rows}x10.csv"
        table(rows).to_csv(path, index=False)
        dataset = compare(path, FileKind.CSV, pd.read_csv)
        line("profile", watched(partial(profile, dataset)))
        written(dataset, folder / f"{rows}x10.out.csv", FileKind.CSV)
    for kind, reader in _READERS.items():
        path = folder / f"{rows}x10.{kind}"
        written(dataset, path, kind)
        compare(path, kind, reader)
    compare_unwritten(table(rows)[["id", "name", "date", "score"]], folder)


def compare_unwritten(frame: pd.DataFrame, folder: Path) -> None:
    """Read files of kinds that Statveil does not write."""
    path = folder / "table.xpt"
    pyreadstat.write_xport(frame, str(path), file_format_version=5)
    compare(path, FileKind.SAS_TRANSPORT, partial(pd.read_sas, format="xport"))
    path, width = folder / "table.dat", 16
    cells = [frame[name].astype(str).str.pad(width, "right") for name in frame]
    path.write_text("\n".join(cells[0].str.cat(cells[1:])))
    columns = tuple(FixedColumn(name, 1 + width * i, width) for i, name in enumerate(frame))
    pandas_reader = partial(pd.read_fwf, widths=[width] * len(columns), header=None)
    compare(path, FileKind.FIXED_WIDTH, pandas_reader, ReadOptions(columns=columns))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000, Path(made))
