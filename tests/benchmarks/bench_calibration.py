"""How long calibrated categories take.

Run ``python -m tests.benchmarks.bench_calibration [records]`` from the project's root. Processor
seconds for four masked columns of 20, 50, 8 and 5 categories and a published amount, in groups of
five; how well figures hold in calibrated releases is measured by `bench_figures`.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records
from core.jobs import Job
from core.model import Attribute, Column, ColumnKind, Role, Scale, Schema
from core.protect.representatives import CATEGORY_REPRESENTATIVES, represent
from tests.benchmarks.harness import K, print_row, print_titles
from tests.core.pipeline.making import recipe

Longs = NDArray[np.int64]
WIDTHS = (20, 50, 8, 5)


def large_file(n: int) -> tuple[Records, Longs]:
    """Make records whose columns go together, and groups of five that are alike."""
    rng = np.random.default_rng(1)
    position = rng.permutation(n)
    common = np.sort(rng.standard_normal(n))[position]
    labels = np.unique(position // K, return_inverse=True)[1]
    columns, attributes = [], []
    for j, width in enumerate(WIDTHS):
        noisy = common + rng.standard_normal(n)
        ends = np.cumsum(rng.dirichlet(np.full(width, 2.0)))[:-1]
        codes = np.searchsorted(np.quantile(noisy, ends), noisy).astype(np.int8)
        names = tuple(f"c{code:02}" for code in range(width))
        columns.append(Column(f"C{j}", ColumnKind.TEXT, codes, np.zeros(n, np.bool_), names))
        attributes.append(Attribute(f"C{j}", Role.QUASI_IDENTIFIER, Scale.NOMINAL))
    amounts = np.exp(common + rng.standard_normal(n))
    columns.append(Column("X", ColumnKind.NUMBER, amounts, np.zeros(n, np.bool_)))
    attributes.append(Attribute("X", Role.CONFIDENTIAL, Scale.CONTINUOUS))
    return Records(tuple(columns), Schema(tuple(attributes)), recipe(k=K)), labels


def seconds_of(n: int) -> float:
    records, labels = large_file(n)
    masked = records.schema.with_role(Role.QUASI_IDENTIFIER)
    names = {attribute.name for attribute in masked}
    released = [
        represent(c, records.schema.named(c.name), labels) if c.name in names else c
        for c in records.columns
    ]
    start = time.process_time()
    CATEGORY_REPRESENTATIVES["calibrated"].choose(
        records, released, dict.fromkeys(names, labels), Job()
    )
    return time.process_time() - start


def main(n: int) -> None:
    seconds_of(1000)
    print_titles("records", "seconds")
    for size in (n // 2, n):
        print_row(size, seconds_of(size))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
