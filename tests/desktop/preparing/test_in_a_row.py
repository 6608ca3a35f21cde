"""Keys pressed in a row, before the records are prepared, do what they would do one by one."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.model.preparing import Do, Rare, Round
from tests.desktop.keys import type_into
from tests.desktop.preparing.conftest import Desk

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def three(desk) -> Desk:
    steps = (Round("AGE", 2.0), Rare("REGION", 3, "Other"), Round("WAGE", 10.0))
    desk.traveller.do(desk.page.steps.set_steps, steps)
    desk.press_row(0)
    return desk


def columns(desk: Desk) -> list[str]:
    return [step.column for step in desk.store.draft.prepare]


def test_three_steps_are_switched_off(three) -> None:
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Down) * 3:
        QTest.keyClick(three.list, key)
    three.traveller.rest()
    assert [step.is_off for step in three.store.draft.prepare] == [True, True, True]
    assert "\nSwitched off" in three.lines[1]


def test_a_step_is_moved_up_twice_and_two_are_removed(three) -> None:
    three.press_row(2)
    QTest.keyClick(three.list, Qt.Key.Key_Up, ALT)
    three.traveller.do(QTest.keyClick, three.list, Qt.Key.Key_Up, ALT)
    assert columns(three) == ["WAGE", "AGE", "REGION"]
    assert three.list.currentRow() == 0
    QTest.keyClick(three.list, Qt.Key.Key_Delete)
    three.traveller.do(QTest.keyClick, three.list, Qt.Key.Key_Delete)
    assert columns(three) == ["REGION"]


def test_what_is_undone_meanwhile_stays_undone(three) -> None:
    three.traveller.do(QTest.keyClick, three.list, Qt.Key.Key_Delete)
    assert columns(three) == ["REGION", "WAGE"]
    QTest.keyClick(three.list, Qt.Key.Key_Delete)
    three.traveller.do(three.store.undo)
    assert columns(three) == ["AGE", "REGION", "WAGE"]
    assert len(three.lines) == 3


def test_what_is_cancelled_shows_the_ticks_that_hold(three) -> None:
    QTest.keyClick(three.list, Qt.Key.Key_Space)
    assert three.page.steps.waiting
    three.traveller.do(three.page.steps._latest.operation.cancel)
    # The work may have ended before it could be cancelled.
    is_off = three.store.draft.prepare[0].is_off
    assert (three.list.item(0).checkState() is Qt.CheckState.Unchecked) is is_off


def test_ends_of_bands_that_may_be_read_in_two_ways(desk) -> None:
    desk.begin(Do.BAND, "WAGE")
    QTest.keyClick(desk.settings.ways["cuts"], Qt.Key.Key_Space)
    type_into(desk.field("cuts"), "0; 1,000; 5,000")
    assert "“1,000” may be read in two ways" in desk.page.main_action().reason
    type_into(desk.field("cuts"), "0; 1000; 5000.50")
    desk.finish()
    assert desk.store.draft.prepare[0].cuts == (0, 1000, 5000.5)
    desk.begin(Do.BAND, "AGE")
    QTest.keyClick(desk.settings.ways["cuts"], Qt.Key.Key_Space)
    type_into(desk.field("cuts"), "0; 50; 1,000")
    desk.finish()
    assert desk.store.draft.prepare[1].cuts == (0, 50, 1000)
