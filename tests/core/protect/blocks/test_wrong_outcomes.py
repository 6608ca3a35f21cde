"""Outcomes that cannot be those of their tasks end a partition in blocks, whoever returned them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.jobs import Job
from core.model import Step
from core.protect.blocks import ThreadEngine, partition_in_blocks
from core.protect.blocks.block_work import BlockFound
from core.protect.blocks.repair_work import RepairFound
from core.protect.methods import mdav
from core.protect.task import Task

TASK = Task(np.random.default_rng(4).standard_normal((400, 3)), {}, {}, {"k": 4})


class WrongOutcomeError(Exception):
    """What the engine of these tests raises."""


class Liar(ThreadEngine):
    """An engine that changes the last outcome of a kind before it is used."""

    def __init__(self, kind: type, change: Callable[[Any], Any]) -> None:
        super().__init__(1)
        self._kind, self._change = kind, change

    def wrong_outcome(self) -> Exception:
        return WrongOutcomeError()

    def map(self, work: Any, tasks: Sequence[Any], units: Sequence[int], job: Job) -> Iterator[Any]:
        for number, outcome in enumerate(super().map(work, tasks, units, job), 1):
            is_changed = number == len(units) and isinstance(outcome, self._kind)
            yield self._change(outcome) if is_changed else outcome


def repeat_a_record(outcome: Any) -> Any:
    order = outcome.order.copy()
    order[0] = order[1]
    return change_fields(outcome, order=order)


def change_fields(outcome: Any, **fields: Any) -> Any:
    if isinstance(outcome, BlockFound):
        return replace(outcome, **fields)
    return outcome._replace(**fields)


def move_a_size(sizes: np.ndarray) -> np.ndarray:
    moved = sizes.astype(np.int64)
    moved[0], moved[1] = 1, moved[0] + moved[1] - 1
    return moved


def change_table(block: BlockFound, **fields: Any) -> BlockFound:
    return replace(block, table=replace(block.table, **fields))


BLOCKS: dict[str, Callable[[BlockFound], BlockFound]] = {
    "a record twice": repeat_a_record,
    "a record too many": lambda b: replace(b, order=np.append(b.order, 0)),
    "a record that is not there": lambda b: replace(b, order=b.order.astype(np.int64) + 1),
    "a cluster below k": lambda b: change_table(b, sizes=move_a_size(b.table.sizes)),
    "no loss": lambda b: change_table(b, losses=b.table.losses * np.nan),
    "a negative loss": lambda b: change_table(b, losses=b.table.losses - 1e9),
    "centres of other columns": lambda b: change_table(b, centres=b.table.centres[:, :2]),
    "a step of no method": lambda b: replace(b, steps=(Step("<script>", {}),)),
    "a count of its own": lambda b: replace(b, steps=(Step("mdav", {"SECRET 123456": 1}),)),
    "a text for a count": lambda b: replace(b, steps=(Step("mdav", {"clusters": "row 5"}),)),
}
REPAIRS: dict[str, Callable[[RepairFound], RepairFound]] = {
    "a record twice": repeat_a_record,
    "a cluster below k": lambda r: r._replace(sizes=move_a_size(r.sizes)),
    "no loss": lambda r: r._replace(losses=r.losses * np.nan),
    "a cluster too few": lambda r: r._replace(losses=r.losses[1:]),
    "a side that is not there": lambda r: r._replace(sides=r.sides + 10_000),
    "no sample": lambda r: r._replace(sample=r.sample[:0]),
}


def partition(engine: ThreadEngine) -> np.ndarray:
    return partition_in_blocks(mdav.partition, TASK, 100, Job(), engine).labels


@pytest.mark.parametrize("name", BLOCKS)
def test_a_wrong_block_is_noticed(name: str) -> None:
    with pytest.raises(WrongOutcomeError):
        partition(Liar(BlockFound, BLOCKS[name]))


@pytest.mark.parametrize("name", REPAIRS)
def test_a_wrong_repair_is_noticed(name: str) -> None:
    with pytest.raises(WrongOutcomeError):
        partition(Liar(RepairFound, REPAIRS[name]))


def test_right_outcomes_are_used() -> None:
    engine = Liar(BlockFound, lambda block: block)
    assert partition(engine).tolist() == partition(ThreadEngine(2)).tolist()
