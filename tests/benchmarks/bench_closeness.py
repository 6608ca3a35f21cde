"""How long the methods that keep t take at 100,000 records, beside the plain MDAV kernel alone.

Run ``python -m tests.benchmarks.bench_closeness [records]`` from the project's root. Processor
seconds on four columns of normal random records; the confidential attribute depends on the
others with a correlation of 0 to 1, as a number or as one of 50 categories. A method that is not
finished in `LIMIT` seconds is given up.
"""

from __future__ import annotations

import sys
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.encode import Ranked
from core.jobs import Job
from core.kernels.microaggregation.mdav import Mdav
from core.kernels.microaggregation.t_k_first import TKFirst
from core.protect.closeness_limit import ClosenessLimit
from core.protect.merging import merge_until
from tests.benchmarks import plain_kernel
from tests.benchmarks.bench_methods import K, T, records, seconds
from tests.benchmarks.guard import guarded

BUDGET = 2_000_000
LIMIT = 60.0


def ranks(points: NDArray[np.float64], correlation: float) -> NDArray[np.int64]:
    rng = np.random.default_rng(len(points))
    along = points.sum(axis=1) / np.sqrt(points.shape[1])
    values = correlation * along + np.sqrt(1 - correlation**2) * rng.normal(size=len(points))
    return np.argsort(np.argsort(values)).astype(np.int64)


def finished(work: Mdav | TKFirst) -> None:
    while not work.step(BUDGET)[1]:
        pass


def t_merge(points: NDArray[np.float64], confidential: NDArray[np.int64]) -> None:
    work = Mdav(points, K)
    finished(work)
    merge_until(
        points, work.labels, [ClosenessLimit((Ranked(confidential, len(points), True),), T)], Job()
    )


def t_k_first(points: NDArray[np.float64], confidential: NDArray[np.int64]) -> None:
    finished(TKFirst(points, [(confidential, len(points), True)], K, T))


def t_k_first_listed(points: NDArray[np.float64], confidential: NDArray[np.int64]) -> None:
    listed = [(confidential * 50 // len(points), 50, False)]
    finished(TKFirst(points, listed, K, T))


def main(n: int = 100_000) -> None:
    points = records(n, 4)
    plain_kernel.mdav(points[:1000], K)
    part = min(n, 50_000)
    plain = seconds(partial(plain_kernel.mdav, points[:part], K)) * (n / part) ** 2
    sys.stdout.write(f"plain MDAV alone, {n:,} records: {plain:.2f} s\n")
    for correlation in (0.0, 0.5, 0.9, 1.0):
        for name in METHODS:
            sys.stdout.write(f"{name}, correlation {correlation}: ")
            sys.stdout.flush()
            guarded("bench_closeness", [n, correlation, name], LIMIT)


def one(n: int, correlation: float, name: str) -> None:
    """Print the seconds of one method."""
    method, few = METHODS[name], records(6000, 4)
    method(few, ranks(few, correlation))
    points = records(n, 4)
    spent = seconds(partial(method, points, ranks(points, correlation)))
    sys.stdout.write(f"{spent:.2f} s\n")


METHODS = {"t-merge": t_merge, "t-k-first": t_k_first, "t-k-first, 50 categories": t_k_first_listed}

if __name__ == "__main__":
    if len(sys.argv) > 2:
        one(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3])
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
