"""What somebody unfolds comes into sight, also at the lower edge of a page."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_app.views.fold import Fold
from tests.desktop.mouse import press
from tests.desktop.patience import activate

pytestmark = pytest.mark.usefixtures("styled")


def top_of(widget: QWidget, area: QScrollArea) -> int:
    return widget.mapTo(area.viewport(), QPoint()).y()


@pytest.mark.parametrize("by_keys", [False, True])
@pytest.mark.parametrize("height", [80, 900])
def test_an_unfolded_part_is_scrolled_into_sight(qtbot, height: int, *, by_keys: bool) -> None:
    area, inner, fold, part = QScrollArea(), QWidget(), Fold("More"), QLabel("Part")
    qtbot.addWidget(area)
    filler = QWidget()
    filler.setFixedHeight(270)
    part.setFixedHeight(height)
    fold.body.addWidget(part)
    layout = QVBoxLayout(inner)
    layout.addWidget(filler)
    layout.addWidget(fold)
    layout.addStretch(1)
    area.setWidgetResizable(True)
    area.setWidget(inner)
    area.resize(400, 350)
    area.show()
    activate(area)
    assert area.verticalScrollBar().maximum() == 0
    if by_keys:
        fold.button.setFocus()
        QTest.keyClick(fold.button, Qt.Key.Key_Space)
    else:
        press(fold.button)
    seen = area.viewport().height()
    # All of it, or from its button on if it is higher than the page.
    qtbot.waitUntil(
        lambda: (
            area.verticalScrollBar().value() > 0
            and (top_of(part, area) + height <= seen or 0 <= top_of(fold.button, area) < 40)
        )
    )
    assert top_of(fold.button, area) >= 0
