"""The window that tests of a module share is like a new one, whatever the test before did in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from core.model import MissingPolicy
from desktop_app.main_window import MainWindow
from desktop_app.preferences.preferences_dialog import PreferencesDialog
from desktop_app.state import Step
from tests.desktop.journeys.driver import Traveller
from tests.desktop.shared_window import SharedWindow

pytestmark = pytest.mark.usefixtures("styled")


@pytest.fixture
def new_window() -> Iterator[MainWindow]:
    windows = SharedWindow()
    yield windows.lend()
    windows.close()


def parts_in_sight(window: MainWindow) -> list[tuple[str, str, bool, QPoint, int, int]]:
    QApplication.processEvents()
    return [
        (
            type(widget).__name__,
            str(getattr(widget, "text", widget.accessibleName)()),
            widget.isEnabled(),
            widget.mapTo(window, QPoint()),
            widget.width(),
            widget.height(),
        )
        for widget in window.findChildren(QWidget)
        if widget.isVisible() and widget.window() is window
    ]


def test_what_a_test_did_is_gone(qtbot, shared_window, people, tmp_path, new_window) -> None:
    traveller = Traveller(qtbot, shared_window.lend())
    window = traveller.window
    traveller.import_file(people)
    window.store.set_missing(MissingPolicy.USE_OBSERVED)
    window.show_step(Step.METHOD)
    window.fold_meaning(True)
    window.resize(900, 600)
    window.notice.say("A question?", ("Yes", window.close))
    QTest.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert window.findChildren(PreferencesDialog)
    window.open_path(str(people))
    assert window.incoming == ""
    shared_window.take_back(qtbot)

    assert shared_window.lend() is window
    QApplication.processEvents()
    assert not window.findChildren(PreferencesDialog)
    assert window.store.project is None
    assert not window.store.modified
    assert not list((tmp_path / "copies").glob("*.statveil"))
    new_window.page(Step.DATA).empty.greet()
    assert parts_in_sight(window) == parts_in_sight(new_window)
    shared_window.take_back(qtbot)
