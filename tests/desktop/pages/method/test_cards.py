"""The cards of the step Method: many methods looked over at once, one of them open."""

from __future__ import annotations

from dataclasses import replace

from core.compare.ways import name_of, ways
from core.model import Attribute, Method, Role
from core.protect import METHODS
from desktop_app.presenters.method.method_groups import method_groups
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.choosing import choose_method
from tests.desktop.mouse import press


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


def test_only_the_chosen_card_is_open(page: MethodPage) -> None:
    cards = page.cards.cards
    press(cards["v-mdav"])
    heights = {name: card.sizeHint().height() for name, card in cards.items()}
    assert heights["v-mdav"] > 1.5 * heights["mdav"]
    assert cards["mdav"].line.isVisible()
    assert not cards["v-mdav"].line.isVisible()


def test_a_method_of_one_column_is_offered_only_where_there_is_one(page: MethodPage) -> None:
    choose_method(page, "best")
    card = page.cards.cards["univariate-optimal"]
    assert not card.isVisible()
    assert not card.button.isEnabled()
    assert card.reason == "Takes a single quasi-identifier; 2 columns have that role."
    page.store.set_attributes([Attribute("HOURS", Role.OTHER)])
    assert card.isVisible()
    assert card.button.isEnabled()
    assert not card.reason


def test_a_method_in_force_that_the_columns_do_not_allow_stays_chosen(page: MethodPage) -> None:
    page.store.set_method(Method("univariate-optimal", {"k": 3}))
    card = page.cards.cards["univariate-optimal"]
    assert card.button.isChecked()
    assert card.button.isEnabled()


def test_settings_rarely_used_are_folded_away(page: MethodPage) -> None:
    assert page.form.fields["k"].isVisible()
    assert not page.form.fields["aggregate"].isVisible()
    press(page.form.more_settings.button)
    assert page.form.fields["aggregate"].isVisible()


def test_a_setting_of_its_own_opens_the_fold_and_is_counted(page: MethodPage) -> None:
    page.store.set_method(Method("mdav", {"k": 3, "aggregate": "median"}))
    assert page.form.fields["aggregate"].isVisible()
    assert page.form.more_settings.button.text() == "More settings (1 changed)"
    page.store.undo()
    assert page.form.more_settings.button.text() == "More settings"


def test_another_method_begins_with_the_fold_closed(page: MethodPage) -> None:
    press(page.form.more_settings.button)
    choose_method(page, "ama")
    assert not page.form.more_settings.is_open


def test_lambda_is_offered_only_where_it_can_matter(page: MethodPage) -> None:
    press(page.form.more_settings.button)
    assert page.form.fields["lambda"].isVisible()
    page.store.set_attributes([Attribute("WAGE", Role.OTHER)])
    assert not page.form.fields["lambda"].isVisible()
    page.store.set_method(Method("mdav", {"k": 3, "lambda": 0.5}))
    assert page.form.fields["lambda"].isVisible()
