"""The step Columns: zeros that mean none and codes that do not apply, ticked, undone and kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox

from core.model import Attribute
from core.recipe import open_project
from desktop_app.models.attributes_model import Field
from desktop_app.state import Step
from tests.desktop.mouse import press, press_cell, press_main
from tests.desktop.recipes import write_recipe


def person(number: int) -> str:
    age = number * 7 % 60
    hours = "-8" if age < 15 else str(20 + number % 23)
    rent = 0 if number % 4 == 0 else 300 + number * number % 977
    pension = "" if age < 40 else str(500 + number % 31)
    return f"{age},{hours},{rent},{pension}"


@pytest.fixture
def persons(tmp_path) -> Path:
    """Return a recipe for persons of whom not all were asked for hours and pension."""
    columns = dict.fromkeys(("AGE", "HOURS", "RENT", "PENSION"), "quasi integer")
    rows = map(person, range(240))
    settings = {"missing": "use-observed", "unit": "record"}
    return write_recipe(tmp_path / "persons.csv", columns, rows, **settings)


@pytest.fixture
def page(traveller, persons):
    return traveller.open_at(Step.COLUMNS, persons)


def show(page, name: str) -> dict[str, QCheckBox]:
    """Choose a column and return its ticks in sight, by their words."""
    press_cell(page.table, page.model.index(page.model.row_of(name), Field.NAME))
    boxes = page.details.states.boxes
    return {box.text(): box for box in boxes if box.isVisible()}


def reason(page, box: QCheckBox) -> str:
    return page.details.states.reasons[page.details.states.boxes.index(box)].text()


def test_each_column_has_the_ticks_that_its_cells_call_for(page) -> None:
    assert list(show(page, "AGE")) == ["Zero means none"]
    assert list(show(page, "HOURS")) == ["Does not apply: -8"]
    assert list(show(page, "RENT")) == ["Zero means none"]
    assert list(show(page, "PENSION")) == ["Does not apply: empty cells"]


def test_a_suggestion_has_its_reason(page) -> None:
    hours = show(page, "HOURS")["Does not apply: -8"]
    assert "the same code is in exactly the" in reason(page, hours)
    assert "Condition: AGE < 15." in reason(page, hours)
    rent = show(page, "RENT")["Zero means none"]
    assert "Zero probably means “none”: 60 of 240 values are 0" in reason(page, rent)
    age = show(page, "AGE")["Zero means none"]
    assert "Suggestion" not in reason(page, age)


def test_ticks_by_mouse_and_keys_are_undone_one_by_one(traveller, page) -> None:
    press(show(page, "RENT")["Zero means none"])
    hours = show(page, "HOURS")["Does not apply: -8"]
    hours.setFocus()
    traveller.do(QTest.keyClick, hours, Qt.Key.Key_Space)
    assert page.store.schema.named("RENT").keeps_zeros
    assert page.store.schema.named("HOURS").not_applicable == ("-8",)
    QTest.keyClick(traveller.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    traveller.rest()
    assert traveller.window.step is Step.COLUMNS
    assert page.store.schema.named("HOURS").not_applicable == ()
    assert not show(page, "HOURS")["Does not apply: -8"].isChecked()
    assert show(page, "RENT")["Zero means none"].isChecked()


def test_both_steps_show_the_same(traveller, page) -> None:
    press(show(page, "RENT")["Zero means none"])
    press(show(page, "HOURS")["Does not apply: -8"])
    press_main(page)
    form = traveller.show(Step.METHOD).conditions
    assert form.zeros.names == ("RENT",)
    assert form.unasked.names == ("HOURS",)
    assert "HOURS (-8)" in [form.unasked.item(i).text() for i in range(form.unasked.count())]
    for _ in range(3):  # unticked, ticked and unticked again; the code stays
        row = [form.unasked.item(i).text() for i in range(form.unasked.count())].index("HOURS (-8)")
        form.unasked.setCurrentRow(row)
        traveller.do(QTest.keyClick, form.unasked, Qt.Key.Key_Space)
    traveller.show(Step.COLUMNS)
    assert not show(page, "HOURS")["Does not apply: -8"].isChecked()
    assert show(page, "RENT")["Zero means none"].isChecked()


def test_they_are_entries_of_the_recipe_and_come_back(traveller, page, tmp_path) -> None:
    press(show(page, "RENT")["Zero means none"])
    press(show(page, "HOURS")["Does not apply: -8"])
    traveller.do(press, show(page, "PENSION")["Does not apply: empty cells"])
    file = tmp_path / "work.statveil"
    traveller.save(file)
    schema = open_project(file).project.schema
    assert {a.name: a.not_applicable for a in schema.attributes} == {
        "AGE": (),
        "HOURS": ("-8",),
        "RENT": (),
        "PENSION": ("",),
    }
    assert [a.name for a in schema.attributes if a.keeps_zeros] == ["RENT"]


@pytest.fixture
def meanings(traveller, tmp_path):
    """A file with a published region and job, a confidential illness and a masked age."""
    lines = [f"{n % 3},{n % 4},{n % 5},{n % 60}" for n in range(240)]
    columns = {
        "REGION": "other",
        "Q7": "other",
        "ILLNESS": "confidential nominal",
        "AGE": "quasi integer",
    }
    return traveller.open_at(
        Step.COLUMNS, write_recipe(tmp_path / "file.csv", columns, lines, unit="record")
    )


KNOWN, SENSITIVE, PLACE = (
    "Others may know its values",
    "Its values must not be learned",
    "It says where people live or work",
)


def test_what_a_column_means_is_ticked_where_it_matters(meanings) -> None:
    ticks = {name: show(meanings, name) for name in ("REGION", "Q7", "ILLNESS", "AGE")}
    assert {name: [*boxes] for name, boxes in ticks.items()} == {
        "REGION": [KNOWN, SENSITIVE, PLACE],
        "Q7": [KNOWN, SENSITIVE, PLACE],
        "ILLNESS": [SENSITIVE],
        "AGE": ["Zero means none"],
    }
    chosen = {t: b.isChecked() for t, b in show(meanings, "REGION").items()}
    assert chosen == {KNOWN: True, SENSITIVE: False, PLACE: True}
    assert not any(box.isChecked() for box in show(meanings, "Q7").values())
    assert show(meanings, "ILLNESS")[SENSITIVE].isChecked()


def test_a_meaning_that_differs_from_the_name_is_declared(traveller, meanings) -> None:
    place = show(meanings, "Q7")[PLACE]
    place.setFocus()
    QTest.keyClick(place, Qt.Key.Key_Space)
    traveller.do(press, show(meanings, "ILLNESS")[SENSITIVE])

    def named(name: str) -> Attribute:
        return meanings.store.schema.named(name)

    assert (named("Q7").place, named("ILLNESS").sensitive) == (True, False)
    press(show(meanings, "ILLNESS")[SENSITIVE])
    assert named("ILLNESS").sensitive is None
    for _ in range(3):
        QTest.keyClick(traveller.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        traveller.rest()
    assert named("Q7").place is None
    assert traveller.window.step is Step.COLUMNS
