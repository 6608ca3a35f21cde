"""How long each method takes, side by side with a plain implementation of it.

Run ``python -m tests.benchmarks.bench_methods [--quick] [METHOD ...]`` from the project's root.
For 2, 4, 8 and 13 columns of normal random records and k = 5 (t = 0.1, a confidential column
that depends on none of them): processor seconds of all threads; the exponent e of ``n^e``
between n/2 and n; how many times as long a plain implementation takes, carried over to n; and its
seconds. Clusters are counted, merging until t included; standardising and aggregating are not. The
largest size of each table is a row of the manual's.

A size that would take more than `LIMIT` seconds by the growth so far is not tried, and a line
that is not finished by then is given up; both say so. In many columns, where no tree helps, the
time grows with the square, so these begin with fewer records.
"""

from __future__ import annotations

import math
import sys
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from core.conditions import Patterns
from core.encode import Ranked
from core.jobs import Job
from core.model import Attribute, Column, ColumnKind, Role, Scale
from core.pipeline import warm_up
from core.protect import METHODS
from core.protect.clustering import Parts, Quasi, form_clusters
from core.protect.task import Task
from tests.benchmarks import plain_buckets, plain_kernel, plain_sorting, plain_v_mdav
from tests.benchmarks.harness import (
    K,
    T,
    measure_seconds,
    print_row,
    print_titles,
    run_guarded,
    say,
)

COLUMNS = (2, 4, 8, 13)
LARGE, QUICK = 1_000_000, (12_500, 25_000, 50_000)
# The more columns, the fewer records to begin with.
DOUBLINGS = {1: 2, 2: 2, 4: 2, 8: 3, 13: 4}
LIMIT = 20.0
_SORTING = ("individual-ranking", "insensitive", "univariate-optimal")
_SEARCHING = ("mdav", "v-mdav", "t-closeness-first")
_PLAIN = f"""\
plain: {", ".join(_SEARCHING)}: the method by compiled passes over all
  records on one thread, carried over by n^2 from {{base:,}} records
{", ".join(_SORTING)}: plain Python by the definition, carried
  over in proportion from {{base:,}}
any other: MDAV alone, as above
"""
Floats = NDArray[np.float64]


def draw_records(n: int, m: int) -> Floats:
    """Draw normal records."""
    return np.random.default_rng(n + m).normal(size=(n, m))


def make_task(method: str, points: Floats, ranked: Ranked | None = None) -> Task:
    """Make what a method has to partition; confidential is a column that depends on none."""
    n, protection = len(points), METHODS[method]
    ranked = ranked or Ranked(np.random.default_rng(n).permutation(n), n, True)
    confidential = {"c": ranked} if protection.promises_t else {}
    values = {"k": K, "t": T, "bucket_by": "c"}
    parameters = {p.name: values[p.name] for p in protection.parameters if p.name in values}
    if method == "best":
        del parameters["t"]
    names = [f"q{i}" for i in range(points.shape[1])]
    none = np.zeros(n, dtype=np.bool_)
    columns = (
        Column(name, ColumnKind.NUMBER, points[:, i].copy(), none) for i, name in enumerate(names)
    )
    attributes = (Attribute(name, Role.QUASI_IDENTIFIER, Scale.CONTINUOUS) for name in names)
    parameters = protection.complete(parameters)
    return Task(points, confidential, confidential, parameters, tuple(attributes), tuple(columns))


def make_tasks(method: str, points: Floats) -> list[Task]:
    """Make what the method has to partition, one after the other."""
    if not METHODS[method].column_by_column:
        return [make_task(method, points)]
    columns = (np.ascontiguousarray(points[:, [i]]) for i in range(points.shape[1]))
    return [make_task(method, column) for column in columns]


def cluster(method: str, tasks: list[Task]) -> None:
    strata = np.zeros(len(tasks[0].points), dtype=np.int64)
    whole = Parts(Patterns(strata, strata, 1, (), ()), strata, ())
    for task in tasks:
        form_clusters(METHODS[method], task, Quasi(task.points), whole, Job())


def run_plain(method: str, points: Floats) -> None:
    """Do what the method does, plainly."""
    if method in _SORTING:
        getattr(plain_sorting, method.replace("-", "_"))(points.T.tolist(), k=K)
    elif method == "v-mdav":
        plain_v_mdav.v_mdav(points, K, 0.2)
    elif method == "t-closeness-first":
        plain_buckets.clusters(points, np.random.default_rng(1).permutation(len(points)), K)
    else:
        plain_kernel.mdav(points, K)


@cache
def plain_seconds(method: str, m: int, base: int) -> float:
    """Measure the seconds of the plain implementation with which a method is compared."""
    run_plain(method, draw_records(1000, m))
    return measure_seconds(partial(run_plain, method, draw_records(base, m)))


def spell(number: float) -> str:
    """Spell two digits of a small number, all those before the point of a large one."""
    return f"{number:.{max(0, 1 - math.floor(math.log10(max(number, 0.001))))}f}"


def print_table(method: str, m: int, base: int, plain: float, quick: bool) -> None:
    """Print the rows of a method for so many columns."""
    # Kernels are compiled before, so that no row pays for it.
    warm_up(lambda: None)
    cluster(method, make_tasks(method, draw_records(5000, m)))
    power, spent_before, growth = 1 if method in _SORTING else 2, 0.0, 1.0
    for n in QUICK if quick else [LARGE // 2**i for i in range(DOUBLINGS[m], -1, -1)]:
        carried, ahead = plain * (n / base) ** power, spent_before * 2**growth
        if ahead > LIMIT:
            print_row(f"`{method}`", m, f"{n:,}", f"about {ahead:.0f}, left out", "", "", carried)
            return
        spent = measure_seconds(partial(cluster, method, make_tasks(method, draw_records(n, m))))
        growth = math.log2(spent / spent_before) if spent_before else 1.0
        shown = f"{growth:.2f}" if spent_before else ""
        times = spell(carried / spent)
        print_row(f"`{method}`", m, f"{n:,}", spell(spent), shown, times, carried)
        spent_before = spent


def main(quick: bool, methods: list[str]) -> None:
    base = 20_000 if quick else 50_000
    warm_up(lambda: None)
    say(_PLAIN.format(base=base))
    print_titles("method", "columns", "records", "seconds", "growth", "times", "plain seconds")
    for method in methods or [name for name, kind in METHODS.items() if kind.forms_groups]:
        for m in (1,) if METHODS[method].quasi_identifiers == 1 else COLUMNS:
            plain = plain_seconds(method if method in _SORTING + _SEARCHING else "mdav", m, base)
            arguments = [method, m, base, plain, "--quick" * quick]
            run_guarded("bench_methods", arguments, 3 * LIMIT)


if __name__ == "__main__":
    quick, words = "--quick" in sys.argv, [word for word in sys.argv[1:] if word[:1] != "-"]
    if len(words) > 3 and words[1].isdigit():
        print_table(words[0], int(words[1]), int(words[2]), float(words[3]), quick)
    else:
        main(quick, words)
