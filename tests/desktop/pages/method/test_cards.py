"""The cards of the step Method: many methods looked over at once, one of them open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.compare.cost import seconds_for
from core.compare.ways import name_of, ways
from core.model import Attribute, Method, Role, Scale
from core.protect import METHODS
from desktop_app.presenters.method.method_groups import method_groups
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.choosing import choose_method
from tests.desktop.keys import type_into
from tests.desktop.mouse import press
from tests.desktop.sync_runner import SyncRunner


def test_each_method_stands_once_under_the_promise_it_makes() -> None:
    groups = {group.title: group.methods for group in method_groups()}
    assert sorted(way for found in groups.values() for way in found) == sorted(ways())
    assert {name_of(way) for way in ways()} == set(METHODS)
    assert groups["k-anonymity and t-closeness"][0] == "best-t"
    assert "mdav" in groups["k-anonymity"]
    assert {"t-merge", "t-k-first", "t-closeness-first"} <= {*groups["k-anonymity and t-closeness"]}
    assert groups["Column by column"] == ("individual-ranking",)


def test_a_method_to_come_finds_its_group_by_what_it_promises() -> None:
    close = replace(METHODS["t-merge"], name="new")
    assert [g.title for g in method_groups([close])] == ["k-anonymity and t-closeness"]


@pytest.mark.usefixtures("styled")
def test_only_the_chosen_card_is_open(page) -> None:
    cards = page.cards.cards
    press(cards["v-mdav"])
    heights = {name: card.sizeHint().height() for name, card in cards.items()}
    assert heights["v-mdav"] > 1.5 * heights["mdav"]
    assert cards["mdav"].line.isVisible()
    assert not cards["v-mdav"].line.isVisible()


def test_a_method_of_one_column_is_offered_only_where_there_is_one(page) -> None:
    choose_method(page, "best")
    card = page.cards.cards["univariate-optimal"]
    assert not card.isVisible()
    assert not card.button.isEnabled()
    assert card.reason == "Takes a single quasi-identifier; 2 columns have that role."
    page.store.set_attributes([Attribute("HOURS", Role.OTHER)])
    assert card.isVisible()
    assert card.button.isEnabled()
    assert not card.reason


def test_a_method_in_force_that_the_columns_do_not_allow_stays_chosen(page) -> None:
    page.store.set_method(Method("univariate-optimal", {"k": 3}))
    card = page.cards.cards["univariate-optimal"]
    assert card.button.isChecked()
    assert card.button.isEnabled()


def test_settings_rarely_used_are_folded_away(page) -> None:
    assert page.form.fields["k"].isVisible()
    assert not page.form.fields["aggregate"].isVisible()
    press(page.form.more_settings.button)
    assert page.form.fields["aggregate"].isVisible()


def test_a_setting_of_its_own_opens_the_fold_and_is_counted(page) -> None:
    page.store.set_method(Method("mdav", {"k": 3, "aggregate": "median"}))
    assert page.form.fields["aggregate"].isVisible()
    assert page.form.more_settings.button.text() == "More settings (1 changed)"
    page.store.undo()
    assert page.form.more_settings.button.text() == "More settings"


def test_another_method_begins_with_the_fold_closed(page) -> None:
    press(page.form.more_settings.button)
    choose_method(page, "ama")
    assert not page.form.more_settings.is_open


def test_lambda_is_offered_only_where_it_can_matter(page) -> None:
    press(page.form.more_settings.button)
    assert page.form.fields["lambda"].isVisible()
    page.store.set_attributes([Attribute("WAGE", Role.OTHER)])
    assert not page.form.fields["lambda"].isVisible()
    page.store.set_method(Method("mdav", {"k": 3, "lambda": 0.5}))
    assert page.form.fields["lambda"].isVisible()


def _choose(page: MethodPage, runner: SyncRunner, way: str) -> None:
    runner.do(choose_method, page, way)


@pytest.mark.usefixtures("styled")
def test_it_is_the_first_card_of_those_that_keep_t(page, sync_runner) -> None:
    (close,) = [g for g in method_groups() if g.title == "k-anonymity and t-closeness"]
    assert close.methods == ("best-t", "t-merge", "t-k-first", "t-closeness-first")
    assert "try “Long search that keeps t” first (about " in page.proposal.text()
    _choose(page, sync_runner, "best-t")
    assert page.store.draft.method.name == "best"
    assert page.store.draft.method.parameters["t"] == METHODS["t-merge"].parameter("t").default
    assert page.cards.cards["best-t"].button.isChecked()
    assert page.form.fields["t"].isVisibleTo(page)
    assert "try “" not in page.proposal.text()


@pytest.mark.usefixtures("styled")
def test_the_search_without_t_asks_for_none(page, sync_runner) -> None:
    _choose(page, sync_runner, "best-t")
    _choose(page, sync_runner, "best")
    assert "t" not in page.store.draft.method.parameters
    assert page.cards.cards["best"].button.isChecked()
    assert not page.form.fields["t"].isVisibleTo(page)
    _choose(page, sync_runner, "best-t")
    assert page.store.draft.method.parameters["t"] == 0.15


def test_t_stays_on_its_card_while_it_is_typed(page, sync_runner) -> None:
    _choose(page, sync_runner, "best-t")
    for typed in ("1", "0.2"):
        sync_runner.do(type_into, page.form.fields["t"], typed)
        assert page.cards.open_way == "best-t"
        assert page.store.draft.method.parameters["t"] == float(typed)


def test_undo_goes_back_to_the_card_before(page, sync_runner) -> None:
    _choose(page, sync_runner, "best-t")
    page.store.undo()
    assert page.cards.open_way == "mdav"


def test_what_it_costs_in_time_is_said(page, sync_runner) -> None:
    _choose(page, sync_runner, "best-t")
    said = page.meaning.text()
    assert "The search tries up to 20,000,000 moves: about " in said


def test_where_it_does_not_apply_it_says_why_and_is_not_proposed(page) -> None:
    card = page.cards.cards["best-t"]
    for column, reason in (
        (Attribute("WAGE", Role.OTHER), "Needs a confidential column"),
        (Attribute("WAGE", Role.CONFIDENTIAL, Scale.NOMINAL, taxonomy="shipped:countries"), "WAGE"),
        (Attribute("HOURS", Role.QUASI_IDENTIFIER, Scale.NOMINAL), "Needs numbers or an order"),
    ):
        page.store.set_attributes([column])
        assert not card.button.isEnabled(), reason
        assert reason in card.reason
        assert "try “" not in page.proposal.text(), reason
        page.store.undo()
        assert card.button.isEnabled()


def test_the_estimate_grows_with_records_moves_and_confidential_columns(page) -> None:
    schema, method = page.store.draft.schema, Method("best", {"k": 5, "t": 0.1})
    one = seconds_for(method, schema, 10_000)
    more = Attribute("AGE", Role.CONFIDENTIAL, Scale.INTEGER)
    two = replace(
        schema, attributes=tuple(more if a.name == "AGE" else a for a in schema.attributes)
    )
    assert seconds_for(method, schema, 100_000) > one
    assert seconds_for(method, two, 10_000) > one
    longer = Method("best", {**method.parameters, "moves": 200_000_000})
    assert 5 * one < seconds_for(longer, schema, 10_000) < 11 * one
