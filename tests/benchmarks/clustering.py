"""How long clustering takes, side by side with plain passes over all records.

Run ``python -m tests.benchmarks.clustering [--quick]`` from the project's root. Times are
processor seconds of one thread on normal random records; the plain kernel is timed on 20,000
(`--quick`) or 50,000 records and carried over to more by the square of their number.
"""

from __future__ import annotations

import argparse
import math
import resource
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.kernels.buckets import BucketClusters
from core.kernels.mdav import Mdav
from core.kernels.warming import compile_all
from tests.benchmarks import plain_kernel

K = 5
BUDGET = 2_000_000


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def finish(work: Mdav | BucketClusters) -> None:
    while not work.step(BUDGET)[1]:
        pass


def records(n: int, m: int) -> NDArray[np.float64]:
    return np.random.default_rng(n + m).normal(size=(n, m))


def mdav(n: int, m: int) -> float:
    points = records(n, m)
    return seconds(lambda: finish(Mdav(points, K)))


def buckets(n: int, m: int) -> float:
    # t = 0.1 asks for clusters of five.
    points, ranks = records(n, m), np.random.default_rng(n).permutation(n)
    return seconds(lambda: finish(BucketClusters(points, ranks, K)))


def line(*cells: object) -> None:
    sys.stdout.write("".join(f"{cell!s:>14}" for cell in cells) + "\n")


def table(sizes: list[int], columns: list[int], base: int) -> None:
    line("columns", "records", "plain", "mdav", "times", "growth", "t-first", "to mdav")
    for m in columns:
        points = records(base, m)
        plain_kernel.mdav(points[:1000], K)
        plain = seconds(partial(plain_kernel.mdav, points, K))
        before = 0.0
        for n in sizes:
            scaled, ours = plain * (n / base) ** 2, mdav(n, m)
            growth = f"{math.log2(ours / before):.2f}" if before else ""
            before = ours
            first = buckets(n, m)
            cells = (f"{scaled:.2f}", f"{ours:.3f}", f"{scaled / ours:.0f}", growth)
            line(m, n, *cells, f"{first:.3f}", f"{first / ours:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer and smaller files")
    quick = parser.parse_args().quick
    line("compiling", f"{seconds(lambda: compile_all(lambda: None)):.1f} s")
    if quick:
        table([25_000, 50_000, 100_000], [2, 4, 8], 20_000)
    else:
        table([125_000, 250_000, 500_000, 1_000_000], [2, 4], 50_000)
        table([50_000, 100_000, 200_000], [8], 50_000)
        table([25_000, 50_000], [13], 50_000)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    line("peak memory", f"{peak:.0f} MB")


if __name__ == "__main__":
    main()
