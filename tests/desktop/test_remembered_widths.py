"""Widths that the user draws come back; those that the program sets do not stick."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QStandardItemModel

from desktop_app.views.data_table import DataTable


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


def test_a_drawn_width_comes_back(qtbot, table: DataTable) -> None:
    others = [table.columnWidth(0), table.columnWidth(2)]
    table._widths.keep(1, 211)

    again = shown(qtbot, "trial")

    assert again.columnWidth(1) == 211
    assert [again.columnWidth(0), again.columnWidth(2)] == others
    again.fit_columns()
    assert again.columnWidth(1) == 211


def test_what_the_program_sets_is_not_kept(qtbot, table: DataTable) -> None:
    table.setColumnWidth(1, 187)
    assert shown(qtbot, "trial").columnWidth(1) != 187
    assert not [key for key in QSettings().allKeys() if key.startswith("tables/")]


def test_a_table_with_other_columns_begins_anew(qtbot, table: DataTable) -> None:
    table._widths.keep(1, 211)
    assert shown(qtbot, "trial", columns=4).columnWidth(1) != 211


def test_a_table_of_the_data_keeps_nothing(qtbot) -> None:
    assert shown(qtbot, "")._widths is None
