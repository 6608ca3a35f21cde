"""The step Prepare: steps added, changed, switched off, moved and removed by keys and mouse."""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from core.model import Role, Scale
from core.model.preparing import Do
from desktop_app.state import Step, StepState
from desktop_app.store import ProjectStore
from tests.desktop.keys import type_into
from tests.desktop.mouse import choose, press, press_cell, press_main, tick
from tests.desktop.preparing.conftest import ROWS, Desk

ALT = Qt.KeyboardModifier.AltModifier
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def band(age: int, width: int) -> str:
    low = age // width * width
    return f"{low}-{low + width - 1}"


def test_ages_in_bands_become_categories_in_their_order(desk) -> None:
    desk.begin(Do.BAND, "AGE")
    type_into(desk.field("width"), "10")
    desk.finish()
    ages = [row[2] for row in ROWS]
    assert desk.cells("AGE") == [band(age, 10) for age in ages]
    attribute = desk.store.schema.named("AGE")
    assert (attribute.role, attribute.scale) == (Role.QUASI_IDENTIFIER, Scale.ORDINAL)
    assert attribute.order == tuple(dict.fromkeys(band(age, 10) for age in sorted(ages)))
    assert not desk.store.plan.errors
    distinct = len(set(ages))
    bands = len(attribute.order)
    assert desk.lines == [
        f"1. AGE: bands of width 10, counted from 0\n80 cells changed; {distinct} distinct values "
        f"before, {bands} now"
    ]


def test_return_presses_the_button_that_has_the_keyboard(own_desk) -> None:
    desk = own_desk
    button = desk.page.panel.add_button
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)
    desk.traveller.wait(lambda: desk.page.editing)
    press(desk.traveller.window.footer.back_button)
    desk.traveller.wait(lambda: not desk.page.editing)
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return, CONTROL)
    assert not desk.page.editing, "Ctrl+Return goes on"
    assert desk.traveller.window.step is Step.METHOD


def test_typed_ends_of_bands(desk) -> None:
    desk.begin(Do.BAND, "AGE")
    press(desk.settings.ways["cuts"])
    type_into(desk.field("cuts"), "18; 40; 30")
    assert desk.page.main_action().reason == "Each end must be above the one before."
    type_into(desk.field("cuts"), "18; 40; 80")
    choose(desk.field("label"), "its lower end")
    desk.finish()
    assert desk.cells("AGE") == [18 if row[2] < 40 else 40 for row in ROWS]
    assert desk.store.schema.named("AGE").scale is Scale.INTEGER


def test_an_age_is_computed_and_the_date_left_out(desk) -> None:
    desk.begin(Do.AGE, "BORN")
    choose(desk.settings.fields["at"].choice, "ASKED")
    type_into(desk.field("name"), "AGE")
    assert "already has a column AGE" in desk.page.main_action().reason
    type_into(desk.field("name"), "YEARS")
    type_into(desk.form.why, "Dates of birth identify")
    desk.finish()
    years = [a.year - b.year - ((a.month, a.day) < (b.month, b.day)) for b, a, *_ in ROWS]
    assert desk.cells("YEARS") == years
    assert desk.store.schema.named("YEARS").role is Role.QUASI_IDENTIFIER
    desk.begin(Do.DROP, "BORN")
    desk.finish()
    assert "BORN" not in desk.store.dataset.names
    assert [a.name for a in desk.store.schema.attributes] == list(desk.store.dataset.names)
    assert desk.store.draft.prepare[0].why == "Dates of birth identify"
    # Moved before the age, the step takes the column from it: refused, and nothing changes.
    desk.press_row(1)
    desk.traveller.do(QTest.keyClick, desk.list, Qt.Key.Key_Up, ALT)
    assert desk.actions == ["Age", "Drop"]
    assert "Step 2 of “Prepare” names this column" in desk.page.panel.refusal.text()
    assert "YEARS" in desk.store.dataset.names
    assert desk.lines[0].startswith("1. YEARS")


def test_a_column_that_comes_back_is_what_it_was(desk) -> None:
    before = desk.store.schema
    desk.begin(Do.DROP, "LEVEL")
    desk.finish()
    desk.begin(Do.BAND, "AGE")
    desk.finish()
    assert desk.store.schema != before
    for _ in range(2):
        desk.press_row(0)
        desk.traveller.do(QTest.keyClick, desk.list, Qt.Key.Key_Delete)
    assert desk.actions == []
    assert desk.store.schema == before
    assert not desk.list.isVisible()
    assert desk.page.panel.empty.isVisible()


