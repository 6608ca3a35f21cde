"""What the window says of a release that a test seed makes, before it is written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.jobs import SyncRunner
from desktop_app.state import ProjectStore
from desktop_app.wizard.release import ReleasePage


@pytest.mark.parametrize("seed", [None, 7])
def test_the_names_of_files_and_folder_say_it(
    declared: ProjectStore, sync_runner: SyncRunner, qtbot, seed: int | None
) -> None:
    given = declared.project
    assert given is not None
    project = replace(given, recipe=replace(given.recipe, insecure_test_seed=seed))
    declared.open_dataset(given.source, declared.dataset, declared.profiles, project)
    sync_runner.finish()
    page = ReleasePage(declared, sync_runner)
    qtbot.addWidget(page)
    page.refresh()

    assert page.folder.endswith(".NOT-PRIVATE_release") == (seed is not None)
    lines = page.files.text().split("<br>")
    assert len(lines) == 3
    assert {".NOT-PRIVATE." in line for line in lines} == {seed is not None}
    # What the user calls it stays as it is.
    assert page.form.name.text() == declared.draft.target.name == "small_protected"
