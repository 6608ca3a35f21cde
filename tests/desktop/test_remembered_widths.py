"""Widths that the user draws come back; names of rows are wide enough, and few are measured."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QMouseEvent, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabWidget, QWidget

from core.model import Column, ColumnKind
from desktop_app.models.clusters import ClusterRecordsModel
from desktop_app.views.tables.data_table import DataTable

pytestmark = pytest.mark.usefixtures("styled")


def shown(qtbot, name: str, columns: int = 3) -> DataTable:
    made = DataTable(remembered=name)
    qtbot.addWidget(made)
    made.setModel(QStandardItemModel(2, columns, made))
    made.resize(600, 200)
    made.show()
    return made


@pytest.fixture
def table(qtbot) -> DataTable:
    return shown(qtbot, "trial")


def draw(table: DataTable, column: int, by: int) -> None:
    """Draw the right edge of a column with the mouse."""
    header = table.horizontalHeader()
    edge = header.sectionViewportPosition(column) + header.sectionSize(column) - 1
    at = QPoint(edge, header.height() // 2)
    target = header.viewport()
    QTest.mouseMove(target, at)
    QTest.mousePress(target, Qt.MouseButton.LeftButton, pos=at)
    for part in (by // 2, by):
        moved = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(at + QPoint(part, 0)),
            QPointF(target.mapToGlobal(at + QPoint(part, 0))),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(target, moved)
    QTest.mouseRelease(target, Qt.MouseButton.LeftButton, pos=at + QPoint(by, 0))


def test_a_drawn_width_comes_back(qtbot, table) -> None:
    others = [table.columnWidth(0), table.columnWidth(2)]
    draw(table, 1, 211 - table.columnWidth(1))
    assert table.columnWidth(1) == 211

    again = shown(qtbot, "trial")

    assert again.columnWidth(1) == 211
    assert [again.columnWidth(0), again.columnWidth(2)] == others
    again.fit_columns()
    assert again.columnWidth(1) == 211


def test_what_the_program_sets_is_not_kept(qtbot, table) -> None:
    table.setColumnWidth(1, 187)
    assert shown(qtbot, "trial").columnWidth(1) != 187
    assert not [key for key in QSettings().allKeys() if key.startswith("tables/")]


def test_a_click_on_a_tab_that_lays_out_a_table_is_no_drawing(qtbot) -> None:
    tabs = QTabWidget()
    qtbot.addWidget(tabs)
    second = DataTable(remembered="trial")
    tabs.addTab(QWidget(), "One")
    tabs.addTab(second, "Two")

    def lay_out() -> None:
        second.setModel(QStandardItemModel(2, 3, second))
        second.setColumnWidth(1, 187)

    tabs.currentChanged.connect(lay_out)
    tabs.resize(600, 300)
    tabs.show()
    bar = tabs.tabBar()
    at = bar.tabRect(1).center()
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=at)
    assert tabs.currentWidget() is second
    assert not [key for key in QSettings().allKeys() if key.startswith("tables/")]


def test_a_table_with_other_columns_begins_anew(qtbot, table) -> None:
    draw(table, 1, 80)
    drawn = table.columnWidth(1)
    assert shown(qtbot, "trial", columns=4).columnWidth(1) != drawn


def test_a_table_of_the_data_keeps_nothing(qtbot) -> None:
    assert shown(qtbot, "")._widths is None


RECORDS = 2_000


class _Counted(ClusterRecordsModel):
    """Counts how often it is asked for the name of a row."""

    asked = 0

    def headerData(self, section, orientation, role=Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is Qt.Orientation.Vertical and role == Qt.ItemDataRole.DisplayRole:
            self.asked += 1
        return super().headerData(section, orientation, role)


@pytest.fixture
def named_rows(qtbot) -> tuple[DataTable, _Counted]:
    model, table = _Counted(), DataTable()
    qtbot.addWidget(table)
    values = np.arange(RECORDS, dtype=np.float64)
    column = Column("INCOME", ColumnKind.NUMBER, values, np.isnan(values))
    model.set_columns((column,), (column,))
    table.setModel(model)
    table.resize(400, 300)
    table.show()
    qtbot.waitExposed(table)
    return table, model


def test_the_widest_name_of_a_row_is_not_cut_off(named_rows, qtbot) -> None:
    table, model = named_rows
    members = np.arange(RECORDS)
    model.show_cluster(members, members + 1_000_000, members + 1_000_001)
    metrics = table.verticalHeader().fontMetrics()
    names = [model.headerData(r, Qt.Orientation.Vertical) for r in range(model.rowCount())]
    widest = max(metrics.horizontalAdvance(str(name)) for name in names)
    qtbot.waitUntil(lambda: table.verticalHeader().width() >= widest)


def test_few_names_are_measured_when_other_records_are_shown(named_rows, qtbot) -> None:
    table, model = named_rows
    members = np.arange(RECORDS)
    before = model.asked
    model.show_cluster(members, members + 1, members + 2)
    qtbot.wait(50)
    in_sight = table.viewport().height() // table.rowHeight(0) + 2
    assert 0 < model.asked - before <= 40 + 3 * in_sight
