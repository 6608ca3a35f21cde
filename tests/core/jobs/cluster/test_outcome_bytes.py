"""What workers reply is read as numbers and texts of the expected type, and never unpickled."""

from __future__ import annotations

import json
import pickle
from functools import partial

import numpy as np
import pytest

from core.errors import PromiseBroken, Refused
from core.jobs import Job
from core.jobs.cluster.outcome_bytes import outcome_type, read_outcome, write_outcome
from core.jobs.cluster.worker_replies import read_reply, reply_to
from core.kernels.blocks.cluster_table import ClusterTable
from core.model import Step
from core.protect.blocks.block_work import BlockFound, with_points
from core.protect.blocks.repair_work import RepairFound, repair_chosen
from tests.core.jobs.cluster import work

BLOCK = BlockFound(
    np.array([2, 0, 1], dtype=np.uint16),
    (Step("mdav", {"k": 3, "share": 0.5}), Step("dissolve")),
    ClusterTable(np.array([3]), np.array([[0.1, 1e300]]), np.array([np.inf])),
)


class Touch:
    """An object that runs a function when it is unpickled."""

    ran = False

    def __reduce__(self) -> object:
        return setattr, (Touch, "ran", True)


def test_the_clusters_of_a_block_arrive_as_they_are() -> None:
    block = read_outcome(write_outcome(BLOCK), outcome_type(partial(with_points, None)))
    assert isinstance(block, BlockFound)
    assert (block.order.dtype, block.order.tolist()) == (np.uint16, [2, 0, 1])
    assert block.steps == BLOCK.steps
    assert block.table.centres.tolist() == BLOCK.table.centres.tolist()
    assert block.table.losses.tolist() == [np.inf]


def test_so_does_an_improved_job() -> None:
    job = RepairFound(*(np.arange(4) % 2 for _ in RepairFound._fields))
    read = read_outcome(write_outcome(job), outcome_type(repair_chosen))
    assert [part.tolist() for part in read] == [[0, 1, 0, 1]] * 6


def packed(plain: object, arrays: bytes = b"") -> bytes:
    text = json.dumps(plain).encode()
    return len(text).to_bytes(8, "little") + text + arrays


@pytest.mark.parametrize(
    "content",
    [
        pickle.dumps(Touch()),
        Touch(),
        b"",
        b"\xff" * 20,
        packed(["array", [], ["array", "array", "array"]]),
        packed([["mdav"], [], []]),
        packed(["array", [["mdav", {"k": [1]}]], ["array"] * 3], write_outcome(np.ones(3))[15:]),
        write_outcome(np.array([1])),
        write_outcome(BLOCK) + b"more",
        write_outcome(BLOCK)[:-1],
    ],
)
def test_anything_else_is_refused(content: object) -> None:
    with pytest.raises(Refused, match=r"^cluster-wrong-result$"):
        read_outcome(content, BlockFound)
    assert not Touch.ran


def test_an_array_of_objects_is_neither_written_nor_read() -> None:
    with pytest.raises(ValueError, match="allow_pickle"):
        write_outcome(np.array([Touch()], dtype=object))


def test_replies_bring_outcomes_promises_and_defects() -> None:
    assert read_reply(work.squared, reply_to(work.squared, 3)) == 9
    with pytest.raises(PromiseBroken) as caught:
        read_reply(work.breaking, reply_to(work.breaking, 7))
    (problem,) = caught.value.problems
    assert (problem.code, dict(problem.params)) == ("k-not-reached", {"k": 7, "reached": 1})
    with pytest.raises(RuntimeError, match=r"^ValueError at work\.py:\d+$"):
        read_reply(work.failing, reply_to(work.failing, work.SECRET))


def unknown(number: int, job: Job) -> int:
    """Fail as no worker of this version does."""
    job.check()
    raise Refused(work.Problem("no-such-code", params={"n": number}))


def test_a_problem_that_nobody_knows_is_a_wrong_result() -> None:
    with pytest.raises(Refused, match=r"^cluster-wrong-result$"):
        read_reply(unknown, reply_to(unknown, 1))
