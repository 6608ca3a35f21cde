"""The views of the columns fit, are named, and are translated, in every state."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QLabel, QLineEdit

from core.io.taxonomies import list_shipped
from desktop_app.main_window import MainWindow
from desktop_app.state import Step
from desktop_app.state.taxonomy_changes import Rename
from desktop_app.theme import sizes
from desktop_app.wizard.taxonomies_page import TaxonomiesPage
from tests.desktop.mouse import press_tab

pytestmark = pytest.mark.usefixtures("styled")

UN = "shipped:countries"
# What the rail leaves of a window 1024 pixels wide.
ROOM = 1024 - sizes.RAIL_WIDTH


@pytest.fixture
def window(qtbot, store, sync_runner) -> MainWindow:
    window = MainWindow(store, sync_runner)
    window._has_asked = True
    qtbot.addWidget(window)
    window.show()
    sync_runner.do(window.show_step, Step.TAXONOMIES)
    return window


def test_a_press_on_the_step_leads_from_a_column_to_the_list(window, sync_runner) -> None:
    page = window.page(Step.TAXONOMIES)
    assert isinstance(page, TaxonomiesPage)
    sync_runner.do(page.open_column, "COUNTRY")
    rail = window.rail
    place = rail.visualItemRect(rail.item(Step.TAXONOMIES.value)).center()
    QTest.mouseClick(rail.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert page.current is None
    assert page.overview.isVisible()


def states(window: MainWindow, jobs: Path) -> Iterator[str]:
    """Show the page in every state that it has."""
    page, runner = window.page(Step.TAXONOMIES), window.runner
    assert isinstance(page, TaxonomiesPage)
    yield "list"
    runner.do(page.open_column, "COUNTRY")
    yield "undecided"
    runner.do(page.decisions.choose, UN)
    for tab in range(page.view.tabs.count()):
        if page.view.tabs.isTabVisible(tab):
            press_tab(page.view.tabs, tab)
        runner.finish()
        yield f"tab {tab}"
    page.open_column("JOB")
    runner.do(page.accepts_file, str(jobs.parent / "none.csv"))
    yield "refused"
    runner.do(page.accepts_file, str(jobs))
    press_tab(page.view.tabs, page.view.tabs.indexOf(page.view.tree))
    runner.do(page.decisions.change, Rename("health", "care"))
    page.view.tree.show_category("cook")
    QTest.keyClick(page.view.tree.tree, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    yield "changed"
    runner.do(page.decisions.choose, "order")
    yield "order"


def test_it_fits_and_every_control_has_a_name(window, jobs) -> None:
    seen = []
    for state in states(window, jobs):
        seen.append(state)
        page = window.page(Step.TAXONOMIES)
        least = page.minimumSizeHint()
        assert (least.width() <= ROOM, least.height() <= 560) == (True, True), (state, least)
        for kind in (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit):
            for control in page.findChildren(kind):
                inner = control.objectName().startswith("qt_") or not control.isVisible()
                own = isinstance(control.parent(), QAbstractItemView | QComboBox | QLineEdit)
                said = control.accessibleName() or getattr(control, "text", str)()
                assert inner or own or said, (state, control)
    assert len(seen) == 8


@pytest.mark.usefixtures("pseudo")
def test_every_text_is_translated_and_longer_ones_fit(window, people, jobs) -> None:
    # Classifications have names, not words.
    titles = [one.title for one in list_shipped()]
    parts = [part.rstrip(")") for title in titles for part in title.split(" (")]
    data = {*people.names, "jobs.csv", *titles, *parts}
    for state in states(window, jobs):
        page = window.page(Step.TAXONOMIES)
        assert page.minimumSizeHint().width() <= ROOM, (state, page.minimumSizeHint())
        for widget in [*page.findChildren(QLabel), *page.findChildren(QAbstractButton)]:
            text = widget.text()
            foreign = text and widget.isVisible() and not text.startswith("[") and text not in data
            assert not foreign, (state, text)


def test_a_file_dropped_on_the_window_goes_to_the_column_in_sight(
    window, jobs, sync_runner
) -> None:
    page = window.page(Step.TAXONOMIES)
    sync_runner.do(page.open_column, "JOB")
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(jobs))])
    event = QDropEvent(
        QPointF(300, 300),
        Qt.DropAction.CopyAction,
        dropped,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    sync_runner.do(window.dropEvent, event)
    assert window.step is Step.TAXONOMIES
    assert window.store.schema.named("JOB").taxonomy == str(jobs)
