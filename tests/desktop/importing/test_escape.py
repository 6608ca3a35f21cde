"""Esc leaves a field, never the work; the key of the main button presses no other one."""

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
def test_no_page_of_the_import_is_left(traveller, people, pages: int) -> None:
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


def test_what_was_chosen_stays(traveller, people) -> None:
    data = traveller.page(Step.DATA)
    traveller.open(people)
    traveller.forward()
    layout = data.wizard.layout_page
    traveller.wait(lambda: layout.table.model().rowCount() > 0)
    choose_value(layout.controls["decimal"], ",")
    type_into(layout.controls["skip"], "1")
    traveller.do(QTest.keyClick, layout.controls["skip"], Qt.Key.Key_Escape)
    assert data.importing
    assert data.session.options.skip == 1
    assert data.session.options.decimal == ","


def test_a_file_can_be_imported_after_another_import_was_cancelled(traveller, people) -> None:
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


@pytest.mark.parametrize("takes_return", [False, True])
def test_the_key_of_a_main_button_that_is_off_presses_nothing(
    traveller, people, monkeypatch, takes_return: bool
) -> None:
    data, asked = traveller.page(Step.DATA), list[object]()
    monkeypatch.setattr("desktop_app.wizard.data_page.choose_data_file", asked.append)
    people.write_text("")
    traveller.do(traveller.open, people)
    assert not traveller.window.footer.main_button.isEnabled()
    button = data.wizard.file_page.other_button
    # On some desktops Return presses every button.
    button.setAutoDefault(takes_return)
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()
    assert asked == []
    assert data.importing
    QTest.keyClick(button, Qt.Key.Key_Return)
    assert asked == [data]
    button.setAutoDefault(False)


def test_return_goes_on_with_the_file_that_was_chosen(traveller, people, monkeypatch) -> None:
    data, window = traveller.page(Step.DATA), traveller.window
    asked = list[object]()

    def choose(page: object) -> Path:
        asked.append(page)
        return people

    monkeypatch.setattr("desktop_app.wizard.data_page.choose_data_file", choose)
    traveller.do(press, data.empty.open_button)
    traveller.wait(lambda: window.focusWidget() is window.footer.main_button)
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)
    assert data.wizard.layout_page.isVisible()
    window.footer.back_button.setFocus()
    QTest.keyClick(window.footer.back_button, Qt.Key.Key_Return)
    assert data.wizard.file_page.isVisible()
    traveller.wait(lambda: window.focusWidget() is window.footer.main_button)
    assert len(asked) == 1


def test_a_file_that_cannot_be_read_leads_to_the_choice_of_another(traveller, people) -> None:
    data, window = traveller.page(Step.DATA), traveller.window
    people.write_text("")
    traveller.do(traveller.open, people)
    traveller.wait(lambda: window.focusWidget() is data.wizard.file_page.other_button)
