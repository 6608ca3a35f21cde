"""How long clustering takes, side by side with plain passes over all records.

Run ``python -m tests.benchmarks.bench_clustering [--quick]`` from the project's root. Times are
processor seconds, of all threads, on normal random records; the plain kernel is timed on 20,000
(`--quick`) or 50,000 records and carried over to more by the square of their number. Growth is
the exponent e of ``n^e`` between n and 2n.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.kernels.buckets import BucketClusters
from core.kernels.mdav import Mdav
from core.kernels.v_mdav import VMdav
from core.kernels.warming import compile_all
from tests.benchmarks import plain_kernel

K = 5
BUDGET = 2_000_000
Work = Mdav | BucketClusters | VMdav


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def finish(make: Callable[[], Work]) -> None:
    work = make()
    while not work.step(BUDGET)[1]:
        pass


def records(n: int, m: int) -> NDArray[np.float64]:
    return np.random.default_rng(n + m).normal(size=(n, m))


def ours(n: int, m: int) -> tuple[float, float, float]:
    """Return the seconds of MDAV, V-MDAV and t-closeness-first with clusters of the same size."""
    points, ranks = records(n, m), np.random.default_rng(n).permutation(n)
    makes: tuple[Callable[[], Work], ...] = (
        partial(Mdav, points, K),
        partial(VMdav, points, K, 0.2),
        partial(BucketClusters, points, ranks, K),
    )
    mdav, v_mdav, first = (seconds(partial(finish, make)) for make in makes)
    return mdav, v_mdav, first


def line(*cells: object) -> None:
    sys.stdout.write("".join(f"{cell!s:>12}" for cell in cells) + "\n")
    sys.stdout.flush()


def table(sizes: list[int], m: int, base: int) -> None:
    points = records(base, m)
    plain_kernel.mdav(points[:1000], K)
    plain = seconds(partial(plain_kernel.mdav, points, K))
    before: tuple[float, ...] = ()
    for n in sizes:
        scaled, found = plain * (n / base) ** 2, ours(n, m)
        cells: list[object] = [m, n, f"{scaled:.2f}"]
        for i, spent in enumerate(found):
            growth = f"{math.log2(spent / before[i]):.2f}" if before else ""
            cells += [f"{spent:.3f}", f"{scaled / spent:.0f}", growth]
        line(*cells, f"{found[2] / found[0]:.1f}")
        before = found


def main(quick: bool) -> None:
    compile_all(lambda: None)
    # What compiling ahead leaves out.
    for m in (2, 13):
        ours(5000, m)
    names = ("mdav", "times", "growth", "v-mdav", "times", "growth", "t-first", "times", "growth")
    line("columns", "records", "plain mdav", *names, "to mdav")
    if quick:
        for m in (2, 4, 8, 13):
            table([12_500, 25_000, 50_000], m, 20_000)
        return
    for m in (2, 4):
        table([125_000, 250_000, 500_000, 1_000_000], m, 50_000)
    table([50_000, 100_000, 200_000], 8, 50_000)
    table([25_000, 50_000, 100_000], 13, 50_000)


if __name__ == "__main__":
    main("--quick" in sys.argv)
