"""The step Columns asks which rows belong to one unit; both answers, changed, undone and kept."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.jobs import Job
from core.model import Dataset, Role, Unit, UnitProtection
from core.recipe import open_project
from desktop_app.models.attributes_model import Field
from desktop_app.presenters.unit_words import search_units
from desktop_app.state import Step
from desktop_app.text.change_words import change_text
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import type_into
from tests.desktop.mnemonics import ambiguous_mnemonics
from tests.desktop.mouse import choose, open_cell, press, press_main, tick
from tests.desktop.recipes import write_recipe

# Households of one to three persons, and two of five: fewer than k = 5.
SIZES = [1 + h % 3 for h in range(120)] + [5, 5]
SUGGESTED = Unit(("HID",), ("HHSIZE", "RENT"), UnitProtection.UNIT, (), 3)


@pytest.fixture
def homes(tmp_path) -> Path:
    """Return a recipe without a word on units for a file of persons in households."""
    rows = [
        f"{h + 1},{size},{400 + h * 37 % 300},{(h * 31 + m * 17) % 80},{(h + m) % 2}"
        for h, size in enumerate(SIZES)
        for m in range(size)
    ]
    columns = {"HID": "identifier", **dict.fromkeys(("HHSIZE", "RENT", "AGE"), "quasi integer")}
    return write_recipe(tmp_path / "homes.csv", columns | {"SEX": "quasi nominal"}, rows)


def columns_page(traveller: Traveller, homes: Path):
    return traveller.open_at(Step.COLUMNS, homes)


def open_form(traveller: Traveller, homes: Path):
    """Open the form for units; return the page and the form."""
    page = columns_page(traveller, homes)
    traveller.do(press, page.units.bar.form_button)
    return page, page.units.form


def mark(page, name: str) -> str | None:
    """Return the mark of a column in the table in words, if it is drawn."""
    index = page.model.index(page.model.row_of(name), Field.NAME)
    drawn = index.data(Qt.ItemDataRole.DecorationRole)
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert (drawn is None) == (said is None)
    return said


def tick_name(names, wanted: str) -> None:
    row = [names.item(i).text() for i in range(names.count())].index(wanted)
    tick(names, names.model().index(row, 0))


def test_it_is_asked_and_every_row_can_be_a_unit(traveller, homes) -> None:
    page = columns_page(traveller, homes)
    assert ambiguous_mnemonics(traveller.window) == []
    bar = page.units.bar
    assert bar.sentence.text() == (
        "Do several rows belong to one household, firm or school? The 122 values of HID occur in "
        "250 rows."
    )
    traveller.do(press, bar.record_button)
    assert page.store.recipe.records_are_units
    assert page.store.recipe.unit is None
    assert bar.sentence.text() == "Every row is a unit of its own."
    assert not bar.record_button.isVisible()
    assert change_text(page.store.undoable) == "unit of protection"
    traveller.do(page.store.undo)
    assert not page.store.recipe.records_are_units
    assert bar.record_button.isVisible(), "the question is open again"


def test_the_form_suggests_columns_and_the_largest_size(traveller, homes) -> None:
    page, form = open_form(traveller, homes)
    assert form.id.currentData() == "HID"
    assert form.columns.names == ("HHSIZE", "RENT")
    assert form.caution.text() == (
        "Fewer than k = 5 units have these numbers of records: 5 (2 units). Units share a profile "
        "only with units of the same size."
    )
    assert form.bars.bars() == [("1", 40, False), ("2", 40, False), ("3", 40, False),
                                ("5", 2, True)]  # fmt: skip
    press_main(page)
    assert page.store.recipe.unit == SUGGESTED
    assert page.store.schema.named("HID").role is Role.IDENTIFIER
    assert mark(page, "HID") == "HID (number of the unit)"
    assert mark(page, "RENT") == "RENT (column of the unit)"
    assert mark(page, "AGE") is None
    assert "HID numbers the units; whole units are protected." in page.meaning.text()
    page.store.undo()
    assert page.store.recipe.unit is None
    assert mark(page, "RENT") is None
    page.store.redo()
    assert page.store.recipe.unit == SUGGESTED


def test_every_setting_is_made_by_mouse_and_keys_and_kept_in_the_project(traveller, homes) -> None:
    page, form = open_form(traveller, homes)
    tick_name(form.columns, "HHSIZE")
    tick_name(form.members_by, "SEX")
    tick_name(form.members_by, "AGE")
    assert form.order.text() == "Sorted by SEX, then AGE."
    type_into(form.limit.number.widget, "2")
    press(form.linked)
    traveller.do(press_main, page)
    expected = Unit(("HID",), ("RENT",), UnitProtection.UNIT, ("SEX", "AGE"), 2)
    assert page.store.recipe.unit == expected
    assert page.store.schema.links == ("HID",)
    assert not page.problems(), [problem.code for problem in page.problems()]
    place = homes.with_name("work.statveil")
    traveller.save(place)
    assert open_project(place).project.recipe.unit == expected
    traveller.open_at(Step.COLUMNS, place)
    traveller.do(press, page.units.bar.form_button)
    assert form.answer().unit == expected
    assert form.linked.isChecked()


def test_members_release_no_link_and_say_why(traveller, homes) -> None:
    page, form = open_form(traveller, homes)
    press(form.linked)
    press(form.members)
    assert not form.linked.isEnabled()
    assert form.no_link.isVisible()
    assert not form.members_by.isVisible()
    traveller.do(press_main, page)
    unit = page.store.recipe.unit
    assert unit.protect is UnitProtection.MEMBER
    assert page.store.schema.named("HID").role is Role.IDENTIFIER
    assert page.units.bar.sentence.text() == "HID numbers the units; their members are protected."
    assert not page.problems()
    # The answer can be changed, also to the other one.
    traveller.do(press, page.units.bar.form_button)
    press(form.record)
    press_main(page)
    assert page.store.recipe.records_are_units
    assert page.store.recipe.unit is None


def test_units_are_left_out_for_their_size_only_where_it_costs_little(traveller, homes) -> None:
    _, form = open_form(traveller, homes)
    assert form.limit.box.isChecked()
    assert form.larger.text() == "2 units, 10 records (4.0 %)"
    type_into(form.limit.number.widget, "2")
    assert form.larger.text() == "42 units, 130 records (52.0 %)"
    press(form.members)
    assert not form.limit.box.isChecked(), "sizes do not matter to members"
    assert form.answer().unit.largest is None
    press(form.whole_units)
    assert form.limit.box.isChecked()


def test_no_tick_is_suggested_that_leaves_out_more_than_a_twentieth(traveller, homes) -> None:
    file = homes.with_name("homes.csv")
    more = "".join(f"{h},7,500,{20 + m},1\n" for h in (201, 202) for m in range(7))
    file.write_text(file.read_text(encoding="utf-8") + more, encoding="utf-8")
    _, form = open_form(traveller, homes)
    assert form.larger.text() == "4 units, 24 records (9.1 %)"
    assert form.limit.number.widget.number() == 3
    assert not form.limit.box.isChecked()
    assert form.answer().unit.largest is None


def test_the_role_link_is_offered_in_the_table_once_units_are_declared(traveller, homes) -> None:
    page = columns_page(traveller, homes)
    traveller.do(press, page.units.bar.form_button)
    traveller.do(press_main, page)
    traveller.do(
        choose,
        open_cell(page.table, page.model.index(page.model.row_of("HID"), Field.ROLE)),
        "Link (unit number)",
    )
    assert page.store.schema.links == ("HID",)
    assert not page.problems()


def test_another_column_can_number_the_units_and_only_back_drops_the_answer(
    traveller, homes
) -> None:
    page, form = open_form(traveller, homes)
    traveller.do(choose, form.id, "RENT")
    assert "HID" in form.columns.names
    assert form.answer().unit.id == ("RENT",)
    QTest.keyClick(form.id, Qt.Key.Key_Escape)
    assert form.id.currentData() == "RENT"
    assert page.declaring
    press(traveller.window.footer.back_button)
    assert not page.declaring
    assert page.store.recipe.unit is None


def test_units_that_nothing_indicates_can_be_declared(traveller, homes) -> None:
    file = homes.with_name("homes.csv")
    file.write_text(file.read_text().replace("HID", "TOWN"), encoding="utf-8")
    homes.write_text(homes.read_text().replace("HID", "TOWN"), encoding="utf-8")
    page = columns_page(traveller, homes)
    assert not page.units.bar.isVisible()
    traveller.do(press, page.details.units_button)
    assert page.units.form.id.currentData() == "TOWN"
    traveller.do(press_main, page)
    assert page.store.recipe.unit == Unit(**{
        field: getattr(SUGGESTED, field)
        for field in ("columns", "protect", "members_by", "largest", "waves")
    }, id=("TOWN",))  # fmt: skip
    assert not page.details.units_button.isVisible()


def test_households_that_each_cluster_numbers_from_1_are_declared(traveller, homes) -> None:
    rows = [(h // 6 + 1, h % 6 + 1, line, h * 7 % 4) for h in range(120) for line in range(3)]
    lines = (f"{c},{h},{line + 1},{rent},{(h * line) % 80}" for c, h, line, rent in rows)
    homes.with_name("homes.csv").write_text("CLUSTER,HHNUM,LN,RENT,AGE\n" + "\n".join(lines) + "\n")
    recipe = json.loads(homes.read_text())
    recipe["attributes"] = [
        *({"name": name, "role": "other"} for name in ("CLUSTER", "HHNUM", "LN", "RENT")),
        {"name": "AGE", "role": "quasi-identifier", "scale": "integer"},
    ]
    homes.write_text(json.dumps(recipe), encoding="utf-8")
    page = columns_page(traveller, homes)
    assert (
        "The 120 values of HHNUM within CLUSTER occur in 360 rows" in page.units.bar.sentence.text()
    )
    traveller.do(press, page.units.bar.form_button)
    form = page.units.form
    assert (form.id.currentData(), form.within.currentText()) == ("HHNUM", "CLUSTER")
    traveller.do(choose, form.within, "the whole file")
    assert form.answer().unit.id == ("HHNUM",)
    traveller.do(choose, form.within, "CLUSTER")
    assert form.columns.names == ("RENT",)
    traveller.do(press_main, page)
    assert page.store.recipe.unit.id == ("CLUSTER", "HHNUM")
    roles = [page.store.schema.named(name).role for name in ("CLUSTER", "HHNUM", "LN")]
    assert roles == [Role.IDENTIFIER, Role.IDENTIFIER, Role.OTHER]
    assert "HHNUM within CLUSTER numbers the units" in page.units.bar.sentence.text()


def test_a_search_that_takes_long_says_that_a_question_may_come(
    traveller, homes, monkeypatch
) -> None:
    answer = threading.Event()

    def slow(dataset: Dataset, job: Job) -> object:
        assert answer.wait(60)
        return search_units(dataset, job)

    monkeypatch.setattr("desktop_app.wizard.attributes.unit_question.search_units", slow)
    traveller.window.open_path(str(homes))
    traveller.wait(lambda: traveller.store.dataset is not None)
    traveller.window.show_step(Step.COLUMNS)
    bar = traveller.window.page(Step.COLUMNS).units.bar
    traveller.wait(bar.isVisible)
    assert bar.sentence.text().startswith(
        "Statveil is still finding out whether several rows belong"
    )
    assert not bar.form_button.isVisible()
    assert not bar.record_button.isVisible()
    # Whoever went on now would protect persons where households were meant.
    main = traveller.window.footer.main_button
    assert not main.isEnabled()
    assert (
        traveller.window.page(Step.COLUMNS).main_action().reason
        == "Searching for units of several rows…"
    )
    answer.set()
    traveller.rest()
    assert main.isEnabled()
    assert "HID" in bar.sentence.text()
    assert bar.form_button.isVisible()
    assert bar.record_button.isVisible()


@pytest.mark.usefixtures("styled")
def test_names_have_the_space_that_marks_take(traveller, homes) -> None:
    page = columns_page(traveller, homes)
    page.table.setFocus()
    name = page.model.index(page.model.row_of("HHSIZE"), Field.NAME)
    before = page.table.columnWidth(Field.NAME)
    traveller.do(press, page.units.bar.form_button)
    traveller.do(press_main, page)
    widest = page.table.sizeHintForIndex(name).width()
    assert widest <= page.table.columnWidth(Field.NAME), "its end would be cut off"
    traveller.do(page.store.undo)
    assert page.table.columnWidth(Field.NAME) == before
