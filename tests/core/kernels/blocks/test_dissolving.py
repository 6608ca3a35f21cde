"""Clusters are dissolved where their records lose less in the clusters around them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.kernels.blocks.cluster_descent import ClusterDescent
from core.kernels.blocks.cluster_table import table_of
from tests.core.kernels.strategies import Points, consecutive, finish, points
from tests.lanes import examples
from tests.oracles.search import loss, smallest

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def descended(
    records: Floats, start: list[int], k: int, groups: list[int], budget: int = 1 << 60
) -> ClusterDescent:
    work = ClusterDescent(records, np.array(start), k, range(0), groups=np.array(groups))
    finish(work, budget)
    return work


def test_a_cluster_between_two_others_is_dissolved_into_them() -> None:
    records = np.array([[0.0], [0.1], [0.2], [9.8], [9.9], [10.0]])
    work = descended(records, [0, 0, 1, 1, 2, 2], 2, [0, 3])
    assert work.labels.tolist() == [0, 0, 0, 1, 1, 1]
    assert work.table.sizes.tolist() == [3, 3]
    assert work.after == pytest.approx(0.04)


def test_no_cluster_is_dissolved_where_others_have_no_room() -> None:
    records = np.array([[0.0], [0.1], [0.1], [0.2], [9.8], [9.9], [9.9], [10.0]])
    # Of k = 2 the largest has three records.
    work = descended(records, [0, 0, 0, 1, 1, 2, 2, 2], 2, [0, 3])
    assert len(set(work.labels.tolist())) == 3


def test_groups_keep_to_themselves() -> None:
    rng = np.random.default_rng(3)
    records = np.repeat(rng.standard_normal((60, 2)), 2, axis=0)
    # Each record is in either group.
    group = np.tile([0, 1], 60)
    start = np.empty(120, dtype=np.int64)
    start[group == 0] = rng.permutation(np.arange(60) // 3)
    start[group == 1] = 20 + rng.permutation(np.arange(60) // 3)
    work = descended(records, start.tolist(), 3, [0, 20, 40])
    found = [set(work.labels[group == one].tolist()) for one in (0, 1)]
    assert not found[0] & found[1]
    assert max(found[0]) < min(found[1])


@given(points(least=4, most=60), st.integers(2, 5), st.integers(1, 3))
@examples(75)
def test_clusters_stay_valid_and_never_lose_more(records: Points, k: int, parts: int) -> None:
    k = min(k, len(records) // 2)
    start = consecutive(len(records), k).tolist()
    clusters = max(start) + 1
    groups = sorted({0, clusters, *(clusters * part // parts for part in range(parts))})
    work = descended(np.array(records), start, k, groups)
    found = work.labels.tolist()
    assert set(found) == set(range(max(found) + 1))
    assert smallest(found) >= k
    largest = max(2 * k - 1, max(start.count(label) for label in set(start)))
    assert max(found.count(label) for label in set(found)) <= largest
    before, after = loss(records, start), loss(records, found)
    assert after <= before + 1e-12 * before
    table = table_of(np.array(records), work.labels)
    assert work.table.sizes.tolist() == table.sizes.tolist()
    assert work.table.losses.tolist() == table.losses.tolist()


@given(points(least=4, most=60), st.integers(1, 400))
@examples(10, 200)
def test_slices_leave_no_trace(records: Points, budget: int) -> None:
    start = consecutive(len(records), 2).tolist()
    groups = sorted({0, (max(start) + 1) // 2, max(start) + 1})
    whole = descended(np.array(records), start, 2, groups).labels.tolist()
    assert descended(np.array(records), start, 2, groups, budget).labels.tolist() == whole


@pytest.mark.parametrize(("columns", "k", "skewed"), [(1, 2, 0), (2, 3, 0), (5, 5, 0), (9, 4, 1)])
def test_as_many_are_dissolved_as_step_by_step(columns: int, k: int, skewed: int) -> None:
    rng = np.random.default_rng(columns)
    records = rng.standard_normal((60 * k, columns))
    records = np.exp(records) if skewed else records
    # Neighbours on a line that lies askew, so that clusters are neither good nor useless.
    order = np.argsort(np.argsort(records @ np.arange(1, columns + 1)))
    start = (order // k).tolist()
    left = step_by_step(records, start, k)
    work = descended(records, start, k, [0, 60])
    assert len(work.table.sizes) == left
    assert left < 60


def step_by_step(records: Floats, start: list[int], k: int) -> int:
    """Return how many clusters are left of some, in plain steps and double precision."""
    clusters = {c: [x for x, own in enumerate(start) if own == c] for c in sorted(set(start))}
    for c in list(clusters):
        own = clusters[c]
        mean = records[own].mean(axis=0)
        lost = {x: float(((records[x] - mean) ** 2).sum()) for x in own}
        asked = sorted(own, key=lambda x: -lost[x])
        others = {b: members for b, members in clusters.items() if b != c}
        gained, places = 0.0, {b: 2 * k - 1 - len(members) for b, members in others.items()}
        for at in range(0, len(asked), 2):
            for x in asked[at : at + 2]:
                gained += lost[x] - min(
                    (added(records, x, others[b]) for b, free in places.items() if free > 0),
                    default=np.inf,
                )
            if gained <= 0:
                break
        if gained <= 0:
            continue
        chosen, total = {}, 0.0
        for x in asked:
            costs = {b: added(records, x, others[b]) for b, free in places.items() if free > 0}
            if not costs:
                total = np.inf
                break
            b = min(costs, key=lambda one: costs[one])
            chosen[x], places[b] = b, places[b] - 1
            total += costs[b]
        if total < sum(lost.values()):
            for x, b in chosen.items():
                clusters[b] = [*clusters[b], x]
            del clusters[c]
    return len(clusters)


def added(records: Floats, x: int, members: list[int]) -> float:
    """Return what a record adds to the loss of a cluster."""
    away = float(((records[x] - records[members].mean(axis=0)) ** 2).sum())
    return away * len(members) / (len(members) + 1)
