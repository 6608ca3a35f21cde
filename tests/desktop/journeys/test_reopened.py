"""A project that is opened again can be run at once, and says which results are out of date."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from desktop_app.state import Step, StepState
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import type_into
from tests.desktop.mouse import press_cell
from tests.small_samples import write_small_sample

RECORDS = 600


@pytest.fixture
def saved(traveller, tmp_path) -> Path:
    """Return a project that was run and saved."""
    traveller.open(write_small_sample(tmp_path, "household_survey", RECORDS))
    traveller.wait(lambda: traveller.store.plan_is_current and traveller.store.dataset is not None)
    traveller.rest()
    _go_to(traveller, Step.RUN)
    traveller.run()
    path = tmp_path / "survey.statveil"
    traveller.save(path)
    return path


def _go_to(traveller: Traveller, step: Step) -> None:
    """Press a step in the list on the left."""
    rail = traveller.window.rail
    traveller.do(press_cell, rail, rail.model().index(list(Step).index(step), 0))
    assert traveller.step is step


def test_it_is_run_at_once_and_its_results_grow_old(traveller, saved) -> None:
    window = traveller.window
    before = traveller.store.dataset
    traveller.open(saved)
    traveller.wait(lambda: traveller.store.dataset is not before)
    traveller.do(traveller.wait, lambda: traveller.store.plan_is_current)
    assert [window.step_states()[step] for step in (Step.METHOD, Step.RUN, Step.RESULTS)] == [
        StepState.DONE,
        StepState.TODO,
        StepState.LOCKED,
    ]

    _go_to(traveller, Step.RUN)
    assert traveller.button == "Protect 600 records"
    for expected in (window.footer.back_button, window.footer.main_button):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        assert window.focusWidget() is expected
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    traveller.do(traveller.wait, lambda: traveller.step is Step.RESULTS)

    _go_to(traveller, Step.METHOD)
    traveller.do(type_into, traveller.page(Step.METHOD).form.fields["k"], "7")
    assert window.step_states()[Step.RESULTS] is StepState.OUT_OF_DATE
    _go_to(traveller, Step.RESULTS)
    action = traveller.page(Step.RESULTS).main_action()
    assert not window.footer.main_button.isEnabled()
    assert action.reason == "The result is out of date. Run again first."
    _go_to(traveller, Step.RUN)
    assert traveller.button == "Protect 600 records"
    traveller.run()
    assert window.step_states()[Step.RESULTS] is StepState.DONE
    write_by_keys(traveller, saved.parent / "out")


def write_by_keys(traveller: Traveller, folder: Path) -> None:
    """Write a release; the keyboard goes on from there."""
    traveller.forward()
    traveller.confirm()
    page = traveller.page(Step.RELEASE)
    page.set_folder(str(folder))
    traveller.wait(traveller.window.footer.main_button.isEnabled)
    traveller.window.footer.main_button.setFocus()
    QTest.keyClick(traveller.window.footer.main_button, Qt.Key.Key_Space)
    traveller.do(traveller.wait, page.verdict.isVisible)
    assert traveller.button == "Open the release folder"
    focused = traveller.window.focusWidget()
    assert isinstance(focused, QPushButton)
    assert focused.isVisible()
    assert focused is traveller.window.footer.main_button or page.isAncestorOf(focused)
    QTest.keyClick(focused, Qt.Key.Key_Tab)
    following = traveller.window.focusWidget()
    assert following is not focused
    assert page.isAncestorOf(following) or traveller.window.footer.isAncestorOf(following)
