"""How much memory a run takes at most: to protect and to measure.

Run ``python -m tests.benchmarks.bench_memory [records]`` from the project's root. For each method
a new process runs four normal columns and prints the largest resident memory beyond what it has
after importing everything, in multiples of the numbers themselves, which are in it.
"""

from __future__ import annotations

import sys

import numpy as np

from core.jobs import Job
from core.model import Column, ColumnKind, Dataset, Fingerprint
from core.pipeline import execute, warm_up
from tests.benchmarks.bench_promptness import PARAMETERS, planned
from tests.benchmarks.guard import guarded

COLUMNS = "ABCD"
LIMIT = 200.0
# univariate-optimal takes a single column.
EVERY: dict[str, dict[str, object]] = {
    **PARAMETERS,
    **{name: {"k": 5} for name in ("v-mdav", "individual-ranking", "insensitive", "ama")},
    "t-k-first": {"k": 5, "t": 0.45},
    "best": {"k": 5, "moves": 1_000_000},
}


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
    warm_up(lambda: None)
    # The first small run imports what is imported late.
    small = table(2000)
    execute(planned("", small, method, EVERY[method]), small, Job())
    before = resident("VmRSS")
    dataset = table(records)
    execute(planned("", dataset, method, EVERY[method]), dataset, Job())
    return (resident("VmHWM") - before) / (8 * records * len(COLUMNS))


def main(records: int = 1_000_000) -> None:
    # Compiled here, so that no method pays for it.
    warm_up(lambda: None)
    for method in EVERY:
        sys.stdout.write(f"{method:>20}: ")
        sys.stdout.flush()
        guarded("bench_memory", [records, method], LIMIT)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        found = measured(sys.argv[2], int(sys.argv[1]))
        sys.stdout.write(f"{found:.1f} times the numbers\n")
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
