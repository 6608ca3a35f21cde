"""The jobs of the repair: each cluster in one, none too large, across the blocks' borders."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from numpy.typing import NDArray

from core.kernels.blocks.cluster_table import ClusterTable, table_of
from core.kernels.blocks.cuts import find_blocks, plan_cuts_of_points
from core.kernels.blocks.repair_plan import LEVELS, RepairPlan, is_last

Ints = NDArray[np.int64]


def table(n: int = 4000, k: int = 4, columns: int = 3) -> ClusterTable:
    rng = np.random.default_rng(2)
    return table_of(rng.standard_normal((n, columns)), rng.permutation(np.arange(n) // k))


def levels_of(clusters: ClusterTable, most: int) -> Iterator[Ints]:
    """Yield the jobs of each level, if nothing is improved."""
    plan, numbers = RepairPlan(clusters, most), np.arange(len(clusters.sizes))
    yield plan.jobs
    for level in range(1, LEVELS):
        plan.look_ahead(level + 1)
        follow(plan, clusters, numbers)
        plan.go_on()
        yield plan.jobs
    assert plan.following is None


def follow(plan: RepairPlan, clusters: ClusterTable, numbers: Ints) -> None:
    following, centres = plan.following, clusters.centres[numbers]
    assert following is not None
    sides, sample = following.sides_of(numbers, centres), following.sample_of(numbers, centres)
    plan.note(numbers, sides, sample)


def jobs_of(level: int, clusters: ClusterTable, most: int) -> Ints:
    return next(islice(levels_of(clusters, most), level, None))


@pytest.mark.parametrize("level", range(LEVELS))
@pytest.mark.parametrize("columns", [1, 2, 3, 4])
def test_every_cluster_is_in_one_job(level: int, columns: int) -> None:
    clusters = table(columns=columns)
    jobs = jobs_of(level, clusters, 500)
    records = np.bincount(jobs, clusters.sizes)
    # One job more than blocks, and at first one more of those that lose most.
    assert len(records) == (10 if level == 0 else 9)
    assert records.max() <= 500
    assert records.min() > 0


def test_the_first_level_has_the_clusters_that_lose_most() -> None:
    clusters = table()
    jobs = jobs_of(0, clusters, 1000)
    inside = jobs == 0
    loss = clusters.losses / clusters.sizes
    assert clusters.sizes[inside].sum() == pytest.approx(400, abs=4)
    assert loss[inside].min() >= loss[~inside].max()
    # Those of one job alone, so that no cut can part the outliers.
    fewer = jobs_of(0, clusters, 100) == 0
    assert clusters.sizes[fewer].sum() == 100
    assert loss[fewer].min() >= loss[~fewer].max()


def test_of_clusters_that_lose_as_much_the_first_ones_are_together() -> None:
    rng = np.random.default_rng(3)
    sizes = rng.integers(3, 9, 3000)
    # Few different losses for each record, so that many are tied.
    losses = rng.integers(0, 12, 3000) * sizes / 4
    clusters = ClusterTable(sizes, rng.standard_normal((3000, 3)), losses)
    for most in (20, 600, 1100):
        order = sorted(range(3000), key=lambda at: (-losses[at] / sizes[at], at))
        expected, records = set[int](), 0
        for at in order:
            records += int(sizes[at])
            if records > min(most, sizes.sum() / 10):
                break
            expected.add(at)
        assert set(np.flatnonzero(jobs_of(0, clusters, most) == 0).tolist()) == expected


@pytest.mark.parametrize("columns", [1, 2, 3, 8])
def test_neighbours_that_a_border_has_parted_are_together_in_a_job(columns: int) -> None:
    rng = np.random.default_rng(2)
    centres = rng.standard_normal((2000, columns))
    clusters = ClusterTable(np.full(2000, 5), centres, np.ones(2000))
    blocks = find_blocks(centres, plan_cuts_of_points(centres, np.arange(2000), 250))
    away = ((centres[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
    np.fill_diagonal(away, np.inf)
    nearest = away.argmin(axis=1)
    parted = blocks != blocks[nearest]
    assert parted.any()
    together = np.zeros(2000, dtype=np.bool_)
    for jobs in levels_of(clusters, 1250):
        together |= jobs == jobs[nearest]
    assert together[parted].mean() > 0.9


def test_clusters_that_have_moved_are_divided_by_where_they_are_now() -> None:
    clusters = table(columns=1)
    plan = RepairPlan(clusters, 500)
    assert plan.following is not None
    parts = plan.following.cuts.blocks
    middle = float(np.median(clusters.centres))
    clusters.centres[clusters.centres[:, 0] > middle] = middle
    # Job by job, in any order.
    for numbers in (np.arange(600, 1000), np.arange(600)):
        follow(plan, clusters, numbers)
    plan.go_on()

    # No job is without clusters.
    assert np.bincount(plan.jobs).min() > 0
    assert 4 <= plan.jobs.max() < parts - 1
    assert (np.diff(plan.jobs[np.argsort(clusters.centres[:, 0], kind="stable")]) >= 0).sum() > 990


def test_cuts_are_found_by_clusters_as_they_were_two_levels_before() -> None:
    clusters, numbers = table(), np.arange(1000)
    moved = ClusterTable(clusters.sizes, clusters.centres[::-1] * 2.0, clusters.losses)
    plan, same = RepairPlan(clusters, 500), RepairPlan(clusters, 500)
    plan.look_ahead(2)
    same.look_ahead(2)
    follow(plan, moved, numbers)
    follow(same, clusters, numbers)
    plan.go_on()
    same.go_on()
    assert plan.jobs.tolist() != same.jobs.tolist()
    assert values_of(plan) == values_of(same)
    plan.look_ahead(3)
    same.look_ahead(3)
    plan.go_on()
    same.go_on()
    assert values_of(plan) != values_of(same)


def values_of(plan: RepairPlan) -> list[float]:
    assert plan.following is not None
    values: list[float] = plan.following.cuts.value.tolist()
    return values


def test_jobs_of_many_clusters_are_of_about_the_same_size() -> None:
    rng = np.random.default_rng(5)
    centres = rng.standard_normal((60_000, 3))
    clusters = ClusterTable(np.full(60_000, 4), centres, rng.random(60_000))
    # The cuts are found by a sixteenth of them.
    for jobs in islice(levels_of(clusters, 5000), 4):
        records = 4 * np.bincount(jobs)
        assert 49 <= len(records) <= 50
        assert records.min() > 0.6 * 5000
        assert records.max() < 1.3 * 5000


def test_equal_clusters_are_divided_by_their_numbers() -> None:
    rng = np.random.default_rng(6)
    centres = rng.integers(0, 2, (40_000, 2)).astype(np.float64)
    clusters = ClusterTable(np.full(40_000, 5), centres, np.zeros(40_000))
    for jobs in levels_of(clusters, 4000):
        # Only four points, but fifty jobs.
        assert (5 * np.bincount(jobs)).max() < 1.3 * 4000


def test_the_repair_ends_once_little_is_gained() -> None:
    assert not is_last(0, 8, 100.0, 100.0)
    assert not is_last(1, 8, 100.0, 97.0)
    assert is_last(1, 8, 100.0, 97.5)
    # More columns need more levels.
    assert not is_last(5, 13, 100.0, 98.5)
    assert is_last(5, 4, 100.0, 95.0)
    assert is_last(1, 8, 0.0, 0.0)
    assert is_last(LEVELS - 1, 8, 100.0, 50.0)