def test_joined_neighbours_keep_their_place_in_the_order(desk) -> None:
    desk.begin(Do.GROUP, "LEVEL")
    desk.traveller.wait(lambda: desk.groups.categories.count() == 3)
    join(desk, ["low", "middle"], "modest")
    desk.finish()
    assert desk.cells("LEVEL") == ["high" if row[4] == "high" else "modest" for row in ROWS]
    assert desk.store.schema.named("LEVEL").order == ("modest", "high")
    assert not desk.store.plan.errors


def test_joined_categories_that_are_no_neighbours_need_a_new_order(desk) -> None:
    desk.begin(Do.GROUP, "LEVEL")
    desk.traveller.wait(lambda: desk.groups.categories.count() == 3)
    join(desk, ["low", "high"], "odd")
    desk.finish()
    assert desk.store.schema.named("LEVEL").order == ()
    assert [p.code for p in desk.store.plan.errors] == ["ordinal-needs-order"]


def join(desk: Desk, names: list[str], into: str) -> None:
    boxes = desk.groups.categories
    for row in range(boxes.count()):
        if boxes.item(row).data(Qt.ItemDataRole.UserRole) in names:
            tick(boxes, boxes.model().index(row, 0))
    type_into(desk.groups.name_field, into + "\n")


def test_a_joined_group_can_be_taken_apart_before_it_is_added(desk) -> None:
    desk.begin(Do.GROUP, "REGION")
    desk.traveller.wait(lambda: desk.groups.categories.count() == 4)
    # Rarest first, with their records.
    assert desk.groups.categories.item(0).text() == "Isle (1 record)"
    join(desk, ["Isle", "South"], "Coast")
    assert desk.groups.groups.item(0).text() == "Coast: Isle, South"
    press_cell(desk.groups.groups, desk.groups.groups.model().index(0, 0))
    press(desk.groups.apart_button)
    assert desk.groups.categories.count() == 4
    assert not desk.page.main_action().enabled
    join(desk, ["Isle", "North"], "Far")
    desk.finish()
    assert Counter(desk.cells("REGION")) == Counter(
        "Far" if row[3] in ("Isle", "North") else row[3] for row in ROWS
    )


def test_a_tick_and_the_space_bar_switch_a_step_off_and_on(desk) -> None:
    desk.begin(Do.ROUND, "WAGE")
    type_into(desk.field("to"), "100")
    desk.finish()
    rounded = desk.cells("WAGE")
    assert rounded == [int(row[5] / 100 + 0.5) * 100 for row in ROWS]
    desk.traveller.do(tick, desk.list, desk.list.model().index(0, 0))
    assert desk.cells("WAGE") == [row[5] for row in ROWS]
    assert desk.lines[0].endswith("\nSwitched off")
    desk.list.setFocus()
    desk.traveller.do(QTest.keyClick, desk.list, Qt.Key.Key_Space)
    assert desk.cells("WAGE") == rounded


def test_a_step_is_changed_by_return_and_left_alone_by_esc(desk) -> None:
    desk.begin(Do.TOP_CODE, "WAGE")
    type_into(desk.field("bound"), "1000.5")
    desk.finish()
    assert desk.cells("WAGE") == [min(row[5], 1000.5) for row in ROWS]
    desk.press_row(0)
    QTest.keyClick(desk.list, Qt.Key.Key_Return)
    desk.traveller.wait(lambda: desk.page.editing)
    assert desk.form.kind.currentData() == Do.TOP_CODE
    assert desk.field("bound").number() == 1000.5
    # The step finds the column as it was before it, with its largest value.
    assert str(max(row[5] for row in ROWS)) in desk.form.facts.text().replace(",", "")
    type_into(desk.field("bound"), "700")
    QTest.keyClick(desk.field("bound"), Qt.Key.Key_Escape)
    assert desk.page.editing
    press(desk.traveller.window.footer.back_button)
    assert not desk.page.editing
    assert max(desk.cells("WAGE")) == 1000.5
    QTest.keyClick(desk.list, Qt.Key.Key_Return)
    desk.traveller.wait(lambda: desk.page.editing)
    type_into(desk.field("bound"), "700")
    choose(desk.field("to"), "the mean of those beyond")
    desk.finish()
    high = [row[5] for row in ROWS if row[5] > 700]
    mean = sum(high) / len(high)
    assert max(desk.cells("WAGE")) == pytest.approx(mean, abs=0.01)
    assert desk.actions == ["TopCode"]
    # What was chosen for one step is not proposed for the next.
    desk.begin(Do.TOP_CODE, "AGE")
    assert desk.field("to").currentText() == "this value"


