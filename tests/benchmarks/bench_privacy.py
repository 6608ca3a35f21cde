"""What private releases keep, and what they take: correlations on Census, time at full size.

Run ``python -m tests.benchmarks.bench_privacy [--quick]`` from the project's root. Correlations
are the mean absolute difference of the correlation matrix of the first eight columns of Census
from the original's, over 10 runs, each method with the k of the list that serves it best; all
spend the same epsilon honestly, for whole records.
"""

from __future__ import annotations

import math
import sys
from functools import partial
from pathlib import Path

import numpy as np

from core.io import read
from core.jobs import Job
from core.model import (
    Attribute,
    Column,
    ColumnKind,
    Dataset,
    FileKind,
    Fingerprint,
    Method,
    Plan,
    Recipe,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)
from core.pipeline import resolve
from core.protect import protect
from tests.benchmarks.harness import (
    measure_seconds,
    print_row,
    print_titles,
    reference_folder,
    say,
)

RUNS, SIZES = 10, (25, 50, 100, 200, 270, 360)


def plan_release(dataset: Dataset, method: str, **settings: object) -> Plan:
    """Plan to mask the first eight columns, with domains from 0 to 1.5 times the largest."""
    attributes = [
        Attribute(
            c.name,
            Role.QUASI_IDENTIFIER,
            Scale.CONTINUOUS,
            domain=(0.0, 1.5 * float(c.values.max())),
        )
        for c in dataset.columns[:8]
    ]
    attributes += [Attribute(c.name, Role.IDENTIFIER) for c in dataset.columns[8:]]
    recipe = Recipe(Method(method, settings), Target(FileKind.CSV, "out"))
    plan = resolve(recipe, Schema(tuple(attributes)), dataset, Source("/x", FileKind.CSV))
    assert not plan.errors, plan.errors
    return plan


def correlations(columns: tuple[Column, ...]) -> np.ndarray:
    with np.errstate(invalid="ignore", divide="ignore"):
        matrix = np.corrcoef([column.values for column in columns])
    # A column that noise and clamping made constant relates to nothing.
    return np.nan_to_num(matrix)[np.triu_indices(len(columns), 1)]


def measure_loss(dataset: Dataset, method: str, **settings: object) -> float:
    plan = plan_release(dataset, method, **settings)
    true = correlations(dataset.columns[:8])
    runs = (protect(plan, dataset, Job()).columns for _ in range(RUNS))
    return float(np.mean([np.abs(correlations(run) - true).mean() for run in runs]))


def compare_correlations(folder: Path) -> None:
    dataset = read(Source(str(folder / "census.csv"), FileKind.CSV), Job())
    say("\nmean absolute difference of correlations, Census, 8 columns, 10 runs\n")
    print_titles("method", "epsilon", "difference", "k")
    for epsilon in (1, 10):
        print_row("dp-laplace", epsilon, measure_loss(dataset, "dp-laplace", epsilon=epsilon), "")
        for method, settings in (
            ("dp-insensitive", {}),
            ("dp-individual-ranking", {"guarantee": "dependence"}),
        ):
            least, k = math.inf, 0
            for size in SIZES:
                loss = measure_loss(dataset, method, epsilon=epsilon, k=size, **settings)
                least, k = min((least, k), (loss, size))
            print_row(method, epsilon, least, k)


def measure_time(n: int) -> None:
    chance, none = np.random.default_rng(1), np.zeros(n, dtype=np.bool_)
    names = [f"C{i}" for i in range(8)]
    columns = (Column(c, ColumnKind.NUMBER, chance.lognormal(size=n), none) for c in names)
    dataset = Dataset(tuple(columns), Fingerprint("made up", 1, "0" * 64))
    plan = plan_release(dataset, "dp-individual-ranking", k=50, epsilon=1)
    protect(plan, dataset, Job())
    spent = measure_seconds(partial(protect, plan, dataset, Job()))
    say(f"{n:,} x 8, dp-individual-ranking, k = 50: {spent:.2f} s")


def main(quick: bool) -> None:
    measure_time(100_000 if quick else 1_000_000)
    if (folder := reference_folder()) is not None:
        compare_correlations(folder)


if __name__ == "__main__":
    main("--quick" in sys.argv)
