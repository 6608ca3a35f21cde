"""How long each method takes, side by side with a plain implementation of it.

Run ``python -m tests.benchmarks.bench_methods [--quick] [METHOD ...]`` from the project's root.
For 2, 4, 8 and 13 columns of normal random records and k = 5 (t = 0.1, a confidential column
that depends on none of them): processor seconds of all threads; the exponent e of ``n^e``
between n/2 and n; the plain seconds, carried over to n from what is said below each title; and
how many times as fast the method is. Clusters are counted, merging until t included; standardising
and aggregating are not.

A size that would take more than `LIMIT` seconds by the growth so far is not tried, and a line
that is not finished by then is given up; both say so.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from core.encode import Ranked
from core.jobs import Job
from core.kernels.warming import compile_all
from core.model import Attribute, Column, ColumnKind, Role, Scale
from core.protect import METHODS, Task
from core.protect.clustering import Quasi, clustered
from tests.benchmarks import plain_buckets, plain_kernel, plain_sorting, plain_v_mdav
from tests.benchmarks.guard import guarded

K, T = 5, 0.1
COLUMNS = (2, 4, 8, 13)
LARGE, QUICK = 1_000_000, (12_500, 25_000, 50_000)
# The more columns, the fewer records to begin with.
DOUBLINGS = {1: 2, 2: 2, 4: 2, 8: 3, 13: 4}
LIMIT = 20.0
# Kernels up to here; those of the search for the best clusters are compiled where they are used.
LAST = "exchange"
Floats = NDArray[np.float64]


def records(n: int, m: int) -> Floats:
    return np.random.default_rng(n + m).normal(size=(n, m))


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def task(method: str, points: Floats) -> Task:
    n, spec = len(points), METHODS[method]
    ranks = Ranked(np.random.default_rng(n).permutation(n), n, True)
    confidential = {"c": ranks} if spec.promises_t else {}
    given = {"k": K, "t": T, "bucket_by": "c"}
    known = {p.name: given[p.name] for p in spec.parameters if p.name in given}
    if method == "best":
        del known["t"]
    names = [f"q{i}" for i in range(points.shape[1])]
    none = np.zeros(n, dtype=np.bool_)
    columns = (
        Column(name, ColumnKind.NUMBER, points[:, i].copy(), none) for i, name in enumerate(names)
    )
    attributes = (Attribute(name, Role.QUASI_IDENTIFIER, Scale.CONTINUOUS) for name in names)
    parameters = spec.complete(known)
    return Task(points, confidential, confidential, parameters, tuple(attributes), tuple(columns))


def cluster(method: str, points: Floats) -> None:
    spec, strata = METHODS[method], np.zeros(len(points), dtype=np.int64)
    parts = (
        [np.ascontiguousarray(points[:, [i]]) for i in range(points.shape[1])]
        if spec.column_by_column
        else [points]
    )
    for part in parts:
        clustered(spec, task(method, part), Quasi(part), strata, Job())


def plain(method: str, points: Floats) -> None:
    """Do what the method does, plainly."""
    if method in ("individual-ranking", "insensitive", "univariate-optimal"):
        columns = points.T.tolist()
        one = {"columns": columns} if method != "univariate-optimal" else {"values": columns[0]}
        getattr(plain_sorting, method.replace("-", "_"))(**one, k=K)
    elif method == "v-mdav":
        plain_v_mdav.v_mdav(points, K, 0.2)
    elif method == "t-closeness-first":
        plain_buckets.clusters(points, np.random.default_rng(1).permutation(len(points)), K)
    else:
        plain_kernel.mdav(points, K)


def kind(method: str) -> tuple[str, str, int]:
    """Return which plain implementation a method is held against, said, and its power of n."""
    if method in ("individual-ranking", "insensitive", "univariate-optimal"):
        return method, "plain Python by the definition, carried over in proportion to n", 1
    if method in ("v-mdav", "t-closeness-first", "mdav"):
        return method, "compiled passes over all records, one thread, carried over by n^2", 2
    return "mdav", "MDAV alone by compiled passes, one thread, carried over by n^2", 2


@cache
def plain_seconds(method: str, m: int, base: int) -> float:
    plain(method, records(1000, m))
    return seconds(partial(plain, method, records(base, m)))


def line(*cells: object) -> None:
    sys.stdout.write("".join(f"{cell!s:>12}" for cell in cells) + "\n")
    sys.stdout.flush()


def table(method: str, m: int, sizes: tuple[int, ...], base: int, plain: float) -> None:
    """Print the lines of a method for so many columns."""
    power, before, growth = kind(method)[2], 0.0, 1.0
    cluster(method, records(5000, m))
    for n in sizes:
        carried = plain * (n / base) ** power
        ahead = before * 2**growth
        if ahead > LIMIT:
            line(m, n, "-", "", f"{carried:.2f}", "", f"  about {ahead:.0f} s: not tried")
            continue
        found = seconds(partial(cluster, method, records(n, m)))
        if before:
            growth = math.log2(found / before)
        told = f"{growth:.2f}" if before else ""
        line(m, n, f"{found:.3f}", told, f"{carried:.2f}", f"{carried / found:.1f}")
        before = found


def main(quick: bool, methods: list[str]) -> None:
    base = 20_000 if quick else 50_000
    # Once for all, so that no line pays for compiling.
    compile_all(lambda: None, last=LAST)
    for method in methods or [name for name, spec in METHODS.items() if not spec.is_private]:
        of, said, _ = kind(method)
        sys.stdout.write(f"\n{method} (plain: {said} from {base:,})\n")
        line("columns", "records", "seconds", "growth", "plain s", "times")
        alone = METHODS[method].quasi_identifiers == 1
        for m in (1,) if alone else COLUMNS:
            taken = plain_seconds(of, m, base)
            guarded("bench_methods", [method, m, base, taken, "quick" * quick], 3 * LIMIT)


if __name__ == "__main__":
    if len(sys.argv) > 3 and sys.argv[2].isdigit():
        compile_all(lambda: None, last=LAST)
        name, m, base, taken, *more = sys.argv[1:]
        full = tuple(LARGE // 2**i for i in range(DOUBLINGS[int(m)], -1, -1))
        table(name, int(m), QUICK if "quick" in more else full, int(base), float(taken))
    else:
        given = [name for name in sys.argv[1:] if name != "--quick"]
        main("--quick" in sys.argv, given)
