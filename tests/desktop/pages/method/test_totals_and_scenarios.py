"""Totals by domain and scenarios on the step Method, with mouse and keys."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.model import DomainTotals, Scenario
from desktop_app.state import Step
from desktop_app.text.change_words import change_text
from desktop_app.views.fields.tick_list import TickList
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.cut_off import cut_off
from tests.desktop.keys import type_into
from tests.desktop.mnemonics import ambiguous_mnemonics
from tests.desktop.mouse import press, tick
from tests.desktop.recipes import write_recipe

COLUMNS = {
    "REGION": "other nominal",
    "SIZE": "quasi integer",
    "SALES": "quasi continuous",
    "KIND": "quasi nominal",
    "DEBT": "confidential continuous",
}


@pytest.fixture
def firms(tmp_path) -> Path:
    draw = Random(2)
    rows = [
        f"{'abc'[i % 3]},{draw.randint(1, 90)},{draw.randint(100, 999)}.5,{draw.choice('uvw')},"
        f"{draw.randint(1, 9)}.5"
        for i in range(240)
    ]
    method = {"name": "mdav", "k": 3}
    return write_recipe(tmp_path / "firms.csv", COLUMNS, rows, unit="record", method=method)


@pytest.fixture
def page(traveller, firms) -> MethodPage:
    traveller.window.activateWindow()
    return traveller.open_at(Step.METHOD, firms)


def texts(names: TickList) -> list[str]:
    return [names.item(row).text() for row in range(names.count())]


def tick_text(names: TickList, text: str) -> None:
    tick(names, names.model().index(texts(names).index(text), 0))


def add_totals(page: MethodPage, columns: list[str], by: list[str], within: str = "") -> None:
    form = page.totals
    if not form.fold.is_open:
        press(form.fold.button)
    for name in columns:
        tick_text(form.fields["columns"].widget, name)
    for name in by:
        tick_text(form.fields["by"].widget, name)
    if within:
        type_into(form.fields["within"].widget, within)
    press(form.add_button)


def test_totals_are_offered_added_taken_out_and_undone(traveller, page) -> None:
    press(page.totals.fold.button)
    assert texts(page.totals.fields["columns"].widget) == ["SIZE", "SALES"]
    assert texts(page.totals.fields["by"].widget) == ["REGION", "KIND", "SIZE"]
    assert not page.totals.add_button.isEnabled()
    assert not page.totals.entries.isVisible()
    for _ in range(2):
        tick_text(page.totals.fields["columns"].widget, "SALES")
        tick_text(page.totals.fields["by"].widget, "REGION")
        # Without a deviation none can be added.
        type_into(page.totals.fields["within"].widget, "0")
        assert not page.totals.add_button.isEnabled()
    add_totals(page, ["SALES", "SIZE"], ["REGION"], "2.5")
    store, wanted = traveller.store, DomainTotals(("SIZE", "SALES"), ("REGION",), 0.025)
    assert store.draft.totals == (wanted,)
    assert texts(page.totals.entries) == ["SIZE, SALES by REGION, within 2.5 %"]
    assert page.totals.fields["columns"].widget.names == page.totals.fields["by"].widget.names == ()
    assert change_text(store.undoable) == "totals by domain"
    tick_text(page.totals.entries, "SIZE, SALES by REGION, within 2.5 %")
    assert store.draft.totals == ()
    assert page.totals.entries.isVisible()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Space):
        QTest.keyClick(page.totals.entries, key)
    assert store.draft.totals == (wanted,)
    for _ in range(3):
        store.undo()
    assert store.draft.totals == ()


def test_totals_are_kept_in_the_project_run_and_shown(traveller, page, tmp_path) -> None:
    add_totals(page, ["SALES"], ["REGION"], "3")
    traveller.save(tmp_path / "work.statveil")
    kept = json.loads((tmp_path / "work.statveil").read_text(encoding="utf-8"))
    assert kept["totals"] == [
        {"columns": ["SALES"], "by": ["REGION"], "within": 0.03, "factor": 2.0}
    ]
    traveller.protect()
    counted = {(c.condition, c.column): c for c in traveller.store.result.conditions}
    assert counted["totals", "SALES × REGION"].is_held


def test_a_problem_with_totals_leads_to_their_entry(traveller, page) -> None:
    add_totals(page, ["SIZE"], ["SIZE"])
    traveller.do(add_totals, page, ["SALES"], ["REGION"])
    (problem,) = page.problems()
    assert problem.where.field == "totals[0].by"
    press(page.totals.fold.button)
    traveller.do(page.focus_on, problem)
    assert page.totals.fold.is_open
    assert page.totals.entries.hasFocus()
    assert page.totals.entries.currentRow() == 0


def add_scenario(page: MethodPage, name: str, columns: list[str], k: str = "") -> None:
    form = page.scenarios
    if not form.fold.is_open:
        press(form.fold.button)
    type_into(form.fields["name"].widget, name)
    for column in columns:
        tick_text(form.fields["columns"].widget, column)
    if k:
        press(form.fields["k"].box)
        type_into(form.fields["k"].number.widget, k)
    press(form.add_button)


def test_scenarios_are_added_with_a_k_and_without(traveller, page) -> None:
    add_scenario(page, "neighbour", ["KIND", "SIZE"], "12")
    add_scenario(page, "bank", ["DEBT"])
    store = traveller.store
    first, second = Scenario("neighbour", ("SIZE", "KIND"), 12), Scenario("bank", ("DEBT",))
    assert store.draft.scenarios == (first, second)
    assert texts(page.scenarios.entries) == ["neighbour: SIZE × KIND, k = 12", "bank: DEBT"]
    assert change_text(store.undoable) == "scenarios"
    tick_text(page.scenarios.entries, "bank: DEBT")
    assert store.draft.scenarios == (first,)
    store.undo()
    assert store.draft.scenarios == (first, second)
    traveller.rest()
    assert any("SIZE × KIND (12)" in said for said in page.meaning.text().splitlines())
    traveller.protect()
    (count,) = store.result.conditions
    assert count.figures["k"] >= 12
    # One more leaves the result current unless it has a k.
    traveller.window.show_step(Step.METHOD)
    add_scenario(page, "creditor", ["DEBT", "KIND"])
    assert store.result_is_current
    add_scenario(page, "passer-by", ["SIZE"], "9")
    assert not store.result_is_current


def test_a_scenario_needs_a_name_of_its_own_and_a_column(page) -> None:
    form = page.scenarios
    press(form.fold.button)
    tick_text(form.fields["columns"].widget, "KIND")
    assert not form.add_button.isEnabled()
    type_into(form.fields["name"].widget, "neighbour")
    assert form.add_button.isEnabled()
    press(form.add_button)
    type_into(form.fields["name"].widget, "neighbour")
    tick_text(form.fields["columns"].widget, "SIZE")
    assert not form.add_button.isEnabled()
    assert form.sentence.text() == "Another scenario has this name."


def test_a_k_out_of_reach_leads_to_its_scenario(traveller, page) -> None:
    traveller.do(add_scenario, page, "bank", ["DEBT", "KIND"], "200")
    (problem,) = page.problems()
    assert problem.where.field == "scenarios[0].k"
    traveller.do(page.focus_on, problem)
    assert page.scenarios.entries.hasFocus()


@pytest.mark.usefixtures("styled")
def test_nothing_is_cut_off_and_no_letter_given_twice(traveller, page) -> None:
    add_totals(page, ["SIZE", "SALES"], ["REGION"])
    add_scenario(page, "somebody who has heard much of the firm", ["KIND", "SIZE"], "12")
    for size in ((1024, 700), (1280, 800)):
        traveller.do(traveller.window.resize, *size)
        assert cut_off(traveller.window) == [], size
        assert ambiguous_mnemonics(traveller.window) == [], size
