"""The step Columns: how much a column counts in distances, and how its amounts are compared."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.model import DistanceScale
from core.recipe import open_project
from desktop_app.models.attributes_model import Field
from desktop_app.state import Step
from desktop_app.state.parts import Part
from tests.desktop.mouse import press, press_cell
from tests.desktop.recipes import declare, write_recipe
from tests.plain_recipes import write_plain_recipe

CONTROL = Qt.KeyboardModifier.ControlModifier
LEVELS = ["low", "high"]


@pytest.fixture
def page(traveller, tmp_path):
    rows = [f"{i % 40},{i * i * i % 99991},{LEVELS[i % 2]},{'ab'[i % 2]}" for i in range(240)]
    columns = {
        "YEARS": declare("quasi integer", importance=16),
        "SALES": "quasi continuous",
        "LEVEL": declare("quasi ordinal", order=LEVELS),
        "TOWN": "confidential nominal",
    }
    return traveller.open_at(
        Step.COLUMNS, write_recipe(tmp_path / "firms.csv", columns, rows, unit="record")
    )


def show(page, name: str):
    press_cell(page.table, page.model.index(page.model.row_of(name), Field.NAME))
    return page.details.states.distance


def checked(form) -> list[str]:
    return [button.text() for button in form.importance.values() if button.isChecked()]


def test_keys_set_importance_and_scale_and_are_undone_one_by_one(traveller, page, tmp_path) -> None:
    form = show(page, "SALES")
    assert checked(form) == ["Normal"]
    form.importance[1.0].setFocus()
    traveller.do(QTest.keyClick, form.importance[1.0], Qt.Key.Key_Right)
    assert page.store.schema.named("SALES").importance == 4
    assert checked(form) == ["More"]
    form.scale.setFocus()
    traveller.do(QTest.keyClick, form.scale, Qt.Key.Key_Down)
    assert page.store.schema.named("SALES").distance is DistanceScale.LOG
    file = tmp_path / "work.statveil"
    traveller.save(file)
    saved = open_project(file).project.schema.named("SALES")
    assert (saved.distance, saved.importance) == (DistanceScale.LOG, 4)

    traveller.do(
        QTest.keyClick, traveller.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier
    )
    assert form.scale.currentText() == "Amounts as they are"
    assert checked(form) == ["More"]
    traveller.do(
        QTest.keyClick, traveller.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier
    )
    assert page.store.schema.named("SALES").has_usual_distance
    assert checked(form) == ["Normal"]


def test_a_press_of_the_mouse_lets_a_column_count_less(traveller, page) -> None:
    traveller.do(press, show(page, "LEVEL").importance[0.25])
    assert page.store.schema.named("LEVEL").importance == 0.25


def test_only_masked_columns_are_compared_and_only_amounts_on_a_scale(page) -> None:
    shown = {}
    for name in ("SALES", "LEVEL", "TOWN"):
        form = show(page, name)
        shown[name] = (form.isVisible(), form.scale.isVisible())
    assert shown == {"SALES": (True, True), "LEVEL": (True, False), "TOWN": (False, False)}


def test_an_importance_between_is_shown_and_stays(traveller, page) -> None:
    form = show(page, "YEARS")
    assert checked(form) == []
    assert form.title.text() == "Importance: 16"
    form.scale.setFocus()
    traveller.do(QTest.keyClick, form.scale, Qt.Key.Key_End)
    years = page.store.schema.named("YEARS")
    assert (years.distance, years.importance) == (DistanceScale.ROOT, 16)
    page.store.set_parts({"YEARS": Part.CONFIDENTIAL}, page.store.profiles)
    assert page.store.schema.named("YEARS").has_usual_distance


def test_logarithms_are_suggested_for_skewed_amounts(traveller, samples, tmp_path) -> None:
    page = traveller.open_at(Step.COLUMNS, write_plain_recipe(samples, "business_survey", tmp_path))
    assert "Suggestion: Many amounts are small" in show(page, "TURNOVER").why.text()
    assert not show(page, "YEAR_FOUNDED").why.isVisible()
    assert page.store.schema.named("TURNOVER").has_usual_distance
