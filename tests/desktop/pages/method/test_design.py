"""Strata, survey weight, population counts and the period of the data on the step Method."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from core.errors import Problem, Where
from core.inspect.profiling.column_profiles import profile
from core.model import Attribute, Column, ColumnKind, Method, Role, Scale
from desktop_app.wizard.method.design_form import FEW_VALUES, possible_strata
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.keys import type_into
from tests.desktop.mouse import choose, choose_value, press, tick

CHECKED, UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


@pytest.fixture
def page(store, sync_runner, dataset, project, module_page) -> MethodPage:
    """The small project with a nominal region, quasi-identifier, and a weight."""
    region = Column(
        "REGION",
        ColumnKind.TEXT,
        np.array([0] * 6 + [1] * 6, dtype=np.int32),
        np.zeros(12, dtype=bool),
        ("north", "south"),
    )
    weight = Column("WEIGHT", ColumnKind.INTEGER, np.arange(12), np.zeros(12, dtype=bool))
    wide = replace(dataset, columns=(*dataset.columns, region, weight))
    attributes = (
        *project.schema.attributes,
        Attribute("REGION", Role.QUASI_IDENTIFIER, Scale.NOMINAL),
        Attribute("WEIGHT", Role.OTHER),
    )
    wider = replace(project, schema=replace(project.schema, attributes=attributes))
    sync_runner.do(store.open_dataset, project.source, wide, profile(wide), wider)
    module_page.show()
    return module_page


def _listed(page: MethodPage) -> dict[str, Qt.CheckState]:
    items = [page.design.strata.item(row) for row in range(page.design.strata.count())]
    return {item.data(Qt.ItemDataRole.UserRole): item.checkState() for item in items}


def _tick(page: MethodPage, name: str, state: Qt.CheckState = CHECKED) -> None:
    row = list(_listed(page)).index(name)
    strata = page.design.strata
    if not strata.isVisible():
        press(page.design.fold.button)
    tick(strata, strata.model().index(row, 0))
    assert _listed(page).get(name, UNCHECKED) is state


def test_columns_that_are_released_and_not_confidential_are_offered(page) -> None:
    assert set(_listed(page)) == {"AGE", "HOURS", "REGION", "WEIGHT"}
    texts = [page.design.strata.item(row).text() for row in range(4)]
    assert "REGION (2 values)" in texts


def test_a_column_of_nearly_unique_values_is_offered_only_where_it_is_ticked_already(page) -> None:
    schema, rows = page.store.schema, 100
    profiles = [
        replace(p, distinct=90, missing=0) if p.name in ("AGE", "HOURS") else p
        for p in page.store.profiles
    ]
    page.design.show_design(profiles, schema, ("HOURS",), None, rows)
    assert set(_listed(page)) == {"HOURS", "REGION", "WEIGHT"}


def test_columns_of_many_values_come_last(page) -> None:
    profiles = [
        replace(p, distinct=FEW_VALUES + 1) if p.name == "AGE" else p for p in page.store.profiles
    ]
    assert [p.name for p in possible_strata(profiles, page.store.schema)] == [
        "HOURS",
        "REGION",
        "WEIGHT",
        "AGE",
    ]


def test_a_nominal_quasi_identifier_may_be_a_stratum(page, sync_runner) -> None:
    sync_runner.do(_tick, page, "REGION")
    assert page.store.recipe.strata == ("REGION",)
    assert not page.store.plan.errors
    page.store.undo()
    assert page.store.recipe.strata == ()
    assert _listed(page)["REGION"] is UNCHECKED


def test_strata_keep_the_order_of_the_file(page) -> None:
    _tick(page, "REGION")
    _tick(page, "AGE")
    assert page.store.recipe.strata == ("AGE", "REGION")
    _tick(page, "REGION", UNCHECKED)
    assert page.store.recipe.strata == ("AGE",)


def test_a_stratum_too_small_leads_to_the_list(page, sync_runner, qtbot) -> None:
    _tick(page, "REGION")
    sync_runner.do(type_into, page.form.fields["k"], "7")
    problem = page.problems()[0]
    assert problem.code == "stratum-too-small"
    page.activateWindow()
    page.focus_on(problem)
    qtbot.waitUntil(page.design.strata.hasFocus)


def test_the_weight_is_a_column_of_numbers_or_none(page) -> None:
    box = page.design.weight
    assert [box.itemText(i) for i in range(box.count())] == [
        "None",
        "ID",
        "AGE",
        "HOURS",
        "WAGE",
        "WEIGHT",
    ]
    press(page.design.fold.button)
    choose(box, "WEIGHT")
    assert page.store.recipe.weight == "WEIGHT"
    choose(box, "None")
    assert page.store.recipe.weight is None


def test_a_weight_of_0_leads_to_the_field(page, sync_runner, qtbot) -> None:
    page.store.set_strata(["REGION"])
    sync_runner.do(page.store.set_weight, "WEIGHT")
    problem = next(p for p in page.problems() if p.code == "weight-not-positive")
    page.activateWindow()
    page.focus_on(problem)
    qtbot.waitUntil(page.design.weight.hasFocus)


def test_what_a_recipe_names_wrongly_stays_in_sight_to_be_unticked(page) -> None:
    page.store.set_strata(["WAGE"])
    assert _listed(page)["WAGE"] is CHECKED
    page.store.set_weight("NOWHERE")
    assert page.design.weight.currentText() == "NOWHERE"
    _tick(page, "WAGE", UNCHECKED)
    assert page.store.recipe.strata == ()


def test_the_design_is_folded_away_until_it_is_set(page) -> None:
    assert not page.design.strata.isVisible()
    page.store.set_strata(["REGION"])
    assert page.design.strata.isVisible()


def test_blocks_are_of_the_columns_that_strata_leave_to_mask(page, sync_runner) -> None:
    page.store.set_method(Method("mdav", {"k": 3, "blocks": [["AGE"], ["HOURS", "REGION"]]}))
    sync_runner.finish()
    field = page.form.fields["blocks"]
    assert list(field.columns) == ["AGE", "HOURS", "REGION"]

    sync_runner.do(_tick, page, "REGION")

    assert list(field.columns) == ["AGE", "HOURS"]
    assert [problem.code for problem in page.problems()] == ["blocks-name-strata"]
    sync_runner.do(choose, field.columns["AGE"], "Block 1")
    assert page.store.plan.parameters["blocks"] == [["AGE"], ["HOURS"]]
    assert "blocks-name-strata" not in [problem.code for problem in page.problems()]


def test_the_share_of_the_population_is_typed_in_per_cent_and_undone(
    page, sync_runner, qtbot
) -> None:
    press(page.design.fold.button)
    QTest.keyClick(page.design.fraction.box, Qt.Key.Key_Space)
    assert page.store.recipe.fraction is None
    assert not page.main_action().enabled
    sync_runner.do(type_into, page.design.fraction.number.widget, "2.5")
    assert page.store.recipe.fraction == 0.025
    page.store.undo()
    assert page.store.recipe.fraction is None
    assert not page.design.fraction.box.isChecked()
    page.activateWindow()
    page.focus_on(Problem("whole-population", Where(field="fraction")))
    qtbot.waitUntil(page.design.fraction.box.hasFocus)


def test_the_period_of_the_data_is_asked_for_where_it_matters(page, sync_runner, qtbot) -> None:
    line = page.profile.period.widget
    assert not line.isVisible()
    choose_value(page.profile.box, "public")
    assert line.isVisible()
    line.setFocus()
    sync_runner.do(QTest.keyClicks, line, "2024-1")
    assert "such as 2024-06" in page.main_action().reason
    assert page.store.recipe.period is None
    sync_runner.do(QTest.keyClicks, line, "1")
    assert page.store.recipe.period == "2024-11"
    choose_value(page.profile.box, "scientific")
    assert line.isVisible()
    page.activateWindow()
    page.focus_on(Problem("recent-data", Where(field="period")))
    qtbot.waitUntil(line.hasFocus)
    page.store.set_period(None)
    assert not line.isVisible()


def test_population_counts_are_added_and_unticked(page, sync_runner, tmp_path, monkeypatch) -> None:
    path = tmp_path / "people.csv"
    path.write_text("REGION,PEOPLE\nnorth,5000\nsouth,-1\n")
    chosen = [(str(path), "")]
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: chosen.pop())
    press(page.population.fold.button)
    sync_runner.do(press, page.population.add_button)
    assert [file.path for file in page.store.recipe.population] == [str(path)]
    (problem,) = page.problems()
    assert problem.code == "population-people"
    page.focus_on(problem)
    path.write_text("REGION,PEOPLE\nnorth,5000\nsouth,1000\n")
    entries = page.population.entries
    assert entries.item(0).text() == "people.csv"
    for state in (UNCHECKED, CHECKED):
        sync_runner.do(tick, entries, entries.model().index(0, 0))
        assert bool(page.store.recipe.population) is (state is CHECKED)
    assert not page.problems()
    (counts,) = page.store.plan.project.recipe.population
    assert counts.counts.people == (5000, 1000)


def test_published_tables_are_added(page, sync_runner, tmp_path, monkeypatch) -> None:
    path = tmp_path / "table.csv"
    path.write_text("REGION,FIRMS\nnorth,5000\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    press(page.sources.fold.button)
    sync_runner.do(press, page.sources.add_button)
    assert page.store.recipe.sources == (str(path),)
    page.focus_on(Problem("source-none", Where(field="sources")))
    assert page.sources.entries.item(0).text() == "table.csv"


def test_files_released_earlier_are_added_by_keys_and_unticked(
    page, sync_runner, qtbot, tmp_path, monkeypatch
) -> None:
    path = tmp_path / "rents_2023.csv"
    path.write_text("AGE\n30\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    page.activateWindow()
    form = page.earlier_files
    for button in (form.fold.button, form.add_button, form.add_button):
        button.setFocus()
        qtbot.waitUntil(button.hasFocus)
        QTest.keyClick(button, Qt.Key.Key_Space)
    sync_runner.finish()
    # Chosen twice it is one file.
    assert page.store.recipe.earlier_files == (str(path),)
    assert form.entries.item(0).text() == "rents_2023.csv"
    path.unlink()
    sync_runner.do(page.store.set_keep_order, True)
    (problem,) = page.problems()
    page.focus_on(problem)
    qtbot.waitUntil(form.entries.hasFocus)
    sync_runner.do(QTest.keyClick, form.entries, Qt.Key.Key_Space)
    assert page.store.recipe.earlier_files == ()
    assert not page.problems()
    page.store.undo()
    assert page.store.recipe.earlier_files == (str(path),)
