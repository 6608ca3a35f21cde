"""The step Results: one page for the tests of a module, which each open a project of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt

from desktop_app.store import ProjectStore
from desktop_app.views.tables.data_table import DataTable
from desktop_app.wizard.results_page import ResultsPage
from tests.desktop.pages.whole_page import make_whole_page
from tests.desktop.pages.whole_page import sync_runner as sync_runner


@pytest.fixture(scope="module")
def module_page() -> Iterator[ResultsPage]:
    """Make the page, which follows its store; `store` brings it back to how it was made."""
    yield from make_whole_page(ResultsPage)


@pytest.fixture
def store(module_page, sync_runner, is_painted) -> ProjectStore:
    """Return the store of the page, which has lost what the test before opened and chose."""
    page = module_page
    page.setUpdatesEnabled(is_painted)
    sync_runner.cancel_all()
    sync_runner.finish()
    page.store.close()
    sync_runner.do(page.refresh)
    page.hide()
    page.tabs.setCurrentIndex(0)
    page.figures.outside_only.setChecked(False)
    page.figures._end_choosing()
    for table in filter(DataTable.isSortingEnabled, page.findChildren(DataTable)):
        table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
    return page.store


def show_results(page: ResultsPage, size: tuple[int, int] = (900, 700)) -> ResultsPage:
    """Show the page with the result of its store."""
    page.resize(*size)
    page.show()
    page.activateWindow()
    page.runner.do(page.refresh)
    return page
