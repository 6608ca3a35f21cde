"""The item models, checked by Qt's own model tester and by what stands in the cells."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from core.model import Attribute, Column, ColumnKind, Dataset, Fingerprint, Role, Scale
from desktop_app.models.attributes_model import CHOICES_ROLE, AttributesModel, Field
from desktop_app.models.dataset_model import DatasetModel, PreviewModel
from desktop_app.models.types_model import TypesModel
from desktop_app.theme import current
from desktop_app.views.tables.data_table import DataTable
from tests.desktop.mouse import press


def row(model, number: int) -> list[object]:
    return [model.index(number, column).data() for column in range(model.columnCount())]


@pytest.fixture
def records(qtmodeltester, survey) -> DatasetModel:
    model = DatasetModel()
    model.show_dataset(survey)
    qtmodeltester.check(model)
    return model


@pytest.fixture
def attributes(qtmodeltester, store, sync_runner, source, survey, profiles) -> AttributesModel:
    sync_runner.do(store.open_dataset, source, survey, profiles)
    model = AttributesModel(store)
    model.refresh()
    qtmodeltester.check(model)
    return model


def test_records_show_as_they_are_in_the_file(records) -> None:
    assert row(records, 0) == ["Ada", "30", "1000.5", "low", "1970-01-01"]
    assert row(records, 2) == ["Cy", "30", "1234567.0", "mid", "1969-12-31"]


def test_a_missing_value_shows_as_a_dash_and_says_so(records) -> None:
    cell = records.index(3, 1)
    assert cell.data() == "–"
    assert cell.data(Qt.ItemDataRole.ToolTipRole) == "Missing"


@pytest.mark.usefixtures("styled")
def test_a_missing_value_is_painted_paler_and_numbers_stand_on_the_right(records) -> None:
    def painted(row: int) -> QStyleOptionViewItem:
        option = QStyleOptionViewItem()
        option.initFrom(table)
        QStyledItemDelegate(table).initStyleOption(option, records.index(row, 1))
        return option

    table = DataTable()
    table.setModel(records)
    options = [painted(row) for row in (0, 3)]
    colours = [option.palette.color(QPalette.ColorRole.Text) for option in options]
    assert colours == [QColor(current().text), QColor(current().muted)]
    assert options[0].text == "30"
    assert options[0].displayAlignment & Qt.AlignmentFlag.AlignRight


def test_a_missing_value_shows_as_it_was_spelled(qtmodeltester) -> None:
    spelled = (("n/a", ""), np.array([0, -1, 1], dtype=np.int16))
    gone = np.array([True, False, True])
    age = Column("AGE", ColumnKind.INTEGER, np.array([0, 7, 0]), gone, missing_text=spelled)
    model = DatasetModel()
    model.show_dataset(Dataset((age,), Fingerprint("a", 1, "0" * 64)))
    qtmodeltester.check(model)
    assert [model.index(r, 0).data() for r in range(3)] == ["n/a", "7", "–"]


def test_numbers_stand_right_and_rows_have_the_number_of_the_file(records) -> None:
    alignment = Qt.ItemDataRole.TextAlignmentRole
    assert records.index(0, 1).data(alignment) & Qt.AlignmentFlag.AlignRight
    assert records.headerData(0, Qt.Orientation.Horizontal, alignment) & Qt.AlignmentFlag.AlignLeft
    assert records.headerData(0, Qt.Orientation.Vertical) == "1"
    tip = records.headerData(0, Qt.Orientation.Vertical, Qt.ItemDataRole.ToolTipRole)
    assert tip == "Record 1; row 2 of the file"


def test_a_million_rows_are_shown_without_touching_them() -> None:
    values = np.arange(1_000_000)
    column = Column("N", ColumnKind.INTEGER, values, np.zeros(len(values), dtype=bool))
    model = DatasetModel()
    model.show_dataset(Dataset((column,), Fingerprint("n", 1, "0" * 64)))
    table = DataTable()
    table.setModel(model)
    assert model.rowCount() == 1_000_000
    assert model.index(999_999, 0).data() == "999999"
    table.scrollToBottom()
    table.deleteLater()


def test_a_table_copies_what_is_selected_with_its_headings(records) -> None:
    table = DataTable()
    table.setModel(records)
    table.show()
    press(table.verticalHeader().viewport(), QPoint(4, table.rowViewportPosition(1) + 4))
    table.copy()
    assert QGuiApplication.clipboard().text().splitlines() == [
        "NAME\tAGE\tINCOME\tSCHOOL\tBORN",
        "Bo\t41\t-3.0\thigh\t1971-01-01",
    ]
    table.deleteLater()


def test_a_ragged_preview_has_empty_cells(qtmodeltester) -> None:
    model = PreviewModel()
    model.show_rows(("a", "b"), (("1", "2", "3"), ("4",)))
    qtmodeltester.check(model)
    assert row(model, 0) == ["1", "2", "3"]
    assert row(model, 1) == ["4", "", ""]


def test_types_are_said_in_words(qtmodeltester, profiles) -> None:
    model = TypesModel()
    model.show_profiles(profiles)
    qtmodeltester.check(model)
    assert row(model, 1)[:4] == ["AGE", "Whole numbers", "1", "2"]
    assert row(model, 3)[:4] == ["SCHOOL", "Text", "0", "3"]


def test_columns_show_role_scale_and_figures(attributes) -> None:
    shown = row(attributes, 1)
    assert shown[:5] == ["AGE", "Quasi-identifier", "Whole numbers", "2", "1"]
    assert shown[Field.MINIMUM] == "30"
    assert row(attributes, 2)[Field.MAXIMUM] == "1,234,567"
    assert row(attributes, 4)[Field.MINIMUM] == "1969-12-31"


def test_an_identifier_has_no_scale_to_choose(attributes) -> None:
    scale = attributes.index(0, Field.SCALE)
    assert scale.data() == "–"
    assert not scale.flags() & Qt.ItemFlag.ItemIsEditable
    assert attributes.index(0, Field.ROLE).flags() & Qt.ItemFlag.ItemIsEditable


def test_only_possible_scales_can_be_chosen(attributes) -> None:
    offered = [title for _, title in attributes.index(2, Field.SCALE).data(CHOICES_ROLE)]
    assert offered == ["Continuous"]


def test_a_changed_row_is_bold(attributes, store) -> None:
    font = Qt.ItemDataRole.FontRole
    assert attributes.index(3, Field.NAME).data(font) is None
    store.set_attributes([Attribute("SCHOOL", Role.CONFIDENTIAL, Scale.NOMINAL)])
    attributes.refresh()
    assert attributes.index(3, Field.NAME).data(font).bold()
    # The figures are those of the file.
    assert attributes.index(3, Field.DISTINCT).data(font) is None
    assert attributes.index(3, Field.REASON).data(font) is None
