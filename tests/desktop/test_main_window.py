"""The frame: rail, buttons, problems, running work, keys, closing; with the real runner."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QProgressBar,
    QWidget,
)

from core.inspect.profiling.column_profiles import profile
from core.io import read
from core.jobs import Job
from core.model import Attribute, FileKind, MissingPolicy, Role, Scale, Source
from desktop_app import closing, menus
from desktop_app import main_window as module
from desktop_app.closing import Answer, Loss
from desktop_app.jobs import JobRunner, Lane
from desktop_app.main_window import MainWindow
from desktop_app.state import Step, StepState
from desktop_app.store import ProjectStore
from desktop_app.text import explain
from desktop_app.wizard.columns_page import ColumnsPage
from desktop_app.wizard.data_page import DataPage
from tests.desktop.conftest import plain_resolve
from tests.desktop.mouse import CONTROL, press, press_cell

pytestmark = pytest.mark.usefixtures("styled")


@pytest.fixture
def window(qtbot, shared_window) -> Iterator[MainWindow]:
    yield shared_window.lend(plain_resolve)
    shared_window.take_back(qtbot)


@pytest.fixture
def opened(qtbot, window, source, survey, profiles) -> MainWindow:
    window.store.open_dataset(source, survey, profiles)
    qtbot.waitUntil(lambda: window.store.plan_is_current)
    return window


def until_cancelled(job: Job) -> None:
    job.start_phase("reading", 1000)
    while True:
        time.sleep(0.002)
        job.update(250)


def test_the_rail_shows_eight_steps_with_their_marks_in_words(window) -> None:
    said = [
        window.rail.item(row).data(Qt.ItemDataRole.AccessibleTextRole)
        for row in range(window.rail.count())
    ]
    assert said[:2] == ["Data, To do", "Columns, Not yet"]
    assert [text.split(",")[0] for text in said] == [
        "Data", "Columns", "Taxonomies", "Prepare", "Method", "Run", "Results", "Release",
    ]  # fmt: skip


def test_a_step_that_makes_no_sense_yet_cannot_be_chosen(window) -> None:
    assert not window.rail.item(Step.RELEASE.value).flags() & Qt.ItemFlag.ItemIsEnabled


def test_the_main_button_leads_on_and_back_leads_back(qtbot, opened) -> None:
    button = opened.footer.main_button
    press(button)
    assert opened.step is Step.COLUMNS
    qtbot.waitUntil(button.isEnabled)
    press(button)
    assert opened.step is Step.PREPARE, "no column of categories is masked: nothing to decide"
    assert opened.store.step_states()[Step.TAXONOMIES] is StepState.DONE
    press(button)
    assert opened.step is Step.METHOD
    for step in (Step.PREPARE, Step.COLUMNS, Step.DATA):
        press(opened.footer.back_button)
        assert opened.step is step
    assert not opened.footer.back_button.isEnabled()
    assert opened.store.step_states()[Step.COLUMNS] is StepState.DONE


def test_a_step_is_chosen_on_the_rail(opened) -> None:
    press_cell(opened.rail, opened.rail.model().index(Step.COLUMNS.value, 0))
    assert opened.step is Step.COLUMNS


def test_undo_and_redo_have_their_keys(opened) -> None:
    opened.activateWindow()
    opened.store.set_missing(MissingPolicy.USE_OBSERVED)
    assert opened.commands.undo.isEnabled()
    assert opened.commands.undo.shortcut().toString() == "Ctrl+Z"
    QTest.keyClick(opened, Qt.Key.Key_Z, CONTROL)
    assert opened.store.draft.missing is None
    assert "Ctrl+Shift+Z" in [key.toString() for key in opened.commands.redo.shortcuts()]
    QTest.keyClick(opened, Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert opened.store.draft.missing is MissingPolicy.USE_OBSERVED


def test_running_work_is_shown_on_every_page_and_can_be_cancelled(qtbot, opened) -> None:
    operation = opened.runner.run(until_cancelled, Lane.COMPUTE, "Working")
    qtbot.waitUntil(lambda: opened.activity.isVisible())
    opened.show_step(Step.COLUMNS)
    bar = opened.activity.findChild(QProgressBar)
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() / bar.maximum() == 0.25)
    with qtbot.waitSignal(operation.cancelled):
        press(opened.activity.cancel_button)
    qtbot.waitUntil(lambda: not opened.activity.isVisible())


class Shown(QObject):
    """Notes what appears as a window of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.windows: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.windows.append(type(watched).__name__)
        return False


