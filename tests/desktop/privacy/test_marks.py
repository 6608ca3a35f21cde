"""What the window says of a release that a test seed makes, before it is written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.store import ProjectStore
from desktop_app.wizard.method_page import MethodPage
from desktop_app.wizard.release_page import ReleasePage
from desktop_app.wizard.run_page import RunPage
from tests.desktop.sync_runner import SyncRunner


def reopen(store: ProjectStore, runner: SyncRunner, seed: int | None) -> None:
    """Open the same project as a recipe file with a test seed would."""
    given = store.project
    assert given is not None
    project = replace(given, recipe=replace(given.recipe, insecure_test_seed=seed))
    runner.do(store.open_dataset, given.source, store.dataset, store.profiles, project)


@pytest.mark.parametrize("seed", [None, 7])
def test_the_names_of_files_and_folder_say_it(
    declared: ProjectStore, sync_runner, qtbot, seed: int | None
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
def test_the_steps_before_say_it_too(
    declared: ProjectStore, sync_runner, qtbot, seed: int | None
) -> None:
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
