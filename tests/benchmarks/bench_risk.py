"""What assessing a file costs: frequencies and individual risk, and SUDA2 up to three columns.

Run ``python -m tests.benchmarks.bench_risk [RECORDS]`` from the project's root; the default is
1,000,000 records of eight keys. "few" has keys of 2 to 12 categories, in which hardly a record is
unique; "many" has keys of 2 to 90 categories, in which most are. Seconds are the clock's; behind
the slash, the processors'.
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
from tests.benchmarks.harness import print_row, print_titles

KEYS = {"few": (2, 2, 3, 4, 5, 6, 8, 12), "many": (2, 5, 9, 12, 20, 40, 60, 90)}


def draw_keys(n_categories: tuple[int, ...], n: int) -> list[Column]:
    """Draw keys whose categories are skewed, as those of surveys are."""
    chance, none = np.random.default_rng(1), np.zeros(n, dtype=np.bool_)
    cells = (np.floor(count * chance.random(n) ** 2).astype(np.int64) for count in n_categories)
    return [Column(f"K{i}", ColumnKind.INTEGER, key, none) for i, key in enumerate(cells)]


def measure(name: str, n: int) -> tuple[object, ...]:
    """Assess a file; list the cells of its row."""
    columns = draw_keys(KEYS[name], n)
    weights, units = np.full(n, 50.0), np.arange(n, dtype=np.int64) // 3
    moments = [np.array([time.perf_counter(), time.process_time()])]
    frequencies = count_frequencies(columns, Job())
    population_risk(frequencies, weights, units)
    frequencies.violations(units)
    moments.append(np.array([time.perf_counter(), time.process_time()]))
    names = [column.name for column in columns]
    uniques = find_sample_uniques(frequencies, names, 3, 0.02, Job())
    moments.append(np.array([time.perf_counter(), time.process_time()]))
    spent = ("{:.2f} / {:.2f}".format(*seconds) for seconds in np.diff(moments, axis=0))
    return name, n, len(frequencies.uniques), uniques.scored, *spent


def main(n: int = 1_000_000) -> None:
    # The kernels are loaded before.
    measure("few", 1_000)
    measure("many", 20_000)
    print_titles("keys", "records", "unique", "scored", "risk", "SUDA2")
    for name in KEYS:
        print_row(*measure(name, n))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
