"""The step Method of the small project, shown."""

from __future__ import annotations

import pytest

from desktop_app.jobs import SyncRunner
from desktop_app.store import ProjectStore
from desktop_app.wizard.method_page import MethodPage


@pytest.fixture
def page(opened: ProjectStore, sync_runner: SyncRunner, qtbot) -> MethodPage:
    page = MethodPage(opened, sync_runner)
    page.make_all()
    qtbot.addWidget(page)
    page.show()
    page.refresh()
    opened.changed.connect(page.refresh)
    return page
