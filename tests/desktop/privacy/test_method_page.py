"""The step Method with a private method: domains, budget, claim and preview, before any run."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QStyle

from core.model import Method
from core.protect import claim_of_plan
from core.protect.privacy import typical_errors
from desktop_app.models.masked_columns import MaskedField
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.text import message, number, problem_text
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.choosing import choose_method
from tests.desktop.keys import type_into
from tests.desktop.mouse import choose, choose_value, press, press_cell
from tests.desktop.showing import show_page
from tests.desktop.sync_runner import SyncRunner


def opened(store: ProjectStore, runner: SyncRunner, qtbot) -> MethodPage:
    return show_page(qtbot, MethodPage(store, runner))


@pytest.fixture
def page(declared, sync_runner, qtbot) -> MethodPage:
    return opened(declared, sync_runner, qtbot)


def test_the_section_is_there_for_private_methods_only(page, declared, sync_runner) -> None:
    assert page.privacy.isVisible()
    sync_runner.do(declared.set_method, Method("mdav", {"k": 5}))
    assert not page.privacy.isVisible()


def test_a_missing_domain_is_a_problem_that_leads_to_its_row(private, sync_runner, qtbot) -> None:
    page = opened(private, sync_runner, qtbot)
    missing = [p for p in page.problems() if p.code == "dp-domain-missing"]
    assert {p.where.column for p in missing} == {"AGE", "RENT", "BORN"}
    assert not page.main_action().enabled
    page.focus_on(missing[1])
    table = page.privacy.section.table
    assert table.currentIndex().row() == page.privacy.section.model.row_of(missing[1].where.column)
    assert "once every domain is declared" in page.privacy.section.claim.sentence.text()


def test_the_claim_and_the_errors_shown_are_those_of_the_plan(page, declared) -> None:
    plan = declared.plan
    assert plan is not None
    claim = claim_of_plan(plan)
    assert claim is not None
    section = page.privacy.section
    assert section.claim.sentence.text() == message(claim.code, **claim.params)
    assert "JOB" in section.claim.sentence.text(), "what is released as it is must be named"
    error = {e.column: e for e in typical_errors(plan)}["RENT"]
    cell = section.model.index(section.model.row_of("RENT"), MaskedField.ERROR).data()
    assert cell == f"± {number(error.value, 3 if error.value < 1000 else 4)}"


def test_a_domain_from_the_data_takes_the_claim_away(private, sync_runner, qtbot) -> None:
    page = opened(private, sync_runner, qtbot)
    sync_runner.do(press, page.privacy.section.from_data)
    assert page.privacy.section.claim.sentence.text().startswith("No claim")
    assert page.privacy.section.claim.sentence.property("kind") == "danger"
    assert page.main_action().enabled
    meaning = page.meaning.text()
    assert "ifferentially private" not in meaning
    assert "factor" not in meaning, "no bound is promised of a release that can claim nothing"
    assert "domain of AGE, RENT, BORN was taken from the data" in meaning


def test_domains_from_the_data_are_warned_of_once_and_the_warning_leads_to_the_first(
    private, sync_runner, qtbot
) -> None:
    page = opened(private, sync_runner, qtbot)
    sync_runner.do(press, page.privacy.section.from_data)
    (warning,) = [p for p in page.problems() if p.code == "dp-domain-from-data"]
    said = problem_text(warning)
    assert said.startswith("The domains of AGE, RENT, BORN were taken from the data")
    page.focus_on(warning)
    section = page.privacy.section
    assert section.table.currentIndex().row() == section.model.row_of("AGE")


def test_no_bet_on_a_record_is_bounded_where_only_columns_are_protected(
    page, declared, sync_runner
) -> None:
    assert "factor" in page.meaning.text()
    settings = {"k": 5, "epsilon": 3.0, "guarantee": "as-published"}
    sync_runner.do(declared.set_method, Method("dp-individual-ranking", settings))
    assert "factor" not in page.meaning.text()
    assert "the records are NOT" in page.meaning.text()


def test_a_smaller_budget_means_a_larger_error(page, sync_runner) -> None:
    before = page.privacy.facts.errors["RENT"].value
    sync_runner.do(type_into, page.form.fields["epsilon"], "0.3")
    after = page.privacy.facts.errors["RENT"].value
    assert after == pytest.approx(10 * before, rel=0.01)


def test_relations_can_be_named_for_nothing_or_learned_at_a_price(
    page, declared, sync_runner
) -> None:
    section = page.privacy.section
    assert not section.tree.isVisible()
    press(page.form.more_settings.button)
    assert page.form.fields["unit_size"].isVisible()
    shares = [page.form.fields[name] for name in ("edge_share", "tree_share")]
    assert [share.isVisible() for share in shares] == [False, False], "there is nothing to relate"
    sync_runner.do(choose_value, page.form.fields["guarantee"], "dependence")
    assert section.tree.isVisible()
    learned = [section.ledger_model.write_cell(r, 0) for r in range(section.ledger_model.rows())]
    assert "Learning which columns are related" in learned
    assert [share.isVisible() for share in shares] == [True, True]
    sync_runner.do(choose, section.tree.how, "Name them")
    assert declared.draft.method.parameters["tree"] == [["AGE", "RENT"], ["RENT", "BORN"]]
    named = [section.ledger_model.write_cell(r, 0) for r in range(section.ledger_model.rows())]
    assert "Learning which columns are related" not in named
    assert "How AGE and RENT are related" in named
    assert [share.isVisible() for share in shares] == [True, False], "nothing is spent on a tree"
    choose(section.tree.boxes["BORN"], "AGE")
    assert declared.draft.method.parameters["tree"] == [["AGE", "RENT"], ["AGE", "BORN"]]


def test_the_preview_does_not_look_at_the_data(page, sync_runner) -> None:
    facts = page.privacy.facts
    assert facts.preview is not None
    assert facts.previewed.name == "AGE"
    assert (facts.preview.before.min(), facts.preview.before.max()) == (0.0, 120.0)
    section = page.privacy.section
    press_cell(section.table, section.model.index(section.model.row_of("RENT"), MaskedField.NAME))
    sync_runner.finish()
    assert page.privacy.facts.preview.before.max() == 5000.0


@pytest.mark.usefixtures("styled")
def test_the_names_of_the_columns_can_be_read_in_every_window(page, sync_runner) -> None:
    table = page.privacy.section.table
    name = max(("AGE", "RENT", "BORN", "JOB"), key=table.fontMetrics().horizontalAdvance)
    box = table.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth)
    needed = table.fontMetrics().horizontalAdvance(name) + box
    for width in (832, 900, 1500):  # 832 beside the rail of a window of 1024
        page.resize(width, 600)
        QApplication.processEvents()
        sync_runner.finish()
        assert table.columnWidth(MaskedField.NAME) > needed, width


def test_what_was_confirmed_of_one_method_is_not_taken_over_to_another(
    page, declared, sync_runner
) -> None:
    published = {"k": 5, "epsilon": 3.0, "guarantee": "as-published", "confirmed": "yes"}
    sync_runner.do(declared.set_method, Method("dp-individual-ranking", published))
    sync_runner.do(choose_method, page, "dp-insensitive")
    taken = declared.draft.method.parameters
    assert taken.get("confirmed", "no") == "no"
    assert taken["guarantee"] == "as-published"


def test_problems_of_private_methods_belong_to_the_step_method(private) -> None:
    assert {p.code for p in private.problems_of(Step.METHOD)} >= {"dp-domain-missing"}
    assert not private.problems_of(Step.COLUMNS)


def test_a_test_seed_of_a_recipe_is_kept(declared) -> None:
    assert declared.draft is not None
    seeded = replace(declared.draft, insecure_test_seed=7)
    assert seeded.recipe.insecure_test_seed == 7
    assert not seeded.runs_like(declared.draft)


def test_a_method_set_without_a_key_is_undone_by_itself(declared) -> None:
    declared.set_method(Method("v-mdav", {"k": 7}))
    declared.set_method(Method("v-mdav", {"k": 3}), key="")
    declared.undo()
    assert declared.draft.method == Method("v-mdav", {"k": 7})
