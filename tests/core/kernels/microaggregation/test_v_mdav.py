"""V-MDAV: the same partition as the definition gives, however it is cut into slices."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.jobs import Job, drive
from core.kernels.microaggregation.v_mdav import VMdav
from tests.core.kernels.strategies import Points, points
from tests.lanes import examples, in_lane
from tests.oracles import partitions

# By passes alone, by the tree alone, and by the tree until it is given up.
WAYS = st.sampled_from([(1 << 60, 0), (0, 1 << 60), (0, 200)])
GAMMAS = st.sampled_from([0.0, 0.2, 0.5, 1.0, 1.1, 3.0])


def finished(work: VMdav, budget: int = 1 << 60) -> NDArray[np.int64]:
    while not work.step(budget)[1]:
        pass
    return work.labels


def clusters_of(labels: NDArray[np.int64]) -> list[list[int]]:
    return [np.flatnonzero(labels == c).tolist() for c in range(labels.max() + 1)]


def defined(records: Points, k: int, gamma: float) -> list[list[int]]:
    return [sorted(cluster) for cluster in partitions.v_mdav(records, k, gamma)]


@examples(12, 500)
@given(points(), GAMMAS, WAYS, st.data())
def test_partition_is_that_of_the_definition(
    records: Points, gamma: float, way: tuple[int, int], data: st.DataObject
) -> None:
    k = data.draw(st.integers(2, max(2, min(len(records), 9))))
    found = clusters_of(finished(VMdav(np.array(records), k, gamma, *way)))
    assert found == defined(records, k, gamma)


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("times", [1, 2, 3, 4])
@pytest.mark.parametrize("beyond", [-1, 0, 1])
@pytest.mark.parametrize("gamma", [0.0, 1.1])
def test_sizes_around_the_switches(k: int, times: int, beyond: int, gamma: float) -> None:
    n = max(k, times * k + beyond)
    records = np.random.default_rng(n).normal(size=(n, 3))
    found = clusters_of(finished(VMdav(records, k, gamma)))
    assert found == defined(records.tolist(), k, gamma)
    assert min(len(cluster) for cluster in found) >= k


@examples(12, 500)
@given(points(least=4), GAMMAS, st.integers(1, 500))
def test_slices_leave_no_trace(records: Points, gamma: float, budget: int) -> None:
    whole, sliced = VMdav(np.array(records), 2, gamma), VMdav(np.array(records), 2, gamma)
    np.testing.assert_array_equal(finished(whole), finished(sliced, budget))


@pytest.mark.parametrize("gamma", [0.2, 1.1])
@pytest.mark.parametrize(("columns", "digits"), [(2, 1), (9, 3)])
def test_many_records_take_the_same_way_as_the_definition(
    gamma: float, columns: int, digits: int
) -> None:
    records = np.round(np.random.default_rng(7).normal(size=(in_lane(300, 600), columns)), digits)
    expected = defined(records.tolist(), 4, gamma)
    for way in ((1 << 60, 0), (0, 1 << 60), (0, 100_000)):
        assert clusters_of(finished(VMdav(records, 4, gamma, *way))) == expected, way


def test_a_natural_group_of_more_than_k_stays_together() -> None:
    # Two heaps of 5 and 4 with k = 3: groups of fixed size must tear one of them apart.
    heaps = np.array([[0.0], [0.1], [0.2], [0.3], [0.4], [10.0], [10.1], [10.2], [10.3]])
    sizes = {len(c) for c in clusters_of(finished(VMdav(heaps, 3, 1.1)))}
    assert sizes == {4, 5}
    assert {len(c) for c in clusters_of(finished(VMdav(heaps, 3, 0.0)))} == {3}


def test_progress_reaches_its_total() -> None:
    work, job = VMdav(np.random.default_rng(1).normal(size=(3000, 2)), 3, 0.2), Job()
    job.start_phase("clustering", work.total)
    drive(work.step, job)
    assert job.progress().done == work.total
    assert work.clusters == work.labels.max() + 1


@pytest.mark.parametrize(("k", "gamma"), [(5, 0.2), (1, 0.2), (2, -0.1), (2, float("nan"))])
def test_settings_out_of_range_are_refused(k: int, gamma: float) -> None:
    with pytest.raises(ValueError, match=r"k|gamma"):
        VMdav(np.zeros((4, 1)), k, gamma)
