"""Partition in blocks: k and t over the whole file, the same groups whatever computes them."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.encode import Ranked
from core.errors import Cancelled
from core.jobs import Job
from core.kernels.blocks.cluster_table import table_of
from core.model import BlockScale, Plan, Scale, Schema, Step
from core.protect import METHODS, Protected, protect
from core.protect.blocks import BlockEngine, ThreadEngine, partition_in_blocks, smallest_block
from core.protect.blocks.block_steps import join_steps
from core.protect.blocks.block_work import BlocksFound
from core.protect.blocks.border_repair import repair_borders
from core.protect.blocks.lazy_pieces import Lazily, members_of
from core.protect.methods import mdav, v_mdav
from core.protect.task import Task
from tests.core.kernels.strategies import Points, points
from tests.core.tables import confidential, dataset, plan, quasi
from tests.lanes import examples
from tests.oracles import partitions
from tests.oracles.closeness import ordered_emd
from tests.oracles.search import loss, smallest

N = 1200
Piece = TypeVar("Piece")
Found = TypeVar("Found")


class Elsewhere(BlockEngine):
    """An engine that sends every task through a pickle, the last one first."""

    def __init__(self) -> None:
        self.calls = 0

    def map(
        self,
        work: Callable[[Piece, Job], Found],
        tasks: Sequence[Piece],
        units: Sequence[int],
        job: Job,
    ) -> Iterator[Found]:
        self.calls += 1
        outcomes = []
        for position in reversed(range(len(units))):
            sent_work, sent_task = pickle.loads(pickle.dumps((work, tasks[position])))
            outcomes.append(pickle.loads(pickle.dumps(sent_work(sent_task, Job()))))
        job.check()
        return reversed(outcomes)


def table(n: int = N, seed: int = 3) -> dict[str, list[float]]:
    """Two columns to mask, one of them with a long tail, a confidential one and a stratum."""
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(2, n))
    return {
        "a": a.tolist(),
        "b": np.round(np.exp(b), 2).tolist(),
        "c": np.round(a + rng.normal(size=n), 1).tolist(),
        "s": (np.arange(n) % 3 // 2).tolist(),
    }


SCHEMA = Schema((quasi("a"), quasi("b"), confidential("c"), quasi("s", Scale.CONTINUOUS)))
UNSTRATIFIED = Schema((quasi("a"), quasi("b"), confidential("c")))


def planned(name: str, block: int | None, strata: bool = False, **parameters: object) -> Plan:
    schema = SCHEMA if strata else UNSTRATIFIED
    scale = None if block is None else BlockScale(block)
    stratum = ("s",) if strata else ()
    return plan(schema, name, parameters, range(N), strata=stratum, scale=scale)


def released(
    name: str,
    block: int | None,
    engine: BlockEngine | None = None,
    strata: bool = False,
    **parameters: object,
) -> Protected:
    columns = table() if strata else {n: v for n, v in table().items() if n != "s"}
    return protect(planned(name, block, strata, **parameters), dataset(columns), Job(), engine)


def numeric_task(records: Points, k: int) -> Task:
    return Task(np.array(records, dtype=np.float64), {}, {}, {"k": k})


def in_blocks(records: Points, k: int, most: int) -> tuple[list[int], dict[str, Step]]:
    found = partition_in_blocks(
        mdav.partition, numeric_task(records, k), most, Job(), ThreadEngine(1)
    )
    return found.labels.tolist(), {step.name: step for step in found.steps}


@given(points(least=17, most=90), st.integers(2, 3), st.integers(0, 20))
@examples(15, 300)
@example([(1.0, 2.0)] * 70, 2, 0)
@example([(0.0,)] * 60 + [(1.0,)], 2, 0)
def test_clusters_have_k_records_and_lose_no_more_than_the_blocks(
    records: Points, k: int, more: int
) -> None:
    most = smallest_block(k) + more
    labels, steps = in_blocks(records, k, most)
    assert set(labels) == set(range(max(labels) + 1))
    assert smallest(labels) >= k
    total = loss(records, [0] * len(records))
    before, after = (steps["repair"].counts[name] for name in ("before", "after"))
    assert after <= before
    if total > 1e-9:
        assert after == pytest.approx(100 * loss(records, labels) / total, abs=1e-3)
    else:
        assert (before, after) == (0.0, 0.0)
    blocks = steps["blocks"].counts
    if len(records) > most:
        assert blocks["blocks"] >= 2
        assert blocks["largest"] <= most
        assert 4 * blocks["smallest"] >= most
    formed, dissolved = (steps[name].counts["clusters"] for name in ("mdav", "dissolve"))
    assert steps["mdav"].counts["k"] == k
    assert int(formed) - int(dissolved) == max(labels) + 1


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("mdav", {"k": 4}),
        ("mdav", {"k": 4, "refine": 3000}),
        ("v-mdav", {"k": 4, "gamma": 0.2}),
        ("best", {"k": 4, "t": 0.4, "moves": 3000, "seed": 2}),
        ("t-merge", {"k": 4, "t": 0.3}),
        ("t-k-first", {"k": 4, "t": 0.3}),
        ("t-closeness-first", {"k": 4, "t": 0.2, "bucket_by": "c"}),
    ],
)
def test_groups_keep_k_and_t_and_depend_on_no_engine(
    name: str, parameters: dict[str, object]
) -> None:
    one = released(name, 200, ThreadEngine(1), **parameters)
    for engine in (ThreadEngine(3), Elsewhere(), None):
        other = released(name, 200, engine, **parameters)
        assert other.labels.tolist() == one.labels.tolist()
        assert other.steps == one.steps
    assert min(Counter(one.labels.tolist()).values()) >= 4
    (step,) = [step for step in one.steps if step.name == "blocks"]
    assert step.counts["blocks"] >= 6
    assert step.counts["largest"] <= 200
    if "t" in parameters:
        values = table()["c"]
        for cluster in range(one.labels.max() + 1):
            own = [values[i] for i in np.flatnonzero(one.labels == cluster)]
            assert ordered_emd(own, values) <= parameters["t"]


@pytest.mark.parametrize("name", ["mdav", "v-mdav", "t-merge", "best"])
def test_a_file_of_one_block_is_protected_as_without_blocks(name: str) -> None:
    parameters = {"k": 3, "t": 0.3} if name == "t-merge" else {"k": 3}
    parameters |= {"moves": 2000} if name == "best" else {}
    plain, scaled = released(name, None, **parameters), released(name, N, **parameters)
    assert scaled.labels.tolist() == plain.labels.tolist()
    assert scaled.steps == plain.steps
    assert [c.values.tolist() for c in scaled.columns] == [c.values.tolist() for c in plain.columns]


def test_clusters_are_merged_for_t_only_after_their_borders_are_repaired_without_it() -> None:
    merged = {step.name: step for step in released("t-merge", 200, k=4, t=0.3).steps}
    plain = {step.name: step for step in released("mdav", 200, k=4).steps}
    assert merged["repair"] == plain["repair"]


def test_methods_by_single_columns_take_no_blocks() -> None:
    plain = released("individual-ranking", None, k=3)
    assert released("individual-ranking", 100, k=3).labels.tolist() == plain.labels.tolist()
    assert not METHODS["individual-ranking"].in_blocks
    assert not METHODS["dp-laplace"].in_blocks
    assert METHODS["mdav"].in_blocks


def test_the_repair_makes_up_for_the_borders() -> None:
    records = partitions.standardised([table()["a"], table()["b"]])
    whole, cut = released("mdav", None, k=4), released("mdav", 100, k=4)
    assert loss(records, cut.labels.tolist()) < 1.01 * loss(records, whole.labels.tolist())
    (step,) = [step for step in cut.steps if step.name == "repair"]
    assert step.counts["after"] < step.counts["before"]
    assert 0 < step.counts["changed"] <= cut.labels.max() + 1


def test_only_strata_larger_than_a_block_are_cut() -> None:
    # 800 and 400 records.
    found = released("mdav", 500, strata=True, k=4)
    strata = np.array(table()["s"])
    for cluster in range(found.labels.max() + 1):
        assert len(set(strata[found.labels == cluster].tolist())) == 1
    blocks = [step.counts["blocks"] for step in found.steps if step.name == "blocks"]
    assert blocks == [2]


@given(points(least=20, most=60))
@examples(10)
def test_equal_records_are_cut_by_their_position_alone(records: Points) -> None:
    task = numeric_task(records, 2)
    one, other = (
        partition_in_blocks(mdav.partition, task, 16, Job(), engine).labels.tolist()
        for engine in (ThreadEngine(1), Elsewhere())
    )
    assert one == other


def test_a_changed_cluster_keeps_t_and_one_that_exceeds_it_stays_as_it_was() -> None:
    rng = np.random.default_rng(6)
    records, ranks = rng.standard_normal((400, 2)), rng.integers(0, 20, 400)
    ranked = Ranked(ranks, 20, ordered=True)
    task = Task(records, {"c": ranked}, {"c": ranked}, {"k": 4})
    start = rng.permutation(np.arange(400) // 5)
    engine = ThreadEngine(2)
    found, step = repair_borders(
        BlocksFound(np.argsort(start, kind="stable"), table_of(records, start), ()),
        task,
        100,
        Job(),
        engine,
        0.12,
    )
    values, within = ranks.tolist(), 0
    for cluster in range(80):
        before, after = (np.flatnonzero(labels == cluster) for labels in (start, found))
        emd = float(ordered_emd([values[i] for i in after], values))
        within += emd <= 0.12
        assert emd <= 0.12 or before.tolist() == after.tolist()
    assert 0 < within < 80
    assert loss(records.tolist(), found.tolist()) < loss(records.tolist(), start.tolist())
    changed = {c for labels in (start, found) for c in labels[start != found].tolist()}
    # A record that went away may have come back.
    assert step.counts["changed"] >= len(changed)


def test_in_many_columns_all_levels_are_gone_through() -> None:
    records = np.random.default_rng(8).standard_normal((4000, 60))
    engine = Elsewhere()
    found = partition_in_blocks(mdav.partition, Task(records, {}, {}, {"k": 3}), 500, Job(), engine)
    # The blocks, and ten levels.
    assert engine.calls == 11
    assert min(Counter(found.labels.tolist()).values()) >= 3
    before, after = (found.steps[-1].counts[name] for name in ("before", "after"))
    assert after < before


def test_categories_alone_are_cut_in_taxonomy_order() -> None:
    rng = np.random.default_rng(9)
    names = rng.choice(["p", "q", "r", "s", "t"], 300).tolist()
    schema = Schema((quasi("n", Scale.NOMINAL), confidential("c")))
    made = plan(schema, "mdav", {"k": 3}, range(300), scale=BlockScale(80))
    data = dataset({"n": names, "c": rng.random(300).tolist()})
    found = protect(made, data, Job(), ThreadEngine(2))
    assert min(Counter(found.labels.tolist()).values()) >= 3
    assert found.labels.tolist() == protect(made, data, Job(), Elsewhere()).labels.tolist()
    assert [step.name for step in found.steps] == ["blocks", "mdav"]


def test_blocks_too_small_for_k_are_refused() -> None:
    with pytest.raises(ValueError, match="most"):
        in_blocks([(float(i),) for i in range(100)], 5, smallest_block(5) - 1)


def test_a_cancelled_partition_stops() -> None:
    job = Job()
    job.cancel()
    task = numeric_task([(float(i),) for i in range(100)], 2)
    with pytest.raises(Cancelled):
        partition_in_blocks(mdav.partition, task, 20, job, ThreadEngine(2))


def test_progress_never_goes_back_and_ends_at_the_whole() -> None:
    seen: list[tuple[str, int, int]] = []

    class Watched(Job):
        def update(self, done: int) -> None:
            super().update(done)
            now = self.progress()
            seen.append((now.phase, now.done, now.total))

    rng = np.random.default_rng(1)
    task = Task(rng.standard_normal((3000, 2)), {}, {}, {"k": 3})
    partition_in_blocks(
        v_mdav.partition,
        replace(task, parameters={"k": 3, "gamma": 0.2}),
        500,
        Watched(),
        ThreadEngine(1),
    )
    for phase in ("clustering", "repairing"):
        done = [d for name, d, _ in seen if name == phase]
        totals = {total for name, _, total in seen if name == phase}
        assert done == sorted(done)
        assert len(totals) == 1
        assert done[-1] <= totals.pop()


def test_steps_of_blocks_are_stated_as_one() -> None:
    blocks = [
        (Step("v-mdav", {"clusters": 3, "k": 4, "largest": 6}), Step("improving", {"gain": 2.5})),
        (Step("v-mdav", {"clusters": 5, "k": 4, "largest": 5}), Step("improving", {"gain": 1.5})),
    ]
    assert join_steps(blocks) == (
        Step("v-mdav", {"clusters": 8, "k": 4, "largest": 6}),
        Step("improving", {"gain": 1.5}),
    )


def test_pieces_are_made_when_they_are_asked_for() -> None:
    made: list[int] = []

    def make(at: int) -> int:
        made.append(at)
        return 10 * at

    pieces = Lazily(3, make)
    assert (len(pieces), made) == (3, [])
    assert (pieces[2], pieces[-1], made) == (20, 20, [2, 2])
    assert list(pieces[1:]) == [10, 20]
    with pytest.raises(IndexError):
        pieces[3]


@examples(25, 500)
@given(st.lists(st.integers(-1, 4), min_size=1, max_size=30))
def test_members_are_those_with_the_number(numbers: list[int]) -> None:
    found = members_of(np.array(numbers, dtype=np.int64), 5)
    assert [own.tolist() for own in found] == [
        [i for i, number in enumerate(numbers) if number == n] for n in range(5)
    ]
