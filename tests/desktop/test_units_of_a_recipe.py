"""The unit of protection of a recipe that is opened: shown, saved, kept; what is left out of it."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from core.inspect.structure import LikelyUnit
from core.jobs import Job
from core.model import DomainTotals
from core.pipeline import execute, resolve
from desktop_app.models.attributes_model import Field
from desktop_app.presenters.conditions import condition_facts, conditions_verdict
from desktop_app.presenters.results_conditions import condition_rows
from desktop_app.presenters.run_columns import columns_text
from desktop_app.state import Step, StepState
from desktop_app.state.parts import Part, possible_parts
from desktop_app.state.unit_answer import suggested_unit
from desktop_app.wizard.attributes.units_form import UnitsForm
from desktop_app.wizard.prepare_page import PreparePage
from tests.desktop.journeys.driver import Traveller
from tests.desktop.mnemonics import ambiguous_mnemonics
from tests.desktop.mouse import press, press_cell, press_main, tick
from tests.desktop.patience import activate
from tests.desktop.recipes import write_recipe
from tests.desktop.test_unit_question import tick_name

UNIT = {"id": "HID", "columns": ["INCOME"], "protect": "unit", "members_by": ["AGE"], "largest": 4}


@pytest.fixture
def homes(tmp_path) -> Path:
    """Return a recipe for 30 households of two persons."""
    rows = [f"{h},{100 + h * 7 % 53},{(h * 31 + m * 17) % 80}" for h in range(30) for m in (0, 1)]
    columns = {"HID": "link", "INCOME": "quasi integer", "AGE": "quasi integer"}
    return write_recipe(tmp_path / "homes.csv", columns, rows, unit=UNIT)


def test_records_as_units_scenarios_and_figures_of_a_recipe_are_kept(traveller, homes) -> None:
    recipe = json.loads(homes.read_text(encoding="utf-8"))
    recipe["attributes"][0]["role"] = "identifier"
    settings = {
        "unit": "record",
        "scenarios": [{"name": "neighbour", "columns": ["AGE"]}],
        "figures": [{"what": "share", "of": "AGE"}],
    }
    homes.write_text(json.dumps(recipe | settings), encoding="utf-8")
    traveller.open_project(homes)
    place = homes.with_name("work.statveil")
    traveller.save(place)
    saved = json.loads(place.read_text(encoding="utf-8"))
    assert {name: saved[name] for name in settings} == settings


def test_the_method_page_and_the_run_name_the_unit(traveller, qtbot, homes) -> None:
    traveller.open_project(homes)
    traveller.window.show_step(Step.METHOD)
    traveller.do(qtbot.waitUntil, lambda: traveller.store.plan_is_current)
    page = traveller.window.page(Step.METHOD)
    qtbot.waitUntil(lambda: "all records with the same HID" in page.meaning.text())
    plan = traveller.store.plan
    assert "<b>Published with new numbers:</b> HID" in columns_text(plan.project)
    result = execute(plan, traveller.store.dataset, Job())
    assert "Every unit shares its whole profile with at least 4 others." in conditions_verdict(
        result.conditions
    )
    assert condition_facts(result.conditions) == [
        ("Units that share a profile", "at least 5, of 30 in all"),
        ("Units in which INCOME differs", "0 of 30"),
    ]


def test_the_columns_page_shows_a_link_and_offers_it_to_no_other_column(traveller, homes) -> None:
    traveller.open_project(homes)
    model = traveller.window.page(Step.COLUMNS).model
    row = model.row_of("HID")
    assert model.index(row, Field.ROLE).data() == "Link (unit number)"
    assert Part.LINK in possible_parts(model.profile(row), model.part(row))
    assert Part.LINK not in possible_parts(model.profile(row), Part.OTHER)
    # What would be refused is not offered.
    assert Part.MASKED_WEIGHT in possible_parts(model.profile(row))
    assert Part.MASKED_WEIGHT not in possible_parts(model.profile(row), has_units=True)


def test_without_its_column_the_unit_is_refused_and_not_dropped(traveller, homes) -> None:
    file = homes.with_name("homes.csv")
    file.write_text(file.read_text().replace("HID", "HOME"), encoding="utf-8")
    traveller.open_project(homes)
    draft, store = traveller.store.draft, traveller.store
    plan = resolve(draft.recipe, draft.schema, store.dataset, store.source)
    assert "unit-unknown" in {problem.code for problem in plan.errors}


def test_the_totals_of_a_recipe_are_kept(traveller, homes) -> None:
    recipe = json.loads(homes.read_text(encoding="utf-8"))
    totals = [{"columns": ["INCOME"], "by": ["AGE"], "within": 0.02, "factor": 3.0}]
    homes.write_text(json.dumps({**recipe, "totals": totals}), encoding="utf-8")
    traveller.open_project(homes)
    assert traveller.store.draft.recipe.totals == (DomainTotals(("INCOME",), ("AGE",), 0.02, 3),)
    place = homes.with_name("work.statveil")
    traveller.save(place)
    assert json.loads(place.read_text(encoding="utf-8"))["totals"] == totals


def test_totals_are_among_the_conditions_of_a_result(traveller, homes) -> None:
    recipe = json.loads(homes.read_text(encoding="utf-8"))
    # Only the masked column splits the file; every household has an income.
    totals = [{"columns": ["AGE"], "by": ["INCOME"], "within": 1}]
    homes.write_text(json.dumps({**recipe, "totals": totals}), encoding="utf-8")
    traveller.open_project(homes)
    plan, data = traveller.store.plan, traveller.store.dataset
    assert plan is not None
    assert data is not None
    result = execute(plan, data, Job())
    (row,) = (row for row in condition_rows(result, data, Job()) if "× INCOME" in row.name)
    assert row.name == "Totals of AGE × INCOME"
    assert row.promised == "every total near the original’s"
    assert row.counted.startswith("0 of ")
    assert row.is_held is True
    (fact,) = (fact for fact in condition_facts(result.conditions) if "× INCOME" in fact[0])
    assert fact[0] == "Totals of AGE × INCOME that are too far"
    assert fact[1].startswith("0 of ")


SIZES = [1 + home % 3 for home in range(36)]


@pytest.fixture
def dated_homes(tmp_path) -> Path:
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
    return write_recipe(tmp_path / "dated_homes.csv", columns, rows, unit=unit)


def problems(traveller: Traveller) -> list[str]:
    bar = traveller.window.problem_bar
    shown = [bar.item(row).text() for row in range(bar.count())] if bar.isVisible() else []
    return [text for text in shown if "BORN" in text]


@pytest.fixture
def at_prepare(traveller, dated_homes) -> Traveller:
    """Return the user who has taken the suggestions: the age, and the date of birth left out."""
    page = traveller.open_at(Step.PREPARE, dated_homes)
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
    assert traveller.store.step_states()[Step.COLUMNS] is StepState.ATTENTION
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


def test_a_column_of_the_unit_that_is_left_out_is_taken_out_at_a_press(
    traveller, dated_homes
) -> None:
    recipe = json.loads(dated_homes.read_text(encoding="utf-8"))
    recipe["prepare"] = [{"do": "drop", "column": "RENT"}]
    recipe["attributes"] = recipe["attributes"][:-1]
    dated_homes.write_text(json.dumps(recipe), encoding="utf-8")
    bar = traveller.open_at(Step.COLUMNS, dated_homes).units.bar
    assert "names RENT, which is no longer a column" in bar.sentence.text()
    traveller.do(press, bar.cure_button)
    assert traveller.store.draft.unit.columns == ()
    assert not traveller.store.plan.errors
