"""The step Method: cards, fields that hold no impossible value, and what is said of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QComboBox, QLabel

from core.errors import Problem, Where
from core.inspect.profiling.column_profiles import profile
from core.messages import CATALOGUE
from core.model import Attribute, Dataset, Method, MissingPolicy, Role, Scale
from core.protect import METHODS
from desktop_app.state import Step
from desktop_app.views.frame.reading_order import in_reading_order
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.choosing import choose_method
from tests.desktop.keys import type_into
from tests.desktop.mouse import choose, press, press_main
from tests.desktop.showing import show_page

pytestmark = pytest.mark.usefixtures("styled")


def _said(page: MethodPage) -> str:
    labels = page.meaning.findChildren(QLabel)
    return " ".join(label.text() for label in labels if label.isVisibleTo(page))


def test_each_method_has_a_card_with_words(page) -> None:
    for method in METHODS:
        button = page.cards.cards[method].button
        assert button.text() == CATALOGUE[f"method-{method}"].other
        assert CATALOGUE[f"method-{method}-meaning"].other in button.accessibleDescription()


def test_a_file_is_opened_while_the_page_is_being_made(
    store, sync_runner, dataset, project, qtbot
) -> None:
    page = MethodPage(store, sync_runner)
    assert not page.make_more()
    store.open_dataset(project.source, dataset, profile(dataset), project)
    show_page(qtbot, page)
    assert page.main_action().enabled


def test_another_method_keeps_k_and_brings_its_defaults(page) -> None:
    type_into(page.form.fields["k"], "4")
    choose_method(page, "t-closeness-first")
    method = page.store.draft.method
    assert method.name == "t-closeness-first"
    assert method.parameters["k"] == 4
    assert method.parameters["t"] == METHODS[method.name].parameter("t").default


def test_going_back_to_a_method_finds_its_settings_again(page) -> None:
    choose_method(page, "t-closeness-first")
    type_into(page.form.fields["t"], "0.33")
    choose_method(page, "mdav")
    assert page.store.draft.method.parameters["k"] == 3
    assert "t" not in page.store.draft.method.parameters
    choose_method(page, "t-closeness-first")
    assert page.store.draft.method.parameters["t"] == 0.33


def test_every_parameter_of_every_method_has_a_field_with_its_default(page) -> None:
    # The method of a single quasi-identifier comes last: it leaves the others one as well.
    for method in sorted(METHODS, key="univariate-optimal".__eq__):
        if method == "univariate-optimal":
            page.store.set_attributes([Attribute("HOURS", Role.OTHER)])
        choose_method(page, method)
        assert page.store.draft.method.name == method
        values = page.form.values()
        # Columns, shares and trees have a table below; a confirmation is asked for at the release,
        # and a secret is drawn.
        elsewhere = {"mask", "shares", "tree", "confirmed", "secret_seed"}
        for parameter in METHODS[method].parameters:
            if parameter.name not in elsewhere:
                assert parameter.name in page.form.fields, method
                if parameter.default is not None and parameter.name != "k":
                    assert values[parameter.name] == parameter.default, method


def test_a_choice_is_offered_in_words_and_stored_by_name(page) -> None:
    field = page.form.fields["aggregate"]
    assert isinstance(field, QComboBox)
    press(page.form.more_settings.button)
    choose(field, "Median")
    assert page.store.draft.method.parameters["aggregate"] == "median"


def test_a_value_changed_and_changed_back_leaves_the_settings_as_they_were(page) -> None:
    before = page.store.draft.method
    type_into(page.form.fields["k"], "5")
    type_into(page.form.fields["k"], "3")
    assert page.store.draft.method == before


def test_turning_a_wheel_is_undone_at_once(page) -> None:
    for k in (4, 5, 6):
        type_into(page.form.fields["k"], str(k))
    page.store.undo()
    assert page.store.draft.method.parameters == {"k": 3}


def test_t_closeness_needs_a_confidential_column(page) -> None:
    page.store.set_attributes([Attribute("WAGE", Role.OTHER)])
    for method in ("t-merge", "t-k-first", "t-closeness-first"):
        card = page.cards.cards[method]
        assert not card.button.isEnabled()
        assert "Needs a confidential column" in card.reason
    page.store.set_attributes([Attribute("WAGE", Role.CONFIDENTIAL, Scale.CONTINUOUS)])
    assert page.cards.cards["t-closeness-first"].button.isEnabled()


def test_a_column_is_asked_for_only_where_there_is_a_choice(page) -> None:
    choose_method(page, "t-closeness-first")
    press(page.form.more_settings.button)
    field = page.form.fields["bucket_by"]
    assert isinstance(field, QComboBox)
    assert not field.isVisibleTo(page)
    page.store.set_attributes([Attribute("HOURS", Role.CONFIDENTIAL, Scale.INTEGER)])
    assert field.isVisibleTo(page)
    choose(field, "WAGE")
    assert page.store.draft.method.parameters["bucket_by"] == "WAGE"


def test_the_meaning_names_records_clusters_and_the_chance(page, sync_runner) -> None:
    assert "12 records become 4 clusters of at least 3 records" in _said(page)
    assert "1 in 3" in _said(page)
    sync_runner.do(type_into, page.form.fields["k"], "5")
    assert "12 records become 2 clusters of at least 5 records" in _said(page)


def test_the_meaning_says_how_large_clusters_t_asks_for(page, sync_runner) -> None:
    choose_method(page, "t-closeness-first")
    sync_runner.do(type_into, page.form.fields["t"], "0.05")
    # k' = ceil(12 / (2 * 11 * 0.05 + 1)) = 6.
    said = "forms clusters of at least 6 records, more than your k = 3 asks for"
    assert said in _said(page)
    assert "12 records become up to 2 clusters" in _said(page)
    drawing = page.picture.price.drawing
    assert drawing.now == (0.05, 6)


def _with_gaps(dataset: Dataset) -> Dataset:
    ages = dataset.column("AGE")
    gone = np.zeros(12, dtype=bool)
    gone[[1, 5]] = True
    columns = [replace(c, missing=gone) if c.name == "AGE" else c for c in dataset.columns]
    assert len(ages) == 12
    return replace(dataset, columns=tuple(columns))


def test_missing_values_are_counted_and_the_policy_is_chosen(
    page, sync_runner, dataset, project
) -> None:
    holed = _with_gaps(dataset)
    sync_runner.do(page.store.open_dataset, project.source, holed, profile(holed), project)
    said = [label.text() for label in page.missing.findChildren(QLabel)]
    assert "2 records lack a value in a quasi-identifier." in said
    assert "2 records are left out" in _said(page)
    sync_runner.do(press, page.missing.use_observed)
    assert page.store.draft.missing is MissingPolicy.USE_OBSERVED
    assert "12 records become" in _said(page)


def test_without_missing_values_nothing_is_asked(page) -> None:
    assert not page.missing.leave_out.isVisibleTo(page)


def test_a_value_of_a_recipe_that_cannot_be_stays_in_sight(page, sync_runner) -> None:
    sync_runner.do(page.store.set_method, Method("mdav", {"k": 40}))
    assert page.form.fields["k"].text() == "40"
    assert [problem.code for problem in page.problems()] == ["k-exceeds-records"]
    assert not page.main_action().enabled
    assert page.main_action().reason


def test_a_problem_leads_to_its_field(page, qtbot) -> None:
    page.activateWindow()
    page.focus_on(Problem("k-exceeds-records", Where(field="method.k")))
    qtbot.waitUntil(page.form.fields["k"].hasFocus)


def test_a_problem_leads_to_a_field_that_is_folded_away(page, qtbot) -> None:
    page.activateWindow()
    for name in ("blocks", "lambda"):
        page.form.more_settings.set_open(False)
        assert not page.form.fields[name].isVisible()
        page.focus_on(Problem("parameter-not-number", Where(field=f"method.{name}")))
        qtbot.waitUntil(lambda: page.isAncestorOf(page.focusWidget()))
        assert page.form.fields[name].isVisible()


def test_the_tab_key_goes_from_the_questions_through_the_fields_to_the_methods(page) -> None:
    for method in ("mdav", "t-closeness-first"):
        choose_method(page, method)
        order = list(in_reading_order(page))
        fields = [field for field in page.form.fields.values() if field.isVisible()]
        wanted = [
            page.chooser.aim.buttons[page.chooser.intent.aim],
            *fields,
            page.form.more_settings.button,
            page.all_methods,
            page.compare_button,
            page.cards.cards[method].button,
        ]
        assert [widget for widget in order if widget in wanted] == wanted


def test_the_main_button_confirms_and_goes_on(page, qtbot) -> None:
    assert page.main_action().enabled
    with qtbot.waitSignal(page.finished):
        press_main(page)
    assert Step.METHOD in page.store.draft.confirmed
