"""What a right click on a table offers: copying and saving what is shown."""

from __future__ import annotations

import csv

import pytest
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox

from desktop_app.views.tables import table_menu
from desktop_app.views.tables.data_table import DataTable
from desktop_app.views.tables.table_menu import TableSaving, save_table

pytestmark = pytest.mark.usefixtures("styled")

TITLES = ("Name", "Value", "Hidden")


class Model(QAbstractTableModel):
    def __init__(self, rows: list[tuple[str, str, str]]) -> None:
        super().__init__()
        self.rows = rows

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(TITLES)

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        return self.rows[index.row()][index.column()] if role == 0 else None

    def headerData(self, section: int, orientation, role: int = 0) -> object:
        return TITLES[section] if role == 0 and orientation is Qt.Orientation.Horizontal else None


@pytest.fixture
def table(qtbot) -> DataTable:
    table = DataTable()
    table.kept = Model(
        [
            ("a, b", "1.5", "x"),
            ("=1+1", "-3", "y"),
            ('say "c"', "+2,000", "z"),
            ("\t=2", "-cmd", "w"),
        ]
    )
    table.setModel(table.kept)
    table.setColumnHidden(2, True)
    qtbot.addWidget(table)
    table.show()
    return table


def menu_of(table: DataTable) -> QMenu:
    """Press the right button, and return the menu that opens."""
    place = QPoint(5, 5)
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, place, table.viewport().mapToGlobal(place)
    )
    QApplication.sendEvent(table.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def press(menu: QMenu, mnemonic: Qt.Key) -> None:
    QTest.keyClick(menu, mnemonic)
    QApplication.processEvents()


def test_copying_with_and_without_names(table) -> None:
    press(menu_of(table), Qt.Key.Key_A)
    press(menu_of(table), Qt.Key.Key_W)
    assert QGuiApplication.clipboard().text() == 'a, b\t1.5\n=1+1\t-3\nsay "c"\t+2,000\n =2\t-cmd'
    press(menu_of(table), Qt.Key.Key_C)
    assert QGuiApplication.clipboard().text().splitlines()[0] == "Name\tValue"


def test_nothing_selected_is_nothing_to_copy(table) -> None:
    menu = menu_of(table)
    enabled = {action.text(): action.isEnabled() for action in menu.actions() if action.text()}
    menu.close()
    assert enabled == {
        "&Copy with column names": False,
        "Copy &without column names": False,
        "Select &all": True,
        "&Save table as CSV…": True,
    }


def test_what_is_shown_is_saved(qtbot, table, tmp_path, monkeypatch) -> None:
    target = tmp_path / "out.csv"
    monkeypatch.setattr(table_menu, "choose_table_target", lambda _: target)
    press(menu_of(table), Qt.Key.Key_S)
    qtbot.waitUntil(target.exists)
    with target.open(encoding="utf-8-sig", newline="") as file:
        found = list(csv.reader(file))
    assert found == [["Name", "Value"], ["a, b", "1.5"], ["'=1+1", "-3"], ['say "c"', "+2,000"],
                     ["'\t=2", "'-cmd"]]  # fmt: skip


def test_a_long_table_is_saved_in_parts(qtbot, tmp_path) -> None:
    table = DataTable()
    qtbot.addWidget(table)
    table.kept = Model([(f"n{i}", str(i), "h") for i in range(5_000)])
    table.setModel(table.kept)
    target = tmp_path / "long.csv"
    saving = TableSaving(table, target)
    saving.begin()
    assert not target.exists()  # one turn of the window writes a part only
    qtbot.waitUntil(target.exists)
    with target.open(encoding="utf-8-sig", newline="") as file:
        assert list(csv.reader(file))[1:] == [list(row) for row in table.kept.rows]


def test_cancelled_it_leaves_what_was_there(qtbot, tmp_path) -> None:
    table = DataTable()
    qtbot.addWidget(table)
    table.kept = Model([("n", "1", "h")] * 50_000)
    table.setModel(table.kept)
    target = tmp_path / "kept.csv"
    target.write_text("before")
    saving = TableSaving(table, target)
    saving.show()
    saving.begin()
    QTest.keyClick(saving, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not saving.isVisible())
    assert [path.name for path in tmp_path.glob("*.csv*")] == ["kept.csv"]
    assert target.read_text() == "before"


def test_a_folder_that_takes_no_file_is_said(table, tmp_path, monkeypatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: said.append(box.text()))
    monkeypatch.setattr(table_menu, "choose_table_target", lambda _: tmp_path / "no" / "t.csv")
    save_table(table)
    assert len(said) == 1
    assert said[0].startswith("The table was not saved: ")
