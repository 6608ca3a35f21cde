"""The names of rows: wide enough, and few of them are measured."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

from core.model import Column, ColumnKind
from desktop_app.models.clusters import ClusterRecordsModel
from desktop_app.views.tables.data_table import DataTable

pytestmark = pytest.mark.usefixtures("styled")

RECORDS = 2_000


class _Counted(ClusterRecordsModel):
    """Counts how often it is asked for the name of a row."""

    asked = 0

    def headerData(self, section, orientation, role=Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is Qt.Orientation.Vertical and role == Qt.ItemDataRole.DisplayRole:
            self.asked += 1
        return super().headerData(section, orientation, role)


@pytest.fixture
def shown(qtbot) -> tuple[DataTable, _Counted]:
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


def test_the_widest_name_of_a_row_is_not_cut_off(shown, qtbot) -> None:
    table, model = shown
    members = np.arange(RECORDS)
    model.show_cluster(members, members + 1_000_000, members + 1_000_001)
    metrics = table.verticalHeader().fontMetrics()
    names = [model.headerData(r, Qt.Orientation.Vertical) for r in range(model.rowCount())]
    widest = max(metrics.horizontalAdvance(str(name)) for name in names)
    qtbot.waitUntil(lambda: table.verticalHeader().width() >= widest)


def test_few_names_are_measured_when_other_records_are_shown(shown, qtbot) -> None:
    table, model = shown
    members = np.arange(RECORDS)
    before = model.asked
    model.show_cluster(members, members + 1, members + 2)
    qtbot.wait(50)
    in_sight = table.viewport().height() // table.rowHeight(0) + 2
    assert 0 < model.asked - before <= 40 + 3 * in_sight
