"""Edit rules on the step Method, with mouse and keys."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from core.encode import take
from core.inspect.profiling.column_profiles import profile
from desktop_app.text.change_words import change_text
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.keys import type_into
from tests.desktop.mouse import press, tick
from tests.desktop.pages.method.conftest import show_opened
from tests.desktop.sync_runner import SyncRunner

RULE = "HOURS <= 2 * AGE"


@pytest.fixture
def page(store, dataset, project, module_page) -> MethodPage:
    store.open_dataset(project.source, dataset, profile(dataset), project)
    return show_opened(module_page)


def shown(page: MethodPage) -> list[str]:
    return [page.rules.entries.item(i).text() for i in range(page.rules.entries.count())]


def enter(page: MethodPage, rule: str, runner: SyncRunner) -> None:
    if not page.rules.field.isVisible():
        press(page.rules.fold.button)
    type_into(page.rules.field, rule)
    page.rules.field.names.popup().hide()
    runner.do(QTest.keyClick, page.rules.field, Qt.Key.Key_Return)


def test_they_are_folded_away_until_one_is_set(page) -> None:
    assert not page.rules.fold.is_open
    page.store.set_rules([RULE])
    assert page.rules.fold.is_open


def test_a_typed_rule_is_added_and_undone(page, sync_runner) -> None:
    enter(page, RULE, sync_runner)
    assert page.store.recipe.rules == (RULE,)
    assert page.rules.field.text() == ""
    assert shown(page)[0].startswith(RULE + " (")
    assert change_text(page.store.undoable) == "edit rules"
    page.store.undo()
    assert page.store.recipe.rules == ()


def test_a_mistake_is_shown_at_its_place(page, sync_runner) -> None:
    enter(page, "HOURS <= = 3", sync_runner)
    assert page.store.recipe.rules == ()
    assert page.rules.sentence.isVisible()
    assert "character 10" in page.rules.sentence.text()
    assert page.rules.field.selectedText() == "="
    assert page.rules.field.selectionStart() == 9


def test_a_rule_on_an_unknown_column_is_a_problem_that_leads_back(page, sync_runner) -> None:
    enter(page, "HOURS <= PAY", sync_runner)
    (problem,) = [p for p in page.store.plan.errors if p.code == "rule-column-unknown"]
    assert shown(page) == ["HOURS <= PAY (to be corrected: untick it)"]
    assert not page.main_action().enabled
    page.focus_on(problem)
    assert page.rules.entries.hasFocus()
    assert page.rules.entries.currentRow() == 0


def test_a_wrong_rule_that_is_unticked_comes_back_to_be_corrected(page, sync_runner) -> None:
    enter(page, RULE, sync_runner)
    enter(page, "HOURS <= PAY", sync_runner)
    sync_runner.do(tick, page.rules.entries, page.rules.entries.model().index(1, 0))
    assert page.store.recipe.rules == (RULE,)
    assert page.rules.field.text() == "HOURS <= PAY"
    assert [text.partition(" (")[0] for text in shown(page)] == [RULE]
    assert page.main_action().enabled


def test_unticking_drops_a_rule_and_keeps_it_in_sight(page, sync_runner) -> None:
    enter(page, RULE, sync_runner)
    enter(page, "AGE >= 0", sync_runner)
    sync_runner.do(tick, page.rules.entries, page.rules.entries.model().index(0, 0))
    assert page.store.recipe.rules == ("AGE >= 0",)
    assert shown(page)[0] == RULE
    sync_runner.do(tick, page.rules.entries, page.rules.entries.model().index(0, 0))
    assert page.store.recipe.rules == (RULE, "AGE >= 0")


def test_violations_in_the_file_are_counted(page, sync_runner, dataset) -> None:
    ages = dataset.column("AGE").values
    rule = f"AGE < {int(max(ages))}"
    enter(page, rule, sync_runner)
    assert "violation" in shown(page)[0]
    assert "not kept for certain" in shown(page)[0]


def test_names_of_columns_are_completed(page) -> None:
    press(page.rules.fold.button)
    field = page.rules.field
    type_into(field, "AGE >= 0 and HO")
    popup = field.names.popup()
    assert popup.isVisible()
    QTest.keyClick(popup, Qt.Key.Key_Down)
    QTest.keyClick(popup, Qt.Key.Key_Return)
    assert field.text() == "AGE >= 0 and HOURS"
    assert page.store.recipe.rules == ()


def test_found_rules_are_offered_and_kept_when_ticked(
    store, sync_runner, dataset, project, module_page
) -> None:
    # Persons who work at most as many hours as they have years.
    draw = np.random.default_rng(5)
    dataset = replace(
        dataset, columns=tuple(take(c, np.arange(600) % dataset.rows) for c in dataset.columns)
    )
    age = draw.integers(20, 65, 600)
    values = {"AGE": age, "HOURS": age * draw.uniform(0.5, 1, 600)}
    columns = tuple(
        replace(c, values=values[c.name].astype(c.values.dtype)) if c.name in values else c
        for c in dataset.columns
    )
    dataset = replace(dataset, columns=columns)
    store.open_dataset(project.source, dataset, profile(dataset), project)
    page = show_opened(module_page)
    press(page.rules.fold.button)
    press(page.rules.find_button)
    assert page.rules.find_button.text() == "&Stop"
    sync_runner.finish()
    assert page.rules.find_button.text() == "&Find rules"
    assert page.store.recipe.rules == ()
    assert shown(page) == ["HOURS <= AGE"]
    sync_runner.do(tick, page.rules.entries, page.rules.entries.model().index(0, 0))
    assert page.store.recipe.rules == ("HOURS <= AGE",)
    assert shown(page) == ["HOURS <= AGE (kept)"]
    sync_runner.do(press, page.rules.find_button)
    assert shown(page) == ["HOURS <= AGE (kept)"]
    assert page.rules.sentence.text() == "No other rule holds in all records."


def test_a_search_can_be_stopped(page, sync_runner) -> None:
    press(page.rules.fold.button)
    press(page.rules.find_button)
    sync_runner.do(press, page.rules.find_button)
    assert page.rules.find_button.text() == "&Find rules"
    assert shown(page) == []


def read_file(page: MethodPage, runner: SyncRunner, monkeypatch, path: Path) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    if not page.rules.fold.is_open:
        press(page.rules.fold.button)
    runner.do(press, page.rules.file_button)


def test_rules_are_read_from_a_file_of_validate(page, sync_runner, monkeypatch, tmp_path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text("rules:\n- expr: HOURS <= 2 * AGE\n- expr: AGE >= 0\n", encoding="utf-8")
    sync_runner.do(page.store.set_rules, ["AGE >= 0"])
    read_file(page, sync_runner, monkeypatch, path)
    assert page.store.recipe.rules == ("AGE >= 0", RULE)
    assert page.rules.sentence.text() == "2 rules were read. 1 was there already."
    page.store.undo()
    assert page.store.recipe.rules == ("AGE >= 0",)


def test_a_wrong_file_is_refused_with_the_place_of_each_mistake(
    page, sync_runner, monkeypatch, tmp_path
) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text("rules:\n- expr: AGE >= 0\n- expr: log(AGE) > 1\n  name: L\n", encoding="utf-8")
    read_file(page, sync_runner, monkeypatch, path)
    assert page.store.recipe.rules == ()
    said = page.rules.sentence.text()
    assert said.startswith("Row 3: Rule L: ")
    assert "line 1, character 4" in said
    assert said.endswith("No rule was taken over from this file.")
