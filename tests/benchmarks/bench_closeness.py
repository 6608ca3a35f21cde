"""How long the methods that keep t take at 100,000 records, beside the plain MDAV kernel alone.

Run ``python -m tests.benchmarks.bench_closeness [records]`` from the project's root. Processor
seconds on four columns of normal random records; the confidential attribute depends on the
others with a correlation of 0 to 1, as a number or as one of 50 categories. A method that is not
finished in `LIMIT` seconds is given up.
"""

from __future__ import annotations

import sys
from functools import partial

import numpy as np

from core.encode import Ranked
from tests.benchmarks.bench_methods import cluster, draw_records, make_task, plain_seconds
from tests.benchmarks.harness import measure_seconds, print_row, print_titles, run_guarded

LIMIT = 60.0
METHODS = ("t-merge", "t-k-first", "t-k-first, 50 categories")


def measure(n: int, correlation: float, name: str) -> float:
    """Measure the seconds of a method."""
    points, rng = draw_records(n, 4), np.random.default_rng(n)
    along = points.sum(axis=1) / np.sqrt(points.shape[1])
    values = correlation * along + np.sqrt(1 - correlation**2) * rng.normal(size=n)
    ranks = np.argsort(np.argsort(values)).astype(np.int64)
    method, _, is_listed = name.partition(", ")
    ranked = Ranked(ranks * 50 // n, 50, False) if is_listed else Ranked(ranks, n, True)
    return measure_seconds(partial(cluster, method, [make_task(method, points, ranked)]))


def main(n: int = 100_000) -> None:
    base = min(n, 50_000)
    print_titles("method", "correlation", "seconds")
    print_row("plain MDAV alone", "", plain_seconds("mdav", 4, base) * (n / base) ** 2)
    for correlation in (0.0, 0.5, 0.9, 1.0):
        for name in METHODS:
            run_guarded("bench_closeness", [n, correlation, name], LIMIT)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        records, correlation, name = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
        measure(6000, correlation, name)
        print_row(name, correlation, measure(records, correlation, name))
    else:
        main(*map(int, sys.argv[1:]))
