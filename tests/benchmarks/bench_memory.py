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
from tests.benchmarks.bench_promptness import PARAMETERS, plan_run
from tests.benchmarks.harness import print_row, print_titles, run_guarded

LIMIT = 200.0
# univariate-optimal takes a single column.
EVERY: dict[str, dict[str, object]] = {
    **PARAMETERS,
    **{name: {"k": 5} for name in ("v-mdav", "individual-ranking", "insensitive", "ama")},
    "t-k-first": {"k": 5, "t": 0.45},
    "best": {"k": 5, "moves": 1_000_000},
}


def run_method(method: str, n: int) -> None:
    chance, none = np.random.default_rng(1), np.zeros(n, dtype=np.bool_)
    columns = (Column(name, ColumnKind.NUMBER, chance.normal(size=n), none) for name in "ABCD")
    dataset = Dataset(tuple(columns), Fingerprint("table.csv", 0, "0" * 64))
    execute(plan_run("", dataset, method, EVERY[method]), dataset, Job())


def read_memory(what: str) -> float:
    """Read the memory of this process in bytes: ``"VmRSS"`` now, ``"VmHWM"`` at most."""
    with open("/proc/self/status") as lines:  # noqa: PTH123
        return 1024.0 * next(float(line.split()[1]) for line in lines if line.startswith(what))


def measure(method: str, n: int) -> float:
    """Run a method; compute its memory in multiples of the numbers."""
    warm_up(lambda: None)
    # The first small run imports what is imported late.
    run_method(method, 2000)
    memory_before = read_memory("VmRSS")
    run_method(method, n)
    return (read_memory("VmHWM") - memory_before) / (8 * n * 4)


def main(n: int = 1_000_000) -> None:
    # Compiled here, so that no method pays for it.
    warm_up(lambda: None)
    print_titles("method", "times the numbers")
    for method in EVERY:
        run_guarded("bench_memory", [n, method], LIMIT)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        print_row(sys.argv[2], measure(sys.argv[2], int(sys.argv[1])))
    else:
        main(*map(int, sys.argv[1:]))
