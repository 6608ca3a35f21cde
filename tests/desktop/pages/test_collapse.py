"""A result of which little is left says so on Results and Release, before it is written."""

from __future__ import annotations

import pytest

from core import pipeline
from core.jobs import Job
from core.model import Method
from desktop_app.store import ProjectStore
from desktop_app.text import problem_text
from desktop_app.wizard.release_page import ReleasePage
from desktop_app.wizard.results_page import ResultsPage
from tests.desktop.sync_runner import SyncRunner


def _ran(store: ProjectStore, runner: SyncRunner, method: Method) -> ProjectStore:
    runner.do(store.set_method, method)
    begun = store.begin_run()
    assert begun is not None
    store.set_result(pipeline.execute(*begun, Job()))
    return store


@pytest.mark.parametrize("made", [ResultsPage, ReleasePage])
def test_a_release_of_one_group_is_told_before_it_is_written(
    opened: ProjectStore, sync_runner, qtbot, made: type[ResultsPage | ReleasePage]
) -> None:
    store = _ran(opened, sync_runner, Method("t-merge", {"k": 3, "t": 0.01}))
    page = made(store, sync_runner)
    qtbot.addWidget(page)
    (said,) = [problem_text(p) for p in page.problems() if p.code == "one-group-merged"]
    assert said.startswith("To keep t = 0.01, all 12 records were merged into one group")


@pytest.mark.parametrize("made", [ResultsPage, ReleasePage])
def test_groups_that_stay_apart_are_nothing_to_warn_of(
    opened: ProjectStore, sync_runner, qtbot, made: type[ResultsPage | ReleasePage]
) -> None:
    store = _ran(opened, sync_runner, Method("t-merge", {"k": 3, "t": 0.6}))
    page = made(store, sync_runner)
    qtbot.addWidget(page)
    assert not [p for p in page.problems() if "group" in p.code]
