"""A block in parts: clusters of k within each part, for methods of distances alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from core.errors import Cancelled
from core.jobs import Job
from core.kernels.blocks.cluster_table import table_of
from core.protect.blocks.block_work import partition_block, partition_in_parts
from core.protect.methods import mdav
from core.protect.partition_method import Partition
from core.protect.task import Task

K = 4


def task(records: int, **parameters: int) -> Task:
    points = np.random.default_rng(4).standard_normal((records, 2))
    return Task(points, {}, {}, {"k": K, **parameters})


def counted(sizes: list[int]) -> Callable[[Task, Job], Partition]:
    def partition(part: Task, job: Job) -> Partition:
        sizes.append(len(part.points))
        return mdav.partition(part, job)

    return partition


@pytest.mark.parametrize(("k", "parts", "largest"), [(K, 4, 300 * K), (3, 1, 6000)])
def test_a_block_is_partitioned_part_by_part(k: int, parts: int, largest: int) -> None:
    sizes: list[int] = []
    whole = task(4500, k=k)
    job = Job()
    found = partition_in_parts(counted(sizes), whole, job)
    assert len(sizes) == parts
    assert sum(sizes) == 4500
    assert max(sizes) <= largest
    counts = np.bincount(found.labels)
    assert counts.min() >= k
    assert counts.max() <= 2 * k - 1
    formed, dissolved = found.steps
    clusters = sum(size // k for size in sizes)
    assert formed.counts == {"clusters": clusters, "k": k}
    assert 0 < int(dissolved.counts["clusters"]) == clusters - len(counts)
    assert found.table.sizes.tolist() == counts.tolist()
    expected = table_of(whole.points, found.labels)
    assert found.table.losses.tolist() == expected.losses.tolist()
    assert job.progress().done == job.progress().total


def test_a_block_loses_less_than_the_method_alone() -> None:
    whole = task(4000)
    alone = partition_block(mdav.partition, whole, Job())
    found = partition_in_parts(mdav.partition, whole, Job())
    assert found.table.losses.sum() < alone.table.losses.sum()


@pytest.mark.parametrize("moves", ["refine", "moves"])
def test_a_block_to_be_improved_by_the_recipe_is_whole(moves: str) -> None:
    own, sizes = task(4000, **{moves: 10}), list[int]()
    found = partition_in_parts(counted(sizes), own, Job())
    assert sizes == [4000]
    assert found.labels.tolist() == partition_block(mdav.partition, own, Job()).labels.tolist()


def test_large_clusters_are_not_dissolved() -> None:
    job = Job()
    found = partition_in_parts(mdav.partition, task(400, k=101), job)
    assert [step.name for step in found.steps] == ["mdav"]
    assert found.table.sizes.tolist() == np.bincount(found.labels).tolist()
    assert job.progress().done == job.progress().total


def test_a_cancelled_block_stops_before_its_next_part() -> None:
    sizes: list[int] = []
    job = Job()

    def partition(part: Task, own: Job) -> Partition:
        job.cancel()
        sizes.append(len(part.points))
        return mdav.partition(part, own)

    try:
        partition_in_parts(partition, task(4000), job)
    except Cancelled:
        assert len(sizes) == 1
    else:
        raise AssertionError
