"""One notion of selection in the table of columns: what is described is what is changed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtTest import QTest

from core.model import Role
from desktop_app.models.attributes_model import Field
from desktop_app.text.change_words import change_text
from desktop_app.views.tables.data_table import DataTable
from desktop_app.wizard.columns_page import ColumnsPage
from tests.desktop.columns import ReadFile, columns_of, read_columns
from tests.desktop.mouse import CONTROL, choose, press_cell, press_in_sight

pytestmark = pytest.mark.usefixtures("styled")

Key = Qt.Key
NAMES = ("age", "sex", *(f"q{i}" for i in range(25)), "weight")


@pytest.fixture(scope="module")
def survey_file(tmp_path_factory) -> ReadFile:
    rows = (",".join(str((i * 7 + j) % 40 + 1) for j in range(len(NAMES))) for i in range(60))
    path = tmp_path_factory.mktemp("data") / "survey.csv"
    return read_columns(path, "\n".join((",".join(NAMES), *rows)))


@pytest.fixture
def page(qtbot, sync_runner, survey_file) -> ColumnsPage:
    return columns_of(qtbot, sync_runner, survey_file)


def press_row(page: ColumnsPage, name: str, *, held: Qt.KeyboardModifier | None = None) -> None:
    index = page.model.index(page.model.row_of(name), Field.NAME)
    if held is None:
        press_cell(page.table, index)
    else:
        viewport = page.table.viewport()
        press_in_sight(viewport, lambda: page.table.visualRect(index).center(), held=held)


def described(page: ColumnsPage) -> str:
    return page.details._name.text()


def selected(page: ColumnsPage) -> list[str]:
    return [page.model.attribute(row).name for row in page.table.selected_rows()]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (Key.Key_End, "weight"),
        (Key.Key_Home, "age"),
        (Key.Key_Down, "q0"),
        (Key.Key_Up, "age"),
        (Key.Key_PageDown, ""),
    ],
)
def test_control_and_a_key_select_the_row_that_is_described(page, key: Key, name: str) -> None:
    press_row(page, "sex")
    QTest.keyClick(page.table, key, CONTROL)
    (row,) = selected(page)
    assert described(page) == row != "sex"
    assert not name or row == name
    assert page.bar.roles.currentText() == f"Set role of {row}…"
    choose(page.bar.roles, "Other")
    assert page.store.schema.named(row).role is Role.OTHER
    assert page.store.schema.named("sex").role is not Role.OTHER


def test_a_row_that_is_no_longer_selected_is_not_described(page) -> None:
    press_row(page, "age")
    press_row(page, "q0", held=CONTROL)
    assert selected(page) == ["age", "q0"]
    assert page.bar.roles.currentText() == "Set role of 2 columns…"
    press_row(page, "q0", held=CONTROL)
    assert selected(page) == ["age"]
    assert described(page) == "age"
    press_row(page, "age", held=CONTROL)
    assert selected(page) == ["age"] == [described(page)]


def test_undo_names_what_was_changed(page) -> None:
    press_row(page, "age")
    choose(page.bar.roles, "Survey weight")
    assert page.store.draft.weight == "age"
    said = change_text(page.store.undoable)
    assert said.startswith("role of age")
    assert said.endswith("survey weight")


@pytest.mark.parametrize("one_row", [False, True])
def test_in_every_table_the_row_with_the_keyboard_is_the_selected_one(qtbot, one_row: bool) -> None:
    table, model = DataTable(), QStandardItemModel(30, 2)
    table.list_model(model, "Rows", by_rows=True, one_row=one_row)
    qtbot.addWidget(table)
    table.show()
    table.selectRow(5)
    for key, row in ((Key.Key_End, 29), (Key.Key_Up, 28), (Key.Key_Home, 0)):
        QTest.keyClick(table, key, CONTROL)
        assert [index.row() for index in table.selectionModel().selectedRows()] == [row]
        assert table.currentIndex().row() == row
    if one_row:
        # A click that would leave nothing selected beside what is described.
        place = table.visualRect(model.index(0, 0)).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, CONTROL, place)
        assert [index.row() for index in table.selectionModel().selectedRows()] == [0]
