"""Whole runs of a method on a table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Cancelled
from core.jobs import Job
from core.model import Attribute, Role, Schema
from core.protect import METHODS, protect
from tests.core.tables import Cell, cells, confidential, dataset, plan, quasi
from tests.lanes import examples
from tests.oracles import partitions
from tests.oracles.released_steps import round_to_steps, step_of

numbers = st.integers(-20, 20)


def test_released_columns_keep_the_files_order_and_lose_the_identifiers() -> None:
    table: dict[str, list[Cell]] = {
        "id": ["a", "b", "c", "d", "e"],
        "pay": [9, 8, 7, 6, 5],
        "age": [1, 2, 11, 50, 12],
        "note": ["x", None, "y", "z", "x"],
    }
    unmasked = Attribute("id", Role.IDENTIFIER), Attribute("note", Role.OTHER)
    schema = Schema((unmasked[0], confidential("pay"), quasi("age"), unmasked[1]))
    result = protect(plan(schema, "mdav", {"k": 2}, [0, 1, 2, 4]), dataset(table), Job())
    assert [column.name for column in result.columns] == ["pay", "age", "note"]
    assert [cells(column) for column in result.columns] == [
        [9, 8, 7, 5],
        [2.0, 2.0, 12.0, 12.0],
        ["x", None, "y", "x"],
    ]
    assert result.labels.tolist() == [0, 0, 1, 1]
    assert result.clusters.sizes.tolist() == [2, 2]


@examples(25, 500)
@given(st.lists(st.tuples(numbers, numbers), min_size=2, max_size=50), st.data())
def test_every_cluster_has_k_records_and_their_mean(
    records: list[tuple[int, int]], data: st.DataObject
) -> None:
    k = data.draw(st.integers(2, len(records)))
    table = {"a": [float(r[0]) for r in records], "b": [float(r[1]) for r in records]}
    schema = Schema((quasi("a"), quasi("b")))
    everyone = range(len(records))
    result = protect(plan(schema, "mdav", {"k": k}, everyone), dataset(table), Job())
    assert result.clusters.sizes.min() >= k
    assert len(result.clusters.sizes) == len(records) // k
    for cluster in range(len(result.clusters.sizes)):
        own = np.flatnonzero(result.labels == cluster)
        mean = partitions.mean_point([records[i] for i in own])
        for released, expected in zip(result.columns, mean, strict=True):
            step = step_of(table[released.name])
            assert set(released.values[own].tolist()) == {round_to_steps(expected, step)}


def test_a_merge_is_told_with_what_made_it_necessary() -> None:
    table: dict[str, list[Cell]] = {"a": [1, 2, 8, 9], "c": [1, 1, 2, 2], "d": [1, 2, 3, 4]}
    schema = Schema((quasi("a"), confidential("c"), confidential("d")))
    parameters = {"k": 2, "t": 0.3, "bucket_by": "c"}
    found = protect(plan(schema, "t-closeness-first", parameters, range(4)), dataset(table), Job())
    made, merged = found.steps
    assert made.counts["clusters"] == 2
    assert merged.counts["clusters"] == len(found.clusters.sizes)
    assert merged.counts["merges"] == 2 - len(found.clusters.sizes)
    assert found.t_before_merge.keys() == {"c", "d"}


def test_missing_values_take_their_clusters_mean() -> None:
    table: dict[str, list[Cell]] = {
        "a": [0, 0, 0, 97, 100, 103, None],
        "b": [0, 1, 2, 50, 51, 51, 51],
    }
    schema = Schema((quasi("a"), quasi("b")))
    found = protect(plan(schema, "mdav", {"k": 3}, range(7)), dataset(table), Job())
    assert found.labels.tolist() == [0, 0, 0, 1, 1, 1, 1]
    assert cells(found.columns[0]) == [0, 0, 0, 100, 100, 100, 100]


@pytest.mark.parametrize("name", list(METHODS))
def test_a_run_can_be_called_off(name: str) -> None:
    job = Job()
    job.cancel()
    schema = Schema((replace(quasi("a"), domain=(0.0, 9.0)), confidential("c")))
    parameters = {"k": 2, "t": 0.3, "bucket_by": "c", "epsilon": 1, "guarantee": "as-published"}
    parameters = METHODS[name].draw_secrets({"p": 50, **parameters})
    table = dataset({"a": [1, 2, 3, 4], "c": [1, 2, 3, 4]})
    with pytest.raises(Cancelled):
        protect(plan(schema, name, parameters, range(4)), table, job)


# Private methods make no clusters; what they imply is held in tests/core/privacy.
@pytest.mark.parametrize("name", [name for name, method in METHODS.items() if method.forms_groups])
@pytest.mark.parametrize(("n", "k", "t"), [(40, 3, 0.1), (41, 7, 0.02), (10, 10, 0.5), (9, 2, 0.0)])
def test_what_the_settings_imply_is_what_comes_out(name: str, n: int, k: int, t: float) -> None:
    rng = np.random.default_rng(n)
    schema = Schema((quasi("a"), confidential("c")))
    parameters = {"k": k, "t": t, "bucket_by": "c"}
    table = dataset({"a": rng.normal(size=n).tolist(), "c": rng.permutation(n).tolist()})
    job = Job(METHODS[name].phases)
    found = protect(plan(schema, name, parameters, range(n)), table, job)
    implied = METHODS[name].implications(METHODS[name].complete(parameters), n, 3)
    made = int(found.steps[0].counts["clusters"])
    assert made == implied.clusters or (implied.at_most and 0 < made < implied.clusters)
    assert found.clusters.sizes.min() >= implied.cluster_size
    assert (implied.records, implied.left_out) == (n, 3)
    assert job.progress().index == len(METHODS[name].phases)
