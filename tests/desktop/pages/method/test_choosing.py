"""The three questions on the step Method, answered with mouse and keys, and what they lead to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from core.compare.ways import method_of, way_of, ways
from core.inspect.profiling.column_profiles import profile
from core.model import Attribute, Dataset, Method, Role, Scale
from desktop_app.presenters.method.intents import AcceptableLoss, Aim, Intruder, intent_of, serving
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.choosing import choose_method
from tests.desktop.keys import type_into
from tests.desktop.mouse import press

pytestmark = pytest.mark.usefixtures("styled")

WAYS = ["mdav", *(way for way in ways() if way not in ("mdav", "univariate-optimal"))]


@pytest.fixture
def page(page) -> MethodPage:
    page.resize(780, 560)
    page.activateWindow()
    return page


def _way(page: MethodPage) -> str:
    return way_of(page.store.draft.method, page.cards.open_way)


def _answers(page: MethodPage) -> list[str]:
    questions = (page.chooser.aim, page.chooser.intruder, page.chooser.loss)
    return [n for q in questions for n, b in q.buttons.items() if b.isVisible() and b.isChecked()]


def test_every_way_serves_one_intent_and_every_intent_few_ways() -> None:
    intents = {way: intent for way in ways() if (intent := intent_of(way)) is not None}
    promising = {
        way for way in ways() if not method_of(way).promise({"k": 3, "epsilon": 1}).is_nothing
    }
    assert set(intents) == promising
    for way, intent in intents.items():
        assert way in serving(intent.aim, intent.intruder, intent.loss)
    for aim in Aim:
        assert serving(aim)
    assert all(len(serving(i.aim, i.intruder, i.loss)) <= 4 for i in intents.values())


def test_the_answers_and_the_cards_are_those_of_the_method_in_force(page) -> None:
    assert _answers(page) == [Aim.IDENTITY, Intruder.EVERY_COLUMN, AcceptableLoss.QUICK]
    assert page.cards.in_sight == ("mdav", "v-mdav", "insensitive", "ama")
    assert "k-anonymity." in page.chooser.promise.text()
    least = page.chooser.loss.buttons[AcceptableLoss.LEAST].text()
    assert least.startswith("As little as possible (")


def test_confidential_values_lead_to_the_search_that_keeps_t_first(page, sync_runner) -> None:
    sync_runner.do(press, page.chooser.aim.buttons[Aim.VALUE])
    assert _way(page) == "best-t"
    assert page.cards.in_sight == ("best-t",)
    assert page.form.fields["t"].isVisible()
    press(page.chooser.loss.buttons[AcceptableLoss.QUICK])
    assert page.cards.in_sight == ("t-merge", "t-k-first", "t-closeness-first")
    assert _way(page) == "t-merge"


def test_every_answer_in_sight_that_cannot_be_chosen_has_its_reason_in_sight(
    page, sync_runner
) -> None:
    store = page.store
    store.set_attributes(
        replace(a, scale=Scale.NOMINAL, order=())
        for a in store.schema.attributes
        if a.role is Role.QUASI_IDENTIFIER
    )
    sync_runner.finish()
    questions = (page.chooser.aim, page.chooser.intruder, page.chooser.loss)
    barred = [b for q in questions for b in q.buttons.values() if b.isVisible()]
    barred = [button for button in barred if not button.isEnabled()]
    assert page.chooser.loss.buttons[AcceptableLoss.LEAST] in barred
    said = page.chooser.barred.text().splitlines()
    assert said == [f"{button.text()}: {button.toolTip()}" for button in barred]


def test_a_stratum_of_categories_bars_no_answer(page, sync_runner) -> None:
    store, least = page.store, page.chooser.loss.buttons[AcceptableLoss.LEAST]
    area = Attribute("AGE", Role.QUASI_IDENTIFIER, Scale.NOMINAL)
    sync_runner.do(store.set_attributes, [area])
    assert not least.isEnabled()
    assert "AGE holds categories without one. If these rise, put" in page.chooser.barred.text()
    sync_runner.do(store.set_strata, ["AGE"])
    assert "AGE" not in page.chooser.barred.text()
    sync_runner.do(press, least)
    assert _way(page) == "best"
    assert not [p for p in store.plan.errors if p.code == "method-needs-order"]


def test_who_goes_back_to_an_aim_finds_the_method_that_was_left(page) -> None:
    choose_method(page, "ama")
    press(page.chooser.aim.buttons[Aim.ANYTHING])
    assert page.store.draft.method.name.startswith("dp-")
    press(page.chooser.aim.buttons[Aim.IDENTITY])
    assert _way(page) == "ama"


def test_somebody_who_knows_one_column_leads_to_individual_ranking(page) -> None:
    press(page.chooser.intruder.buttons[Intruder.ONE_COLUMN])
    assert _way(page) == "individual-ranking"
    assert "may find a single record" in page.chooser.promise.text()
    assert not page.chooser.loss.buttons[AcceptableLoss.LEAST].isVisible()


def test_the_questions_are_answered_with_the_arrow_keys(page) -> None:
    page.chooser.take_focus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert _way(page) == "best-t"
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
    assert _way(page) == "mdav"
    page.cards.take_focus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert _way(page) == "v-mdav"


def test_all_methods_are_one_click_away_and_the_answers_follow(page) -> None:
    for way in ("v-mdav", "individual-ranking", "t-k-first", "dp-insensitive", "rank-swapping"):
        choose_method(page, way)
        assert _way(page) == way
        assert page.chooser.intent == intent_of(way)
        assert way in page.cards.in_sight
        page.store.undo()
        assert _way(page) == "mdav"
        assert page.chooser.intent == intent_of("mdav")


def test_without_a_confidential_column_no_value_can_be_protected(page) -> None:
    page.store.set_attributes([Attribute("WAGE", Role.OTHER)])
    button = page.chooser.aim.buttons[Aim.VALUE]
    assert not button.isEnabled()
    assert "Needs a confidential column" in page.chooser.barred.text()
    assert page.chooser.barred.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(8, button.height() // 2))
    assert _way(page) == "mdav"


def test_the_reason_is_the_column_that_is_lacking_whatever_else_a_method_cannot_do(page) -> None:
    """The first of the methods that keep t takes no categories either; the others do."""
    page.store.set_attributes(
        [Attribute("WAGE", Role.OTHER), Attribute("AGE", Role.QUASI_IDENTIFIER, Scale.NOMINAL)]
    )
    said = page.chooser.aim.buttons[Aim.VALUE].toolTip()
    assert said.startswith(
        "Needs a confidential column; no column has that role (the step Columns)."
    )
    assert said in page.chooser.barred.text()


def test_a_taxonomy_leaves_the_quick_methods_that_keep_t(page) -> None:
    page.store.set_attributes(
        [Attribute("WAGE", Role.CONFIDENTIAL, Scale.NOMINAL, taxonomy="shipped:countries")]
    )
    press(page.chooser.aim.buttons[Aim.VALUE])
    assert _way(page) == "t-merge"
    assert not page.chooser.loss.buttons[AcceptableLoss.LEAST].isEnabled()


def test_a_method_that_is_not_known_answers_nothing(page, sync_runner) -> None:
    sync_runner.do(page.store.set_method, Method("to-come", {"k": 3}))
    assert _answers(page) == []
    press(page.chooser.aim.buttons[Aim.IDENTITY])
    assert _way(page) == "mdav"


def _in_sight(page: MethodPage, widget: QWidget) -> bool:
    port = page.settings_area.viewport()
    top = widget.mapTo(port, QPoint()).y()
    return top >= 0 and top + widget.height() <= port.height()


def test_settings_and_missing_values_are_in_sight_whichever_method_is_chosen(
    page, sync_runner, dataset, project
) -> None:
    first = dataset.columns[1]
    missing = first.missing.copy()
    missing[0] = True
    holed = Dataset(
        (dataset.columns[0], replace(first, missing=missing), *dataset.columns[2:]),
        dataset.fingerprint,
    )
    sync_runner.do(page.store.open_dataset, project.source, holed, profile(holed), project)
    for way in WAYS:
        # As large as a page is in windows of 1024 x 700 and 1280 x 800 pixels.
        small, large = (814, 600), (1070, 700)
        page.resize(*small)
        if way != "mdav":
            choose_method(page, way)
        sync_runner.finish()
        page.settings_area.verticalScrollBar().setValue(0)
        for size in (small, large):
            page.resize(*size)
            # Two sections go side by side, or one below the other, in a turn of their own.
            for _ in range(5):
                QApplication.processEvents()
            assert page.settings_area.verticalScrollBar().value() == 0
            for name in ("k", "t", "epsilon"):
                field = page.form.fields.get(name)
                is_shown = field is not None and field.isVisible()
                assert not is_shown or _in_sight(page, field), (way, name, size)
            assert _in_sight(page, page.missing.use_observed), (way, size)


def test_settings_that_leave_next_to_nothing_get_a_caution(page, sync_runner) -> None:
    assert "form one group" not in page.meaning.text()
    type_into(page.form.fields["k"], "11", sync_runner)
    assert "all 12 records form one group" in page.meaning.text()
    choose_method(page, "t-merge")
    type_into(page.form.fields["k"], "2", sync_runner)
    type_into(page.form.fields["t"], "0", sync_runner)
    assert "t = 0 requires the confidential values of every group" in page.meaning.text()


def test_nothing_is_cut_off_on_full_hd_at_200_per_cent(page, sync_runner) -> None:
    page.resize(960 - 192, 440)
    for way in WAYS:
        sync_runner.do(choose_method, page, way)
        QApplication.processEvents()
        assert page.minimumSizeHint().width() <= 960 - 192, way
        inner = page.settings_area.widget()
        assert inner.width() <= page.settings_area.viewport().width(), way
