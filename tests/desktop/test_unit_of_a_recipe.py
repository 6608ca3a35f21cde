"""The unit of protection of a recipe that is opened in the window: shown, saved and kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.jobs import Job
from core.model import DomainTotals
from core.pipeline import execute, resolve
from desktop_app.models.attributes_model import Field
from desktop_app.presenters.conditions import condition_facts, conditions_verdict
from desktop_app.presenters.results_conditions import condition_rows
from desktop_app.presenters.run_columns import columns_text
from desktop_app.state import Step
from desktop_app.state.parts import Part, possible_parts
from tests.desktop.recipes import write_recipe

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
        ("Units that share a profile, counted again", "at least 5, of 30 in all"),
        ("Units in which INCOME differs, counted again", "0 of 30"),
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
    assert fact[0] == "Totals of AGE × INCOME that are too far, counted again"
    assert fact[1].startswith("0 of ")
