"""The program's kernels and the plain ones they are compared with give the same clusters."""

from __future__ import annotations

import numpy as np
import pytest

from core.kernels.microaggregation.buckets import BucketClusters
from core.kernels.microaggregation.mdav import Mdav
from core.kernels.microaggregation.univariate import Univariate
from core.kernels.microaggregation.v_mdav import VMdav
from core.protect import METHODS
from tests.benchmarks import (
    bench_methods,
    plain_buckets,
    plain_kernel,
    plain_sorting,
    plain_v_mdav,
)
from tests.oracles import partitions

# Compiling the plain kernels takes long, and what they are for is a comparison of speeds.
pytestmark = pytest.mark.longer
Work = Mdav | VMdav | BucketClusters | Univariate


def finished(work: Work) -> np.ndarray:
    while not work.step(1_000_000)[1]:
        pass
    return work.labels


def groups(labels: np.ndarray | list[int]) -> list[list[int]]:
    labels = np.asarray(labels)
    return sorted(np.flatnonzero(labels == c).tolist() for c in np.unique(labels))


@pytest.mark.parametrize(("n", "m", "k"), [(4_500, 2, 5), (29, 3, 10)])
def test_the_fast_kernel_gives_the_plain_ones_partition(n: int, m: int, k: int) -> None:
    records = np.random.default_rng(n).normal(size=(n, m))
    np.testing.assert_array_equal(finished(Mdav(records, k)), plain_kernel.mdav(records, k))


@pytest.mark.parametrize(("n", "m", "gamma"), [(4_500, 3, 1.1), (29, 2, 0.2)])
def test_v_mdav_too(n: int, m: int, gamma: float) -> None:
    records = np.random.default_rng(n).normal(size=(n, m))
    plain = plain_v_mdav.v_mdav(records, 5, gamma)
    np.testing.assert_array_equal(finished(VMdav(records, 5, gamma)), plain)


def test_plain_v_mdav_is_the_definitions() -> None:
    records = np.round(np.random.default_rng(2).normal(size=(300, 2)), 1)
    expected = [sorted(c) for c in partitions.v_mdav(records.tolist(), 4, 1.1)]
    assert groups(plain_v_mdav.v_mdav(records, 4, 1.1)) == sorted(expected)


@pytest.mark.parametrize(("n", "m", "size"), [(4_500, 3, 5), (30, 2, 5)])
def test_the_buckets_too(n: int, m: int, size: int) -> None:
    rng = np.random.default_rng(n)
    records, ranks = rng.normal(size=(n, m)), rng.permutation(n)
    fast = finished(BucketClusters(records, ranks, size))
    np.testing.assert_array_equal(fast, plain_buckets.clusters(records, ranks, size))


@pytest.mark.parametrize("name", ["individual-ranking", "insensitive", "univariate-optimal"])
def test_the_methods_that_sort_too(name: str) -> None:
    records = np.random.default_rng(4).normal(size=(1003, 1 if name == "univariate-optimal" else 2))
    columns = records.T.tolist()
    if name == "univariate-optimal":
        found = [plain_sorting.univariate_optimal(columns[0], 5)]
    elif name == "insensitive":
        found = [plain_sorting.insensitive(columns, 5)]
    else:
        found = plain_sorting.individual_ranking(columns, 5)
    for i, labels in enumerate(found):
        points = records if name == "insensitive" else records[:, [i]]
        task = bench_methods.task(name, np.ascontiguousarray(points))
        assert groups(METHODS[name].partition(task, bench_methods.Job()).labels) == groups(labels)
