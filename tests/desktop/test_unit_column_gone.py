"""A step on Prepare leaves out the column by which the members of units are sorted."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from core.inspect.structure import LikelyUnit
from desktop_app.state import Step, StepState
from desktop_app.state.unit_answer import suggested_unit
from desktop_app.wizard.attributes.units_form import UnitsForm
from desktop_app.wizard.prepare_page import PreparePage
from tests.desktop.journeys.driver import Traveller
from tests.desktop.mnemonics import ambiguous_mnemonics
from tests.desktop.mouse import press, press_cell, press_main, tick
from tests.desktop.patience import activate
from tests.desktop.recipes import write_recipe
from tests.desktop.test_unit_question import tick_name

SIZES = [1 + home % 3 for home in range(36)]


@pytest.fixture
def homes(tmp_path) -> Path:
    """Return a recipe of persons in households who have a date of birth and no age."""
    asked = date(2025, 3, 1)
    rows = [
        f"{home + 1},{asked - timedelta(days=400 * (7 * home % 70 + 11 * member))},{asked},"
        f"{(home + member) % 2},{400 + home * 37 % 300}"
        for home, size in enumerate(SIZES)
        for member in range(size)
    ]
    columns = {
        "HID": "identifier",
        "BORN": "quasi date",
        "ASKED": "drop",
        "SEX": "quasi nominal",
        "RENT": "quasi integer",
    }
    unit = {"id": "HID", "columns": ["RENT"], "members_by": ["BORN"]}
    return write_recipe(tmp_path / "homes.csv", columns, rows, unit=unit)


def problems(traveller: Traveller) -> list[str]:
    bar = traveller.window.problem_bar
    shown = [bar.item(row).text() for row in range(bar.count())] if bar.isVisible() else []
    return [text for text in shown if "BORN" in text]


@pytest.fixture
def at_prepare(traveller, homes) -> Traveller:
    """Return the user who has taken the suggestions: the age, and the date of birth left out."""
    page = traveller.open_at(Step.PREPARE, homes)
    assert isinstance(page, PreparePage)
    for _ in range(2):
        traveller.wait(page.panel.suggestions.add_button.isVisible)
        traveller.do(press, page.panel.suggestions.add_button)
    assert [type(step).__name__ for step in traveller.store.draft.prepare] == ["Age", "Drop"]
    return traveller


def test_no_unit_is_suggested_by_columns_that_prepare_leaves_out(at_prepare) -> None:
    sizes = ((1, 12), (2, 12), (3, 12))
    found = LikelyUnit(("HID",), "unit-name", 36, 72, sizes, ("BORN", "RENT"), waves="BORN")
    suggested = suggested_unit(found, at_prepare.store.draft)
    assert (suggested.columns, suggested.waves) == (("RENT",), None)
    kept = replace(found, constant=("RENT", "SEX"), waves="SEX")
    suggested = suggested_unit(kept, at_prepare.store.draft)
    assert (suggested.columns, suggested.waves) == (("RENT",), "SEX")


def test_prepare_says_what_it_broke_and_leads_to_the_step_columns(at_prepare) -> None:
    traveller = at_prepare
    (said,) = problems(traveller)
    assert said.startswith("Members are sorted by BORN, which step 2 of “Prepare” leaves")
    assert not traveller.window.footer.main_button.isEnabled()
    bar = traveller.window.problem_bar
    press_cell(bar, bar.model().index(0, 0))
    assert traveller.window.step is Step.COLUMNS
    assert traveller.store.step_state(Step.COLUMNS) is StepState.ATTENTION
    assert problems(traveller) == [said]


def test_one_press_sorts_by_the_age_instead(at_prepare) -> None:
    traveller = at_prepare
    traveller.window.show_step(Step.COLUMNS)
    bar = traveller.window.page(Step.COLUMNS).units.bar
    assert "sorted by BORN, which is no longer a column" in bar.sentence.text()
    assert bar.cure_button.text().replace("&", "") == "Sort by AGE instead"
    assert ambiguous_mnemonics(traveller.window) == []
    traveller.do(press, bar.cure_button)
    assert traveller.store.draft.unit.members_by == ("AGE",)
    assert traveller.store.draft.unit.columns == ("RENT",)
    assert problems(traveller) == []
    assert not traveller.store.plan.errors
    assert not bar.cure_button.isVisible()
    traveller.store.undo()
    assert traveller.store.draft.unit.members_by == ("BORN",)


def test_the_form_shows_the_column_as_gone_and_lets_it_be_unticked(qtbot, at_prepare) -> None:
    traveller = at_prepare
    traveller.window.show_step(Step.COLUMNS)
    page = traveller.window.page(Step.COLUMNS)
    bar = traveller.window.problem_bar
    activate(traveller.window)
    # The problem leads to the list.
    traveller.do(press_cell, bar, bar.model().index(0, 0))
    names = page.units.form.members_by
    qtbot.waitUntil(names.hasFocus)
    assert names.item(0).text() == "BORN (no longer a column)"
    assert ambiguous_mnemonics(traveller.window) == []
    tick(names, names.model().index(0, 0))
    tick_name(names, "SEX")
    assert page.units.form.order.text() == "Sorted by SEX."
    traveller.do(press_main, page)
    assert traveller.store.draft.unit.members_by == ("SEX",)
    assert not traveller.store.plan.errors


def test_the_keyboard_comes_to_the_list_once_the_column_was_looked_at(
    qtbot, at_prepare, monkeypatch
) -> None:
    """The search for units may not have ended yet; then the form looks at the column itself."""
    begin = UnitsForm.begin
    monkeypatch.setattr(
        UnitsForm, "begin", lambda form, d, s, _, *more: begin(form, d, s, [], *more)
    )
    traveller = at_prepare
    traveller.window.show_step(Step.COLUMNS)
    activate(traveller.window)
    form, bar = traveller.window.page(Step.COLUMNS).units.form, traveller.window.problem_bar
    press_cell(bar, bar.model().index(0, 0))
    qtbot.waitUntil(form.members_by.hasFocus)


def test_the_step_method_names_the_step_and_the_problem(at_prepare) -> None:
    """Nothing is listed below, so nothing says that it is."""
    traveller = at_prepare
    traveller.window.show_step(Step.METHOD)
    page = traveller.window.page(Step.METHOD)
    said = page.meaning.text()
    assert not traveller.window.problem_bar.isVisible()
    assert "listed" not in said
    assert "Step Columns: Members are sorted by BORN" in said
    assert page.main_action().reason == "Put right first what is wrong on the step Columns."
    traveller.window.show_step(Step.RUN)
    reason = traveller.window.page(Step.RUN).main_action().reason
    assert reason == "Put right first what is wrong on the step Columns."


def test_a_column_of_the_unit_that_is_left_out_is_taken_out_at_a_press(traveller, homes) -> None:
    recipe = json.loads(homes.read_text(encoding="utf-8"))
    recipe["prepare"] = [{"do": "drop", "column": "RENT"}]
    recipe["attributes"] = recipe["attributes"][:-1]
    homes.write_text(json.dumps(recipe), encoding="utf-8")
    bar = traveller.open_at(Step.COLUMNS, homes).units.bar
    assert "names RENT, which is no longer a column" in bar.sentence.text()
    traveller.do(press, bar.cure_button)
    assert traveller.store.draft.unit.columns == ()
    assert not traveller.store.plan.errors
