"""The step Columns leaves false categories blank, and the results state both counts of k."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.jobs import Job
from core.model import CategoryChange
from core.recipe import open_project
from desktop_app.models.attributes_model import Field
from desktop_app.presenters.conditions import condition_facts
from desktop_app.presenters.results_conditions import condition_rows
from desktop_app.state import Step
from desktop_app.state.parts import Part
from tests.desktop.mouse import press_cell
from tests.desktop.recipes import declare, write_recipe
from tests.oracles.blanks import agreeing, equal

ROWS = [("ab"[i % 2], str(20 + i % 3), "z" if i % 11 == 5 else "xy"[i % 2]) for i in range(60)]


@pytest.fixture
def page(traveller, tmp_path):
    columns = {
        "TOWN": "quasi nominal",
        "YEARS": "quasi integer",
        "JOB": declare("quasi nominal", change="blank"),
    }
    settings = {"unit": "record", "keep_order": True, "method": {"name": "mdav", "k": 4}}
    rows = map(",".join, ROWS)
    return traveller.open_at(
        Step.COLUMNS, write_recipe(tmp_path / "people.csv", columns, rows, **settings)
    )


def show(page, name: str):
    press_cell(page.table, page.model.index(page.model.row_of(name), Field.NAME))
    return page.details.states.distance


def change_of(page, name: str) -> CategoryChange:
    return page.store.schema.named(name).change


def test_keys_leave_false_categories_blank(traveller, page, tmp_path) -> None:
    form = show(page, "TOWN")
    assert form.change.currentText() == "Replaced"
    form.change.setFocus()
    traveller.do(QTest.keyClick, form.change, Qt.Key.Key_Down)
    assert change_of(page, "TOWN") is CategoryChange.BLANK
    file = tmp_path / "work.statveil"
    traveller.save(file)
    assert open_project(file).project.schema.blanked == ("TOWN", "JOB")

    QTest.keyClick(traveller.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    traveller.rest()
    assert change_of(page, "TOWN") is CategoryChange.REPLACE
    assert form.change.currentText() == "Replaced"


def test_only_categories_are_left_blank(page) -> None:
    form = show(page, "YEARS")
    assert form.isVisible()
    assert not form.change.isVisible()
    form = show(page, "JOB")
    assert form.change.isVisible()
    assert form.change.currentText() == "Left blank"
    page.store.set_parts({"JOB": Part.CONFIDENTIAL}, page.store.profiles)
    assert change_of(page, "JOB") is CategoryChange.REPLACE


def test_results_state_both_counts(traveller, page) -> None:
    traveller.protect()
    result, dataset = page.store.result, page.store.dataset
    rows = [
        ["" if column.missing[i] else str(column.values[i]) for column in result.columns]
        for i in range(len(ROWS))
    ]
    k, own = min(agreeing(rows, [2])), min(equal(rows))
    assert (result.k_reached, result.k_of_values) == (k, own)
    assert k >= 4 > own
    results = traveller.window.page(Step.RESULTS)
    said = results.summary.text()
    assert f"agrees with at least {k - 1} others wherever neither is blank" in said
    assert f"With a blank as a value of its own k is {own}." in said
    assert "No category is false" in results.conditions_sentence.text()
    shown = [(row.name, row.is_held) for row in condition_rows(result, dataset, Job())]
    assert shown == [
        ("k where a blank agrees with every value", True),
        ("k with a blank as a value of its own", None),
        ("Blanks of JOB", True),
    ]
    n_blanks = sum(row[2] == "" for row in rows)
    assert condition_facts(result.conditions) == [("Blanks of JOB", f"{n_blanks} blanks")]
