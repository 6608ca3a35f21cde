"""Times the import of large files beside pandas' default readers; run as a script.

    python tests/benchmarks/bench_import.py [folder]

Prints seconds, their ratio, the longest time that a sleeping thread had to wait for the
interpreter's lock, and the largest memory of the process.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

from core.io import profile, read, write
from core.jobs import Job
from core.model import Dataset, FileKind, ReadOptions, Source


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


def timed(work: Callable[[], object]) -> tuple[float, float, object]:
    """Return seconds, the longest wait for the lock in seconds, and what `work` gives."""
    waits = [0.0]
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            before = time.perf_counter()
            time.sleep(0.005)
            waits.append(time.perf_counter() - before - 0.005)

    watcher = threading.Thread(target=watch)
    watcher.start()
    began = time.perf_counter()
    result = work()
    seconds = time.perf_counter() - began
    done.set()
    watcher.join()
    return seconds, max(waits), result


def peak_memory() -> str:
    """Return the process's largest memory so far, where the system tells."""
    try:
        import resource
    except ImportError:
        return "-"
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB"


def line(title: str, seconds: float, wait: float, beside: float | None = None) -> None:
    """Print one result."""
    ratio = f"{seconds / beside:6.2f} x pandas" if beside else ""
    sys.stdout.write(
        f"{title:32} {seconds:7.2f} s  longest wait {wait * 1000:4.0f} ms"
        f"  memory {peak_memory():>8}  {ratio}\n"
    )


def compare(path: Path, kind: FileKind, pandas_reader: Callable[[Path], object]) -> Dataset:
    """Read a file with Statveil and with pandas."""
    ours, wait, dataset = timed(lambda: read(Source(str(path), kind), Job()))
    theirs, their_wait, _ = timed(lambda: pandas_reader(path))
    line(f"read {path.name}", ours, wait, theirs)
    line("  pandas", theirs, their_wait)
    assert isinstance(dataset, Dataset)
    return dataset


def written(dataset: Dataset, path: Path, kind: FileKind) -> None:
    """Write a file and say how long it took."""
    seconds, wait, _ = timed(
        lambda: write(dataset.columns, path, kind, None, frozenset(), ReadOptions(), Job())
    )
    line(f"write {path.name}", seconds, wait)


_READERS: dict[FileKind, Callable[[Path], object]] = {
    FileKind.XLSX: lambda path: pd.read_excel(path, engine="openpyxl"),
    FileKind.ODS: lambda path: pd.read_excel(path, engine="calamine"),
    FileKind.SPSS: pd.read_spss,
    FileKind.STATA: pd.read_stata,
    FileKind.PARQUET: pd.read_parquet,
    FileKind.FEATHER: pd.read_feather,
}


def main(folder: Path) -> None:
    """Run all comparisons in a folder."""
    small = folder / "warm.csv"
    table(100).to_csv(small, index=False)
    read(Source(str(small), FileKind.CSV), Job())
    for rows in (200_000, 1_000_000):
        path = folder / f"{rows}x10.csv"
        table(rows).to_csv(path, index=False)
        dataset = compare(path, FileKind.CSV, pd.read_csv)
        seconds, wait, _ = timed(lambda found=dataset: profile(found))  # type: ignore[misc]
        line("profile", seconds, wait)
        written(dataset, folder / f"{rows}x10.out.csv", FileKind.CSV)
        if rows == 200_000:
            for kind, reader in _READERS.items():
                path = folder / f"200000x10.{kind}"
                written(dataset, path, kind)
                compare(path, kind, reader)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as made:
            main(Path(made))
