"""Texts that are no category: suggested, mapped one by one or all at once; the list of columns."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.encode import Coverage, Matcher
from core.jobs import Job
from core.model import flat, taxonomy_of
from core.recipe import dump_project
from desktop_app.models.taxonomies.taxonomy_columns import (
    CATEGORIES,
    STATE,
    ColumnRow,
    ColumnState,
    TaxonomyColumnsModel,
)
from desktop_app.models.taxonomies.taxonomy_mapping import MEANS, SUGGESTION, VALUE, MappingModel
from desktop_app.presenters.taxonomies.studying import study
from desktop_app.state import Step, StepState
from desktop_app.state.parts import Part
from desktop_app.wizard.taxonomies_page import TaxonomiesPage
from tests.desktop.keys import type_into_cell
from tests.desktop.mouse import press, press_cell, press_tab

SURE = {"FRA": "France", "DEU": "Germany", "spain": "Spain"}


@pytest.fixture
def mapping(page, sync_runner) -> TaxonomiesPage:
    sync_runner.do(page.open_column, "COUNTRY")
    sync_runner.do(page.decisions.choose, "shipped:countries")
    press_tab(page.view.tabs, page.view.tabs.indexOf(page.view.mapping))
    return page


def country(page: TaxonomiesPage) -> dict[str, str]:
    return dict(page.store.schema.named("COUNTRY").mapping)


def row(model: MappingModel, value: str) -> int:
    return next(r for r in range(model.rowCount()) if model.unmatched(r).value == value)


def shown(page: TaxonomiesPage, value: str, column: int) -> str:
    model = page.view.mapping.model
    return str(model.index(row(model, value), column).data())


def type_meaning(page: TaxonomiesPage, value: str, category: str) -> None:
    view = page.view.mapping
    type_into_cell(view.table, view.model.index(row(view.model, value), MEANS), category)


def test_model(qtmodeltester) -> None:
    model = MappingModel()
    qtmodeltester.check(model)
    taxonomy = taxonomy_of({"all": (), "ä": ("all",)}, {"en": {"ä": "umlaut"}})
    found = Matcher(taxonomy).coverage({"Ä": 3, "umlaut": 2, "??": 1, "ä": 9})
    model.show_unmatched(found.unmatched, {"Ä": "ä"}, {})
    qtmodeltester.check(model)
    assert [one.value for one in model.open] == ["umlaut", "??"]
    assert model.sure == {"umlaut": "ä"}


def test_texts_are_listed_with_their_records_and_suggestions(mapping) -> None:
    model = mapping.view.mapping.model
    assert {model.unmatched(r).value for r in range(model.rowCount())} == {
        "FRA", "DEU", "spain", "Itali", "Mars",
    }  # fmt: skip
    assert shown(mapping, "FRA", SUGGESTION) == "France (label “FRA”, iso-a3)"
    assert shown(mapping, "spain", SUGGESTION) == "Spain (differs in capitals only)"
    assert shown(mapping, "Itali", SUGGESTION) == "Italy (similar spelling)"
    assert shown(mapping, "DEU", MEANS) == "–"
    assert mapping.view.tabs.tabText(mapping.view.tabs.indexOf(mapping.view.mapping)) == (
        "Not found (5)"
    )


def test_all_sure_suggestions_are_taken_at_once_and_undone_at_once(mapping, sync_runner) -> None:
    press(mapping.view.mapping.all_button)
    assert country(mapping) == SURE
    sync_runner.finish()
    assert not mapping.view.mapping.all_button.isEnabled()
    assert "80.0 % of the records" in mapping.view.sentence.text()
    mapping.store.undo()
    assert country(mapping) == {}


def test_the_mapping_goes_into_the_recipe(mapping) -> None:
    mapping.view.mapping.accept_all()
    entries = {entry["name"]: entry for entry in dump_project(mapping.store.project)["attributes"]}
    assert entries["COUNTRY"]["taxonomy"] == "shipped:countries"
    assert entries["COUNTRY"]["mapping"] == SURE


def test_one_text_is_mapped_by_the_keyboard_and_cleared(mapping, qtbot) -> None:
    table, model = mapping.view.mapping.table, mapping.view.mapping.model
    press_cell(table, model.index(row(model, "Itali"), VALUE))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert country(mapping) == {"Itali": "Italy"}
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    assert country(mapping) == {}
    mapping.store.undo()
    assert country(mapping) == {"Itali": "Italy"}


def test_a_category_is_typed(mapping) -> None:
    type_meaning(mapping, "Mars", "nowhere")
    assert country(mapping) == {}
    type_meaning(mapping, "Mars", "Africa")
    assert country(mapping) == {"Mars": "Africa"}
    type_meaning(mapping, "Mars", "")
    assert country(mapping) == {}


def test_a_category_that_is_typed_stands_against_the_one_suggested(mapping) -> None:
    assert shown(mapping, "Itali", SUGGESTION).startswith("Italy")
    type_meaning(mapping, "Itali", "Spain")
    assert country(mapping) == {"Itali": "Spain"}
    mapping.store.undo()
    assert country(mapping) == {}, "one entry is one step"
    type_meaning(mapping, "Itali", "nowhere")
    assert country(mapping) == {}


def test_a_text_without_a_category_blocks_and_the_page_leads_to_it(mapping, sync_runner) -> None:
    sync_runner.do(mapping.view.mapping.accept_all)
    (problem,) = mapping.problems()
    assert (problem.code, problem.params["count"]) == ("taxonomy-lacks", 2)
    assert mapping.store.step_states()[Step.TAXONOMIES] is StepState.ATTENTION
    assert not mapping.main_action().enabled
    assert mapping.store.begin_run() is None
    mapping.open_column(None)
    mapping.focus_on(problem)
    view = mapping.view.mapping
    assert view.model.unmatched(view.table.currentIndex().row()).value == "Itali"
    sync_runner.do(mapping.decisions.map, {"Itali": "Italy", "Mars": "World"})
    assert mapping.problems() == ()
    assert mapping.main_action().enabled


def test_the_list_does_not_say_that_all_is_done_while_a_column_needs_attention(
    mapping, sync_runner
) -> None:
    sync_runner.do(press, mapping.view.mapping.all_button)
    QTest.keyClick(mapping.view.mapping.table, Qt.Key.Key_Escape)
    sync_runner.do(press, mapping.overview.flat_button)
    assert "Nothing is left to decide here." not in mapping.meaning.text()
    assert "Needs attention: COUNTRY. Open the column to see why." in mapping.meaning.text()
    mapping.open_column("COUNTRY")
    for text in ("Itali", "Mars"):
        type_meaning(mapping, text, "Italy")
    sync_runner.finish()
    mapping.open_column(None)
    assert "Nothing is left to decide here." in mapping.meaning.text()


def test_another_taxonomy_does_not_keep_the_meanings(mapping, jobs, sync_runner) -> None:
    mapping.view.mapping.accept_all()
    sync_runner.do(mapping.accepts_file, str(jobs))
    assert mapping.store.schema.named("COUNTRY").taxonomy == str(jobs)
    assert country(mapping) == {}
    mapping.store.undo()
    assert country(mapping) == SURE


def test_a_flat_list_finds_all(qtmodeltester) -> None:
    model = MappingModel()
    model.show_unmatched(Matcher(flat(["a", "b"])).coverage({"a": 1, "b": 2}).unmatched, {}, {})
    qtmodeltester.check(model)
    assert model.rowCount() == 0


def test_spellings_are_compared_once_however_often_a_meaning_is_chosen(monkeypatch) -> None:
    """With 300 misspelled cells and 15,000 categories, each choice took 5 s."""
    asked: list[object] = []
    compare = Matcher.coverage

    def noted(matcher: Matcher, counts: dict[str, int]) -> Coverage:
        asked.append(counts)
        return compare(matcher, counts)

    monkeypatch.setattr(Matcher, "coverage", noted)
    taxonomy, cells = flat(["apple", "pear"]), {"aple": 3, "pear": 2, "paer": 1}
    plain = study(cells, taxonomy, {}, Job())
    mapped = study(cells, taxonomy, {"aple": "apple"}, Job())
    assert asked == [cells]
    assert mapped.coverage is plain.coverage
    assert (plain.found, mapped.found) == (2, 5)

    other = study({"aple": 4}, taxonomy, {}, Job())
    assert [one.records for one in other.coverage.unmatched] == [4]


JOB = ColumnRow("JOB", Part.QUASI_IDENTIFIER, None, "Not chosen yet", "", ColumnState.TODO)


def test_rows_come_change_and_go(qtmodeltester) -> None:
    model = TaxonomyColumnsModel()
    qtmodeltester.check(model)
    model.show_rows([JOB])
    qtmodeltester.check(model)
    assert model.index(0, CATEGORIES).data() == ""
    known = ColumnRow("JOB", Part.QUASI_IDENTIFIER, 1234, "No order", "", ColumnState.CHOSEN)
    model.show_rows([known])
    assert model.index(0, CATEGORIES).data() == "1,234"
    assert model.index(0, STATE).data() == "Chosen"
    assert not model.index(0, STATE).data(Qt.ItemDataRole.DecorationRole).isNull()
    assert (model.row_of("JOB"), model.row_of("AGE")) == (0, -1)
    model.show_rows([])
    qtmodeltester.check(model)
    assert model.rowCount() == 0
