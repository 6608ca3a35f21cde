"""Strata: each partitioned on its own with the whole file's scale and distribution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.encode import Ranked, by_first_appearance
from core.errors import PromiseBroken
from core.jobs import Job
from core.model import Plan, Role, Scale, Schema
from core.protect import METHODS, Protected, protect
from core.protect.closeness_limit import ClosenessLimit
from core.protect.merging import merge_until
from core.protect.methods import best, mdav, t_closeness_first
from core.protect.strata import partition_strata
from core.protect.task import Task
from tests.core.kernels.strategies import Points, points
from tests.core.tables import confidential, dataset, plan, quasi
from tests.lanes import examples
from tests.oracles import partitions
from tests.oracles.closeness import merged_until, ordered_emd
from tests.oracles.released_steps import round_to_steps, step_of
from tests.oracles.search import loss, smallest

N = 240


def table(seed: int = 3) -> dict[str, list[float]]:
    """Two columns to mask, a confidential one that leans on them, a stratum and a weight."""
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(2, N))
    return {
        "a": a.tolist(),
        "b": np.round(b, 1).tolist(),
        "c": np.round(a + rng.normal(size=N), 1).tolist(),
        "s": (np.arange(N) % 3 // 2).tolist(),
        "w": (1.0 + rng.integers(0, 4, size=N)).tolist(),
    }


SCHEMA = Schema(
    (*map(quasi, "ab"), confidential("c"), quasi("s"), replace(quasi("w"), role=Role.OTHER))
)


def planned(name: str, weight: str | None = None, **parameters: object) -> Plan:
    return plan(SCHEMA, name, parameters, range(N), strata=("s",), weight=weight)


def released(name: str, weight: str | None = None, **parameters: object) -> Protected:
    return protect(planned(name, weight, **parameters), dataset(table()), Job())


def clusters_of(labels: np.ndarray) -> list[list[int]]:
    return sorted(np.flatnonzero(labels == c).tolist() for c in range(labels.max() + 1))


def lost(labels: np.ndarray) -> float:
    records = partitions.standardised([table()["a"], table()["b"]])
    return loss(records, labels.tolist())


def test_each_stratum_is_partitioned_on_the_scale_of_the_whole_file() -> None:
    found = clusters_of(released("mdav", k=4).labels)
    records = partitions.standardised([table()["a"], table()["b"]])
    assert found == clusters_by_stratum(records, lambda own: partitions.mdav(own, 4))


def clusters_by_stratum(
    records: Points, form_clusters: Callable[[Points], list[list[int]]]
) -> list[list[int]]:
    """Form clusters of each stratum by itself."""
    clusters = []
    for stratum in (0, 1):
        own = [i for i in range(N) if table()["s"][i] == stratum]
        parts = form_clusters([records[i] for i in own])
        clusters += [sorted(own[i] for i in part) for part in parts]
    return sorted(clusters)


@examples(15)
@given(points(least=12), st.integers(1, 4), st.integers(1, 6), st.sampled_from([1, 4, 99]))
def test_threads_leave_no_trace(records: Points, strata: int, threads: int, least: int) -> None:
    rank = Ranked(np.arange(len(records)), len(records), True)
    task = Task(np.array(records), {"c": rank}, {"c": rank}, {"k": 2, "refine": 200})
    split = by_first_appearance(np.arange(len(records)) % strata)
    run = partial(partition_strata, mdav.partition, task, split)
    with patch("core.protect.strata._LEAST_RECORDS", least):
        alone, together = run(Job(), threads=1), run(Job(), threads=threads)
    with patch("core.protect.strata._LEAST_RECORDS", 1):
        np.testing.assert_array_equal(alone.labels, run(Job(), threads=1).labels)
    np.testing.assert_array_equal(alone.labels, together.labels)
    assert alone.steps == together.steps


@pytest.mark.parametrize("t", ["0.1", "0.3"])
def test_best_keeps_t_of_the_whole_file_in_every_stratum(t: str) -> None:
    found = released("best", k=3, t=float(t), moves=30_000)
    data = table()
    for cluster in clusters_of(found.labels):
        assert len({data["s"][i] for i in cluster}) == 1
        assert ordered_emd([data["c"][i] for i in cluster], data["c"]) <= Fraction(t)
    assert smallest(found.labels.tolist()) >= 3
    # The search goes on from t-closeness-first in each stratum, once that keeps t.
    first = released("t-closeness-first", k=3, t=float(t), bucket_by="c")
    assert lost(found.labels) < 0.95 * lost(first.labels)


def test_a_stratum_unlike_the_file_breaks_the_promise_instead_of_being_joined() -> None:
    data = table()
    data["c"] = [value + 100 * stratum for value, stratum in zip(data["c"], data["s"], strict=True)]
    for name in ("best", "t-merge", "t-k-first", "t-closeness-first"):
        made = planned(name, k=3, t=0.05, moves=1000, bucket_by="c")
        with pytest.raises(PromiseBroken, match=r"^strata-too-far$"):
            protect(made, dataset(data), Job())


@pytest.mark.parametrize("share", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("name", ["mdav", "v-mdav"])
def test_lambda_brings_confidential_values_together_within_strata(name: str, share: float) -> None:
    data = table()
    found = clusters_of(released(name, k=4, **{"lambda": share}).labels)
    a, b, c = zip(*partitions.standardised([data["a"], data["b"], data["c"]]), strict=True)
    # beta = sqrt(lambda / (1 - lambda) * m_X / m_Y), with two masked columns and one other.
    beta = (2 * share / (1 - share)) ** 0.5 if share < 1 else 0.0
    space = [(x, y, beta * z) for x, y, z in zip(a, b, c, strict=True)]
    if share == 0.0:
        space = list(zip(a, b, strict=True))
    if share == 1.0:
        space = [(z,) for z in c]
    methods = {"mdav": partitions.mdav, "v-mdav": partial(partitions.v_mdav, gamma=0.2)}
    assert found == clusters_by_stratum(space, lambda own: methods[name](own, 4))


def test_means_are_weighted_within_strata() -> None:
    data, found = table(), released("mdav", "w", k=4)
    columns = {column.name: column.values for column in found.columns}
    steps = {name: step_of(data[name]) for name in "ab"}
    for cluster in clusters_of(found.labels):
        total = sum(Fraction(str(data["w"][i])) for i in cluster)
        for name in "ab":
            amounts = [Fraction(str(data[name][i])) * Fraction(str(data["w"][i])) for i in cluster]
            mean = sum(amounts) / total
            expected = round_to_steps(mean, steps[name])
            assert columns[name][cluster[0]] == pytest.approx(expected, rel=1e-12)
            assert len({columns[name][i] for i in cluster}) == 1
    assert columns["s"].tolist() == data["s"]


def test_blocks_are_partitioned_within_strata() -> None:
    found = released("mdav", k=4, blocks=[["a"], ["b"]])
    for block, name in zip(found.blocks, "ab", strict=True):
        scaled = partitions.standardised([table()[name]])
        expected = clusters_by_stratum(scaled, lambda own: partitions.mdav(own, 4))
        assert clusters_of(block.clusters.labels) == expected


@examples(12, 500)
@given(points(least=4, most=30), st.data())
def test_merging_a_part_is_held_against_the_whole_file(
    records: Points, data: st.DataObject
) -> None:
    n = len(records)
    values = data.draw(st.lists(st.integers(0, 6), min_size=n, max_size=n))
    own = n // 2
    t = data.draw(st.sampled_from(["0", "0.1", "0.3"]))
    distinct, ranks = np.unique(values, return_inverse=True)
    file = Ranked(ranks.astype(np.int64), len(distinct), ordered=True)
    part = replace(file, ranks=file.ranks[:own])
    labels = np.arange(own) // 2
    found = merge_until(
        np.array(records[:own]), labels, [ClosenessLimit([part], float(t), [file])], Job()
    )
    expected = merged_until(records[:own], clusters_of(labels), [values], Fraction(t))
    assert clusters_of(found) == sorted(expected)


def test_the_strata_are_one_phase_of_which_all_is_done_in_the_end() -> None:
    for name in ("mdav", "t-merge", "best"):
        job, made = Job(METHODS[name].phases), planned(name, k=3, t=0.5, moves=2000)
        told: list[tuple[int, int]] = []
        job.update = lambda done, job=job, told=told: told.append((done, job.progress().total))  # type: ignore[method-assign]
        protect(made, dataset(table()), job)
        assert (N, N) in told
        assert all(done <= total or not total for done, total in told)


def test_the_methods_that_plan_for_t_start_within_a_stratum() -> None:
    assert best.METHOD.partition is best.partition
    found = released("t-closeness-first", k=3, t=0.2, bucket_by="c")
    steps = [step for step in found.steps if step.name == "t-closeness-first"]
    sizes = [N - N // 3, N // 3]
    assert [s.counts["cluster_size"] for s in steps] == [
        t_closeness_first.cluster_size(size, 3, 0.2) for size in sizes
    ]


def test_a_near_cluster_of_another_stratum_is_never_the_one_merged_with() -> None:
    """Each place has a cluster of each stratum; t needs both places of one stratum."""
    places, rows = (-10.0, 10.0), range(80)
    file = {
        "a": [places[i % 2] + i / 1000 for i in rows],
        "c": [float(i % 2) for i in rows],
        "s": [i // 40 for i in rows],
    }
    schema = Schema((quasi("a"), confidential("c"), quasi("s", Scale.CONTINUOUS)))
    made = plan(schema, "t-merge", {"k": 20, "t": 0.2}, rows, strata=("s",))
    found = protect(made, dataset(file), Job())
    assert clusters_of(found.labels) == [list(range(40)), list(range(40, 80))]
