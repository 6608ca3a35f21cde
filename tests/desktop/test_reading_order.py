"""Tab visits what is shown as it is read, and forgets nothing; with real keys."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QWidget

from desktop_app.main_window import MainWindow
from desktop_app.state import Step
from desktop_app.views.frame.page import MainAction
from tests.desktop.mouse import press_cell

pytestmark = pytest.mark.usefixtures("styled")


@pytest.fixture
def window(survey_window) -> MainWindow:
    return survey_window


def visited(key: Qt.Key, start: QWidget) -> list[QWidget]:
    """Return what has the keyboard after each Tab until the first comes again."""
    start.setFocus()
    found = [start]
    for _ in range(200):
        QTest.keyClick(QApplication.focusWidget(), key)
        if QApplication.focusWidget() is start:
            return found
        found.append(QApplication.focusWidget())
    raise AssertionError([type(w).__name__ for w in found])


def controls(window: MainWindow) -> list[QWidget]:
    """Return every button, list and field in sight that can have the keyboard."""
    kinds = (QAbstractButton, QComboBox, QLineEdit)
    found = [w for kind in kinds for w in window.centralWidget().findChildren(kind)]
    return [
        w
        for w in found
        if w.isVisible()
        and w.isEnabled()
        and w.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not isinstance(w.parent(), QComboBox)
        and type(w.parent()).__name__ != "NumberField"
    ]


STEPS = [Step.DATA, Step.COLUMNS, Step.TAXONOMIES, Step.PREPARE, Step.METHOD]


@pytest.mark.parametrize("step", STEPS)
def test_tab_reaches_every_control_and_the_buttons_below_after_the_page(window, step: Step) -> None:
    for before in STEPS[1:]:
        window.store.confirm(before)
    window.show_step(step)
    QApplication.processEvents()
    found = visited(Qt.Key.Key_Tab, window.rail)
    missed = [w.accessibleName() or getattr(w, "text", str)() for w in controls(window)
              if w not in found]  # fmt: skip
    assert missed == []
    assert visited(Qt.Key.Key_Backtab, window.rail) == [found[0], *found[:0:-1]]
    if step is Step.TAXONOMIES:
        return  # The survey has no column whose categories are to be related: nothing takes it.
    page = window.page(step)
    inside = [i for i, w in enumerate(found) if page.isAncestorOf(w)]
    assert inside == list(range(inside[0], inside[-1] + 1))
    footer = (window.footer.back_button, window.footer.main_button)
    below = [found.index(button) for button in footer if button.isEnabled()]
    assert below == sorted(below)
    assert min(below) > inside[-1]


def test_nothing_on_the_page_columns_is_visited_before_what_is_above_it(window) -> None:
    window.show_step(Step.COLUMNS)
    page = window.page(Step.COLUMNS)
    press_cell(page.table, page.model.index(1, 0))
    QApplication.processEvents()
    tops = [
        w.mapTo(window, QPoint(0, 0)).y()
        for w in visited(Qt.Key.Key_Tab, window.rail)
        if page.isAncestorOf(w)
    ]
    assert len(tops) > 3
    assert all(before <= after + 4 for before, after in pairwise(tops))


def test_the_keyboard_stays_on_the_page_when_its_button_can_no_longer_be_pressed(
    qtbot, window
) -> None:
    page = window.page(Step.COLUMNS)
    window.show_step(Step.COLUMNS)
    qtbot.waitUntil(window.footer.main_button.isEnabled)
    window.footer.main_button.setFocus()
    assert window.footer.main_button.hasFocus()
    page.main_action = lambda: MainAction("Confirm", False, "Not yet.")
    page.report_state()
    assert page.isAncestorOf(QApplication.focusWidget())


def test_steps_are_reached_by_their_keys(qtbot, window) -> None:
    control = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(window, Qt.Key.Key_2, control)
    assert window.step is Step.COLUMNS
    assert window.page(Step.COLUMNS).isAncestorOf(QApplication.focusWidget())
    QTest.keyClick(window, Qt.Key.Key_8, control)  # not yet
    assert window.step is Step.COLUMNS
    qtbot.waitUntil(window.footer.main_button.isEnabled)
    QTest.keyClick(window, Qt.Key.Key_Return, control)
    assert window.step is Step.PREPARE, "there is nothing to decide on Taxonomies"
    QTest.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert window.step is Step.COLUMNS, "nor on the way back"
    QTest.keyClick(window, Qt.Key.Key_1, control)
    assert window.step is Step.DATA


def test_what_gets_the_keyboard_is_scrolled_into_sight(window) -> None:
    for before in STEPS[1:]:
        window.store.confirm(before)
    window.show_step(Step.METHOD)
    QApplication.processEvents()
    area = window.page(Step.METHOD).settings_area
    assert area.verticalScrollBar().maximum() > area.viewport().height() / 2
    # Backwards, the keyboard comes to the bottom of the page from what is below it.
    window.rail.setFocus()
    scrolled_to, cut = set[int](), []
    for _ in range(200):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab)
        focused = QApplication.focusWidget()
        if focused is window.rail:
            break
        if area.isAncestorOf(focused):
            scrolled_to.add(area.verticalScrollBar().value())
            if focused.visibleRegion().boundingRect().height() < focused.height():
                cut.append(focused.accessibleName() or type(focused).__name__)
    assert len(scrolled_to) > 1
    assert cut == []
