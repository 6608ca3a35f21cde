"""A click or Enter shows exactly the records behind a figure, and Esc leads back."""

from __future__ import annotations

from functools import partial
from math import log10

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.views.frame.reading_order import move_focus
from desktop_app.wizard.preparing_risk import RiskPanel
from desktop_app.wizard.preparing_risk.risk_shown import ThresholdLine
from tests.core.tables import cells
from tests.desktop.keys import turn_wheel
from tests.desktop.mouse import CONTROL, press, press_cell, press_in_sight
from tests.desktop.preparing_risk.conftest import Survey, survey
from tests.desktop.sync_runner import SyncRunner
from tests.oracles import risk as oracle


@pytest.fixture
def now(show) -> Survey:
    now = survey(8, weight=None)
    show(now, survey(40, weight=None))
    return now


def seen(panel: RiskPanel) -> list[int]:
    """Return the records in the table, by the numbers at its left."""
    assert panel.records.isVisible()
    model = panel.records.table.model()
    rows = range(model.rowCount())
    return [int(model.headerData(row, Qt.Orientation.Vertical)) - 1 for row in rows]


def line_of(panel: RiskPanel) -> ThresholdLine:
    line = panel.overview.picture.line
    assert line is not None
    return line


def above(now: Survey, threshold: float) -> list[int]:
    return [i for i, f in enumerate(oracle.frequencies(now.records)) if 1 / f > threshold]


def test_a_click_on_a_bar_shows_the_records_that_it_counts(panel, now) -> None:
    by_hand = dict(zip(("AREA", "JOB", "AGE"), oracle.made_rare_by(now.records, 5), strict=True))
    table = panel.overview.driving
    for row in range(3):
        name = table.model().index(row, 0).data()
        press_cell(table, table.model().index(row, 1))
        assert seen(panel) == by_hand[name]
        assert panel.records.heading.text() == (
            f"{len(by_hand[name])} records violate 5-anonymity, but would not without {name}"
        )
        QTest.keyClick(panel.records.table, Qt.Key.Key_Escape)


def test_enter_on_a_bar_does_so_too_and_esc_leads_back_to_it(panel, now) -> None:
    table = panel.overview.driving
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Down)
    QTest.keyClick(table, Qt.Key.Key_Return)
    name = table.model().index(table.currentIndex().row(), 0).data()
    by_hand = dict(zip(("AREA", "JOB", "AGE"), oracle.made_rare_by(now.records, 5), strict=True))
    assert seen(panel) == by_hand[name]
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert panel.overview.isVisible()
    assert QApplication.focusWidget() is table


def test_a_bar_without_records_leads_nowhere(panel, show) -> None:
    show(survey(8, keys=("AREA", "NAME")))
    table = panel.overview.driving
    model = table.model()
    empty = [row for row in range(model.rowCount()) if model.index(row, 2).data() == "0"]
    assert empty
    press_cell(table, model.index(empty[0], 0))
    assert panel.overview.isVisible()


def test_a_click_or_enter_on_a_combination_shows_its_records(panel, now) -> None:
    table = panel.overview.rare
    for row in (0, table.model().rowCount() - 1):
        _, _, area, job, age = (table.model().index(row, c).data() for c in range(5))
        wanted = (area, int(job), int(age))
        by_hand = [i for i, record in enumerate(now.records) if record == wanted]
        press_cell(table, table.model().index(row, 3))
        assert seen(panel) == by_hand
        press(panel.records.back_button)
        assert QApplication.focusWidget() is table
        QTest.keyClick(table, Qt.Key.Key_Return)
        assert seen(panel) == by_hand
        QTest.keyClick(panel.records.table, Qt.Key.Key_Escape)


@pytest.mark.usefixtures("styled", "now")
def test_rows_are_selected_with_ctrl_to_be_copied(panel) -> None:
    table = panel.overview.rare
    for row in (0, 2):
        middle = partial(lambda at: table.visualRect(table.model().index(at, 0)).center(), row)
        press_in_sight(table.viewport(), middle, held=CONTROL)
    assert panel.overview.isVisible()
    assert sorted(index.row() for index in table.selectionModel().selectedRows()) == [0, 2]


def test_records_have_their_values_and_their_lines_of_the_file(panel, now) -> None:
    press_cell(panel.overview.rare, panel.overview.rare.model().index(0, 0))
    model = panel.records.table.model()
    titles = [model.headerData(c, Qt.Orientation.Horizontal) for c in range(model.columnCount())]
    assert titles == ["Risk", "AREA", "JOB", "AGE", "NAME", "HOME", "W"]
    record = seen(panel)[0]
    shown = [model.index(0, c).data() for c in range(1, 5)]
    data = now.dataset
    assert shown == [str(cells(data.column(name))[record]) for name in titles[1:5]]
    tip = model.headerData(0, Qt.Orientation.Vertical, Qt.ItemDataRole.ToolTipRole)
    assert tip == f"Record {record + 1}; row {record + 2} of the file"


