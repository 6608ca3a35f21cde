"""Page and fields stay where they are while lists, problems and texts come and go."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

import resources
from core.errors import Problem, Where
from core.model import Scale
from desktop_app.main_window import MainWindow
from desktop_app.models.attributes_model import Field
from desktop_app.state import Step
from desktop_app.views.anchor import Anchor
from desktop_app.wizard.importing.empty import EmptyState
from tests.desktop.choosing import choose_method
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import turn_wheel
from tests.desktop.mouse import choose, choose_value, open_cell, press, tick
from tests.plain_recipes import write_plain_recipe

pytestmark = pytest.mark.usefixtures("styled")

_SAMPLES = resources.FOLDER / "samples"


@pytest.fixture
def traveller(traveller, tmp_path) -> Traveller:
    traveller.open_project(write_plain_recipe(_SAMPLES, "household_survey", tmp_path))
    traveller.window.resize(1024, 700)
    return traveller


def _top(widget: QWidget) -> int:
    return widget.mapToGlobal(QPoint()).y()


def _settle(traveller: Traveller) -> None:
    """Wait until nothing runs and everything is laid out."""
    traveller.rest()
    _lay_out()


def _lay_out() -> None:
    # Texts that wrap take several turns to find their height; on a busy machine time is no turn.
    for _ in range(20):
        QApplication.processEvents()


@pytest.mark.parametrize("list_name", ["columns", "zeros"])
def test_a_condition_is_ticked_without_a_jump(traveller, list_name: str) -> None:
    page = traveller.show(Step.METHOD)
    names = getattr(page.conditions, list_name)
    names.setFocus()
    _settle(traveller)
    (row,) = [at for at in range(names.count()) if names.item(at).text() == "RENT"]
    heights = [page.outlook.height()]
    for _ in range(2):
        tick(names, names.model().index(row, 0))
        before = _top(names)
        _settle(traveller)
        assert _top(names) == before
        heights.append(0 if page.outlook.isHidden() else page.outlook.height())
    # What the condition means is counted, and said above, in more lines or fewer.
    assert heights[0] == heights[2] != heights[1]


def test_an_order_that_is_accepted_leaves_the_page_where_it_is(traveller) -> None:
    traveller.show(Step.COLUMNS)
    page, bar = traveller.page(Step.COLUMNS), traveller.window.problem_bar
    row = page.model.row_of("REGION")
    choose(open_cell(page.table, page.model.index(row, Field.ROLE)), "Quasi-identifier")
    choose(open_cell(page.table, page.model.index(row, Field.SCALE)), "Ordered categories")
    _settle(traveller)
    # The columns are confirmed, so that the lacking order is a fault of the taxonomies.
    assert [p.where.column for p in traveller.store.problems_of(Step.TAXONOMIES)] == ["REGION"]
    before, high = _top(page.details), bar.height()
    press(page.details.order.accept_button)
    _settle(traveller)
    assert traveller.store.schema.named("REGION").order
    assert traveller.store.schema.named("REGION").scale is Scale.ORDINAL
    assert not traveller.store.problems_of(Step.TAXONOMIES)
    assert (_top(page.details), bar.height()) == (before, high)


def test_a_bar_without_problems_says_so_until_the_page_is_left(traveller) -> None:
    traveller.window.show_step(Step.METHOD)
    traveller.do(choose_method, traveller.page(Step.METHOD), "mdav")
    traveller.show(Step.COLUMNS)
    page, bar = traveller.page(Step.COLUMNS), traveller.window.problem_bar
    row = page.model.row_of("INCOME")
    assert [bar.item(at).text()[:13] for at in range(bar.count())] == ["Column INCOME"]
    high, before = bar.height(), _top(page.details)
    choose(open_cell(page.table, page.model.index(row, Field.ROLE)), "Quasi-identifier")
    traveller.rest()
    assert _top(page.details) == before
    assert bar.isVisible()
    assert [bar.item(at).text() for at in range(bar.count())] == [
        "No problem is left on this page."
    ]
    assert bar.height() == high
    # It is no problem that leads anywhere.
    press(bar)
    QTest.keyClick(bar, Qt.Key.Key_Return)
    assert traveller.step is Step.COLUMNS
    press(page.bar.ask_button)
    assert page.asking
    assert not bar.isVisible()
    traveller.back()
    traveller.window.show_step(Step.DATA)
    traveller.window.show_step(Step.COLUMNS)
    assert not bar.isVisible()


def _key(traveller: Traveller, key: Qt.Key, held: Qt.KeyboardModifier) -> None:
    QTest.keyClick(traveller.window.focusWidget() or traveller.window, key, held)
    _settle(traveller)


def test_a_page_begins_at_its_top_but_keeps_its_place_on_the_way_back(traveller) -> None:
    window, alt = traveller.window, Qt.KeyboardModifier.AltModifier
    forward = (Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    window.enter_step(Step.PREPARE)
    traveller.wait(window.footer.main_button.isEnabled)
    _key(traveller, *forward)
    assert window.step is Step.METHOD
    area = traveller.page(Step.METHOD).settings_area
    bar = area.verticalScrollBar()

    def scroll_down() -> None:
        for _ in range(5):
            turn_wheel(area.viewport(), -2)
        assert bar.value() > 0

    scroll_down()
    place = bar.value()
    traveller.wait(window.footer.main_button.isEnabled)
    _key(traveller, *forward)
    assert window.step is Step.RUN
    _key(traveller, Qt.Key.Key_Left, alt)
    assert bar.value() == place
    _key(traveller, Qt.Key.Key_Left, alt)
    traveller.wait(window.footer.main_button.isEnabled)
    _key(traveller, *forward)
    assert window.step is Step.METHOD
    assert bar.value() == 0
    scroll_down()
    traveller.open_project(_SAMPLES / "business_survey.recipe.json")
    assert bar.value() == 0


@pytest.fixture
def clueless(traveller, tmp_path) -> Traveller:
    path = tmp_path / "questions.csv"
    names = [f"Q{i}" for i in range(12)]
    rows = (",".join(str((i * 7 + j) % 5) for j in range(12)) for i in range(40))
    path.write_text("\n".join((",".join(names), *rows)))
    traveller.window.resize(1280, 800)
    traveller.import_file(path)
    traveller.window.enter_step(Step.COLUMNS)
    _settle(traveller)
    return traveller


def test_a_strip_that_is_settled_moves_no_row(clueless) -> None:
    page = clueless.page(Step.COLUMNS)
    assert page.clueless.isVisible()
    assert page.clueless.sentence.text().startswith("What are these 12 columns?")
    before = _top(page.table), page.table.height()
    press(page.clueless.select_button)
    choose(page.bar.roles, "Other")
    _settle(clueless)
    assert not page.clueless.isVisible()
    assert (_top(page.table), page.table.height()) == before
    # Another visit begins without the place that was left free.
    clueless.window.enter_step(Step.DATA)
    clueless.window.enter_step(Step.COLUMNS)
    _settle(clueless)
    assert _top(page.table) < before[0]


def test_neither_the_first_problem_nor_running_work_moves_the_page(traveller, monkeypatch) -> None:
    window = traveller.window
    window.resize(1280, 800)
    page, footer = traveller.page(Step.COLUMNS), window.footer
    # The window asks for the problems whenever something in it is done.
    problems: list[Problem] = []
    monkeypatch.setattr(page, "problems", lambda: tuple(problems))
    window.enter_step(Step.COLUMNS)
    _settle(traveller)
    shown = (page.table, page.details, footer.main_button)
    before = [(_top(widget), widget.height()) for widget in shown]
    assert not window.problem_bar.isVisible()
    problems.append(Problem("scale-missing", Where("INCOME")))
    window.store.changed.emit()
    _settle(traveller)
    assert window.problem_bar.isVisible()
    assert [(_top(widget), widget.height()) for widget in shown] == before
    problems.clear()
    window.enter_step(Step.DATA)
    window.enter_step(Step.COLUMNS)
    _settle(traveller)
    assert not window.problem_bar.isVisible()
    window.activity.show()
    _lay_out()
    assert [(_top(widget), widget.height()) for widget in shown] == before
    window.activity.hide()


def test_three_problems_are_in_sight(traveller) -> None:
    window, bar = traveller.window, traveller.window.problem_bar
    window.resize(1280, 800)
    names = ("INCOME", "RENT", "AGE")
    bar.show_problems(tuple(Problem("scale-missing", Where(name)) for name in names), "a page")
    _lay_out()
    shown = bar.viewport().rect()
    assert all(shown.contains(bar.visualItemRect(bar.item(row))) for row in range(3))


def _covered_words(window: MainWindow) -> list[str]:
    """Return the texts of the page whose letters lie under the notice."""
    covered, notice = [], window.notice
    for label in window.page(window.step).findChildren(QLabel):
        size = QFontMetrics(label.font()).size(0, label.text())
        words = QRect(label.mapTo(window, QPoint()), size)
        if label.isVisible() and words.intersects(
            QRect(notice.mapTo(window, QPoint()), notice.size())
        ):
            covered.append(label.text())
    return covered


@pytest.mark.parametrize("step", Step)
def test_a_notice_covers_no_title(traveller, step: Step) -> None:
    traveller.show(step)
    traveller.window.notice.say(
        "household_survey has changes of 11/30/26 2:43 AM that were not saved.",
        ("Open &them", list),
        ("&Delete them", list),
    )
    _lay_out()
    assert traveller.window.notice.isVisible()
    assert _covered_words(traveller.window) == []


def test_a_long_notice_in_a_wide_window_covers_no_words(traveller) -> None:
    window = traveller.window
    window.resize(1400, 800)
    traveller.show(Step.DATA)
    window.notice.say(
        "household_survey.recipe has changes of 30/11/2026 05:50 that were not saved, and more.",
        ("Open &them", list),
        ("&Delete them", list),
    )
    _lay_out()
    assert window.width() == 1400
    assert _covered_words(window) == []


def test_a_notice_that_stays_moves_nothing(traveller) -> None:
    window = traveller.window
    window.enter_step(Step.COLUMNS)
    _settle(traveller)
    page = traveller.page(Step.COLUMNS)
    before = _top(page.table)
    window.notice.say("Something waits for an answer.", ("&Answer", window.notice.dismiss))
    _settle(traveller)
    assert window.notice.isVisible()
    assert _top(page.table) == before
    assert _covered_words(window) == []
    press(window.notice.buttons[0])
    assert not window.notice.isVisible()


def test_what_is_next_on_the_tour_is_in_one_place(traveller) -> None:
    window = traveller.window
    window.resize(1280, 800)
    traveller.do(window.tour.begin)
    button, places = window.tour.card.next_button, set()
    for step in (Step.DATA, Step.COLUMNS, Step.TAXONOMIES, Step.PREPARE, Step.METHOD, Step.RUN):
        window.enter_step(step)
        _settle(traveller)
        places.add(button.mapToGlobal(QPoint(button.width(), button.height())).toTuple())
    assert len(places) == 1


def test_ticks_of_a_column_are_in_one_place(traveller) -> None:
    window = traveller.window
    window.resize(1280, 800)
    window.enter_step(Step.COLUMNS)
    page, lefts = traveller.page(Step.COLUMNS), set()
    traveller.rest()
    for name in ("RENT", "HOURS", "AGE", "EDUCATION", "WEIGHT"):
        page.table.selectRow(page.model.row_of(name))
        _settle(traveller)
        if page.details.states.isVisible() and not page.details.order.isVisible():
            lefts.add(page.details.states.x())
    assert len(lefts) == 1


def test_a_changed_choice_of_the_layout_moves_no_other(traveller, people) -> None:
    traveller.window.resize(1280, 800)
    traveller.open(people)
    traveller.forward()
    layout = traveller.page(Step.DATA).wizard.layout_page
    _settle(traveller)
    control = layout.controls["encoding"]
    before = control.x(), layout.controls["thousands"].x()
    choose_value(layout.controls["thousands"], " ")
    _settle(traveller)
    assert layout._labels["thousands"].font().bold()
    assert (control.x(), layout.controls["thousands"].x()) == before


def test_what_is_said_at_the_first_start_moves_no_button(qtbot) -> None:
    empty = EmptyState()
    qtbot.addWidget(empty)
    empty.resize(800, 600)
    empty.show()
    buttons = (empty.open_button, *empty.sample_buttons)
    QTest.qWait(0)
    before = [_top(button) for button in buttons]
    empty.say_first_start()
    QTest.qWait(0)
    assert empty.first_start.isVisible()
    assert [_top(button) for button in buttons] == before


class LongPage:
    """A page in which texts above and below a button that has the keyboard come and go."""

    def __init__(self) -> None:
        self.area, self.widget, self.button = QScrollArea(), QWidget(), QPushButton("Tick")
        self.above, self.further_above, self.below = (QLabel("\n" * 9) for _ in range(3))
        layout = QVBoxLayout(self.widget)
        upper, lower = (QLabel("\n" * 60) for _ in range(2))
        for part in (self.further_above, self.above, upper, self.button, self.below, lower):
            layout.addWidget(part)
        self.above.hide()
        self.further_above.hide()
        self.area.setWidget(self.widget)
        self.area.setWidgetResizable(True)
        self.area.resize(300, 300)
        self.area.show()
        self.button.setFocus()
        self.area.ensureWidgetVisible(self.button)
        self.anchor = Anchor(self.area)

    @property
    def top(self) -> int:
        return self.button.mapTo(self.area.viewport(), QPoint()).y()


@pytest.fixture
def page(qtbot) -> LongPage:
    page = LongPage()
    qtbot.addWidget(page.area)
    return page


def test_a_field_stays_though_the_event_loop_stands_still_before_the_page_grows(
    page, qtbot
) -> None:
    height, top = page.widget.height(), page.top
    page.anchor.hold()
    # The loop turns once after a stall that is longer than any pause for the eye.
    time.sleep(0.6)
    QApplication.processEvents()
    page.above.show()
    qtbot.waitUntil(lambda: page.widget.height() > height, timeout=60_000)

    assert page.top == top


def test_a_field_that_is_held_again_on_its_way_stays_where_it_was(page, qtbot) -> None:
    height, top = page.widget.height(), page.top
    page.anchor.hold()
    page.above.show()
    page.below.hide()
    qtbot.waitUntil(lambda: page.top != top, timeout=60_000)
    assert page.widget.height() == height
    page.anchor.hold()
    page.further_above.show()
    qtbot.waitUntil(lambda: page.widget.height() > height, timeout=60_000)

    assert page.top == top


def test_a_field_is_held_where_somebody_scrolled_it(page, qtbot) -> None:
    height, bar = page.widget.height(), page.area.verticalScrollBar()
    page.anchor.hold()
    bar.setValue(bar.value() + 30)
    top = page.top
    page.anchor.hold()
    page.above.show()
    qtbot.waitUntil(lambda: page.widget.height() > height, timeout=60_000)

    assert page.top == top
