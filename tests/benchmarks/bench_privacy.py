"""What private releases keep, and what they take: correlations on Census, time at full size.

Run ``python -m tests.benchmarks.bench_privacy [--quick]`` from the project's root. Correlations
are the mean absolute difference of the correlation matrix of the first eight columns of Census
from the original's, over 10 runs, each method with the k of the list that serves it best; all
spend the same epsilon honestly, for whole records.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

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
from core.protect.privacy import modes, private_release

RUNS, TRIES, SIZES = 10, 5, (25, 50, 100, 200, 270, 360)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def planned(dataset: Dataset, columns: int, method: str, **settings: object) -> Plan:
    """Return a plan that masks the first columns, with domains from 0 to 1.5 times the largest."""
    attributes = [
        Attribute(
            c.name,
            Role.QUASI_IDENTIFIER,
            Scale.CONTINUOUS,
            domain=(0.0, 1.5 * float(c.values.max())),
        )
        for c in dataset.columns[:columns]
    ]
    attributes += [Attribute(c.name, Role.IDENTIFIER) for c in dataset.columns[columns:]]
    recipe = Recipe(Method(method, settings), Target(FileKind.CSV, "out"))
    plan = resolve(recipe, Schema(tuple(attributes)), dataset, Source("/x", FileKind.CSV))
    assert not plan.errors, plan.errors
    return plan


def correlations(columns: tuple[Column, ...]) -> np.ndarray:
    with np.errstate(invalid="ignore", divide="ignore"):
        found = np.corrcoef([column.values for column in columns])
    # A column that noise and clamping made constant relates to nothing.
    return np.nan_to_num(found)[np.triu_indices(len(columns), 1)]


def lost(dataset: Dataset, method: str, **settings: object) -> float:
    plan = planned(dataset, 8, method, **settings)
    true = correlations(dataset.columns[:8])
    runs = (protect(plan, dataset, Job()).columns for _ in range(RUNS))
    return float(np.mean([np.abs(correlations(run) - true).mean() for run in runs]))


def compare_relations(dataset: Dataset) -> None:
    say("mean absolute difference of correlations, Census, 8 columns, 10 runs (k)")
    dependence = {"guarantee": "dependence"}
    for epsilon in (1, 10):
        found = {"dp-laplace": (lost(dataset, "dp-laplace", epsilon=epsilon), None)}
        for title, method, more in (
            ("dp-insensitive", "dp-insensitive", {}),
            ("dependence, tree learned", "dp-individual-ranking", dependence),
        ):
            found[title] = min(
                (lost(dataset, method, epsilon=epsilon, k=k, **more), k) for k in SIZES
            )
        said = ", ".join(f"{title} {loss:.3f} ({k})" for title, (loss, k) in found.items())
        say(f"  epsilon {epsilon}: {said}")


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds of the processor and of the clock, each the least of some tries."""
    found = []
    for _ in range(TRIES):
        began, began_by_clock = time.process_time(), time.perf_counter()
        work()
        found.append((time.process_time() - began, time.perf_counter() - began_by_clock))
    return min(one for one, _ in found), min(other for _, other in found)


class Share:
    """Adds up the time that one function takes within runs."""

    def __init__(self, room: ModuleType, name: str) -> None:
        self._function, self.seconds = getattr(room, name), 0.0
        setattr(room, name, self)

    def __call__(self, *arguments: object) -> object:
        began = time.process_time()
        found = self._function(*arguments)
        self.seconds += time.process_time() - began
        return found


def compare_time(records: int) -> None:
    chance = np.random.default_rng(1)
    columns = tuple(
        Column(
            f"C{i}",
            ColumnKind.NUMBER,
            chance.lognormal(size=records),
            np.zeros(records, dtype=np.bool_),
        )
        for i in range(8)
    )
    dataset = Dataset(columns, Fingerprint("made up", 1, "0" * 64))
    plan = planned(dataset, 8, "dp-individual-ranking", k=50, epsilon=1)
    protect(plan, dataset, Job())
    sort, order = (
        timed(lambda work=work: [work(c.values) for c in columns])
        for work in (np.sort, lambda values: np.argsort(values, kind="stable"))
    )
    whole = timed(lambda: protect(plan, dataset, Job()))
    say(f"{records:,} x 8, dp-individual-ranking, k = 50: {shown(whole, '.2f', ' s')}")
    say(f"  sorting the columns once by value: {shown(sort, '.3f', ' s')}")
    say(f"  sorting them once with the records: {shown(order, '.3f', ' s')}")
    for title, other in (("by value", sort), ("with the records", order)):
        ratio = (whole[0] / other[0], whole[1] / other[1])
        say(f"  {shown(ratio, '.1f', ' times')} as long as sorting {title}")
    say(f"  of the processor's time {', '.join(shares(plan, dataset))}")


def shown(both: tuple[float, float], digits: str, unit: str) -> str:
    return f"{both[0]:{digits}}{unit} of the processor, {both[1]:{digits}}{unit} by the clock"


def shares(plan: Plan, dataset: Dataset) -> list[str]:
    """Return what parts of a run take of it, in runs that are watched."""
    parts = {
        "sorting": Share(modes, "in_order"),
        "drawing noise": Share(modes, "draw_laplace_noise"),
        "random orders": Share(private_release, "shuffle_values"),
    }
    began = time.process_time()
    for _ in range(TRIES):
        protect(plan, dataset, Job())
    whole = time.process_time() - began
    return [f"{title} {part.seconds / whole:.0%}" for title, part in parts.items()]


def main(quick: bool) -> None:
    compare_time(100_000 if quick else 1_000_000)
    folder = Path(os.environ.get("STATVEIL_REFERENCE_DATA", "../shared/data"))
    if not (folder / "census.csv").is_file():
        say("no reference data: relations are not compared")
        return
    compare_relations(read(Source(str(folder / "census.csv"), FileKind.CSV), Job()))


if __name__ == "__main__":
    main("--quick" in sys.argv)
