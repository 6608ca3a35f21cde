"""What somebody unfolds comes into sight; “What this means” is folded, and stays so."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_app.jobs import JobRunner
from desktop_app.main_window import MainWindow
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.views.fold import Fold
from tests.desktop.conftest import plain_resolve
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


def width_of(window: MainWindow) -> int:
    QApplication.processEvents()
    return window.page(Step.COLUMNS).table.width()


def test_folded_by_mouse_it_gives_its_room_to_every_page(survey_window) -> None:
    window = survey_window
    window.resize(1024, 700)
    window.show_step(Step.COLUMNS)
    QApplication.processEvents()
    page = window.page(Step.COLUMNS)
    before, said = width_of(window), page.meaning.text()
    press(page.meaning.fold_button)
    assert width_of(window) > before + 150
    assert page.meaning.width() < 50
    assert page.meaning.fold_button.isVisible()
    assert page.meaning.text() == said
    window.show_step(Step.METHOD)
    QApplication.processEvents()
    assert window.page(Step.METHOD).meaning.width() < 50
    window.show_step(Step.COLUMNS)
    press(page.meaning.fold_button)
    assert width_of(window) == before


def test_a_key_folds_it_and_the_next_start_remembers(survey_window) -> None:
    window = survey_window
    window.enter_step(Step.COLUMNS)
    before = width_of(window)
    assert window.menus.meaning_action.isChecked()
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_F9)
    assert not window.menus.meaning_action.isChecked()
    assert width_of(window) > before
    runner = JobRunner()
    later = MainWindow(ProjectStore(runner, resolve=plain_resolve), runner)
    later.show()
    assert later.page(Step.DATA).meaning.folded
    later.close()
    assert runner.close(120)
    later.deleteLater()
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_F9)
    assert width_of(window) == before
