"""One page for the tests of a module, with all of its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest

from desktop_app.store import ProjectStore
from desktop_app.wizard.method_page import MethodPage
from desktop_app.wizard.results_page import ResultsPage
from tests.desktop.sync_runner import SyncRunner

Page = TypeVar("Page", MethodPage, ResultsPage)


def make_whole_page(kind: Callable[[ProjectStore, SyncRunner], Page]) -> Iterator[Page]:
    """Make a page that follows its store; `store` brings it back to how it was made."""
    runner = SyncRunner()
    page = kind(ProjectStore(runner), runner)
    page.make_all()
    page.store.changed.connect(page.refresh)
    yield page
    page.close()
    page.deleteLater()


@pytest.fixture
def sync_runner(module_page) -> SyncRunner:
    assert isinstance(module_page.runner, SyncRunner)
    return module_page.runner
