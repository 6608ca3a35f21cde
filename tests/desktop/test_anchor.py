"""A field stays where it was pressed while a page grows above it, on slow computers too."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop_app.views.anchor import Anchor

pytestmark = pytest.mark.usefixtures("styled")


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
    page: LongPage, qtbot
) -> None:
    height, top = page.widget.height(), page.top
    page.anchor.hold()
    # The loop turns once after a stall that is longer than any pause for the eye.
    time.sleep(0.6)
    QApplication.processEvents()
    page.above.show()
    qtbot.waitUntil(lambda: page.widget.height() > height, timeout=60_000)

    assert page.top == top


def test_a_field_that_is_held_again_on_its_way_stays_where_it_was(page: LongPage, qtbot) -> None:
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


def test_a_field_is_held_where_somebody_scrolled_it(page: LongPage, qtbot) -> None:
    height, bar = page.widget.height(), page.area.verticalScrollBar()
    page.anchor.hold()
    bar.setValue(bar.value() + 30)
    top = page.top
    page.anchor.hold()
    page.above.show()
    qtbot.waitUntil(lambda: page.widget.height() > height, timeout=60_000)

    assert page.top == top
