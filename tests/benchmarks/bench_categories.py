"""How long clustering takes on Adult with eight quasi-identifiers.

Run ``python -m tests.benchmarks.bench_categories [--quick]`` from the project's root. Processor
seconds of one run, with k = 5, and growth, the exponent e of ``n^e`` between n and 2n. Half as many
records are every second one; how twice as many come about, and with `--quick` not, is said in
`tests.benchmarks.adult.double`.
"""

from __future__ import annotations

import math
import sys
from functools import partial

import numpy as np

from core.kernels.microaggregation.mixed_buckets import MixedBucketClusters
from core.kernels.microaggregation.mixed_mdav import MixedMdav
from core.kernels.microaggregation.mixed_v_mdav import MixedVMdav
from tests.benchmarks.adult import SEVEN, Mixed, double, read_adult, take_part
from tests.benchmarks.harness import (
    K,
    measure_seconds,
    print_row,
    print_titles,
    reference_folder,
    say,
)

METHODS = ("mdav", "v-mdav", "t-closeness-first")


def cluster(mixed: Mixed, method: str) -> None:
    points, nominal = mixed
    if method == "mdav":
        work: MixedMdav | MixedVMdav | MixedBucketClusters = MixedMdav(points, nominal, K)
    elif method == "v-mdav":
        work = MixedVMdav(points, nominal, K, 0.2)
    else:
        ranks = np.random.default_rng(len(points)).permutation(len(points))
        work = MixedBucketClusters(points, nominal, ranks, K)
    while not work.step(2_000_000)[1]:
        pass


def main(quick: bool) -> None:
    if (data := reference_folder()) is None:
        return
    for last in ("native-country",) if quick else ("native-country", "sex"):
        say(f"\n{', '.join((*SEVEN, last))}\n")
        whole = read_adult(data, (*SEVEN, last))
        files = [take_part(whole, np.arange(0, len(whole[0]), 2)), whole]
        files += [] if quick else [double(whole)]
        print_titles("method", "records", "seconds", "growth")
        for method in METHODS:
            cluster(take_part(whole, np.arange(2000)), method)
            spent_before = math.nan
            for file in files:
                spent = measure_seconds(partial(cluster, file, method))
                print_row(method, len(file[0]), spent, math.log2(spent / spent_before))
                spent_before = spent


if __name__ == "__main__":
    main("--quick" in sys.argv)
