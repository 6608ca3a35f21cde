"""A file is compared with what was to be written cell by cell, and held to what was promised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from core.checklist.promise_counts import count_promises
from core.encode import MeasuredTable
from core.encode.not_applicable import set_all_apart
from core.errors import PromiseBroken
from core.jobs import Job
from core.model import Column, Method, ReadOptions, Recipe, Schema, Verification
from core.pipeline import execute, resolve
from core.pipeline.seal.file_draft import FileDraft, recount
from core.protect import Protected, promise_of, protect
from tests.core.pipeline.making import SOURCE, numbers, recipe, schema
from tests.core.tables import column, confidential, dataset, dataset_of, quasi

AGE = column("AGE", [20, 20, None, None])
PAY = numbers("PAY", [1.5, 2.5, 1.5, 2.5])
TOWN = column("TOWN", ["Ulm", "Bonn", None, "Ulm"])
TABLE = (AGE, PAY, TOWN)
MEANING = schema(quasi("AGE"), confidential("PAY"))
LOOSE = recipe(k=2)


def counted_again(
    found: Sequence[Column],
    written: Sequence[Column],
    meaning: Schema = MEANING,
    wishes: Recipe = LOOSE,
) -> Verification:
    table = MeasuredTable(set_all_apart(found, meaning), meaning)
    order = np.arange(len(written[0]))
    draft = FileDraft(tuple(written), order, ReadOptions(), wishes.target.kind, Path("nothing"))
    return recount(dataset_of(*found), table, draft, wishes)


def compared(*found: Column, written: tuple[Column, ...] = TABLE) -> list[tuple]:
    """Return code, column and figures of what recounting found wrong with a file."""
    verified = counted_again(found, written)
    assert verified.same_table == (not verified.problems)
    assert verified.agrees == (not verified.problems)
    return [(p.code, p.where.column, dict(p.params)) for p in verified.problems]


def test_the_same_table_agrees_and_its_k_is_counted() -> None:
    verified = counted_again(TABLE, TABLE)
    assert (verified.rows, verified.columns, verified.k) == (4, 3, 2)
    assert verified.agrees


@pytest.mark.parametrize(
    ("changed", "count"),
    [
        (column("AGE", [20, 21, None, None]), 1),
        (column("AGE", [21, 21, None, None]), 2),
        (column("AGE", [20, 20, None, 0]), 1),
        (column("AGE", [20, None, None, None]), 1),
        (numbers("AGE", [20.0, 20.0, None, None]), 4),
    ],
)
def test_cells_that_differ_are_counted(changed: Column, count: int) -> None:
    # k is left to other tests: the groups here may fall apart.
    verified = counted_again((changed, PAY, TOWN), TABLE, wishes=recipe(k=1))
    assert [(p.code, p.where.column, dict(p.params)) for p in verified.problems] == [
        ("release-cells-differ", "AGE", {"count": count})
    ]
    assert not verified.same_table
    assert not verified.agrees


def test_numbers_differ_by_the_last_bit() -> None:
    near = numbers("PAY", [1.5, 2.5, 1.5000000000000002, 2.5])
    assert compared(AGE, near, TOWN) == [("release-cells-differ", "PAY", {"count": 1})]


def test_texts_are_compared_by_what_they_say_and_not_by_their_codes() -> None:
    coded = replace(TOWN, categories=("Ulm", "Bonn"), values=1 - TOWN.values)
    assert coded.values.tolist()[:2] == [0, 1]
    assert compared(AGE, PAY, coded) == []
    other = column("TOWN", ["Ulm", "Bonn", None, "Bonn"])
    assert compared(AGE, PAY, other) == [("release-cells-differ", "TOWN", {"count": 1})]
    unknown = column("TOWN", ["Ulm", "Berlin", None, "Ulm"])
    assert compared(AGE, PAY, unknown) == [("release-cells-differ", "TOWN", {"count": 1})]


def test_values_behind_missing_cells_do_not_count() -> None:
    hidden = replace(AGE, values=AGE.values + AGE.missing * 7)
    assert compared(hidden, PAY, TOWN) == []


def test_columns_and_rows_that_are_not_there_are_told() -> None:
    assert compared(AGE, TOWN, PAY) == [("release-columns-differ", None, {})]
    assert compared(AGE, PAY) == [("release-columns-differ", None, {})]
    short = [replace(c, values=c.values[1:], missing=c.missing[1:]) for c in (PAY, TOWN)]
    written = (PAY, TOWN)
    meaning = schema(confidential("PAY"))
    found = counted_again(short, written, meaning, recipe(k=1)).problems
    assert [(p.code, dict(p.params)) for p in found] == [
        ("release-rows-differ", {"found": 3, "written": 4})
    ]


def test_a_run_whose_records_are_not_grouped_ends_before_it_is_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def careless(*given: object) -> Protected:
        made = protect(*given)
        alone = made.columns[0].values.copy()
        alone[0] = 99
        return replace(made, columns=(replace(made.columns[0], values=alone), *made.columns[1:]))

    monkeypatch.setattr(import_module("core.pipeline.execute"), "protect", careless)
    data = dataset({"AGE": [1, 2, 3, 11, 12, 13], "PAY": [1, 2, 3, 4, 5, 6]})
    plan = resolve(recipe(k=3), MEANING, data, SOURCE)
    with pytest.raises(PromiseBroken) as broken:
        execute(plan, data, Job())
    assert [(p.code, p.params) for p in broken.value.problems] == [
        ("promise-k", {"k": 1, "wanted": 3})
    ]


GROUPS = (
    column("AGE", [20] * 3 + [30] * 3),
    column("HOURS", [1, 1, 2, 2, 2, 2]),
    numbers("PAY", [1, 2, 3, 4, 5, 6]),
)
COLUMNS = schema(quasi("AGE"), quasi("HOURS"), confidential("PAY"))


def broken(wishes: Recipe, meaning: Schema = COLUMNS) -> list[tuple[str, Mapping[str, object]]]:
    return [
        (p.code, p.params) for p in count_promises(MeasuredTable(GROUPS, meaning), wishes).problems
    ]


@pytest.mark.parametrize(("k", "kept"), [(3, True), (4, False)])
def test_a_k_that_is_not_reached_breaks_the_promise(k: int, kept: bool) -> None:
    said = broken(recipe(k=k), schema(quasi("AGE"), confidential("PAY")))
    assert said == ([] if kept else [("promise-k", {"k": 3, "wanted": k})])


@pytest.mark.parametrize(("t", "kept"), [(0.3, True), (0.2999, False)])
def test_a_t_that_is_not_reached_breaks_the_promise(t: float, kept: bool) -> None:
    # Ranks 1, 2, 3 of six against all: cumulative differences of 1/6, 2/6, 3/6, 2/6, 1/6 by 5.
    said = broken(recipe("t-merge", k=3, t=t), schema(quasi("AGE"), confidential("PAY")))
    found = [] if kept else [("promise-t", {"t": pytest.approx(9 / 30), "wanted": t})]
    assert said == found


def test_each_block_is_held_to_k() -> None:
    blocks = [["AGE"], ["HOURS"]]
    counts = count_promises(MeasuredTable(GROUPS, COLUMNS), recipe(k=3, blocks=blocks))
    assert counts.k == 1
    assert counts.k_blocks == {("AGE",): 3, ("HOURS",): 2}
    assert [(p.code, p.params) for p in counts.problems] == [
        ("promise-k-block", {"columns": ("HOURS",), "k": 2, "wanted": 3})
    ]
    assert count_promises(MeasuredTable(GROUPS, COLUMNS), recipe(k=2, blocks=blocks)).problems == ()


def test_what_is_promised_is_read_from_the_method() -> None:
    assert promise_of(Method("mdav", {"k": 3})).k == 3
    assert promise_of(Method("dp-individual-ranking", {"k": 3})).k is None
    assert promise_of(Method("mdav", {"k": 3})).t is None
    assert promise_of(Method("t-merge", {"k": 3, "t": 0.1})).t == 0.1
    assert promise_of(Method("best", {"k": 3, "t": 1.0})).t is None
