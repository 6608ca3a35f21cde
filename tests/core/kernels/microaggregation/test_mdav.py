"""MDAV: the same partition as the definition gives, however it is cut into slices."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.kernels.microaggregation.mdav import Mdav
from tests.core.kernels.strategies import Points, around, clusters_of, finish, points
from tests.lanes import examples, in_lane
from tests.oracles import partitions
from tests.oracles.files import numeric_columns

# By passes, by the tree, and giving the tree up on the way.
WAYS = st.sampled_from([(1 << 60, 0), (0, 1 << 60), (0, 300)])
BUDGETS = st.integers(1, 500) | st.just(1 << 60)


@examples(25, 500)
@given(around(), BUDGETS, st.integers(1, 4), WAYS)
@example(([(0.0,)] * 40, 2), 1, 1, (1 << 60, 0))
def test_partition_is_that_of_the_definition_whatever_the_way(
    drawn: tuple[Points, int], budget: int, threads: int, way: tuple[int, int]
) -> None:
    records, k = drawn
    found = clusters_of(finish(Mdav(np.array(records), k, *way, threads, worthwhile=0), budget))
    assert found == [sorted(cluster) for cluster in partitions.mdav(records, k)]


@examples(12, 500)
@given(points(most=150), st.data())
def test_the_tree_gives_the_partition_of_the_definition(
    records: Points, data: st.DataObject
) -> None:
    k = data.draw(st.integers(2, max(2, min(len(records), 9))))
    budget = data.draw(st.sampled_from([1, 1000, 1 << 60]))
    work = Mdav(
        np.array(records), k, small=0, excess_limit=data.draw(st.sampled_from([500, 1 << 60]))
    )
    found = clusters_of(finish(work, budget))
    assert found == [sorted(cluster) for cluster in partitions.mdav(records, k)]


def shapes(n: int) -> dict[str, NDArray[np.float64]]:
    rng = np.random.default_rng(n)
    normal = rng.normal(size=(n, 4))
    return {
        "normal": normal,
        "one column": normal[:, :1],
        "many columns": rng.normal(size=(n, 13)),
        "skewed": np.exp(2 * normal),
        "lattice": np.round(normal),
        "fine lattice": np.round(normal, 1),
        "all equal": np.ones((n, 2)),
        "two places": np.repeat([[0.0, 1.0], [5.0, 1.0]], n // 2, axis=0),
        "line": normal[:, :1] * np.array([[1.0, 2.0, -1.0]]),
        "circle": np.column_stack([np.cos(np.arange(n)), np.sin(np.arange(n))]),
        "far from the origin": normal + 1e6,
        "one outlier": np.vstack([normal[1:], np.full((1, 4), 1e5)]),
    }


@pytest.mark.parametrize("shape", list(shapes(4)))
@pytest.mark.parametrize("k", [2, 7, 40])
def test_the_tree_gives_the_partition_of_passes(shape: str, k: int) -> None:
    records = shapes(in_lane(1200, 6000))[shape]
    by_tree = finish(Mdav(records, k, small=0, excess_limit=1 << 60), 10_000)
    by_passes = finish(Mdav(records, k, small=1 << 60))
    np.testing.assert_array_equal(by_tree, by_passes)


@pytest.mark.parametrize("shape", list(shapes(4)))
@pytest.mark.parametrize("threads", [2, pytest.param(4, marks=pytest.mark.longer)])
def test_threads_leave_no_trace(shape: str, threads: int) -> None:
    records = shapes(in_lane(1000, 2000))[shape]
    shared = finish(Mdav(records, 3, small=1 << 60, threads=threads, worthwhile=0), 50_000)
    np.testing.assert_array_equal(shared, finish(Mdav(records, 3, threads=1)))


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize(
    ("times", "beyond"), [(1, 0), (2, -1), (2, 0), (2, 1), (3, -1), (3, 0), (3, 1), (4, -1), (4, 0)]
)
def test_sizes_around_the_switches(k: int, times: int, beyond: int) -> None:
    n = times * k + beyond
    records = np.random.default_rng(n).normal(size=(n, 3))
    found = clusters_of(finish(Mdav(records, k)))
    assert found == [sorted(c) for c in partitions.mdav(records.tolist(), k)]
    assert len(found) == n // k
    assert all(k <= len(cluster) < 2 * k for cluster in found)


def test_many_records_take_the_same_way_as_the_definition() -> None:
    rng = np.random.default_rng(7)
    records = np.round(rng.normal(size=(700, 2)), 1)
    found = clusters_of(finish(Mdav(records, 4)))
    assert found == [sorted(c) for c in partitions.mdav(records.tolist(), 4)]


@pytest.mark.parametrize(
    ("name", "k", "loss"),
    [
        ("census", 3, 5.6922),
        ("census", 5, 9.0884),
        ("census", 10, 14.1559),
        ("tarragona", 3, 16.9326),
        ("tarragona", 5, 22.4619),
        ("tarragona", 10, 33.1929),
    ],
)
def test_known_losses(reference_data: Path, name: str, k: int, loss: float) -> None:
    columns = numeric_columns(reference_data / f"{name}.csv")
    records = partitions.standardised(list(columns.values()))
    found = clusters_of(finish(Mdav(np.array(records), k)))
    total = partitions.sse(records, [range(len(records))])
    assert round(100 * partitions.sse(records, found) / total, 4) == loss
