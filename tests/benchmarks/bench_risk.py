"""What assessing a file costs: frequencies and individual risk, and SUDA2 up to three columns.

Run ``python -m tests.benchmarks.bench_risk [RECORDS]`` from the project's root; the default is
1,000,000 records of eight keys. "few" has keys of 2 to 12 categories, in which hardly a record is
unique; "many" has keys of 2 to 90 categories, in which most are. Time is that of
the clock and, after the slash, of the processors, in seconds.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from core.jobs import Job
from core.model import Column, ColumnKind
from core.risk.frequencies import count_frequencies
from core.risk.individual import population_risk
from core.risk.sample_uniques import find_sample_uniques

RECORDS = 1_000_000
LENGTH = 3
KEYS = {"few": (2, 2, 3, 4, 5, 6, 8, 12), "many": (2, 5, 9, 12, 20, 40, 60, 90)}


def keys(categories: tuple[int, ...], records: int) -> list[Column]:
    """Return keys whose categories are skewed, as those of surveys are."""
    chance = np.random.default_rng(1)
    none = np.zeros(records, dtype=np.bool_)
    return [
        Column(
            f"K{i}",
            ColumnKind.INTEGER,
            np.floor(count * chance.random(records) ** 2).astype(np.int64),
            none,
        )
        for i, count in enumerate(categories)
    ]


def now() -> tuple[float, float]:
    return time.perf_counter(), time.process_time()


def spent(start: tuple[float, float], end: tuple[float, float]) -> str:
    return f"{end[0] - start[0]:>7.2f} / {end[1] - start[1]:.2f}"


def measured(name: str, records: int) -> str:
    columns = keys(KEYS[name], records)
    weights, units = np.full(records, 50.0), np.arange(records, dtype=np.int64) // 3
    start = now()
    frequencies = count_frequencies(columns, Job())
    population_risk(frequencies, weights, units)
    frequencies.violations(units)
    between = now()
    names = [column.name for column in columns]
    found = find_sample_uniques(frequencies, names, LENGTH, 0.02, Job())
    end = now()
    unique = len(frequencies.uniques)
    return (
        f"{name:>6} {records:>10,} {unique:>10,} {found.scored:>10,} "
        f"{spent(start, between)} {spent(between, end)}"
    )


def main(records: int) -> None:
    titles = ("keys", "records", "unique", "scored", "risk", "SUDA2")
    sys.stdout.write("{:>6} {:>10} {:>10} {:>10} {:>14} {:>14}\n".format(*titles))
    # The kernels are loaded before.
    measured("few", 1_000)
    measured("many", 20_000)
    for name in KEYS:
        sys.stdout.write(measured(name, records) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else RECORDS)
