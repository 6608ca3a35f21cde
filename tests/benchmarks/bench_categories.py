"""How long clustering takes on Adult with eight quasi-identifiers, side by side with plain passes.

Run ``python -m tests.benchmarks.bench_categories [--quick]`` from the project's root. Processor
seconds of one run, with k = 5; the plain kernel (`tests.benchmarks.plain_mixed_kernel`) is timed
on all of Adult and carried over to other sizes by the square of their number. Half as many are
every second record; how twice as many come about, and with `--quick` not, is said in
`tests.benchmarks.adult.doubled`. Growth is the exponent e of ``n^e`` between n and 2n.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from functools import partial

import numpy as np

from core.kernels.microaggregation.mixed_buckets import MixedBucketClusters
from core.kernels.microaggregation.mixed_mdav import MixedMdav
from core.kernels.microaggregation.mixed_v_mdav import MixedVMdav
from tests.benchmarks import plain_mixed_kernel
from tests.benchmarks.adult import EIGHT, Mixed, adult, doubled, folder, part
from tests.benchmarks.bench_methods import K, line, seconds

BUDGET = 2_000_000
Work = MixedMdav | MixedVMdav | MixedBucketClusters


def finish(make: Callable[[], Work]) -> None:
    work = make()
    while not work.step(BUDGET)[1]:
        pass


def ours(mixed: Mixed) -> tuple[float, float, float]:
    """Return the seconds of MDAV, V-MDAV and t-closeness-first with clusters of the same size."""
    points, nominal = mixed
    ranks = np.random.default_rng(len(points)).permutation(len(points))
    makes: tuple[Callable[[], Work], ...] = (
        partial(MixedMdav, points, nominal, K),
        partial(MixedVMdav, points, nominal, K, 0.2),
        partial(MixedBucketClusters, points, nominal, ranks, K),
    )
    mdav, v_mdav, first = (seconds(partial(finish, make)) for make in makes)
    return mdav, v_mdav, first


def table(whole: Mixed, files: list[Mixed]) -> None:
    plain_mixed_kernel.mdav(*part(whole, np.arange(200)), K)
    plain = seconds(partial(plain_mixed_kernel.mdav, *whole, K))
    before: tuple[float, ...] = ()
    for file in files:
        scaled, found = plain * (len(file[0]) / len(whole[0])) ** 2, ours(file)
        cells: list[object] = [len(file[0]), f"{scaled:.2f}"]
        for i, spent in enumerate(found):
            growth = f"{math.log2(spent / before[i]):.2f}" if before else ""
            cells += [f"{spent:.3f}", f"{scaled / spent:.0f}", growth]
        line(*cells)
        before = found


def main(quick: bool) -> None:
    data = folder()
    if data is None:
        sys.stdout.write("No reference data (set STATVEIL_REFERENCE_DATA).\n")
        return
    names = ("mdav", "times", "growth", "v-mdav", "times", "growth", "t-first", "times", "growth")
    for last in ("native-country",) if quick else ("native-country", "sex"):
        chosen = (*EIGHT[:-1], last)
        sys.stdout.write(", ".join(chosen) + "\n")
        whole = adult(data, chosen)
        half = part(whole, np.arange(0, len(whole[0]), 2))
        line("records", "plain mdav", *names)
        ours(part(whole, np.arange(2000)))
        table(whole, [half, whole] if quick else [half, whole, doubled(whole)])


if __name__ == "__main__":
    main("--quick" in sys.argv)
