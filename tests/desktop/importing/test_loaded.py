"""The table of the open file: finding, copying, numbering."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from desktop_app.views.pictures.completeness import CompletenessPicture
from desktop_app.views.tables import data_table, table_menu
from desktop_app.wizard.data_page import DataPage
from tests.desktop.importing.driving import begin, forward

ROWS = 3000


@pytest.fixture
def loaded(page, tmp_path) -> DataPage:
    towns = ["Rome", "Oslo", "Paris"]
    lines = "".join(f"{i},{towns[i % 3]},{i / 4},2020-01-{i % 28 + 1:02d}\n" for i in range(ROWS))
    path = tmp_path / "towns.csv"
    path.write_text("NR,TOWN,AMOUNT,DAY\n" + lines, encoding="utf-8")
    begin(page, path)
    for _ in range(3):
        forward(page)
    return page


def find(page: DataPage, text: str) -> None:
    table = page.loaded.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    finder = page.loaded.finding.finder
    assert finder.hasFocus()
    page.runner.do(QTest.keyClicks, finder, text)


def place(page: DataPage) -> tuple[int, int]:
    index = page.loaded.table.currentIndex()
    return index.row(), index.column()


def test_the_records_are_numbered_from_one(loaded) -> None:
    assert loaded.loaded.table.model().headerData(0, Qt.Orientation.Vertical) == "1"


def test_texts_are_found_inside_and_return_goes_on(loaded) -> None:
    find(loaded, "pAr")
    said = loaded.loaded.finding.sentence
    assert place(loaded) == (2, 1)
    assert said.text() == "1 of 1,000: record 3, column TOWN"
    QTest.keyClick(loaded.loaded.finding.finder, Qt.Key.Key_Return)
    assert place(loaded) == (5, 1)
    assert said.text().startswith("2 of 1,000")


@pytest.mark.parametrize(
    ("text", "at"), [("2.75", (11, 2)), ("2,75", (11, 2)), ("2020-01-09", (8, 3))]
)
def test_numbers_and_days_are_found(loaded, text: str, at: tuple[int, int]) -> None:
    find(loaded, text)
    assert place(loaded) == at


def test_what_is_not_there_is_said_and_esc_empties_the_field(loaded) -> None:
    find(loaded, "Berlin")
    assert loaded.loaded.finding.sentence.text() == "Not found."
    QTest.keyClick(loaded.loaded.finding.finder, Qt.Key.Key_Escape)
    assert loaded.loaded.finding.finder.text() == ""
    assert loaded.importing is False


def copy_all(page: DataPage) -> None:
    table = page.loaded.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)


def test_everything_that_is_selected_is_copied(loaded, qtbot) -> None:
    QGuiApplication.clipboard().setText("")
    copy_all(loaded)
    qtbot.waitUntil(lambda: "copied" in loaded.loaded.finding.sentence.text())
    lines = QGuiApplication.clipboard().text().split("\n")
    assert len(lines) == ROWS + 1
    assert lines[0].split("\t") == ["NR", "TOWN", "AMOUNT", "DAY"]
    assert lines[-1].split("\t")[0] == str(ROWS - 1)
    assert loaded.loaded.finding.sentence.text() == "3,000 rows copied, 4 columns."


def test_a_copy_that_is_cut_says_so_in_the_page(loaded, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(table_menu, "MOST_CELLS", 8000)
    copy_all(loaded)
    qtbot.waitUntil(lambda: "Only the first" in loaded.loaded.finding.sentence.text())
    assert (
        loaded.loaded.finding.sentence.text() == "Only the first 2,000 of 3,000 rows were copied."
    )
    assert len(QGuiApplication.clipboard().text().split("\n")) == 2001


def test_everything_of_a_long_table_is_copied_without_marking_each_cell(
    loaded, qtbot, monkeypatch
) -> None:
    monkeypatch.setattr(data_table, "_MARKED_CELLS", 1000)
    table = loaded.loaded.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert loaded.loaded.finding.sentence.text() == "All 3,000 rows are selected."
    assert not table.selectionModel().hasSelection()
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "copied" in loaded.loaded.finding.sentence.text())
    assert len(QGuiApplication.clipboard().text().split("\n")) == ROWS + 1
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert not table.has_everything


def test_a_column_that_lacks_one_value_is_not_shown_as_complete(page, tmp_path) -> None:
    lines = "".join(f"{i},{'' if i == 7 else i}\n" for i in range(ROWS))
    (tmp_path / "one.csv").write_text("NR,STAFF\n" + lines, encoding="utf-8")
    begin(page, tmp_path / "one.csv")
    for _ in range(3):
        forward(page)
    said = [w.accessibleDescription() for w in page.findChildren(CompletenessPicture)]
    assert said == ["STAFF: 99.9 %"]
