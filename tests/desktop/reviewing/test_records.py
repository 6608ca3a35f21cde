"""Original and protected records side by side, before anything is written."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from desktop_app.main_window import MainWindow
from desktop_app.models.side_model import CHANGED, FOUND
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.wizard.results_page import ResultsPage
from tests.desktop.keys import type_into
from tests.desktop.mouse import press, press_cell
from tests.desktop.pages.conftest import AGES, HOURS

pytestmark = pytest.mark.usefixtures("styled")

AGES_AFTER = [22] * 3 + [42] * 3 + [61] * 3 + [82] * 3
HOURS_AFTER = [11] * 3 + [40] * 3 + [30] * 3 + [1] * 3


@pytest.fixture
def page(with_result: ProjectStore, sync_runner, qtbot) -> ResultsPage:
    page = ResultsPage(with_result, sync_runner)
    page.make_all()
    qtbot.addWidget(page)
    page.resize(1000, 700)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    sync_runner.do(page.refresh)
    sync_runner.do(QTest.keyClick, page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    return page


def _column(model, column: int) -> list[str]:
    return [model.index(row, column).data() for row in range(model.rowCount())]


def _texts(values: list[int]) -> list[str]:
    return list(map(str, values))


def test_ctrl_f_shows_both_tables_of_all_released_columns(page) -> None:
    assert page.tabs.currentWidget() is page.records
    assert page.records.bar.field.hasFocus()
    before, after = page.records.panes.models
    horizontal = Qt.Orientation.Horizontal
    names = [after.headerData(c, horizontal) for c in range(after.columnCount())]
    assert names == ["AGE", "HOURS", "WAGE"]  # ID identifies and is not released
    wages = [str(wage) for wage in range(1, 13)]
    assert [_column(before, c) for c in range(3)] == [_texts(AGES), _texts(HOURS), wages]
    assert [_column(after, c) for c in range(2)] == [_texts(AGES_AFTER), _texts(HOURS_AFTER)]
    # Numbered as in the table of the step Data; row 1 of the file has the names.
    assert after.headerData(0, Qt.Orientation.Vertical) == "1"
    tip = after.headerData(0, Qt.Orientation.Vertical, Qt.ItemDataRole.ToolTipRole)
    assert tip == "Record 1; row 2 of the file"
    assert "numbered as in your file, from 1" in page.records.counted.text()


def test_exactly_the_changed_cells_are_marked(page) -> None:
    after = page.records.panes.models[1]
    for row in range(12):
        wanted = [AGES[row] != AGES_AFTER[row], HOURS[row] != HOURS_AFTER[row], False]
        assert [after.index(row, c).data(CHANGED) for c in range(3)] == wanted
    assert "20 became 22" in after.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "unchanged" in after.headerData(
        2, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
    )


def test_a_changed_cell_has_a_mark_that_is_seen_without_colours(page) -> None:
    table = page.records.panes.released_table
    same, changed = (table.visualRect(table.model().index(row, 0)) for row in (1, 2))
    picture = table.viewport().grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    greys = [
        picture.pixelColor(rect.left() + 2, rect.top() + 2).lightness() for rect in (same, changed)
    ]
    assert greys[0] - greys[1] > 100  # row 1: 22 stays 22; row 2: 24 became 22


def test_the_filter_leaves_the_records_that_changed(page, sync_runner) -> None:
    box = page.records.bar.filter_box
    box.setFocus()
    sync_runner.do(QTest.keyClick, box, Qt.Key.Key_End)
    assert box.currentText() == "Changed in HOURS"
    wanted = [row for row in range(12) if HOURS[row] != HOURS_AFTER[row]]
    after = page.records.panes.models[1]
    assert after.rowCount() == len(wanted)
    vertical = Qt.Orientation.Vertical
    rows = [after.headerData(r, vertical) for r in range(len(wanted))]
    assert rows == [str(row + 1) for row in wanted]
    assert f"{len(wanted)} of 12 records shown." in page.records.counted.text()


def test_only_the_masked_columns_are_shown_when_asked(page, sync_runner) -> None:
    sync_runner.do(QTest.keyClick, page.records.bar.masked_only, Qt.Key.Key_Space)
    assert page.records.panes.models[0].columnCount() == 2


def test_a_search_finds_cells_of_both_tables_in_reading_order(page, sync_runner) -> None:
    type_into(page.records.bar.field, "42", sync_runner)
    panes = page.records.panes
    # Row 3: 42 after; row 4: 42 after; row 5: 42 before and after.
    assert page.records.bar.hits.text() == "1 of 4 cells"
    seen = []
    for _ in range(4):
        seen.append(
            (
                panes.released_table.currentIndex().row(),
                panes.released_table.currentIndex().column(),
            )
        )
        QTest.keyClick(page.records.bar.field, Qt.Key.Key_Return)
    assert seen == [(3, 0), (4, 0), (5, 0), (5, 0)]
    assert page.records.bar.hits.text() == "1 of 4 cells"  # around
    QTest.keyClick(page.records.bar.field, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert page.records.bar.hits.text() == "4 of 4 cells"
    assert panes.models[0].index(5, 0).data(FOUND)
    assert not panes.models[0].index(4, 0).data(FOUND)


def test_a_text_that_occurs_nowhere_is_said_to(page, sync_runner) -> None:
    type_into(page.records.bar.field, "4711", sync_runner)
    assert page.records.bar.hits.text() == "Not found"
    assert not page.records.bar.after_button.isEnabled()


def test_both_tables_scroll_and_select_together(page) -> None:
    page.resize(500, 300)
    panes = page.records.panes
    press_cell(panes.released_table, panes.models[1].index(0, 0))
    for _ in range(11):
        QTest.keyClick(panes.released_table, Qt.Key.Key_Down)
    assert panes.original_table.currentIndex().row() == 11
    bars = panes.original_table.verticalScrollBar(), panes.released_table.verticalScrollBar()
    assert bars[0].value() == bars[1].value() > 0


def test_the_step_release_leads_to_the_records(
    with_result: ProjectStore, sync_runner, qtbot
) -> None:
    window = MainWindow(with_result, sync_runner)
    qtbot.addWidget(window)
    window.show()
    sync_runner.do(window.show_step, Step.RELEASE)
    sync_runner.do(press, window.page(Step.RELEASE).look_button)
    assert window.step is Step.RESULTS
    results = window.page(Step.RESULTS)
    assert results.tabs.currentWidget() is results.records
    assert results.records.panes.models[1].rowCount() == 12
    window._has_asked = True
    window.close()
