"""The import, driven as a user does, with the real readers and a synchronous runner."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox

from core.model import ColumnKind
from desktop_app.state import Step, StepState
from desktop_app.wizard.data_page import DataPage
from desktop_app.wizard.importing.empty import sample_recipes
from tests.desktop import mouse
from tests.desktop.importing.driving import begin, declare_layout, forward, titled_file
from tests.desktop.keys import paste_into, type_into
from tests.desktop.mouse import choose_value, press, press_main

SEMICOLONS = "NAME;AGE;PAY\nAda;30;1,5\nBo;-9;2,5\nCy;41;n/a\nDi;50;4,0\n"


@pytest.fixture
def file(tmp_path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text(SEMICOLONS, encoding="utf-8")
    return path


def cells(table) -> list[list[str]]:
    model = table.model()
    return [
        [model.index(r, c).data() for c in range(model.columnCount())]
        for r in range(model.rowCount())
    ]


def codes(page: DataPage) -> dict[str, bool]:
    listed = page.wizard.values_page.codes
    items = [listed.item(row) for row in range(listed.count())]
    return {
        str(item.data(Qt.ItemDataRole.UserRole + 1)): item.checkState() is Qt.CheckState.Checked
        for item in items
    }


def tick(page: DataPage, code: str, on: bool = True) -> None:
    listed = page.wizard.values_page.codes
    for row in range(listed.count()):
        if listed.item(row).data(Qt.ItemDataRole.UserRole + 1) == code:
            mouse.tick(listed, listed.model().index(row, 0))
    assert codes(page)[code] is on
    page.runner.finish()


def test_before_a_file_is_open_the_page_invites_and_the_main_button_waits(page) -> None:
    assert page.empty.isVisible()
    assert not page.main_action().enabled
    assert page.main_action().reason == "Open a file first."
    assert len(page.empty.sample_buttons) == len(sample_recipes()) == 3


def test_a_file_goes_through_three_pages_into_the_store(page, file) -> None:
    begin(page, file)
    assert page.main_action().text == "Check the &layout"
    forward(page)
    assert cells(page.wizard.layout_page.table)[0] == ["Ada", "30", "1,5"]
    assert page.main_action().text == "Check the va&lues"
    forward(page)
    assert page.main_action().text == "&Import 4 rows"
    forward(page)
    assert page.store.dataset.names == ("NAME", "AGE", "PAY")
    assert page.store.dataset.rows == 4
    assert cells(page.loaded.table)[0][:2] == ["Ada", "30"]
    assert page.main_action().text == "Check &columns"


def test_each_guess_stands_beside_its_reason(page, file) -> None:
    begin(page, file)
    forward(page)
    layout = page.wizard.layout_page
    assert layout.controls["delimiter"].currentData() == ";"
    assert layout.controls["decimal"].currentData() == ","
    assert layout.controls["header"].isChecked()
    for name in ("encoding", "delimiter", "decimal", "header"):
        assert layout.reason_text(name), name


def test_a_changed_value_is_marked_shows_at_once_and_can_be_taken_back(page, file) -> None:
    begin(page, file)
    forward(page)
    layout = page.wizard.layout_page
    assert not layout.reset_button.isEnabled()
    page.runner.do(choose_value, layout.controls["delimiter"], ",")
    assert layout.table.model().columnCount() != 3
    assert layout.reason_text("delimiter") == "Changed by you. Recognised: Semicolon  ;."
    page.runner.do(press, layout.reset_button)
    assert layout.table.model().columnCount() == 3
    assert not layout.reset_button.isEnabled()


def test_without_a_header_row_the_names_are_data(page, file) -> None:
    begin(page, file)
    forward(page)
    page.runner.do(press, page.wizard.layout_page.controls["header"])
    assert cells(page.wizard.layout_page.table)[0] == ["NAME", "AGE", "PAY"]


@pytest.mark.usefixtures("styled")
def test_a_ticked_missing_code_changes_the_type_of_its_column(page, file) -> None:
    begin(page, file)
    forward(page)
    forward(page)
    tick(page, "n/a", False)
    types = {row[0]: row[1:3] for row in cells(page.wizard.values_page.table)}
    assert types["PAY"] == ["Text", "0"]
    # In a lower row, an empty box is cut to two strokes.
    assert page.wizard.values_page.codes.sizeHintForRow(0) >= 20
    tick(page, "n/a")
    types = {row[0]: row[1:3] for row in cells(page.wizard.values_page.table)}
    assert types["PAY"] == ["Numbers", "1"]
    forward(page)
    assert page.store.dataset.column("PAY").kind is ColumnKind.NUMBER


def test_columns_stay_in_sight_while_the_file_is_read_with_other_missing_codes(page, file) -> None:
    begin(page, file)
    forward(page)
    forward(page)
    values = page.wizard.values_page
    columns = cells(values.table)
    mouse.tick(values.codes, values.codes.model().index(0, 0))
    assert cells(values.table) == columns != []
    page.runner.finish()


def test_several_codes_of_ones_own_can_be_pasted(page, file) -> None:
    begin(page, file)
    forward(page)
    forward(page)
    paste_into(page.wizard.values_page.own_code, "41; 50")
    page.runner.do(QTest.keyClick, page.wizard.values_page.own_code, Qt.Key.Key_Return)
    assert codes(page)["41"]
    assert codes(page)["50"]
    missing = {row[0]: row[2] for row in cells(page.wizard.values_page.table)}
    assert missing["AGE"] == "2"


def test_back_goes_page_by_page_and_out_of_the_wizard(page, file) -> None:
    begin(page, file)
    forward(page)
    forward(page)
    assert page.can_go_back
    for text in ("Check the va&lues", "Check the &layout"):
        assert page.back()
        assert page.main_action().text == text
    assert page.back()
    assert page.empty.isVisible()
    assert not page.back()


def test_leaving_the_wizard_keeps_what_was_open(page, file, tmp_path) -> None:
    begin(page, file)
    for _ in range(3):
        forward(page)
    other = tmp_path / "other.csv"
    other.write_text("A,B\n1,2\n3,4\n")
    begin(page, other)
    press(page.cancel_button)
    assert page.loaded.isVisible()
    assert page.store.dataset.names == ("NAME", "AGE", "PAY")


def test_an_answer_after_leaving_changes_nothing(page, file) -> None:
    begin(page, file)
    forward(page)
    press_main(page)
    page.runner.do(page.leave_import)
    assert page.store.dataset is None
    assert page.empty.isVisible()


def test_a_cancelled_reading_can_be_begun_again(page, file) -> None:
    begin(page, file)
    forward(page)
    press_main(page)
    page.runner.cancel_all()
    page.runner.finish()
    assert not page.main_action().enabled
    page.runner.do(press, page.wizard.values_page.again_button)
    assert page.main_action().text == "&Import 4 rows"


@pytest.mark.parametrize(
    ("name", "content"),
    [("empty.csv", b""), ("report.xlsx", b"%PDF-1.7 not a workbook at all"), ("gone.csv", None)],
)
def test_a_wrong_file_is_said_on_the_page_and_goes_no_further(
    page, tmp_path, name: str, content: bytes | None
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    begin(page, tmp_path / name)
    assert not page.main_action().enabled
    assert len(page.problems()) >= 1
    page.focus_on(page.problems()[0])
    assert page.store.dataset is None


def test_ragged_rows_are_told_before_anything_is_imported(page, tmp_path) -> None:
    path = tmp_path / "ragged.csv"
    path.write_text("A,B\n" + "1,2\n" * 500 + "1,2,3\n" + "1,2\n")
    begin(page, path)
    forward(page)
    if page.main_action().enabled:
        page.runner.do(press_main, page)
    assert not page.main_action().enabled
    assert any(problem.where.row == 502 for problem in page.problems())


def test_a_sample_opens_with_its_settings(page) -> None:
    press(page.empty.sample_buttons[0])
    assert page.main_action().reason == "The file is being opened."
    page.runner.finish()
    assert page.store.dataset.rows == 5000
    assert page.store.step_states()[Step.COLUMNS] is StepState.DONE
    assert page.store.draft.method.name == "mdav"
    assert page.loaded.isVisible()


def test_a_recipe_that_cannot_be_read_is_said_on_the_page(page, tmp_path) -> None:
    path = tmp_path / "wrong.recipe.json"
    path.write_text('{"format": "something else"}')
    begin(page, path)
    assert page.empty.isVisible()
    assert page.empty.message.text()
    assert page.store.dataset is None


def test_a_recipe_that_cannot_be_read_leaves_the_open_file_in_sight(page, file, tmp_path) -> None:
    begin(page, file)
    for _ in range(3):
        forward(page)
    path = tmp_path / "wrong.recipe.json"
    path.write_text("{")
    begin(page, path)
    assert page.loaded.isVisible()
    assert page.loaded.message.text()


def test_below_a_title_the_rest_is_guessed_anew_but_not_what_the_user_said(page, tmp_path) -> None:
    rows = "".join(f"{n};{20 + n};{'NA' if n % 3 else 5 * n}\n" for n in range(1, 13))
    begin(page, titled_file(tmp_path, "id;age;hours\n" + rows))
    forward(page)
    layout = declare_layout(page, "1", dates="%d.%m.%Y")
    assert layout.controls["delimiter"].currentData() == ";"
    assert layout.controls["header"].isChecked()
    assert layout.controls["dates"].currentData() == "%d.%m.%Y"
    assert layout.reason_text("skip").startswith("Changed by you")
    assert not layout.reason_text("header").startswith("Changed by you")
    assert [layout.table.model().headerData(c, Qt.Orientation.Horizontal) for c in range(3)] == [
        "id",
        "age",
        "hours",
    ]
    forward(page)
    assert codes(page) == {"": True, "NA": True}
    tick(page, "NA", on=False)
    page.back()
    page.runner.do(type_into, layout.controls["skip"], "2")
    assert not layout.controls["header"].isChecked(), "figures stand in the first row now"
    forward(page)
    assert codes(page) == {"": True, "NA": False}, "what the user unticked stays unticked"


def test_a_header_that_the_user_chose_stays_when_rows_are_skipped(page, file) -> None:
    begin(page, file)
    forward(page)
    layout = page.wizard.layout_page
    page.runner.do(press, layout.controls["header"])
    page.runner.do(type_into, layout.controls["skip"], "1")
    assert not layout.controls["header"].isChecked()
    page.runner.do(press, layout.reset_button)
    assert layout.controls["header"].isChecked()
    assert layout.controls["skip"].number() == 0


@pytest.mark.usefixtures("styled")
def test_every_choice_is_read_to_its_end_in_its_box(page, file) -> None:
    begin(page, file)
    forward(page)
    for name, control in page.wizard.layout_page.controls.items():
        if not isinstance(control, QComboBox) or not control.isVisible():
            continue
        option = QStyleOptionComboBox()
        control.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        box = control.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field)
        for row in range(control.count()):
            wide = control.fontMetrics().horizontalAdvance(control.itemText(row))
            assert wide <= box.width(), (name, control.itemText(row), wide, box.width())
