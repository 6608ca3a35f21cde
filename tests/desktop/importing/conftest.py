"""The step Data, shown, before a file is open."""

from __future__ import annotations

import pytest

from desktop_app.jobs import SyncRunner
from desktop_app.state import ProjectStore
from desktop_app.wizard.data import DataPage


@pytest.fixture
def page(qtbot, store: ProjectStore, sync_runner: SyncRunner) -> DataPage:
    page = DataPage(store, sync_runner)
    qtbot.addWidget(page)
    page.resize(900, 600)
    page.show()
    store.changed.connect(page.refresh)
    return page
