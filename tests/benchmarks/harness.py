"""What benchmarks share: rows of tables, times, published files, and processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

K, T = 5, 0.1
# A processor's clock may tick only each 16 ms.
_SHORTEST = 0.1
# Waiting for others on a busy machine is not held against a benchmark.
_PATIENCE = 60
_CALL = """
import runpy, sys
limit, module = int(sys.argv[1]), sys.argv[2]
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
except ImportError:
    pass
sys.argv = [module, *sys.argv[3:]]
runpy.run_module(module, run_name="__main__")
"""


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def print_row(*cells: object) -> None:
    """Print a row of a table, numbers with four significant digits, NaN as nothing."""
    texts = (f"{cell:.4g}" if isinstance(cell, float) else str(cell) for cell in cells)
    texts = ("" if text == "nan" else text for text in texts)
    say("| " + " | ".join(texts) + " |")


def print_titles(*titles: str) -> None:
    """Print the first two rows of a table."""
    print_row(*titles)
    print_row(*["---"] * len(titles))


def reference_folder() -> Path | None:
    """Find the published files; say if they are missing."""
    root = Path(__file__).resolve().parents[2]
    folder = Path(os.environ.get("STATVEIL_REFERENCE_DATA", root / "../shared/data")).resolve()
    if (folder / "adult.csv").is_file():
        return folder
    say("No reference data (set STATVEIL_REFERENCE_DATA).")
    return None


def measure_seconds(work: Callable[[], object]) -> float:
    """Measure the processor seconds of a call, of the mean of several where it is short."""
    calls, spent, began = 0, 0.0, time.process_time()
    while spent < _SHORTEST:
        work()
        calls, spent = calls + 1, time.process_time() - began
    return spent / calls


def count_processor_seconds() -> float:
    """Count the processor seconds of this process and of those that it began and that ended."""
    return sum(os.times()[:4])


def run_guarded(module: str, arguments: Sequence[object], limit: float) -> bool:
    """Run a module of this folder in a process; report whether it ended well.

    What it prints comes through as it goes.

    Parameters
    ----------
    limit : float
        Processor seconds that it may take.
    """
    call = [sys.executable, "-c", _CALL, str(int(limit)), f"tests.benchmarks.{module}"]
    try:
        ended = subprocess.run(
            [*call, *map(str, arguments)],
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=_PATIENCE * limit,
        )
    except subprocess.TimeoutExpired:
        say(f"    not finished in {_PATIENCE * limit:.0f} s")
        return False
    if ended.returncode in (-24, -9):
        say(f"    not finished in {limit:.0f} s of processor time")
    elif ended.returncode:
        say(f"    failed: {(ended.stderr.strip().splitlines() or ['?'])[-1]}")
    return not ended.returncode