@pytest.mark.usefixtures("pages_ahead")
def test_no_part_of_a_page_appears_as_a_window_while_pages_are_made(qapp) -> None:
    """For the blink of such a window the keyboard would leave ours, and keys would be lost."""
    shown, runner = Shown(), JobRunner()
    qapp.installEventFilter(shown)
    window = MainWindow(ProjectStore(runner, resolve=plain_resolve), runner)
    window.show()
    for step in Step:
        window.page(step)
    qapp.removeEventFilter(shown)
    assert shown.windows == ["MainWindow"]
    window._has_asked = True
    window.close()
    assert runner.close(120)
    window.deleteLater()


def test_the_window_closes_while_work_runs(qtbot, window) -> None:
    is_closed, ended_work = threading.Event(), []
    window._has_asked = True
    window.runner.run(lambda _: ended_work.append(is_closed.wait(120)), Lane.IO, "Working")
    window.close()
    assert ended_work == [], "closing waits for the work"
    is_closed.set()
    qtbot.waitUntil(lambda: not window.isVisible())


def test_closing_asks_once_if_a_run_would_be_lost(qtbot, window, monkeypatch) -> None:
    asked: list[bool] = []

    def stay(_: QWidget, loss: Loss) -> Answer:
        asked.append(True)
        assert (loss.unsaved, loss.run) == (False, True)
        return Answer.CLOSE if len(asked) > 1 else Answer.STAY

    monkeypatch.setattr(closing, "confirm_closing", stay)
    window.runner.run(until_cancelled, Lane.COMPUTE, "Working")
    window.close()
    assert window.isVisible()
    assert window.runner.operations
    window.close()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert len(asked) == 2


@pytest.mark.usefixtures("pages_ahead")
def test_a_window_closes_while_a_page_is_still_being_made(window, monkeypatch) -> None:
    """A large page is made ahead, part by part, before anybody asks for it."""
    monkeypatch.setattr(closing, "confirm_closing", lambda *_: pytest.fail("asked"))
    page = window._begun(Step.METHOD)
    assert not page.make_more()

    window.close()

    assert not window.isVisible()


def test_closing_during_an_import_asks_nothing(qtbot, window, monkeypatch) -> None:
    monkeypatch.setattr(closing, "confirm_closing", lambda *_: pytest.fail("asked"))
    window.runner.run(until_cancelled, Lane.IO, "Reading")
    window.close()
    qtbot.waitUntil(lambda: not window.isVisible())


def test_the_keyboard_goes_on_and_stays_on_the_page_in_the_wizard(qtbot, window, tmp_path) -> None:
    path = tmp_path / "small.csv"
    path.write_text("A,B\n1,2\n3,4\n")
    window.activateWindow()
    window.open_path(str(path))
    page = window.page(Step.DATA)
    # There is nothing to fill in where a file was chosen.
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.footer.main_button)
    for _ in range(2):
        press(window.footer.main_button)
        qtbot.waitUntil(lambda: page.main_action().enabled)
        assert page.isAncestorOf(QApplication.focusWidget())


def test_work_that_does_not_stop_does_not_hold_the_window(qtbot, window, monkeypatch) -> None:
    monkeypatch.setattr(module, "_CLOSE_TIMEOUT_MILLISECONDS", 50)
    may_end, ended_work = threading.Event(), []
    window._has_asked = True
    window.runner.run(lambda _: ended_work.append(may_end.wait(300)), Lane.IO, "Deaf")
    window.close()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert ended_work == []
    may_end.set()


# Qt 6.12 wants a point of fractions for an event of which earlier versions take whole ones only.
takes_whole_points = pytest.mark.filterwarnings("ignore:.*QDragEnterEvent:DeprecationWarning")


