"""The step Data, shown, before a file is open: one page for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from desktop_app.store import ProjectStore
from desktop_app.wizard.data_page import DataPage
from tests.desktop.conftest import plain_resolve
from tests.desktop.sync_runner import SyncRunner


@pytest.fixture(scope="module")
def module_page() -> Iterator[DataPage]:
    """Make the page, which follows its store."""
    runner = SyncRunner()
    page = DataPage(ProjectStore(runner, resolve=plain_resolve), runner)
    page.store.changed.connect(page.refresh)
    yield page
    page.close()
    page.deleteLater()


@pytest.fixture
def page(module_page) -> Iterator[DataPage]:
    module_page.store.close()
    module_page.resize(900, 600)
    module_page.runner.do(module_page.show)
    yield module_page
    module_page.runner.do(module_page.leave_import)
    module_page.hide()
    # The offscreen platform activates a window that was hidden only if it makes it anew.
    module_page.windowHandle().destroy()
