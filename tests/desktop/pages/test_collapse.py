"""What Results and Release say before a result is written: of one group, of what is checked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core import pipeline
from core.jobs import Job
from core.model import Method
from desktop_app.presenters.release_meaning import meaning
from desktop_app.store import ProjectStore
from desktop_app.text import problem_text
from desktop_app.wizard.release_page import ReleasePage
from desktop_app.wizard.results_page import ResultsPage
from tests.desktop.sync_runner import SyncRunner


def _ran(store: ProjectStore, runner: SyncRunner, method: Method) -> ProjectStore:
    runner.do(store.set_method, method)
    store.set_result(pipeline.execute(*store.begin_run(), Job()))
    return store


@pytest.mark.parametrize("made", [ResultsPage, ReleasePage])
def test_a_release_of_one_group_is_told_before_it_is_written(
    opened, sync_runner, qtbot, made: type[ResultsPage | ReleasePage]
) -> None:
    store = _ran(opened, sync_runner, Method("t-merge", {"k": 3, "t": 0.01}))
    page = made(store, sync_runner)
    qtbot.addWidget(page)
    (said,) = [problem_text(p) for p in page.problems() if p.code == "one-group-merged"]
    assert said.startswith("To keep t = 0.01, all 12 records were merged into one group")


@pytest.mark.parametrize("made", [ResultsPage, ReleasePage])
def test_groups_that_stay_apart_are_nothing_to_warn_of(
    opened, sync_runner, qtbot, made: type[ResultsPage | ReleasePage]
) -> None:
    store = _ran(opened, sync_runner, Method("t-merge", {"k": 3, "t": 0.6}))
    page = made(store, sync_runner)
    qtbot.addWidget(page)
    assert not [p for p in page.problems() if "group" in p.code]


@pytest.mark.parametrize(
    ("method", "sentence"),
    [
        (Method("mdav", {"k": 3}), "k and t are counted again"),
        (Method("rank-swapping", {"p": 40}), "The method promises neither k nor t"),
        (Method("dp-laplace", {"epsilon": 1.0}), "the claim and the budget are computed again"),
    ],
    ids=["mdav", "rank-swapping", "dp-laplace"],
)
def test_what_is_checked_follows_from_the_promise(project, method: Method, sentence: str) -> None:
    chosen = replace(project, recipe=replace(project.recipe, method=method))
    assert sentence in meaning(chosen)[0]
