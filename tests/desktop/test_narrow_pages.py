"""In a window of 1024 x 700 nothing of Columns and Taxonomies is cut or has to be scrolled to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import resources
from desktop_app.main_window import MainWindow
from desktop_app.models.taxonomies.taxonomy_columns import NAME, RELATION, STATE
from desktop_app.state import Step
from tests.desktop.journeys.driver import Traveller


@pytest.fixture
def household(qtbot) -> Iterator[MainWindow]:
    traveller = Traveller(qtbot)
    traveller.open(resources.FOLDER / "samples" / "household_survey.recipe.json")
    traveller.wait(lambda: traveller.store.dataset is not None)
    traveller.rest()
    traveller.window.resize(1024, 700)
    yield traveller.window
    traveller.window._asked = True
    traveller.leave()


def settle(window: MainWindow, step: Step) -> None:
    window.show_step(step)
    for _ in range(5):
        QApplication.processEvents()
    assert window.width() == 1024


def test_the_bar_of_the_columns_is_whole(household: MainWindow) -> None:
    settle(household, Step.COLUMNS)
    page = household.page(Step.COLUMNS)
    for selected in (1, 14):
        if selected > 1:
            QTest.keyClick(page.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
            QApplication.processEvents()
        bar = page.bar
        words = bar._count.fontMetrics().horizontalAdvance(bar._count.text())
        assert bar._count.text() == f"{selected} selected"
        assert bar._count.width() >= words
        finder = bar.finder
        shown = finder.fontMetrics().horizontalAdvance(finder.placeholderText())
        assert finder.placeholderText().startswith("Find columns")
        assert finder.width() >= shown + 16
        right = bar.ask_button.mapTo(page, bar.ask_button.rect().topRight()).x()
        assert right <= page.meaning.x()


def test_the_table_of_taxonomies_needs_no_scrolling(household: MainWindow) -> None:
    settle(household, Step.TAXONOMIES)
    overview = household.page(Step.TAXONOMIES).overview
    table, header = overview.table, overview.table.horizontalHeader()
    assert header.length() <= table.viewport().width()
    for column in (NAME, RELATION, STATE):
        assert not table.isColumnHidden(column)
        title = str(overview.model.headerData(column, header.orientation()))
        assert table.columnWidth(column) >= header.fontMetrics().horizontalAdvance(title) + 16
    hidden = [title for at, title in enumerate(overview.model.titles) if table.isColumnHidden(at)]
    assert overview._below.isVisible() == bool(hidden)
    assert all(title in overview._below.text() for title in hidden)
    household.resize(1500, 800)
    for _ in range(5):
        QApplication.processEvents()
    assert not any(table.isColumnHidden(at) for at in range(len(overview.model.titles)))
    assert not overview._below.isVisible()
