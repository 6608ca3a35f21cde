"""What the window says of a private release before it is written, and what Results leave out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.jobs import Job
from core.model import Method
from core.pipeline import execute
from desktop_app.store import ProjectStore
from desktop_app.wizard.method_page import MethodPage
from desktop_app.wizard.release_page import ReleasePage
from desktop_app.wizard.results.attributes_tab import LOSS
from desktop_app.wizard.results_page import ResultsPage
from desktop_app.wizard.run_page import RunPage
from tests.desktop.mouse import press_tab
from tests.desktop.showing import show_page
from tests.desktop.sync_runner import SyncRunner


def reopen(store: ProjectStore, runner: SyncRunner, seed: int | None) -> None:
    """Open the same project as a recipe file with a test seed would."""
    given = store.project
    project = replace(given, recipe=replace(given.recipe, insecure_test_seed=seed))
    runner.do(store.open_dataset, given.source, store.dataset, store.profiles, project)


@pytest.mark.parametrize("seed", [None, 7])
def test_the_names_of_files_and_folder_say_it(
    declared, sync_runner, qtbot, seed: int | None
) -> None:
    reopen(declared, sync_runner, seed)
    page = ReleasePage(declared, sync_runner)
    qtbot.addWidget(page)
    page.refresh()

    assert page.folder.endswith(".NOT-PRIVATE_release") == (seed is not None)
    lines = [line for line in page.files.text().split("<br>") if "<b>" in line]
    assert len(lines) == 5
    assert {".NOT-PRIVATE." in line for line in lines} == {seed is not None}
    # Its log keeps all figures, so nothing else is said of it.
    assert ("exact figures would tell what the noise" in page.meaning.text()) == (seed is None)
    # What the user calls it stays as it is.
    assert page.form.name.text() == declared.draft.target.name == "small_protected"


@pytest.mark.parametrize("seed", [None, 7])
def test_the_steps_before_say_it_too(declared, sync_runner, qtbot, seed: int | None) -> None:
    reopen(declared, sync_runner, seed)
    said = []
    for kind in (MethodPage, RunPage):
        page = kind(declared, sync_runner)
        qtbot.addWidget(page)
        sync_runner.do(page.refresh)
        page.refresh()
        said.append(page.meaning.text())

    assert ["NOT private" in words for words in said] == [seed is not None] * 2
    assert ["secure source" in words for words in said] == [seed is None] * 2


RANKING = Method("dp-individual-ranking", {"k": 5, "epsilon": 3.0})


def results_of(store: ProjectStore, method: Method, runner: SyncRunner, qtbot) -> ResultsPage:
    runner.do(store.set_method, method)
    store.set_result(execute(*store.begin_run(), Job()))
    return show_page(qtbot, ResultsPage(store, runner), (1000, 700))


@pytest.mark.parametrize(
    ("method", "clustered"), [(RANKING, False), (Method("mdav", {"k": 5}), True)]
)
def test_there_is_no_loss_of_a_record_and_no_distance_of_a_cluster(
    declared, sync_runner, qtbot, method: Method, clustered: bool
) -> None:
    page = results_of(declared, method, sync_runner, qtbot)
    table = page.attributes.table
    assert table.isColumnHidden(LOSS) != clustered
    shown = [c for c in range(table.model().columnCount()) if not table.isColumnHidden(c)]
    cells = {table.model().index(r, c).data() for r in range(4) for c in shown}
    assert "–" not in cells
    press_tab(page.tabs, page.tabs.indexOf(page.risk))
    assert page.risk.picture.isVisible() == clustered
    assert page.risk.measures.isVisible()
