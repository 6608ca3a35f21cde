"""How long each method takes, side by side with a plain implementation of it.

Run ``python -m tests.benchmarks.bench_methods [--quick] [METHOD ...]`` from the project's root.
For 2, 4, 8 and 13 columns of normal random records and k = 5 (t = 0.1, a confidential column
that depends on none of them): processor seconds of all threads; the exponent e of ``n^e``
between n/2 and n; the seconds of a plain implementation, named first, carried over to n; and how
many times as fast the method is. Clusters are counted, merging until t included; standardising
and aggregating are not. The largest size of each table is said once more in the end, as rows of
the manual's table.

A size that would take more than `LIMIT` seconds by the growth so far is not tried, and a line
that is not finished by then is given up; both say so. In many columns, where no tree helps, the
time grows with the square, so these begin with fewer records.
"""

from __future__ import annotations

import math
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

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
from tests.benchmarks.guard import guarded

K, T = 5, 0.1
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
_TITLE = ("records", "seconds", "growth", "plain s", "times")
# A processor's clock may tick only each 16 ms.
TOLD = 0.1
Floats = NDArray[np.float64]


def records(n: int, m: int) -> Floats:
    return np.random.default_rng(n + m).normal(size=(n, m))


def seconds(work: Callable[[], object]) -> float:
    """Return the processor seconds of a call, of the mean of several where it is short."""
    calls, spent, began = 0, 0.0, time.process_time()
    while spent < TOLD:
        work()
        calls, spent = calls + 1, time.process_time() - began
    return spent / calls


def task(method: str, points: Floats) -> Task:
    n, protection = len(points), METHODS[method]
    ranks = Ranked(np.random.default_rng(n).permutation(n), n, True)
    confidential = {"c": ranks} if protection.promises_t else {}
    given = {"k": K, "t": T, "bucket_by": "c"}
    known = {p.name: given[p.name] for p in protection.parameters if p.name in given}
    if method == "best":
        del known["t"]
    names = [f"q{i}" for i in range(points.shape[1])]
    none = np.zeros(n, dtype=np.bool_)
    columns = (
        Column(name, ColumnKind.NUMBER, points[:, i].copy(), none) for i, name in enumerate(names)
    )
    attributes = (Attribute(name, Role.QUASI_IDENTIFIER, Scale.CONTINUOUS) for name in names)
    parameters = protection.complete(known)
    return Task(points, confidential, confidential, parameters, tuple(attributes), tuple(columns))


def tasks(method: str, points: Floats) -> list[Task]:
    """Return what the method has to partition, one after the other."""
    if not METHODS[method].column_by_column:
        return [task(method, points)]
    columns = [np.ascontiguousarray(points[:, [i]]) for i in range(points.shape[1])]
    return [task(method, column) for column in columns]


def cluster(method: str, parts: list[Task]) -> None:
    strata = np.zeros(len(parts[0].points), dtype=np.int64)
    for part in parts:
        whole = Patterns(strata, strata, 1, (), ())
        form_clusters(METHODS[method], part, Quasi(part.points), Parts(whole, strata, ()), Job())


def plain(method: str, points: Floats) -> None:
    """Do what the method does, plainly."""
    if method in _SORTING:
        columns = points.T.tolist()
        one = {"columns": columns} if method != "univariate-optimal" else {"values": columns[0]}
        getattr(plain_sorting, method.replace("-", "_"))(**one, k=K)
    elif method == "v-mdav":
        plain_v_mdav.v_mdav(points, K, 0.2)
    elif method == "t-closeness-first":
        plain_buckets.clusters(points, np.random.default_rng(1).permutation(len(points)), K)
    else:
        plain_kernel.mdav(points, K)


def kind(method: str) -> tuple[str, int]:
    """Return which plain implementation a method is held against, and its power of n."""
    if method in _SORTING:
        return method, 1
    return (method if method in _SEARCHING else "mdav"), 2


@cache
def plain_seconds(method: str, m: int, base: int) -> float:
    plain(method, records(1000, m))
    return seconds(partial(plain, method, records(base, m)))


def line(*cells: object) -> None:
    sys.stdout.write("".join(f"{cell!s:>12}" for cell in cells) + "\n")
    sys.stdout.flush()


def row(method: str, m: int, *cells: object) -> None:
    sys.stdout.write(f"{method:<20}{m!s:>8}" + "".join(f"{cell!s:>11}" for cell in cells) + "\n")
    sys.stdout.flush()


def significant(number: float) -> str:
    """Spell two digits of a small number, all those before the point of a large one."""
    return f"{number:.{max(0, 1 - math.floor(math.log10(max(number, 0.001))))}f}"


def table(
    method: str, m: int, sizes: tuple[int, ...], base: int, plain: float, notes: Path
) -> None:
    """Print the lines of a method for so many columns; note the last one for the manual."""
    power, before, growth, last = kind(method)[1], 0.0, 1.0, ""
    cluster(method, tasks(method, records(5000, m)))
    for n in sizes:
        carried = plain * (n / base) ** power
        ahead = before * 2**growth
        if ahead > LIMIT:
            row(method, m, f"{n:,}", "-", "", f"{carried:.2f}", f"  about {ahead:.0f} s, left out")
            break
        parts = tasks(method, records(n, m))
        found = seconds(partial(cluster, method, parts))
        if before:
            growth = math.log2(found / before)
        told, times = f"{growth:.2f}" if before else "", significant(carried / found)
        row(method, m, f"{n:,}", f"{found:.3f}", told, f"{carried:.2f}", times)
        last = f"| `{method}` | {m} | {n:,} | {significant(found)} | {told} | {times} |\n"
        before = found
    with notes.open("a") as file:
        file.write(last)


def one(method: str, m: int, base: int, plain: float, notes: str, quick: bool) -> None:
    """Print one method's table for so many columns, in a process of its own."""
    # Kernels are compiled before, so that no line pays for it.
    warm_up(lambda: None)
    full = tuple(LARGE // 2**i for i in range(DOUBLINGS[m], -1, -1))
    table(method, m, QUICK if quick else full, base, plain, Path(notes))


def main(quick: bool, methods: list[str]) -> None:
    base = 20_000 if quick else 50_000
    warm_up(lambda: None)
    sys.stdout.write(_PLAIN.format(base=base) + "\n")
    row("method", "columns", *_TITLE)
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "rows"
        notes.touch()
        for method in methods or [
            name for name, protection in METHODS.items() if protection.forms_groups
        ]:
            for m in (1,) if METHODS[method].quasi_identifiers == 1 else COLUMNS:
                taken = plain_seconds(kind(method)[0], m, base)
                given = [method, m, base, taken, notes, "--quick" * quick]
                guarded("bench_methods", given, 3 * LIMIT)
        sys.stdout.write("\nfor the manual:\n" + notes.read_text())


if __name__ == "__main__":
    if len(sys.argv) > 5 and sys.argv[2].isdigit():
        name, m, base, taken, notes, *more = sys.argv[1:]
        one(name, int(m), int(base), float(taken), notes, "--quick" in more)
    else:
        given = [name for name in sys.argv[1:] if name != "--quick"]
        main("--quick" in sys.argv, given)
