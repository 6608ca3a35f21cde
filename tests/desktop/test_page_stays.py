"""The page stays where it is while lists and problems above and below it come and go."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

import resources
from core.model import Scale
from desktop_app.models.attributes_model import Field
from desktop_app.state import Step
from tests.desktop.choosing import choose_method
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import turn_wheel
from tests.desktop.mouse import choose, open_cell, press, tick

_SAMPLES = resources.FOLDER / "samples"


@pytest.fixture
def traveller(traveller: Traveller, tmp_path: Path) -> Traveller:
    for kind in ("csv", "recipe.json"):
        copy(_SAMPLES / f"household_survey.{kind}", tmp_path)
    traveller.open_project(tmp_path / "household_survey.recipe.json")
    traveller.window.resize(1024, 700)
    return traveller


def _top(widget: QWidget) -> int:
    return widget.mapToGlobal(QPoint()).y()


def _settle(traveller: Traveller) -> None:
    """Wait until nothing runs and everything is laid out."""
    traveller.rest()
    QTest.qWait(50)


@pytest.mark.parametrize("list_name", ["columns", "zeros"])
def test_a_condition_is_ticked_without_a_jump(traveller: Traveller, list_name: str) -> None:
    traveller.window.show_step(Step.METHOD)
    traveller.rest()
    page = traveller.page(Step.METHOD)
    names = getattr(page.conditions, list_name)
    names.setFocus()
    _settle(traveller)
    (row,) = [at for at in range(names.count()) if names.item(at).text() == "RENT"]
    heights = [page.outlook.height()]
    for _ in range(2):
        tick(names, names.model().index(row, 0))
        before = _top(names)
        _settle(traveller)
        assert _top(names) == before
        heights.append(0 if page.outlook.isHidden() else page.outlook.height())
    # What the condition means is counted, and said above, in more lines or fewer.
    assert heights[0] == heights[2] != heights[1]


def test_an_order_that_is_accepted_leaves_the_page_where_it_is(traveller: Traveller) -> None:
    traveller.window.show_step(Step.COLUMNS)
    traveller.rest()
    page, bar = traveller.page(Step.COLUMNS), traveller.window.problem_bar
    row = page.model.row_of("REGION")
    choose(open_cell(page.table, page.model.index(row, Field.ROLE)), "Quasi-identifier")
    choose(open_cell(page.table, page.model.index(row, Field.SCALE)), "Ordered categories")
    _settle(traveller)
    # The columns are confirmed, so that the lacking order is a fault of the taxonomies.
    assert [p.where.column for p in traveller.store.problems_of(Step.TAXONOMIES)] == ["REGION"]
    before, high = _top(page.details), bar.height()
    press(page.details.order.accept_button)
    _settle(traveller)
    assert traveller.store.schema.named("REGION").order
    assert traveller.store.schema.named("REGION").scale is Scale.ORDINAL
    assert not traveller.store.problems_of(Step.TAXONOMIES)
    assert (_top(page.details), bar.height()) == (before, high)


def test_a_bar_without_problems_says_so_until_the_page_is_left(traveller: Traveller) -> None:
    traveller.window.show_step(Step.METHOD)
    choose_method(traveller.page(Step.METHOD), "mdav")
    traveller.rest()
    traveller.window.show_step(Step.COLUMNS)
    traveller.rest()
    page, bar = traveller.page(Step.COLUMNS), traveller.window.problem_bar
    row = page.model.row_of("INCOME")
    assert [bar.item(at).text()[:13] for at in range(bar.count())] == ["Column INCOME"]
    high, before = bar.height(), _top(page.details)
    choose(open_cell(page.table, page.model.index(row, Field.ROLE)), "Quasi-identifier")
    traveller.rest()
    assert _top(page.details) == before
    assert bar.isVisible()
    assert [bar.item(at).text() for at in range(bar.count())] == [
        "No problem is left on this page."
    ]
    assert bar.height() == high
    # It is no problem that leads anywhere.
    press(bar)
    QTest.keyClick(bar, Qt.Key.Key_Return)
    assert traveller.step is Step.COLUMNS
    press(page.bar.ask_button)
    assert page.asking
    assert not bar.isVisible()
    traveller.back()
    traveller.window.show_step(Step.DATA)
    traveller.window.show_step(Step.COLUMNS)
    assert not bar.isVisible()


def _key(traveller: Traveller, key: Qt.Key, held: Qt.KeyboardModifier) -> None:
    QTest.keyClick(traveller.window.focusWidget() or traveller.window, key, held)
    _settle(traveller)


def test_a_page_begins_at_its_top_but_keeps_its_place_on_the_way_back(
    traveller: Traveller,
) -> None:
    window, alt = traveller.window, Qt.KeyboardModifier.AltModifier
    forward = (Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    window.enter_step(Step.PREPARE)
    traveller.wait(window.footer.main_button.isEnabled)
    _key(traveller, *forward)
    assert window.step is Step.METHOD
    area = traveller.page(Step.METHOD).settings_area
    bar = area.verticalScrollBar()

    def scroll_down() -> None:
        for _ in range(5):
            turn_wheel(area.viewport(), -2)
        assert bar.value() > 0

    scroll_down()
    place = bar.value()
    traveller.wait(window.footer.main_button.isEnabled)
    _key(traveller, *forward)
    assert window.step is Step.RUN
    _key(traveller, Qt.Key.Key_Left, alt)
    assert bar.value() == place
    _key(traveller, Qt.Key.Key_Left, alt)
    traveller.wait(window.footer.main_button.isEnabled)
    _key(traveller, *forward)
    assert window.step is Step.METHOD
    assert bar.value() == 0
    scroll_down()
    traveller.open_project(_SAMPLES / "business_survey.recipe.json")
    assert bar.value() == 0
