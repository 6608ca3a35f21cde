"""The method best and the improvement after other methods, in whole runs."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from core.jobs import Job
from core.model import Schema
from core.protect import METHODS, Protected, protect
from tests.core.tables import confidential, dataset, plan, quasi
from tests.oracles import partitions
from tests.oracles.closeness import ordered_emd
from tests.oracles.files import numeric_columns
from tests.oracles.search import loss, smallest

Table = dict[str, list[float]]


def table_of(folder: Path, file: str) -> Table:
    return numeric_columns(folder / f"{file}.csv")


def run(table: Table, masked: list[str], name: str, **parameters: object) -> Protected:
    """Protect the columns `masked`; the others are confidential."""
    schema = Schema(tuple(quasi(c) if c in masked else confidential(c) for c in table))
    made = plan(schema, name, parameters, range(len(table[masked[0]])))
    return protect(made, dataset(table), Job())


def lost(table: Table, masked: list[str], result: Protected) -> float:
    """100 SSE/SST on the standardised columns, in plain Python."""
    records = partitions.standardised([table[name] for name in masked])
    return 100 * loss(records, result.labels.tolist()) / (len(records) * len(masked))


@pytest.mark.parametrize(
    ("file", "k"),
    [
        ("tarragona", 3),
        ("census", 10),
        pytest.param("tarragona", 10, marks=pytest.mark.longer),
        pytest.param("census", 3, marks=pytest.mark.longer),
    ],
)
def test_best_loses_less_than_the_quick_methods(reference_data: Path, file: str, k: int) -> None:
    table = table_of(reference_data, file)
    masked = list(table)
    found = run(table, masked, "best", k=k, moves=1_000_000)
    assert smallest(found.labels.tolist()) >= k
    for name in ("mdav", "v-mdav"):
        quick = run(table, masked, name, k=k)
        assert lost(table, masked, found) < 0.95 * lost(table, masked, quick)


@pytest.mark.parametrize(
    ("name", "start", "less"),
    [pytest.param("FEDTAX", 60.50, 0.08, marks=pytest.mark.longer), ("FICA", 41.15, 0.2)],
)
def test_with_t_it_loses_less_than_t_closeness_first(
    reference_data: Path, name: str, start: float, less: float
) -> None:
    whole, masked = table_of(reference_data, "census"), ["TAXINC", "POTHVAL"]
    table = {column: whole[column] for column in (*masked, name)}
    found = run(table, masked, "best", k=2, t=0.05, moves=1_000_000)
    labels = found.labels
    assert smallest(labels.tolist()) >= 2
    values = np.array(table[name])
    limit = Fraction("0.05")
    for cluster in range(labels.max() + 1):
        assert ordered_emd(values[labels == cluster].tolist(), table[name]) <= limit
    assert lost(table, masked, found) < (1 - less) * start


@pytest.mark.parametrize("name", ["mdav", "v-mdav"])
def test_an_improvement_never_loses_more(name: str) -> None:
    rng = np.random.default_rng(8)
    table = {column: rng.normal(size=120).tolist() for column in "abc"}
    losses = [
        lost(table, list("abc"), run(table, list("abc"), name, k=4, refine=moves))
        for moves in (0, 1000, 50_000)
    ]
    assert losses[0] >= losses[1]
    assert losses[0] > losses[2]


def test_the_same_recipe_gives_the_same_clusters_and_another_seed_others() -> None:
    rng = np.random.default_rng(9)
    table = {column: rng.normal(size=200).tolist() for column in "abc"}
    found = [run(table, list("abc"), "best", k=3, moves=9000, seed=s).labels for s in (0, 0, 1)]
    np.testing.assert_array_equal(found[0], found[1])
    assert found[0].tolist() != found[2].tolist()


def test_what_was_done_is_told_without_naming_a_record() -> None:
    table = {"a": [float(i * i) for i in range(20)], "b": [float(i % 7) for i in range(20)]}
    steps = run(table, ["a", "b"], "best", k=3, moves=5000).steps
    assert [step.name for step in steps] == ["mdav", "improving"]
    assert set(steps[1].counts) == {"moves", "gain", "clusters"}


def test_t_is_a_promise_only_below_one() -> None:
    method = METHODS["best"]
    assert not method.keeps_t({"k": 2})
    assert not method.keeps_t({"k": 2, "t": 1})
    assert method.keeps_t({"k": 2, "t": 0.99})
    assert not method.needs_confidential


def test_both_confidential_attributes_keep_t() -> None:
    rng = np.random.default_rng(4)
    n = 120
    table = {"a": rng.normal(size=n).tolist(), "c": rng.permutation(n).tolist()}
    table["d"] = rng.integers(0, 9, size=n).tolist()
    found = run(table, ["a"], "best", k=3, t=0.1, moves=30_000)
    assert max(float(emd.max()) for emd in found.clusters.emd.values()) <= 0.1
    assert set(found.clusters.emd) == {"c", "d"}
