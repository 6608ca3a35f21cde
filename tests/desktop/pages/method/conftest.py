"""The step Method of the small project, shown: one page for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from desktop_app.store import ProjectStore
from desktop_app.views.fold import Fold
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.pages.whole_page import make_whole_page
from tests.desktop.pages.whole_page import sync_runner as sync_runner


@pytest.fixture(scope="module")
def module_page() -> Iterator[MethodPage]:
    """Make the page, which follows its store; `store` brings it back to how it was made."""
    yield from make_whole_page(MethodPage)


@pytest.fixture
def store(module_page, sync_runner, is_painted) -> ProjectStore:
    """Return the store of the page, which has lost what the test before typed and unfolded.

    What belongs to a project goes when a test opens its project.
    """
    page = module_page
    page.setUpdatesEnabled(is_painted)
    if page._comparison is not None:
        page.show_whole()
        page.stack.removeWidget(page._comparison)
        page._comparison.deleteLater()
        page._comparison = None
    sync_runner.cancel_all()
    sync_runner.finish()
    for fold in page.findChildren(Fold):
        fold.set_open(False)
    focused = page.focusWidget()
    if focused is not None:
        focused.clearFocus()
    page.settings_area.verticalScrollBar().setValue(0)
    page.adjustSize()
    return page.store


@pytest.fixture
def page(opened, module_page) -> MethodPage:
    assert module_page.store is opened
    module_page.show()
    return module_page


def show_opened(page: MethodPage) -> MethodPage:
    """Show the page with what its store has opened."""
    page.resize(900, 700)
    page.show()
    page.runner.do(page.activateWindow)
    QApplication.processEvents()
    return page