def test_what_cannot_be_done_is_refused_at_the_form(desk) -> None:
    desk.begin(Do.ROUND, "AGE")
    type_into(desk.field("to"), "2.5")
    desk.traveller.do(press_main, desk.page)
    assert desk.page.editing
    assert "whole numbers" in desk.form.refusal.text()
    assert desk.form.refusal.isVisible()
    assert desk.actions == []
    type_into(desk.field("to"), "0")
    assert desk.page.main_action().reason == "Type a number above 0."
    type_into(desk.field("to"), "2")
    assert not desk.form.refusal.isVisible()
    desk.finish()
    assert desk.cells("AGE") == [(row[2] + 1) // 2 * 2 for row in ROWS]


def test_steps_are_moved_by_keys_and_by_buttons(desk) -> None:
    desk.begin(Do.ROUND, "AGE")
    type_into(desk.field("to"), "4")
    desk.finish()
    desk.begin(Do.TOP_CODE, "AGE")
    type_into(desk.field("bound"), "50")
    desk.finish()
    # First rounded, then capped.
    assert desk.cells("AGE") == [min((row[2] + 2) // 4 * 4, 50) for row in ROWS]
    desk.traveller.do(press, desk.page.panel.up_button)
    assert desk.actions == ["TopCode", "Round"]
    assert desk.cells("AGE") == [(min(row[2], 50) + 2) // 4 * 4 for row in ROWS]
    assert desk.list.currentRow() == 0
    desk.traveller.do(QTest.keyClick, desk.list, Qt.Key.Key_Down, ALT)
    assert desk.actions == ["Round", "TopCode"]
    assert desk.list.currentRow() == 1


def test_undo_and_redo_take_steps_back_and_show_the_page(desk) -> None:
    desk.begin(Do.PERIOD, "BORN")
    choose(desk.field("keep"), "quarter")
    desk.finish()
    first = desk.cells("BORN")
    days = [date(row[0].year, 1 + (row[0].month - 1) // 3 * 3, 1) for row in ROWS]
    assert first == [(day - date(1970, 1, 1)).days for day in days]
    desk.traveller.window.show_step(Step.METHOD)
    desk.traveller.window.activateWindow()
    desk.traveller.do(QTest.keyClick, desk.traveller.window, Qt.Key.Key_Z, CONTROL)
    assert desk.traveller.window.step is Step.PREPARE
    assert desk.cells("BORN") == [(row[0] - date(1970, 1, 1)).days for row in ROWS]
    desk.traveller.do(QTest.keyClick, desk.traveller.window, Qt.Key.Key_Z, CONTROL | SHIFT)
    assert desk.cells("BORN") == first


def test_what_is_suggested_is_added_as_it_is_or_changed_before(desk) -> None:
    """A date of birth without the age that it gives."""
    shown = desk.page.panel.suggestions
    desk.traveller.wait(lambda: shown.list.count() > 0)
    said = [shown.list.item(row).text() for row in range(shown.list.count())]
    assert [text.split(":")[0] for text in said] == ["BORN_AGE", "REGION", "WAGE"]
    press_cell(shown.list, shown.list.model().index(0, 0))
    press(shown.edit_button)
    desk.traveller.wait(lambda: desk.page.editing)
    type_into(desk.field("name"), "YEARS")
    press(desk.traveller.window.footer.back_button)
    assert desk.actions == []
    desk.traveller.do(QTest.keyClick, shown.list, Qt.Key.Key_Return)
    assert desk.actions == ["Age"]
    assert "BORN_AGE" in desk.store.dataset.names


def test_a_single_rare_category_is_joined_as_suggested(desk) -> None:
    """One record in 80 has it, and the method asks for five."""
    shown = desk.page.panel.suggestions
    desk.traveller.wait(lambda: shown.list.count() > 0)
    counts = Counter(row[3] for row in ROWS)
    next_one = min((n, name) for name, n in counts.items() if n >= 5)[1]
    name = " / ".join(sorted(["Isle", next_one]))
    assert (
        shown.list.item(1)
        .text()
        .startswith(
            f"REGION: categories joined as {name}\nOne of its 4 categories occurs in fewer than 5"
        )
    )
    press_cell(shown.list, shown.list.model().index(1, 0))
    desk.traveller.do(press, shown.add_button)
    joined = [name if row[3] in ("Isle", next_one) else row[3] for row in ROWS]
    assert desk.cells("REGION") == joined
    said = [shown.list.item(row).text() for row in range(shown.list.count())]
    assert not any(text.startswith("REGION") for text in said)


@pytest.mark.usefixtures("styled")
def test_without_suggestions_that_is_said_right_below_the_heading(desk) -> None:
    shown = desk.page.panel.suggestions
    while True:
        desk.traveller.wait(lambda: not shown._searching.waiting)
        if not shown.add_button.isVisible():
            break
        desk.traveller.do(press, shown.add_button)
    title = next(label for label in shown.findChildren(QLabel) if label.text() == "Suggestions")
    assert shown.sentence.text() == "No further step is suggested."
    assert shown.sentence.y() - title.geometry().bottom() < title.height()


def test_where_all_columns_are_left_out_no_risk_is_said_to_be_none(desk) -> None:
    for name in desk.store.dataset.names:
        desk.begin(Do.DROP, name)
        desk.finish()
    assert desk.store.dataset.names == ()
    said = [label.text() for label in desk.page.risk.findChildren(QLabel) if label.isVisible()]
    assert "The steps leave all columns out, so there is no risk to count." in said


def test_rare_categories_that_stay_rare_are_said_below_their_step(desk) -> None:
    desk.begin(Do.RARE, "REGION")
    assert desk.field("fewer_than").number() == 5
    type_into(desk.field("into"), "Elsewhere")
    desk.finish()
    assert Counter(desk.cells("REGION"))["Elsewhere"] == 1
    assert desk.lines[0].endswith("is rare itself: one record has it.")


@pytest.mark.usefixtures("styled")
def test_a_step_is_dragged_with_the_mouse(desk) -> None:
    for do, column in ((Do.DROP, "ASKED"), (Do.ROUND, "WAGE")):
        desk.begin(do, column)
        desk.finish()
    desk.press_row(1)
    place = desk.list.visualItemRect(desk.list.item(0)).topLeft() + QPoint(20, 2)
    # Where the mouse is released; the system's own loop of dragging cannot be driven by events.
    dropped = QDropEvent(
        place.toPointF(),
        Qt.DropAction.MoveAction,
        QMimeData(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    desk.traveller.do(desk.list.dropEvent, dropped)
    assert desk.actions == ["Round", "Drop"]


def test_the_way_leads_through_the_step_until_it_is_left_by_its_button(traveller, tmp_path) -> None:
    numbers = tmp_path / "numbers.csv"
    numbers.write_text("AGE,WAGE\n" + "".join(f"{row[2]},{row[5]}\n" for row in ROWS))
    traveller.import_file(numbers)
    window, store = traveller.window, traveller.store
    window.show_step(Step.COLUMNS)
    traveller.forward()
    assert window.step is Step.PREPARE
    assert store.step_states()[Step.PREPARE] is StepState.TODO
    traveller.forward()
    assert window.step is Step.METHOD
    assert store.step_states()[Step.PREPARE] is StepState.DONE
    window.show_step(Step.COLUMNS)
    traveller.forward()
    assert window.step is Step.METHOD


def test_another_file_leaves_no_step_behind(own_desk, recipe) -> None:
    desk = own_desk
    desk.begin(Do.DROP, "BORN")
    desk.finish()
    desk.begin(Do.ROUND, "WAGE")
    desk.traveller.window._has_asked = True
    desk.traveller.open_project(recipe)
    desk.traveller.window.show_step(Step.PREPARE)
    assert isinstance(desk.store, ProjectStore)
    assert not desk.page.editing
    assert desk.lines == []
    assert "BORN" in desk.store.dataset.names
