"""A field stays where it was pressed while a page grows above it, on slow computers too."""

from __future__ import annotations

import time

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop_app.views.anchor import Anchor


def test_a_field_stays_though_the_event_loop_stands_still_before_the_page_grows(qtbot) -> None:
    area, page, button = QScrollArea(), QWidget(), QPushButton("Tick")
    layout = QVBoxLayout(page)
    late = QLabel("\n" * 9)
    late.hide()
    for widget in (late, QLabel("\n" * 60), button, QLabel("\n" * 60)):
        layout.addWidget(widget)
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.resize(300, 300)
    qtbot.addWidget(area)
    area.show()
    button.setFocus()
    area.ensureWidgetVisible(button)
    height, top = page.height(), button.mapTo(area.viewport(), QPoint()).y()

    Anchor(area).hold()
    # The loop turns once after a stall that is longer than any pause for the eye.
    time.sleep(0.6)
    QApplication.processEvents()
    late.show()
    qtbot.waitUntil(lambda: page.height() > height, timeout=60_000)

    assert button.mapTo(area.viewport(), QPoint()).y() == top
