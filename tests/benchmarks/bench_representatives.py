"""How long means take to be moved or records to be drawn, beside the clustering that precedes it.

Run ``python -m tests.benchmarks.bench_representatives [--quick | --million]`` from the project's
root. By default 100,000 records, with `--quick` 20,000, with `--million` a million, of 8 masked
columns that go together, half of them skewed amounts, and a published one. Seconds are the
processor's, with one thread, in one run: of MDAV over the whole file or in blocks, and of all that
the representative does after the means of groups, the checks of what it would disclose included.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any
from unittest.mock import patch

import numpy as np

from core.conditions import Records
from core.jobs import Job
from core.model import Attribute, BlockScale, Column, ColumnKind, Method, Role, Scale, Schema
from core.protect import METHODS, microaggregation
from core.protect.blocks import ThreadEngine
from core.protect.parameter import SPREAD_SEED
from core.protect.representatives import NUMBER_REPRESENTATIVES
from tests.benchmarks.harness import K, print_row, print_titles
from tests.core.pipeline.making import recipe

COLUMNS, BLOCKS = 8, (1, 16)
STEPS = {"moments": "settle", "spread": "draw_from_core"}


def make_records(n: int, name: str, n_blocks: int) -> Records:
    """Make records of which the masked columns, and a published one, have something in common."""
    rng = np.random.default_rng(1)
    common = rng.standard_normal(n)
    columns, attributes = [], []
    for j in range(COLUMNS + 1):
        values = common + rng.standard_normal(n)
        # With two decimals, as amounts are released.
        values = np.round(100 * (np.exp(values / 2) if j % 2 else values), 2)
        role = Role.QUASI_IDENTIFIER if j < COLUMNS else Role.CONFIDENTIAL
        columns.append(Column(f"C{j}", ColumnKind.NUMBER, values, np.zeros(n, dtype=np.bool_)))
        attributes.append(Attribute(f"C{j}", role, Scale.CONTINUOUS))
    parameters: dict[str, object] = {"k": K, "aggregate": name}
    if name != "moments":
        parameters[SPREAD_SEED.name] = "7" * 32
    scale = None if n_blocks == 1 else BlockScale(-(-n // n_blocks))
    settings = replace(recipe(), method=Method("mdav", parameters), scale=scale)
    return Records(tuple(columns), Schema(tuple(attributes)), settings)


def timed(work: Callable[..., Any], spent: list[float]) -> Callable[..., Any]:
    """Let a function add the seconds of its calls to those spent."""

    @wraps(work)
    def run(*arguments: Any, **options: Any) -> Any:
        began = time.process_time()
        try:
            return work(*arguments, **options)
        finally:
            spent.append(time.process_time() - began)

    return run


def measure(n: int, name: str, n_blocks: int) -> tuple[float, float]:
    """Return the seconds of clustering, and those of the representative."""
    records, method = make_records(n, name, n_blocks), METHODS["mdav"]
    of_clustering, of_representative = list[float](), list[float]()
    kind, step = type(NUMBER_REPRESENTATIVES[name]), STEPS[name]
    cluster = microaggregation._cluster_block
    with (
        patch.object(microaggregation, "_cluster_block", timed(cluster, of_clustering)),
        patch.object(kind, step, timed(getattr(kind, step), of_representative)),
    ):
        method.protect(records, records.recipe.method.parameters, Job(), ThreadEngine(1))
    return sum(of_clustering), sum(of_representative)


def main(size: str) -> None:
    """Print a table of the representatives."""
    n = {"--quick": 20_000, "--million": 1_000_000}.get(size, 100_000)
    print_titles("representative", "records", "blocks", "seconds of MDAV", "after it", "share")
    for name in STEPS:
        # Compiles what is timed.
        measure(5_000, name, 2)
        for n_blocks in BLOCKS:
            clustering, afterwards = measure(n, name, n_blocks)
            share = afterwards / clustering
            print_row(name, f"{n:,}", n_blocks, clustering, afterwards, share)


if __name__ == "__main__":
    main(*sys.argv[1:] or [""])
