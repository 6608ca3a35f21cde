"""MDAV of enterprises with zeros and a dominance rule, beside MDAV without them."""

from __future__ import annotations

import sys
import time
from dataclasses import replace

import numpy as np

from core.jobs import Job
from core.model import (
    Attribute,
    Column,
    ColumnKind,
    Dataset,
    Dominance,
    FileKind,
    Fingerprint,
    Method,
    PPercent,
    Recipe,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)
from core.pipeline.resolve import resolve
from core.protect import protect

SOURCE = Source("/nowhere/firms.csv", FileKind.CSV)
AMOUNTS = ("TURNOVER", "WAGES", "INVESTMENT", "EXPORTS")
SHARES = {"TURNOVER": 0.0, "WAGES": 0.1, "INVESTMENT": 0.35, "EXPORTS": 0.8}


def firms(n: int) -> Dataset:
    """Return `n` enterprises whose amounts are log-normal, with shares of zeros."""
    random = np.random.default_rng(n)
    size = random.normal(4, 1.5, n)
    columns = []
    for name, share in SHARES.items():
        values = np.round(np.exp(size + random.normal(0, 1, n)), 1) + 0.1
        values[random.random(n) < share] = 0.0
        columns.append(Column(name, ColumnKind.NUMBER, values, np.zeros(n, dtype=np.bool_)))
    return Dataset(tuple(columns), Fingerprint("firms.csv", 0, ""))


def seconds(dataset: Dataset, zeros: bool, rule: Dominance | None) -> tuple[float, float, int]:
    """Return the seconds of checking and of protecting, and the number of clusters."""
    schema = Schema(
        tuple(
            Attribute(name, Role.QUASI_IDENTIFIER, Scale.CONTINUOUS, keeps_zeros=zeros)
            for name in AMOUNTS
        )
    )
    recipe = Recipe(Method("mdav", {"k": 5}), Target(FileKind.CSV, "out"))
    began = time.perf_counter()
    plan = resolve(replace(recipe, dominance=rule), schema, dataset, SOURCE)
    assert not plan.errors, plan.errors
    checked = time.perf_counter()
    found = protect(plan, dataset, Job())
    return checked - began, time.perf_counter() - checked, len(found.clusters.sizes)


def main(n: int = 1_000_000) -> None:
    seconds(firms(3_000), zeros=True, rule=PPercent(AMOUNTS))
    dataset, plain = firms(n), 0.0
    for said, zeros, rule in (
        ("without conditions", False, None),
        ("zeros", True, None),
        ("dominance", False, PPercent(AMOUNTS)),
        ("zeros and dominance", True, PPercent(AMOUNTS)),
    ):
        checking, protecting, clusters = seconds(dataset, zeros, rule)
        plain = plain or protecting
        sys.stdout.write(
            f"{n:,} enterprises, {said}: {protecting:.1f} s ({protecting / plain:.2f} times), "
            f"checked in {checking:.1f} s, {clusters:,} clusters\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
