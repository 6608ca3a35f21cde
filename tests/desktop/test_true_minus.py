"""Negative numbers are painted with a true minus sign, and copied and saved with a hyphen."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyleOptionViewItem

from desktop_app.models.dataset_model import DatasetModel
from desktop_app.plots.axes import write_numbers
from desktop_app.text.minus import with_minus
from desktop_app.text.numbers import number
from desktop_app.views.tables.data_table import DataTable
from desktop_app.views.tables.table_menu import TableSaving
from tests.desktop.mouse import CONTROL, press_cell

pytestmark = pytest.mark.usefixtures("styled")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("-3.0", "−3.0"),
        ("-1,234", "−1,234"),
        ("< -5 %", "< −5 %"),
        ("2019-07-31", "2019-07-31"),
        ("18-24", "18-24"),
        ("1e-07", "1e-07"),
        ("-1.5e-07", "−1.5e-07"),
        ("–", "–"),
        ("-", "-"),
    ],
)
def test_only_the_sign_of_a_number_is_a_minus(written: str, read: str) -> None:
    assert with_minus(written) == read


def _painted(table: DataTable, row: int, column: int) -> str:
    option = QStyleOptionViewItem()
    index = table.model().index(row, column)
    table.itemDelegateForIndex(index).initStyleOption(option, index)
    return option.text


@pytest.fixture
def table(qtbot, survey) -> DataTable:
    table, model = DataTable(figures=True), DatasetModel()
    qtbot.addWidget(table)
    table.kept = model
    model.show_dataset(survey)
    table.setModel(model)
    table.resize(800, 300)
    table.show()
    return table


def test_a_table_shows_a_minus_and_copies_a_hyphen(qtbot, table) -> None:
    assert _painted(table, 1, 2) == "−3.0"
    assert _painted(table, 2, 4) == "1969-12-31"
    press_cell(table, table.model().index(1, 2))
    QTest.keyClick(table, Qt.Key.Key_C, CONTROL)
    qtbot.waitUntil(lambda: "-3.0" in QGuiApplication.clipboard().text())


def test_the_cells_of_a_file_are_shown_to_the_letter(qtbot, survey) -> None:
    table, model = DataTable(), DatasetModel()
    qtbot.addWidget(table)
    model.show_dataset(survey)
    table.setModel(model)
    assert _painted(table, 1, 2) == "-3.0"


def test_a_saved_table_has_a_hyphen(qtbot, table, tmp_path) -> None:
    path = tmp_path / "table.csv"
    TableSaving(table, path).begin()
    qtbot.waitUntil(path.exists)
    assert "-3.0" in path.read_text("utf-8-sig")
    assert "−" not in path.read_text("utf-8-sig")


def test_an_axis_shows_a_minus() -> None:
    figure = Figure()
    axes = figure.add_subplot()
    axes.plot([-2.0, 2.0], [0.0, 1.0])
    write_numbers(axes.xaxis, number)
    axes.set_xticks([-2.0, 0.0, 2.0])
    figure.canvas.draw()
    assert [label.get_text() for label in axes.get_xticklabels()] == ["−2", "0", "2"]
