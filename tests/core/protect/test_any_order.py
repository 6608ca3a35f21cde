"""Who is in a cluster with whom does not depend on how the file is laid out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.jobs import Job
from core.model import Attribute, Role, Scale, Schema, taxonomy_of
from core.protect import protect
from tests.core.tables import Cell, confidential, dataset, plan
from tests.core.taxonomies.trees import Parents, graphs, parents_of

METHODS = {
    "mdav": {},
    "v-mdav": {"gamma": 1.1},
    "t-merge": {"t": 0.3},
    "t-k-first": {"t": 0.3},
    "t-closeness-first": {"t": 0.3},
}
Table = dict[str, list[Cell]]
Groups = set[frozenset[int]]


def attribute_of(name: str, parents: Parents | None) -> Attribute:
    role = Role.QUASI_IDENTIFIER
    if parents is None:
        return Attribute(name, role, Scale.CONTINUOUS)
    return Attribute(name, role, Scale.NOMINAL, categories=taxonomy_of(parents))


def groups(table: Table, trees: dict[str, Parents | None], method: str, k: int) -> Groups:
    """Return who is with whom, the records told by the column `id`."""
    attributes = [
        confidential(name) if name == "pay" else attribute_of(name, trees.get(name))
        for name in table
        if name != "id"
    ]
    columns = {name: cells for name, cells in table.items() if name != "id"}
    parameters = {"k": k, **METHODS[method]}
    if method == "t-closeness-first":
        parameters["bucket_by"] = "pay"
    made = plan(Schema(tuple(attributes)), method, parameters, range(len(table["id"])))
    labels = protect(made, dataset(columns), Job()).labels
    who = np.array(table["id"])
    return {frozenset(who[labels == c].tolist()) for c in np.unique(labels)}


@st.composite
def files(draw: st.DrawFn) -> tuple[Table, dict[str, Parents | None]]:
    """Draw records that differ in a number each, so that few distances are tied."""
    n = draw(st.integers(12, 40))
    chance = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    # In taxonomy order, as a file's order of siblings is a declared tie.
    trees = {
        name: parents_of(taxonomy_of(draw(graphs(9).filter(lambda p: len(p) > 2))))
        for name in ("job", "town")
    }
    table: Table = {"id": list(range(n)), "size": chance.normal(size=n).tolist()}
    for name, parents in trees.items():
        table[name] = chance.choice(list(parents), n).tolist()
    # Different values, as equal ones are told apart by position.
    table["pay"] = chance.permutation(n).astype(float).tolist()
    return table, {**trees, "size": None}


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=25)
@given(files(), st.randoms(use_true_random=False))
def test_the_order_of_columns_is_of_no_account(method: str, drawn, shuffled) -> None:
    table, trees = drawn
    names = list(table)
    shuffled.shuffle(names)

    turned = {name: table[name] for name in names}

    assert groups(turned, trees, method, 3) == groups(table, trees, method, 3)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=25)
@given(files(), st.randoms(use_true_random=False))
def test_the_order_of_records_is_of_no_account(method: str, drawn, shuffled) -> None:
    table, trees = drawn
    order = list(range(len(table["id"])))
    shuffled.shuffle(order)

    turned = {name: [cells[i] for i in order] for name, cells in table.items()}

    assert groups(turned, trees, method, 3) == groups(table, trees, method, 3)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=25)
@given(files(), st.randoms(use_true_random=False))
def test_what_categories_are_called_is_of_no_account(method: str, drawn, shuffled) -> None:
    table, trees = drawn
    renamed, renamed_trees = dict(table), dict(trees)
    for name, parents in trees.items():
        if parents is not None:
            others = [f"x{i}" for i in range(len(parents))]
            shuffled.shuffle(others)
            new = dict(zip(parents, others, strict=True))
            renamed[name] = [new[str(cell)] for cell in table[name]]
            renamed_trees[name] = {
                new[node]: tuple(new[p] for p in above) for node, above in parents.items()
            }

    assert groups(renamed, renamed_trees, method, 3) == groups(table, trees, method, 3)
