"""The bar of problems shows up to three of them to their last line."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from core.errors import Problem, Severity
from desktop_app.views.frame.problem_bar import ProblemBar
from tests.lanes import in_lane

pytestmark = pytest.mark.usefixtures("styled")


def long_problems(count: int) -> tuple[Problem, ...]:
    names = [f"A_RATHER_LONG_NAME_{n}" for n in range(12)]
    return tuple(
        Problem("dp-published-columns", params={"columns": names[n:]}, severity=Severity.WARNING)
        for n in range(count)
    )


def framed_bar(qtbot: QtBot) -> tuple[QWidget, ProblemBar]:
    """Return a part of a window and the bar at its top."""
    frame = QWidget()
    qtbot.addWidget(frame)
    column = QVBoxLayout(frame)
    bar = ProblemBar()
    column.addWidget(bar)
    column.addStretch()
    return frame, bar


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("width", [500, 1100])
def test_up_to_three_long_problems_are_read_without_scrolling(
    qtbot, count: int, width: int
) -> None:
    bar = ProblemBar()
    qtbot.addWidget(bar)
    bar.resize(width, 100)
    bar.show()
    bar.show_problems(long_problems(count))
    qtbot.wait(20)
    last = bar.visualItemRect(bar.item(count - 1))
    assert last.height() > bar.fontMetrics().height() * 2 - 4, "the sentence takes two lines"
    assert last.bottom() <= bar.viewport().height()
    assert bar.verticalScrollBar().maximum() == 0


def test_more_than_three_are_scrolled(qtbot) -> None:
    bar = ProblemBar()
    qtbot.addWidget(bar)
    bar.resize(600, 100)
    bar.show()
    bar.show_problems(long_problems(7))
    qtbot.wait(20)
    assert bar.visualItemRect(bar.item(2)).bottom() <= bar.viewport().height()
    assert bar.verticalScrollBar().maximum() > 0


def test_every_width_has_a_height(qtbot) -> None:
    """A scroll bar that comes and goes with the height once sent it up and down without end."""
    frame, bar = framed_bar(qtbot)
    frame.show()
    # Sizes are looked at, not pictures: painting 6,000 lines of pixels so often takes long.
    frame.setUpdatesEnabled(False)
    for count in (1, 2, 3, 4):
        bar.show_problems(long_problems(count))
        for width in range(300, 1300, in_lane(11, 3)):
            frame.resize(width, 6000)
            QCoreApplication.processEvents()
            last = bar.visualItemRect(bar.item(min(count, 3) - 1))
            assert last.bottom() <= bar.viewport().height()


@pytest.mark.parametrize("count", [2, 3, 7])
def test_in_a_low_window_long_problems_scroll(qtbot, count: int) -> None:
    frame, bar = framed_bar(qtbot)
    frame.resize(700, 300)
    frame.show()
    bar.show_problems(long_problems(count))
    qtbot.wait(20)
    first = bar.visualItemRect(bar.item(0))
    assert bar.height() <= max(300 / 6, first.height() + 8)
    assert bar.verticalScrollBar().maximum() > 0
    assert bar.verticalScrollBar().isVisible()
    frame.resize(700, 2400)
    qtbot.wait(20)
    last = bar.visualItemRect(bar.item(min(count, 3) - 1))
    assert last.bottom() <= bar.viewport().height()
    frame.resize(700, 300)
    qtbot.wait(20)
    assert bar.height() <= max(300 / 6, first.height() + 8)
