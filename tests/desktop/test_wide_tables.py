"""A table of many columns fits them all, and answers while it does so."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt

from desktop_app.views.tables.data_table import DataTable

pytestmark = pytest.mark.usefixtures("styled")

COLUMNS, ROWS = 300, 40


class _Wide(QAbstractTableModel):
    """Cells of many lengths; counts how often it is asked for one."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def rowCount(self, _parent: QModelIndex | None = None) -> int:
        return ROWS

    def columnCount(self, _parent: QModelIndex | None = None) -> int:
        return COLUMNS

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        self.asked += 1
        return _text(index.column())


def _text(column: int) -> str:
    return "m" * (8 + column % 8)


@pytest.fixture
def model(qapp) -> _Wide:  # noqa: ARG001 - Qt must run
    return _Wide()


@pytest.fixture
def table(qtbot, model) -> DataTable:
    made = DataTable()
    qtbot.addWidget(made)
    made.setModel(model)
    return made


def _fits(table: DataTable, column: int) -> bool:
    needed = table.fontMetrics().horizontalAdvance(_text(column))
    return needed < table.columnWidth(column) < 2 * needed


def test_its_first_columns_are_fitted_at_once(qtbot, model) -> None:
    table = DataTable()
    qtbot.addWidget(table)
    table.setModel(model)
    assert all(_fits(table, column) for column in range(20))
    assert model.asked < 600
    assert not _fits(table, COLUMNS - 1)


def test_its_last_columns_are_fitted_soon(qtbot, table) -> None:
    qtbot.waitUntil(lambda: all(_fits(table, column) for column in range(COLUMNS)))


def test_records_that_come_meanwhile_are_fitted(qtbot, table, model) -> None:
    """What was left of the table before is given up, and all columns are looked at again."""
    model.beginResetModel()
    model.endResetModel()
    for column in (0, COLUMNS - 1):
        table.setColumnWidth(column, 3000)
    model.beginResetModel()
    model.endResetModel()
    qtbot.waitUntil(lambda: all(_fits(table, column) for column in range(COLUMNS)))