def drop(window: MainWindow, path: Path) -> None:
    """Drag a file with Shift held down, which proposes to move it, and drop it on the window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    copy, move = Qt.DropAction.CopyAction, Qt.DropAction.MoveAction
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
    place = window.rect().center()
    entered = QDragEnterEvent(place, copy | move, data, buttons, keys)
    dropped = QDropEvent(QPointF(place), copy | move, data, buttons, keys)
    for event in (entered, dropped):
        assert event.proposedAction() is move
        QApplication.sendEvent(window, event)
        assert event.isAccepted()
        # Told that it was moved, the file manager would delete the original.
        assert event.dropAction() is copy


@takes_whole_points
@pytest.mark.parametrize(
    "address",
    [
        "file://host/share/people.csv",
        pytest.param("file:////host/share/p.csv", marks=pytest.mark.longer),
    ],
)
def test_a_file_dropped_from_a_network_is_not_opened(opened, address: str) -> None:
    data = QMimeData()
    data.setUrls([QUrl(address)])
    centre, action = opened.rect().center(), Qt.DropAction.CopyAction
    button, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(centre, action, data, button, keys)
    opened.dragEnterEvent(entered)
    assert entered.isAccepted()
    opened.show_step(Step.COLUMNS)
    opened.dropEvent(QDropEvent(QPointF(centre), action, data, button, keys))
    assert opened.step is Step.COLUMNS
    assert "lies on a network" in opened.notice.sentence.text()


@takes_whole_points
def test_a_file_dropped_on_any_page_begins_the_import(qtbot, opened, tmp_path) -> None:
    path = tmp_path / "dropped.csv"
    path.write_text("A,B\n1,2\n3,4\n")
    opened.show_step(Step.COLUMNS)
    drop(opened, path)
    page = opened.page(Step.DATA)
    assert isinstance(page, DataPage)
    assert opened.step is Step.DATA
    qtbot.waitUntil(lambda: page.main_action().enabled)
    assert page.importing


def test_ctrl_o_asks_for_a_file(qtbot, window, monkeypatch, tmp_path) -> None:
    path = tmp_path / "chosen.csv"
    path.write_text("A,B\n1,2\n3,4\n")
    monkeypatch.setattr("desktop_app.wizard.data_page.choose_data_file", lambda _: path)
    QTest.keyClick(window, Qt.Key.Key_O, CONTROL)
    page = window.page(Step.DATA)
    qtbot.waitUntil(lambda: page.main_action().enabled)
    assert page.importing


def test_the_window_remembers_its_size() -> None:
    heights = []
    for _ in range(2):
        runner = JobRunner()
        window = MainWindow(ProjectStore(runner, resolve=plain_resolve), runner)
        window.show()
        heights.append(window.height())
        # The offscreen screen is 800 pixels wide and high.
        window.resize(window.width(), 611)
        window.close()
        assert runner.close(120)
        window.deleteLater()
    assert heights[1] == 611 != heights[0]


def test_explain_names_the_term_under_the_cursor(opened) -> None:
    opened.show_step(Step.COLUMNS)
    table = opened.page(Step.COLUMNS).table
    press_cell(table, table.model().index(1, 1))
    assert menus.explanation(table) == explain("quasi-identifier")
    assert opened.menus.explain_action.shortcut().toString() == "Ctrl+F1"


def walk(window: MainWindow) -> Iterator[Step]:
    for step in (Step.DATA, Step.COLUMNS, Step.TAXONOMIES):
        window.show_step(step)
        QApplication.processEvents()
        yield step


def test_1024_by_700_is_enough_for_every_page(opened) -> None:
    opened.setWindowState(Qt.WindowState.WindowNoState)
    opened.resize(1024, 700)
    for step in walk(opened):
        assert (opened.width(), opened.height()) == (1024, 700)
        assert opened.pages.horizontalScrollBar().maximum() == 0, step
        assert opened.pages.verticalScrollBar().maximum() == 0, step


@pytest.mark.parametrize("size", [pytest.param((960, 500), marks=pytest.mark.longer), (640, 420)])
def test_the_buttons_are_on_a_screen_however_small(opened, size) -> None:
    opened.setWindowState(Qt.WindowState.WindowNoState)
    opened.resize(*size)
    for step in walk(opened):
        assert (opened.width(), opened.height()) == size
        button = opened.footer.main_button
        corner = button.mapTo(opened, button.rect().bottomRight())
        assert button.isVisible(), step
        assert opened.rect().contains(corner), step


def test_the_window_opens_no_larger_than_the_screen(opened) -> None:
    screen = opened.screen().availableGeometry()
    assert screen.width() < 1280  # of the offscreen screen
    assert opened.isMaximized()
    assert opened.width() <= screen.width()
    assert opened.height() <= screen.height()


def test_every_control_has_an_accessible_name(opened) -> None:
    kinds = (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit)
    for step in walk(opened):
        for kind in kinds:
            for control in opened.findChildren(kind):
                if not control.isVisible() or control.objectName().startswith("qt_"):
                    continue
                if type(control.parent()).__name__ in (
                    "QTableView",
                    "DataTable",
                    "AttributesTable",
                ):
                    continue
                said = control.accessibleName() or getattr(control, "text", str)()
                assert said, (step, control)


@pytest.mark.usefixtures("pseudo")
def test_every_text_is_translated_and_longer_ones_fit(qtbot, source, survey, profiles) -> None:
    runner = JobRunner()
    window = MainWindow(ProjectStore(runner, resolve=plain_resolve), runner)
    window.store.open_dataset(source, survey, profiles)
    qtbot.waitUntil(lambda: window.store.plan_is_current)
    window.show()
    window.setWindowState(Qt.WindowState.WindowNoState)
    window.resize(1024, 700)
    data = {*survey.names, "survey.csv", "Ada", "A reason."}
    for step in walk(window):
        assert window.pages.horizontalScrollBar().maximum() == 0, step
        for widget in [*window.findChildren(QLabel), *window.findChildren(QAbstractButton)]:
            text = widget.text()
            foreign = text and widget.isVisible() and not text.startswith("[") and text not in data
            assert not foreign, (step, text)
    window._has_asked = True
    window.close()
    assert runner.close(120)
    window.deleteLater()


def test_an_import_shows_no_mark_of_the_project_before(opened, tmp_path) -> None:
    opened.store.confirm(Step.COLUMNS)
    assert opened.rail.item(1).data(Qt.ItemDataRole.AccessibleTextRole) == "Columns, Done"
    path = tmp_path / "other.csv"
    path.write_text("A,B\n1,2\n3,4\n")
    opened.open_path(str(path))
    marks = [opened.rail.item(i).data(Qt.ItemDataRole.AccessibleTextRole) for i in range(7)]
    assert [mark.split(", ")[1] for mark in marks] == ["To do", *["Not yet"] * 6]
    assert opened.windowTitle() == "Import other.csv – Statveil"
    assert not opened.commands.undo.isEnabled()
    QTest.keyClick(opened, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert opened.step is Step.DATA
    page = opened.page(Step.DATA)
    press(page.cancel_button)
    assert opened.rail.item(1).data(Qt.ItemDataRole.AccessibleTextRole) == "Columns, Done"
    assert opened.windowTitle() == "survey[*] – Statveil"


def test_running_decides_the_settings(opened) -> None:
    opened.store.confirm(Step.COLUMNS)
    assert opened.store.step_states()[Step.METHOD] is StepState.TODO
    assert opened.store.begin_run() is not None
    assert opened.store.step_states()[Step.METHOD] is StepState.DONE


def _press_back(window: MainWindow) -> None:
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)


def test_back_passes_over_what_the_way_forward_passed_over(qtbot, survey_window) -> None:
    window = survey_window
    window.enter_step(Step.COLUMNS)
    qtbot.waitUntil(window.footer.main_button.isEnabled)
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert window.step is Step.PREPARE
    _press_back(window)
    assert window.step is Step.COLUMNS


def test_back_leads_to_a_step_that_was_looked_at_or_has_something_to_decide(
    qtbot, survey_window
) -> None:
    window = survey_window
    window.enter_step(Step.COLUMNS)
    forward = (Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(window.footer.main_button.isEnabled)
    QTest.keyClick(window.focusWidget(), *forward)
    # By its key the user went there all the same; then back is where the rail says.
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert window.step is Step.TAXONOMIES
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    _press_back(window)
    assert window.step is Step.TAXONOMIES
    # Passed over once, it has a column to decide now.
    window.enter_step(Step.COLUMNS)
    QTest.keyClick(window.focusWidget(), *forward)
    assert window.step is Step.PREPARE
    school = Attribute("SCHOOL", Role.QUASI_IDENTIFIER, Scale.NOMINAL)
    window.store.set_attributes([school])
    qtbot.waitUntil(lambda: window.store.plan_is_current)
    _press_back(window)
    assert window.step is Step.TAXONOMIES


@pytest.mark.usefixtures("pages_ahead")
def test_no_page_is_made_ahead_once_the_window_is_closed(qtbot, opened) -> None:
    opened.show_step(Step.COLUMNS)
    opened._has_asked = True
    opened.close()
    assert opened.runner.close(120)
    # Longer than the window waits before it makes the next page, which would begin to compute.
    qtbot.wait(200)


@pytest.mark.usefixtures("pages_ahead")
def test_the_pages_that_follow_the_columns_are_made_while_these_are_in_sight(qtbot, opened) -> None:
    opened.show_step(Step.COLUMNS)
    to_come = {Step.TAXONOMIES, Step.PREPARE}
    qtbot.waitUntil(lambda: to_come <= {at for at, page in opened._made.items() if page.is_made})
    assert Step.RUN not in opened._made


def test_what_comes_late_of_the_file_before_is_not_taken_for_the_new_one(
    survey_window, people
) -> None:
    survey_window.show_step(Step.COLUMNS)
    columns = survey_window.page(Step.COLUMNS)
    assert isinstance(columns, ColumnsPage)
    press_cell(columns.table, columns.model.index(3, 0))
    survey_window.show_step(Step.DATA)
    source = Source(str(people), FileKind.CSV)
    dataset = read(source, Job())
    survey_window.store.open_dataset(source, dataset, profile(dataset, None, source))
    columns.units.visibility_changed.emit(False)
    survey_window.show_step(Step.COLUMNS)
    assert columns.model.attribute(0).name == "NAME"
    assert columns.model.rowCount() == 3
