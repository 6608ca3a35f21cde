"""The step Data, shown, before a file is open."""

from __future__ import annotations

import pytest

from desktop_app.jobs import SyncRunner
from desktop_app.store import ProjectStore
from desktop_app.wizard.data_page import DataPage
from tests.desktop.showing import show_page


@pytest.fixture
def page(qtbot, store: ProjectStore, sync_runner: SyncRunner) -> DataPage:
    return show_page(qtbot, DataPage(store, sync_runner), (900, 600))
