"""A page of the wizard shown on its own, as the window shows it."""

from __future__ import annotations

from typing import TypeVar

from pytestqt.qtbot import QtBot

from desktop_app.views.frame.page import StepPage
from tests.desktop.sync_runner import SyncRunner

Page = TypeVar("Page", bound=StepPage)


def show_page(qtbot: QtBot, page: Page, size: tuple[int, int] = (900, 700)) -> Page:
    """Show `page` unpainted, let it follow its project, and let it do what it does at first.

    Parameters
    ----------
    size : tuple of int
        Width and height in pixels.
    """
    qtbot.addWidget(page)
    page.store.changed.connect(page.refresh)
    page.resize(*size)
    page.setUpdatesEnabled(False)
    page.show()
    page.refresh()
    assert isinstance(page.runner, SyncRunner)
    page.runner.finish()
    return page
