"""Households with somebody who lacks a value: what is said of them, and the way out."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from desktop_app.state import Step, StepState
from tests.desktop.journeys.driver import Traveller
from tests.desktop.mouse import choose, press, press_cell, select_rows
from tests.desktop.recipes import write_recipe

Row = tuple[int, int, str, int]


def written(folder: Path, rows: list[Row]) -> Path:
    return write_recipe(
        folder / "homes.csv",
        {
            "HID": "identifier",
            "RENT": "quasi integer",
            "JOB": "quasi nominal",
            "SEX": "quasi nominal",
        },
        (",".join(map(str, row)) for row in rows),
        input={"path": "homes.csv", "kind": "csv", "options": {"missing": [""]}},
        missing="leave-out",
        unit={"id": "HID", "columns": ["RENT"]},
    )


def homes(count: int, without: set[tuple[int, int]]) -> list[Row]:
    """Return households of one to three; `without` names members without a job."""
    return [
        (
            home + 1,
            400 + home * 37 % 300,
            "" if (home, member) in without else ("cook", "clerk")[(home + member) % 2],
            (home + member) % 2,
        )
        for home in range(count)
        for member in range(1 + home % 3)
    ]


def lines(traveller: Traveller) -> list[str]:
    bar = traveller.window.problem_bar
    return [bar.item(row).text() for row in range(bar.count())] if bar.isVisible() else []


def test_missing_values_are_named_before_the_sizes_of_units(traveller, tmp_path) -> None:
    """Children were not asked for a job: of the households of three hardly one is complete."""
    children = {(home, 2) for home in range(2, 60, 3) if home > 8}
    traveller.open_at(Step.COLUMNS, written(tmp_path, homes(60, children)))
    (said,) = [text for text in lines(traveller) if "lack a value in it" in text]
    assert said.startswith(f"Column JOB: {len(children)} records lack a value in it, and their")
    assert "fewer than k = 5 units" in said
    assert not [text for text in lines(traveller) if "numbers of records occur" in text]
    bar = traveller.window.problem_bar
    traveller.do(press_cell, bar, bar.model().index(0, 0))
    page = traveller.window.page(Step.COLUMNS)
    assert page.model.attribute(page.table.currentIndex().row()).name == "JOB"
    box = next(box for box in page.details.states.boxes if box.isVisible())
    assert box.text() == "Does not apply: empty cells"
    traveller.do(press, box)
    assert not traveller.store.plan.errors
    assert len(traveller.store.plan.kept) == sum(1 + home % 3 for home in range(60))


def test_a_confidential_column_that_children_lack_is_to_get_another_role(
    traveller, tmp_path
) -> None:
    children = {(home, 2) for home in range(2, 60, 3) if home > 8}
    path = written(tmp_path, homes(60, children))
    recipe = json.loads(path.read_text(encoding="utf-8"))
    for attribute in recipe["attributes"][2:]:
        attribute["role"] = "confidential"
    recipe["method"] = {"name": "t-merge", "k": 5, "t": 0.5}
    path.write_text(json.dumps(recipe), encoding="utf-8")
    traveller.open_at(Step.COLUMNS, path)
    (said,) = [text for text in lines(traveller) if "lack a value in it" in text]
    assert "give it another role" in said
    assert "Does not apply" not in said
    assert traveller.store.step_states()[Step.COLUMNS] is StepState.ATTENTION
    page = traveller.window.page(Step.COLUMNS)
    select_rows(page.table, [page.model.index(page.model.row_of("JOB"), 0)])
    traveller.do(choose, page.bar.roles, "Other")
    assert traveller.store.step_states()[Step.COLUMNS] is not StepState.ATTENTION
    assert not traveller.store.plan.errors


@pytest.mark.parametrize("largest", [None, 2])
def test_records_that_lack_a_value_are_told_from_those_that_live_with_them(
    traveller, tmp_path, largest: int | None
) -> None:
    without = {(home, home % 3) for home in range(0, 60, 7)}
    rows = homes(60, without)
    path = written(tmp_path, rows)
    recipe = json.loads(path.read_text(encoding="utf-8"))
    recipe["unit"]["largest"] = largest
    if largest is None:
        del recipe["unit"]["largest"]
    path.write_text(json.dumps(recipe), encoding="utf-8")
    traveller.open_at(Step.METHOD, path)

    sizes = Counter(row[0] for row in rows)
    broken = {row[0] for row in rows if not row[2]}
    lacking = sum(not row[2] for row in rows)
    beside = sum(row[0] in broken for row in rows) - lacking
    larger = sum(
        largest is not None and sizes[row[0]] > largest and row[0] not in broken for row in rows
    )
    out = lacking + beside + larger
    why = f"{lacking} lack a value; {beside} belong to units with such a record, which are left "
    why += "out whole"
    if larger:
        why += f"; {larger} belong to units of more records than allowed"
    said = f"{out} records are left out ({100 * out / len(rows):.2g} %): {why}."
    assert said in traveller.window.page(Step.METHOD).meaning.text()
    assert traveller.window.page(Step.METHOD).missing.sentence == (
        f"{lacking} records lack a value in a quasi-identifier."
    )
    traveller.window.show_step(Step.RUN)
    shown = [label.text() for label in traveller.window.page(Step.RUN).findChildren(QLabel)]
    assert any(said in text for text in shown)
