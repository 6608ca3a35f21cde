"""How much memory a run takes at most: to protect and to measure.

Run ``python -m tests.benchmarks.bench_memory [records]`` from the project's root. For each method
a new process runs four normal columns and prints the largest resident memory beyond what it has
after importing everything, in multiples of the numbers themselves, which are in it.
"""

from __future__ import annotations

import subprocess
import sys

import numpy as np

from core.jobs import Job
from core.kernels.warming import compile_all
from core.model import Column, ColumnKind, Dataset, Fingerprint
from core.pipeline import execute
from tests.benchmarks.bench_promptness import PARAMETERS, planned

COLUMNS = "ABCD"


def table(records: int) -> Dataset:
    rng = np.random.default_rng(1)
    columns = (
        Column(name, ColumnKind.NUMBER, rng.normal(size=records), np.zeros(records, dtype=np.bool_))
        for name in COLUMNS
    )
    return Dataset(tuple(columns), Fingerprint("table.csv", 0, "0" * 64))


def resident(what: str) -> float:
    """Return the memory of this process in bytes: ``"VmRSS"`` now, ``"VmHWM"`` at most."""
    with open("/proc/self/status") as lines:  # noqa: PTH123
        return 1024.0 * next(float(line.split()[1]) for line in lines if line.startswith(what))


def measured(method: str, records: int) -> float:
    """Run a method; return its memory in multiples of the numbers."""
    compile_all(lambda: None)
    # The first small run imports what is imported late.
    small = table(2000)
    execute(planned("", small, method), small, Job())
    before = resident("VmRSS")
    dataset = table(records)
    execute(planned("", dataset, method), dataset, Job())
    return (resident("VmHWM") - before) / (8 * records * len(COLUMNS))


def main(records: int = 1_000_000) -> None:
    for method in PARAMETERS:
        command = [sys.executable, "-m", "tests.benchmarks.bench_memory", str(records), method]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        sys.stdout.write(f"{method:>20}: {run.stdout.strip()} times the numbers\n")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.stdout.write(f"{measured(sys.argv[2], int(sys.argv[1])):.1f}")
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
