"""Clusters of one record from each bucket, against the paper's pseudo-code in plain Python."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernels.microaggregation.buckets import BucketClusters, bucket_sizes
from tests.core.kernels.strategies import Points, clusters_of, finish, points
from tests.oracles import partitions


def adjusted(n: int, size: int) -> int:
    return size + (n % size) // (n // size)


@given(points(), st.data())
def test_clusters_are_those_of_the_pseudo_code(records: Points, data: st.DataObject) -> None:
    n = len(records)
    size = adjusted(n, data.draw(st.integers(1, n)))
    values = data.draw(st.lists(st.integers(0, 9), min_size=n, max_size=n))
    ranks = np.unique(values, return_inverse=True)[1].astype(np.int64)
    budget = data.draw(st.integers(1, 400) | st.just(1 << 60))
    # By passes, by the tree, and changing from the tree to passes on the way.
    small, excess_limit = data.draw(st.sampled_from([(1 << 60, 0), (0, 1 << 60), (0, 3000)]))
    work = BucketClusters(np.array(records), ranks, size, small, excess_limit)
    labels = finish(work, budget)
    found = clusters_of(labels)
    assert found == [sorted(c) for c in partitions.t_closeness_first(records, values, size)]
    assert len(found) == n // size
    assert all(size <= len(cluster) <= size + 1 for cluster in found)


@pytest.mark.parametrize("size", [2, 3, 8, 60])
@pytest.mark.parametrize("decimals", [0, 1, 9])
def test_the_tree_gives_the_clusters_of_passes(size: int, decimals: int) -> None:
    rng = np.random.default_rng(size)
    records = np.round(rng.normal(size=(6001, 3)), decimals)
    ranks = rng.integers(0, 700, size=6001)
    size = adjusted(len(records), size)
    by_tree = finish(BucketClusters(records, ranks, size, 0, 1 << 60), 10_000)
    by_passes = finish(BucketClusters(records, ranks, size, 1 << 60))
    np.testing.assert_array_equal(by_tree, by_passes)


@pytest.mark.parametrize(
    ("records", "buckets", "sizes"),
    [
        (12, 3, [4, 4, 4]),
        (14, 3, [4, 6, 4]),
        (14, 4, [3, 4, 4, 3]),
        (13, 4, [3, 4, 3, 3]),
        (7, 2, [4, 3]),
        (5, 1, [5]),
    ],
)
def test_extra_records_go_to_the_middle(records: int, buckets: int, sizes: list[int]) -> None:
    assert bucket_sizes(records, buckets).tolist() == sizes


def test_a_size_that_leaves_records_over_is_refused() -> None:
    with pytest.raises(ValueError, match="size"):
        BucketClusters(np.zeros((11, 1)), np.zeros(11, dtype=np.int64), 4)
