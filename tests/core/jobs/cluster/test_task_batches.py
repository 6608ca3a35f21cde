"""Tasks that go to a worker together: all of them once, and fewer towards the end."""

from __future__ import annotations

import pytest

from core.jobs import Job
from core.jobs.cluster.task_batches import TaskBatches


def work(tasks: range, job: Job) -> int:
    raise NotImplementedError


def own(tasks: range) -> range:
    return tasks


def put(batches: TaskBatches[range, int], number: int) -> range:
    tasks = batches.next_piece()
    batches.note_put(number)
    return tasks


def divided(units: list[int], workers: int = 2) -> list[range]:
    """Return the tasks of each batch, if nothing is found in the meantime."""
    batches = TaskBatches[range, int](work, own, units, workers)
    found = list[range]()
    while batches.has_more:
        found.append(put(batches, len(found)))
    return found


def test_batches_grow_smaller() -> None:
    found = divided([10_000] * 60)
    together = [len(tasks) for tasks in found]

    assert [task for tasks in found for task in tasks] == list(range(60))
    # All workers soon have something to do, and at the end they wait for little.
    assert together[:4] == [13, 13, 17, 13]
    assert together[2:] == sorted(together[2:], reverse=True)
    assert min(together[:-1]) == 13


def test_no_batch_of_several_tasks_is_larger_than_a_block_of_a_large_file() -> None:
    assert [len(tasks) for tasks in divided([200_000] * 90)[:3]] == [2, 2, 2]
    assert [len(tasks) for tasks in divided([600_000] * 9)] == [1] * 9


@pytest.mark.parametrize(
    ("seconds", "smallest"),
    # The last one takes less than the clock can tell.
    [(13.0, 1), (0.065, 2), (0.0013, 13), (0.0, 13)],
)
def test_tasks_that_take_long_are_handed_over_one_by_one_in_the_end(
    seconds: float, smallest: int
) -> None:
    batches = TaskBatches[range, int](work, own, [10] * 60, 2)
    first = put(batches, 0)
    assert len(first) == 13
    batches.take(0, 0, seconds)

    sizes = list[int]()
    while batches.has_more:
        sizes.append(len(put(batches, len(sizes) + 1)))
    assert sum(sizes) == 47
    # The last one has what is left.
    assert min(sizes[:-1]) == smallest


def test_results_are_given_in_the_order_of_the_tasks() -> None:
    batches = TaskBatches[range, int](work, own, [1, 2, 3, 4], 4)
    for number in (5, 6, 7, 8):
        assert len(put(batches, number)) == 1
    assert not batches.has_more
    batches.take(6, 1, 1.0)
    batches.take(8, 3, 1.0)
    assert list(batches.ready()) == []
    batches.take(5, 0, 1.0)
    assert list(batches.ready()) == [(range(1), 0, 1), (range(1, 2), 1, 2)]
    assert not batches.all_given
    batches.take(7, 2, 1.0)
    assert list(batches.ready()) == [(range(2, 3), 2, 3), (range(3, 4), 3, 4)]
    assert batches.all_given


def test_tasks_that_were_not_put_come_again() -> None:
    batches = TaskBatches[range, int](work, own, [1, 1, 1], 1)
    once = batches.next_piece()
    assert batches.has_more
    assert put(batches, 1) == once
    assert list(batches.put) == [1]
    assert divided([]) == []


def test_tasks_that_were_computed_one_by_one_are_given_one_by_one() -> None:
    batches = TaskBatches[range, int](work, own, [3, 2, 3, 2], 1)
    assert [put(batches, number) for number in (1, 2)] == [range(1), range(1, 4)]
    batches.take_parts(2, [(range(1, 2), 1), (range(2, 4), 23)])
    assert list(batches.ready()) == []
    batches.take(1, 0, 1.0)
    assert list(batches.ready()) == [(range(1), 0, 3), (range(1, 2), 1, 2), (range(2, 4), 23, 5)]
    assert batches.all_given
