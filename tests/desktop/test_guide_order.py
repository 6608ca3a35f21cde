"""The manual describes steps in the order in which the window asks: with the eye and with Tab."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from desktop_app.state import Step
from desktop_app.wizard.release_page import ReleasePage
from resources import manual_page
from tests.desktop.journeys.driver import Traveller
from tests.small_samples import write_small_sample

pytestmark = pytest.mark.usefixtures("styled")

_MOST_STOPS = 60


@pytest.fixture
def traveller(traveller, tmp_path) -> Traveller:
    traveller.open_project(write_small_sample(tmp_path, "household_survey", 600))
    traveller.protect()
    return traveller


def _listed(page: str, heading: str) -> list[str]:
    """Return what the numbered list below a heading names in bold."""
    section = re.split(r"^## ", manual_page(page).partition(f"## {heading}\n")[2], flags=re.M)[0]
    return re.findall(r"^\d\. \*\*(.+?)\.\*\*", section, flags=re.M)


def check_the_tabs(traveller: Traveller) -> None:
    """The guide goes through the results from tab to tab."""
    tabs = traveller.page(Step.RESULTS).tabs
    shown = [tabs.tabText(at).replace("&", "") for at in range(tabs.count())
             if tabs.isTabVisible(at)]  # fmt: skip
    assert _listed("guide-release.md", "Read the results") == shown


def _stops(traveller: Traveller) -> list[QWidget]:
    """Return where the Tab key stops on the page, from its beginning."""
    traveller.window.activateWindow()
    page = traveller.page(Step.RELEASE)
    traveller.window.enter_step(Step.RELEASE)
    found: list[QWidget] = []
    for _ in range(_MOST_STOPS):
        stop = QApplication.focusWidget()
        assert stop is not None
        if not page.isAncestorOf(stop):
            return found
        found.append(stop)
        QTest.keyClick(stop, Qt.Key.Key_Tab)
        QApplication.processEvents()
    raise AssertionError("Tab does not leave the page")


def _top(page: ReleasePage, widget: QWidget) -> int:
    return widget.mapTo(page._area.widget(), QPoint()).y()


def test_results_are_described_tab_by_tab_and_the_release_as_the_key_goes_through_it(
    traveller,
) -> None:
    check_the_tabs(traveller)
    traveller.do(traveller.forward)
    page: ReleasePage = traveller.page(Step.RELEASE)
    described = _listed("steps.md", "Release")
    tops = {
        label.text(): _top(page, label)
        for label in page.findChildren(QLabel)
        if label.isVisible() and label.text() in described
    }
    assert sorted(tops, key=lambda title: tops[title]) == described
    order = [max((t for t in described if tops[t] <= _top(page, stop)), key=described.index)
             for stop in _stops(traveller)]  # fmt: skip
    assert list(dict.fromkeys(order)) == described
    assert order == sorted(order, key=described.index)
