"""Esc leaves a field, never the work."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_app.state import Step
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import type_into
from tests.desktop.mouse import choose_value, press

IS_READ = {"NAME", "AGE", "INCOME"}


def press_escape(traveller: Traveller) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    assert traveller.window.isAncestorOf(focused)
    QTest.keyClick(focused, Qt.Key.Key_Escape)
    QApplication.processEvents()


@pytest.mark.parametrize("pages", range(3))
def test_no_page_of_the_import_is_left(traveller: Traveller, people: Path, pages: int) -> None:
    data = traveller.page(Step.DATA)
    traveller.open(people)
    for _ in range(pages):
        traveller.forward()
    traveller.wait(traveller.window.footer.main_button.isEnabled)
    title = data.wizard.page_title()
    press_escape(traveller)
    press_escape(traveller)
    assert data.importing
    assert data.wizard.page_title() == title
    assert data.wizard.currentWidget().isVisible()


def test_what_was_chosen_stays(traveller: Traveller, people: Path) -> None:
    data = traveller.page(Step.DATA)
    traveller.open(people)
    traveller.forward()
    layout = data.wizard.layout_page
    traveller.wait(lambda: layout.table.model().rowCount() > 0)
    choose_value(layout.controls["decimal"], ",")
    type_into(layout.controls["skip"], "1")
    QTest.keyClick(layout.controls["skip"], Qt.Key.Key_Escape)
    traveller.rest()
    assert data.importing
    assert data.session.options.skip == 1
    assert data.session.options.decimal == ","


def test_a_file_can_be_imported_after_another_import_was_cancelled(
    traveller: Traveller, people: Path
) -> None:
    data = traveller.page(Step.DATA)
    traveller.open(people)
    press_escape(traveller)
    press(data.cancel_button)
    assert not data.importing
    traveller.open(people)
    for page in (data.wizard.file_page, data.wizard.layout_page, data.wizard.values_page):
        traveller.wait(traveller.window.footer.main_button.isEnabled)
        assert page.isVisible()
        traveller.forward()
    traveller.wait(lambda: traveller.store.dataset is not None)
    assert set(traveller.store.dataset.names) == IS_READ