def test_the_line_begins_at_one_in_k(panel, now, show) -> None:
    assert line_of(panel).threshold == 1 / 5
    show(now, k=3)
    assert line_of(panel).threshold == 1 / 3
    # Above 1/3 are the records of groups of fewer than three.
    assert panel.overview.threshold_sentence.text().startswith(f"{len(above(now, 1 / 3))} records")


def drag_to(panel: RiskPanel, runner: SyncRunner, threshold: float) -> None:
    """Press the handle, move the mouse to another risk, and let it go."""
    line = line_of(panel)
    panel._scroll.ensureWidgetVisible(panel.overview.picture)
    QApplication.processEvents()
    runner.finish()
    start, goal = line.x_of(line.threshold), line.x_of(threshold)
    assert start is not None
    assert goal is not None
    y = line.height() // 2
    # The window decides what is under the mouse.
    top = panel.window()
    assert top.childAt(line.mapTo(top, QPoint(round(start), y))) is line
    QTest.mousePress(line, Qt.MouseButton.LeftButton, pos=QPoint(round(start), y))
    for share in (0.3, 0.7, 1.0):
        QTest.mouseMove(line, QPoint(round(start + share * (goal - start)), y))
    QTest.mouseRelease(line, Qt.MouseButton.LeftButton, pos=QPoint(round(goal), y))


@pytest.mark.usefixtures("styled")
def test_the_line_is_dragged_by_the_mouse(panel, now, sync_runner) -> None:
    for goal in (0.5, 0.02, 0.1):
        drag_to(panel, sync_runner, goal)
        line = line_of(panel)
        assert log10(line.threshold) == pytest.approx(log10(goal), abs=0.06)
        count = len(above(now, line.threshold))
        assert panel.overview.threshold_sentence.text().startswith(f"{count} records (")
        assert line.accessibleDescription() == panel.overview.threshold_sentence.text()
        press(panel.overview.records_button)
        assert seen(panel) == above(now, line.threshold)
        QTest.keyClick(panel.records.table, Qt.Key.Key_Escape)


def test_the_line_is_moved_by_keys(panel, now) -> None:
    line = line_of(panel)
    line.setFocus()
    for key, times, threshold in (
        (Qt.Key.Key_Left, 6, 0.1),
        (Qt.Key.Key_Right, 1, 0.11),
        (Qt.Key.Key_Home, 1, 1e-5),
        (Qt.Key.Key_End, 1, 1.0),
        (Qt.Key.Key_PageDown, 2, 0.1),
    ):
        for _ in range(times):
            QTest.keyClick(line, key)
        assert line.threshold == threshold
        count = len(above(now, threshold))
        assert panel.overview.threshold_sentence.text().startswith(f"{count} records (")
        assert panel.overview.records_button.isEnabled() == (count > 0)
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert seen(panel) == above(now, 0.1)
    QTest.keyClick(panel.records.table, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is line


@pytest.mark.usefixtures("now")
def test_a_line_that_was_moved_stays(panel, show) -> None:
    line = line_of(panel)
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_Left)
    assert line.threshold == 0.18
    show(survey(4, weight=None), k=3)
    assert line_of(panel).threshold == 0.18


@pytest.mark.usefixtures("now")
def test_the_wheel_moves_the_page_and_not_the_line(panel) -> None:
    line = line_of(panel)
    turn_wheel(line, 3)
    assert line.threshold == 1 / 5


@pytest.mark.usefixtures("styled", "now")
def test_copied_pictures_have_the_line(panel, sync_runner) -> None:
    drag_to(panel, sync_runner, 0.5)
    drawing = panel.overview.picture.as_seen
    assert drawing.threshold == line_of(panel).threshold
    assert drawing.threshold_word == "Threshold: 50 %"
    assert panel.overview.picture.drawing.threshold is None


@pytest.mark.usefixtures("now")
def test_everything_is_reached_by_tab(panel) -> None:
    overview = panel.overview
    overview.driving.setFocus()
    reached: list[QWidget | None] = []
    for _ in range(8):
        move_focus(panel.window(), forward=True)
        reached.append(QApplication.focusWidget())
    wanted = [line_of(panel), overview.records_button, overview.rare, overview.driving]
    assert [widget for widget in reached if widget in wanted] == wanted
