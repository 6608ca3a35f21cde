"""Two windows on one project: neither overwrites what the other has saved unless it is told to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.model import Method
from core.recipe import open_project
from tests.desktop.mouse import answer, press
from tests.desktop.test_projects import Session


@pytest.fixture
def windows(qtbot, people) -> Iterator[tuple[Session, Session]]:
    """Two windows with the same project open, each with a k of its own."""
    file = people.with_name("work.statveil")
    early, late = Session(qtbot), Session(qtbot)
    early.import_file(people)
    early.save(file)
    late.open_project(file)
    for session, k in ((early, 6), (late, 7)):
        session.do(session.store.set_method, Method("mdav", {"k": k}))
    save(early)
    yield early, late
    for session in (early, late):
        if not session.gone:
            session.close()


def save(session: Session) -> None:
    session.window.activateWindow()
    session.qtbot.waitUntil(session.window.isActiveWindow)
    session.do(QTest.keyClick, session.window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)


def k_of(file: Path) -> object:
    return open_project(file).project.recipe.method.parameters["k"]


def test_a_version_of_another_window_is_kept(windows) -> None:
    early, late = windows
    asked = answer("Do not save")
    save(late)
    late.do(late.wait, lambda: bool(asked))
    assert asked[0].startswith("work.statveil was changed outside this window. ")
    assert k_of(early.store.file) == 6
    assert late.store.modified
    assert late.store.draft.method.parameters["k"] == 7


def test_a_version_of_another_window_is_overwritten_if_that_is_wanted(windows) -> None:
    early, late = windows
    asked = answer("Overwrite")
    save(late)
    late.wait(lambda: bool(asked) and not late.store.modified)
    assert k_of(late.store.file) == 7
    # Now the other window has an old version.
    early.do(early.store.set_method, Method("mdav", {"k": 8}))
    asked_again = answer("Do not save")
    save(early)
    early.wait(lambda: bool(asked_again))
    assert k_of(late.store.file) == 7


def test_both_versions_can_be_kept(windows, monkeypatch) -> None:
    early, late = windows
    second = early.store.file.with_name("second.statveil")
    monkeypatch.setattr(
        "desktop_app.projects.keeper.QFileDialog.getSaveFileName", lambda *_: (str(second), "")
    )
    asked = answer("Save as…")
    save(late)
    late.wait(lambda: bool(asked) and not late.store.modified)
    assert (k_of(early.store.file), k_of(second)) == (6, 7)
    assert late.store.file == second
    # Nobody else writes there: nothing is asked.
    late.store.set_method(Method("mdav", {"k": 9}))
    save(late)
    late.wait(lambda: not late.store.modified)
    assert k_of(second) == 9


def test_a_copy_of_a_window_that_died_does_not_overwrite_what_was_saved_since(
    windows, qtbot
) -> None:
    early, late = windows
    late.die()
    again = Session(qtbot)
    again.window.keeper.storage.look_for_left()
    again.wait(lambda: again.window.notice.isVisible())
    again.do(press, again.window.notice.buttons[0])
    assert again.store.draft.method.parameters["k"] == 7
    asked = answer("Do not save")
    save(again)
    again.wait(lambda: bool(asked))
    assert k_of(early.store.file) == 6
    again.close()
