"""A block in parts: clusters of k within each part, for methods of distances alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from core.errors import Cancelled
from core.jobs import Job
from core.kernels.blocks.cluster_table import table_of
from core.protect.blocks.block_work import partition_block, partition_in_parts
from core.protect.methods import mdav
from core.protect.spec import Partition
from core.protect.task import Task

K = 2


def task(records: int, **parameters: int) -> Task:
    points = np.random.default_rng(4).standard_normal((records, 2))
    return Task(points, {}, {}, {"k": K, **parameters})


def counted(sizes: list[int]) -> Callable[[Task, Job], Partition]:
    def partition(part: Task, job: Job) -> Partition:
        sizes.append(len(part.points))
        return mdav.partition(part, job)

    return partition


def test_a_large_block_is_partitioned_part_by_part() -> None:
    sizes: list[int] = []
    whole = task(4000)
    job = Job()
    found = partition_in_parts(counted(sizes), whole, job)
    assert len(sizes) == 3
    assert sum(sizes) == 4000
    assert max(sizes) <= 800 * K
    counts = np.bincount(found.labels)
    assert counts.min() >= K
    assert counts.max() <= 2 * K - 1
    (step,) = found.steps
    assert step.counts == {"clusters": len(counts), "k": K}
    assert found.table.sizes.tolist() == counts.tolist()
    expected = table_of(whole.points, found.labels)
    assert found.table.losses.tolist() == expected.losses.tolist()
    assert job.progress().done == 4000


def test_a_small_block_and_one_to_be_improved_are_whole() -> None:
    for own in (task(800 * K), task(2000, refine=10)):
        sizes: list[int] = []
        found = partition_in_parts(counted(sizes), own, Job())
        assert sizes == [len(own.points)]
        assert found.labels.tolist() == partition_block(mdav.partition, own, Job()).labels.tolist()


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
