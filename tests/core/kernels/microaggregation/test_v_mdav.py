"""V-MDAV: the same partition as the definition gives, however it is cut into slices."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.kernels.microaggregation.v_mdav import VMdav
from tests.core.kernels.strategies import Points, around, clusters_of, finish
from tests.lanes import examples, in_lane
from tests.oracles import partitions

# By passes alone, by the tree alone, and by the tree until it is given up.
WAYS = st.sampled_from([(1 << 60, 0), (0, 1 << 60), (0, 200)])
GAMMAS = st.sampled_from([0.0, 0.2, 0.5, 1.0, 1.1, 3.0])


def defined(records: Points, k: int, gamma: float) -> list[list[int]]:
    return [sorted(cluster) for cluster in partitions.v_mdav(records, k, gamma)]


# The record at -0.2 is as far from one centroid (1.2) as from the other (-1.6).
_LINE = [*[0.0] * 5, -0.2, -0.5, *[-2.0] * 3, 0.1, 0.1, 0.2, -0.7, *[2.0] * 4, -2.0, -2.0]


@examples(25, 500)
@given(around(), st.integers(1, 500) | st.just(1 << 60), GAMMAS, WAYS)
@example(([(x, 0.0) for x in _LINE], 7), 1 << 60, 0.0, (1 << 60, 0))
def test_partition_is_that_of_the_definition(
    drawn: tuple[Points, int], budget: int, gamma: float, way: tuple[int, int]
) -> None:
    records, k = drawn
    found = clusters_of(finish(VMdav(np.array(records), k, gamma, *way), budget))
    assert found == defined(records, k, gamma)


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("times", [1, 2, 3, 4])
@pytest.mark.parametrize("beyond", [-1, 0, 1])
@pytest.mark.parametrize("gamma", [0.0, 1.1])
def test_sizes_around_the_switches(k: int, times: int, beyond: int, gamma: float) -> None:
    n = max(k, times * k + beyond)
    records = np.random.default_rng(n).normal(size=(n, 3))
    found = clusters_of(finish(VMdav(records, k, gamma)))
    assert found == defined(records.tolist(), k, gamma)
    assert min(len(cluster) for cluster in found) >= k


@pytest.mark.parametrize("gamma", [0.2, 1.1])
@pytest.mark.parametrize(("columns", "digits"), [(2, 1), (9, 3)])
def test_many_records_take_the_same_way_as_the_definition(
    gamma: float, columns: int, digits: int
) -> None:
    records = np.round(np.random.default_rng(7).normal(size=(in_lane(300, 600), columns)), digits)
    expected = defined(records.tolist(), 4, gamma)
    for way in ((1 << 60, 0), (0, 1 << 60), (0, 100_000)):
        assert clusters_of(finish(VMdav(records, 4, gamma, *way))) == expected, way


def test_a_natural_group_of_more_than_k_stays_together() -> None:
    # Two heaps of 5 and 4 with k = 3: groups of fixed size must tear one of them apart.
    heaps = np.array([[0.0], [0.1], [0.2], [0.3], [0.4], [10.0], [10.1], [10.2], [10.3]])
    sizes = {len(c) for c in clusters_of(finish(VMdav(heaps, 3, 1.1)))}
    assert sizes == {4, 5}
    assert {len(c) for c in clusters_of(finish(VMdav(heaps, 3, 0.0)))} == {3}
