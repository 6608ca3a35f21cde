"""Zeros, questions that do not apply and dominance on the step Method, with mouse and keys."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QLabel

from core.inspect.profiling.column_profiles import profile
from core.model import (
    NK,
    Attribute,
    Column,
    ColumnKind,
    Dataset,
    DominanceRule,
    Fingerprint,
    PPercent,
    Role,
    Scale,
    Schema,
)
from desktop_app.state import Step
from desktop_app.text.change_words import change_text
from desktop_app.views.fields.tick_list import TickList
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.keys import type_into
from tests.desktop.mouse import choose, press, tick
from tests.desktop.pages.method.conftest import show_opened

# Nobody adds ages, so no rule is offered for them.
FEES = {"AGE": "FEE"}


@pytest.fixture
def page(store, dataset, project, module_page) -> MethodPage:
    renamed = [replace(c, name=FEES.get(c.name, c.name)) for c in dataset.columns]
    attributes = [replace(a, name=FEES.get(a.name, a.name)) for a in project.schema.attributes]
    dataset = replace(dataset, columns=tuple(renamed))
    project = replace(project, schema=Schema(tuple(attributes)))
    store.open_dataset(project.source, dataset, profile(dataset), project)
    return show_opened(module_page)


def tick_name(page: MethodPage, names: TickList, name: str) -> None:
    if not names.isVisible():
        press(page.conditions.fold.button)
    row = [names.item(i).text() for i in range(names.count())].index(name)
    tick(names, names.model().index(row, 0))


def test_masked_columns_of_numbers_are_offered(page) -> None:
    for names in (page.conditions.zeros, page.conditions.columns):
        assert [names.item(i).text() for i in range(names.count())] == ["FEE", "HOURS"]


def test_no_rule_is_offered_for_ages_or_for_how_many_there_are(store, project, module_page) -> None:
    draws = np.random.default_rng(2)
    drawn = {
        "AGE": draws.integers(0, 95, 300),
        "hsize": draws.integers(1, 10, 300),
        "BIRTH_YEAR": draws.integers(1930, 2010, 300),
        "DISTANCE": draws.integers(0, 4000, 300),
    }
    columns = [
        Column(name, ColumnKind.INTEGER, values, np.zeros(300, bool))
        for name, values in drawn.items()
    ]
    dataset = Dataset(tuple(columns), Fingerprint("persons.csv", 9, "0" * 64))
    attributes = [Attribute(name, Role.QUASI_IDENTIFIER, Scale.INTEGER) for name in drawn]
    project = replace(project, schema=Schema(tuple(attributes)))
    store.open_dataset(project.source, dataset, profile(dataset), project)
    page = show_opened(module_page)
    press(page.conditions.fold.button)
    offered = page.conditions.columns
    assert [offered.item(i).text() for i in range(offered.count())] == ["DISTANCE"]
    tick_name(page, offered, "DISTANCE")
    assert store.recipe.dominance == PPercent(("DISTANCE",), p=10)


def test_a_list_without_columns_says_so(page) -> None:
    """It would look like a field to type in."""
    press(page.conditions.fold.button)
    names = page.conditions.unasked
    said = [label for label in page.findChildren(QLabel) if label.text().startswith("No masked")]
    shown = [label.text() for label in said if label.isVisible()]
    assert names.isVisible() == (names.count() > 0)
    assert names.isVisible() == ("No masked column has empty cells." not in shown)
    page.store.set_attributes(
        replace(a, role=Role.OTHER, scale=None) for a in page.store.schema.attributes
    )
    assert not page.conditions.zeros.isVisible()
    shown = [label.text() for label in said if label.isVisible()]
    amounts = "No masked column holds amounts."
    assert shown == [amounts, "No masked column has empty cells.", amounts]


def test_they_are_folded_away_until_one_is_set(page) -> None:
    assert not page.conditions.fold.is_open
    page.store.set_zeros(["HOURS"])
    assert page.conditions.fold.is_open


def test_zeros_are_kept_where_a_column_is_ticked(page) -> None:
    tick_name(page, page.conditions.zeros, "HOURS")
    kept = {a.name: a.keeps_zeros for a in page.store.schema.attributes}
    assert kept["HOURS"]
    assert sum(kept.values()) == 1
    assert change_text(page.store.undoable) == "zeros of HOURS"
    page.store.undo()
    assert not any(a.keeps_zeros for a in page.store.schema.attributes)
    assert page.conditions.zeros.names == ()


def with_gaps(dataset: Dataset, name: str) -> Dataset:
    """Return the records, of which every third one lacks a value in a column."""
    missing = np.arange(dataset.rows) % 3 == 0
    columns = (replace(c, missing=missing) if c.name == name else c for c in dataset.columns)
    return replace(dataset, columns=tuple(columns))


def test_empty_cells_do_not_apply_where_a_column_is_ticked(
    store, sync_runner, dataset, project, module_page
) -> None:
    gaps = with_gaps(dataset, "HOURS")
    store.open_dataset(project.source, gaps, profile(gaps), project)
    page = show_opened(module_page)
    unasked = page.conditions.unasked
    assert [unasked.item(i).text() for i in range(unasked.count())] == ["HOURS"]
    left_out = store.plan.implications.left_out
    sync_runner.do(tick_name, page, unasked, "HOURS")
    assert store.schema.named("HOURS").not_applicable == ("",)
    assert change_text(store.undoable) == "“does not apply” in HOURS"
    assert store.plan.implications.left_out == 0 < left_out
    assert "do not apply stay such cells in HOURS" in page.meaning.text()
    tick_name(page, unasked, "HOURS")
    assert store.schema.named("HOURS").not_applicable == ()


def test_codes_of_an_opened_recipe_are_kept_and_shown(store, dataset, project, module_page) -> None:
    attributes = tuple(
        replace(a, not_applicable=("", "-8")) if a.name == "HOURS" else a
        for a in project.schema.attributes
    )
    given = replace(project, schema=replace(project.schema, attributes=attributes))
    store.open_dataset(project.source, dataset, profile(dataset), given)
    page = show_opened(module_page)
    assert page.conditions.unasked.item(0).text() == "HOURS (-8)"
    assert page.conditions.unasked.names == ("HOURS",)
    page.store.set_zeros(["AGE"])
    assert store.schema.named("HOURS").not_applicable == ("", "-8")


def test_the_rule_begins_with_p_of_10(page) -> None:
    assert not page.conditions.fields["p"].widget.isEnabled()
    tick_name(page, page.conditions.columns, "HOURS")
    assert page.store.recipe.dominance == PPercent(("HOURS",), p=10)
    assert page.conditions.fields["p"].widget.isEnabled()
    assert not page.conditions.fields["n"].widget.isVisible()


def test_p_is_typed(page) -> None:
    tick_name(page, page.conditions.columns, "HOURS")
    type_into(page.conditions.fields["p"].widget, "12.5")
    assert page.store.recipe.dominance.p == 12.5
    type_into(page.conditions.fields["p"].widget, "200")
    assert page.conditions.complaint()
    assert not page.main_action().enabled


def test_the_other_rule_has_its_own_numbers(page) -> None:
    tick_name(page, page.conditions.columns, "HOURS")
    choose(page.conditions.rule.widget, "(n,k) rule")
    assert not page.conditions.fields["p"].widget.isVisible()
    type_into(page.conditions.fields["n"].widget, "3")
    type_into(page.conditions.fields["share"].widget, "75")
    found = page.store.recipe.dominance
    assert (found.rule, found.n, found.share) == (DominanceRule.N_K, 3, 75.0)
    assert change_text(page.store.undoable) == "dominance rule"


def test_without_a_column_there_is_no_rule_but_its_numbers_stay(page) -> None:
    tick_name(page, page.conditions.columns, "HOURS")
    type_into(page.conditions.fields["p"].widget, "15")
    tick_name(page, page.conditions.columns, "HOURS")
    assert page.store.recipe.dominance is None
    tick_name(page, page.conditions.columns, "FEE")
    assert page.store.recipe.dominance == PPercent(("FEE",), p=15)


def test_a_wrong_number_is_dropped_where_its_rule_or_its_last_column_goes(page) -> None:
    field = page.conditions.fields["p"].widget
    tick_name(page, page.conditions.columns, "HOURS")
    type_into(field, "15")
    type_into(field, "0")
    tick_name(page, page.conditions.columns, "FEE")
    assert page.store.recipe.dominance == PPercent(("FEE", "HOURS"), p=15)
    choose(page.conditions.rule.widget, "(n,k) rule")
    assert page.store.recipe.dominance == NK(("FEE", "HOURS"))
    type_into(page.conditions.fields["n"].widget, "0")
    choose(page.conditions.rule.widget, "p% rule")
    assert page.store.recipe.dominance == PPercent(("FEE", "HOURS"), p=15)
    type_into(field, "0")
    for name in ("HOURS", "FEE"):
        tick_name(page, page.conditions.columns, name)
    assert page.store.recipe.dominance is None
    assert not page.conditions.complaint()
    tick_name(page, page.conditions.columns, "FEE")
    assert page.store.recipe.dominance == PPercent(("FEE",), p=15)


def test_an_opened_recipe_keeps_its_conditions(store, dataset, project, module_page) -> None:
    rule = PPercent(("HOURS",), p=20)
    attributes = tuple(replace(a, keeps_zeros=a.name == "HOURS") for a in project.schema.attributes)
    given = replace(
        project,
        schema=replace(project.schema, attributes=attributes),
        recipe=replace(project.recipe, dominance=rule),
    )
    store.open_dataset(project.source, dataset, profile(dataset), given)
    page = show_opened(module_page)
    assert store.recipe.dominance == rule
    assert page.conditions.zeros.names == page.conditions.columns.names == ("HOURS",)


def test_a_column_that_is_no_longer_masked_can_be_unticked(page) -> None:
    tick_name(page, page.conditions.columns, "HOURS")
    hours = page.store.schema.named("HOURS")
    page.runner.do(page.store.set_attributes, [replace(hours, role=Role.OTHER)])
    (problem,) = page.store.problems_of(Step.METHOD)
    assert problem.code == "dominance-not-masked"
    page.focus_on(problem)
    assert page.conditions.columns.hasFocus() or page.focusWidget() is page.conditions.columns
    page.runner.do(tick_name, page, page.conditions.columns, "HOURS")
    assert page.store.problems_of(Step.METHOD) == ()


def test_a_changed_rule_makes_the_result_an_earlier_one(page) -> None:
    before = page.store.draft
    tick_name(page, page.conditions.columns, "HOURS")
    assert not page.store.draft.runs_like(before)
    assert not page.store.draft.asks_like(before)


def test_the_panel_says_what_the_conditions_mean(page) -> None:
    tick_name(page, page.conditions.zeros, "HOURS")
    page.runner.do(tick_name, page, page.conditions.columns, "FEE")
    said = page.meaning.text()
    assert "Zeros stay zeros in HOURS, except" in said
    assert "FEE to within 10 % (p% rule)" in said
    assert "so fewer remain" in said
