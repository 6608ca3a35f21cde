"""Projects on the disk: saved, reopened, copied after each change, offered after a crash."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess, Qt
from PySide6.QtWidgets import QApplication

from core.errors import Problem, StorageFull
from core.model import Attribute, Method, MissingPolicy, Role, Scale, taxonomy_of
from core.recipe import open_project
from desktop_app import closing
from desktop_app.closing import Answer
from desktop_app.main_window import MainWindow
from desktop_app.projects.recent import recent_projects
from desktop_app.projects.recovery import left_copies
from desktop_app.state import Step, StepState
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import choose_in_menu
from tests.desktop.mouse import press, press_main


class Session(Traveller):
    """A user of whose work copies are made, and whose window may be closed or die."""

    def __init__(self, qtbot, window: MainWindow | None = None) -> None:
        super().__init__(qtbot, window)
        self.is_shared, self.gone = window is not None, False
        self.runner = self.window.runner

    def rest(self) -> None:
        copying = self.window.keeper.storage._pause
        QApplication.processEvents()
        self.wait(lambda: not copying.isActive() and not self.runner.operations)

    def open_project(self, path: Path) -> None:
        self.window.open_path(str(path))
        self.rest()

    def close(self, answer: Answer | None = None) -> None:
        if answer is None:
            self.window._has_asked = True
        self.window.close()
        self.wait(lambda: not self.window.isVisible())
        assert self.runner.close(120)
        self.gone = True
        if not self.is_shared:
            self.window.deleteLater()

    def die(self) -> None:
        """End as a killed process does: nothing is asked and nothing tidied up."""
        self.rest()
        copy = self.window.keeper.storage._copy
        if copy is not None:
            copy.leave()  # the system takes a dead process's locks away
        self.window.keeper.storage._copy = None
        self.window.keeper.storage._copied = None
        self.window.keeper.storage.close = lambda **_: None
        self.close()


@pytest.fixture
def session(qtbot, shared_window) -> Iterator[Session]:
    yield Session(qtbot, shared_window.lend())
    shared_window.take_back(qtbot)


def copies(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "copies").glob("*.statveil"))


def test_a_project_comes_back_as_it_was_saved(session, qtbot, people) -> None:
    session.import_file(people)
    session.store.set_method(Method("mdav", {"k": 7}))
    session.store.set_missing(MissingPolicy.USE_OBSERVED)
    session.store.confirm(Step.COLUMNS)
    file = people.with_name("work.statveil")
    session.save(file)
    before = session.store.draft
    assert not session.store.modified
    session.close()

    again = Session(qtbot)
    again.open_project(file)
    assert again.store.draft == before
    assert again.store.file == file
    assert not again.store.modified
    assert again.store.step_states()[Step.COLUMNS] is StepState.DONE
    assert again.window.windowTitle() == "work[*] – Statveil"
    assert not again.window.isWindowModified()
    again.close()


def test_the_command_line_reads_the_same_file(session, people) -> None:
    session.import_file(people)
    file = people.with_name("work.statveil")
    session.save(file)
    project = open_project(file).project
    assert project.schema == session.store.schema
    assert project.source.path == str(people)
    assert json.loads(file.read_text())["input"]["path"] == "people.csv"


def test_neither_project_nor_copy_nor_settings_hold_a_cell(
    session, people, tmp_path, settings_of_tests
) -> None:
    session.import_file(people)
    session.do(session.store.set_missing, MissingPolicy.USE_OBSERVED)
    session.window.keeper.storage.save(people.with_name("work.statveil"))
    session.do(session.store.set_missing, MissingPolicy.LEAVE_OUT)
    session.close()
    places = (*tmp_path.rglob("*"), *settings_of_tests.rglob("*"))
    written = [path for path in places if path.is_file() and path != people]
    assert {path.suffix for path in written} >= {".statveil", ".ini"}
    for path in written:
        content = path.read_bytes()
        assert b"Person1" not in content, path
        assert b"1009" not in content, path


def test_undo_goes_on_across_saving_and_shows_in_the_title(session, people) -> None:
    session.import_file(people)
    for k in range(3, 60):
        session.store.set_method(Method("mdav", {"k": k}), key=f"turn {k}")
    session.save(people.with_name("work.statveil"))
    assert not session.window.isWindowModified()
    steps = 0
    while session.store.undoable is not None:
        session.store.undo()
        steps += 1
    assert steps == 57 - (session.store.draft.method == Method("mdav", {"k": 3}))
    assert session.window.isWindowModified()
    while session.store.redoable is not None:
        session.store.redo()
    assert session.store.draft.method.parameters["k"] == 59
    assert not session.window.isWindowModified()


def test_what_was_not_saved_is_there_after_a_kill(session, qtbot, people, tmp_path) -> None:
    session.import_file(people)
    session.store.set_method(Method("mdav", {"k": 9}))
    wanted = session.store.draft
    session.die()

    again = Session(qtbot)
    again.do(again.window.keeper.storage.look_for_left)
    assert again.window.notice.isVisible()
    assert "people" in again.window.notice.sentence.text()
    again.do(press, again.window.notice.buttons[0])
    assert again.store.draft == wanted
    assert again.store.modified
    assert len(copies(tmp_path)) == 1
    again.save(people.with_name("rescued.statveil"))
    assert copies(tmp_path) == []
    again.close()


def test_a_window_never_takes_the_copy_of_one_that_lives(session, people, tmp_path) -> None:
    session.import_file(people)
    session.do(session.store.set_method, Method("mdav", {"k": 9}))
    assert len(copies(tmp_path)) == 1
    script = (
        "import sys; from pathlib import Path; import desktop_app\n"
        "from desktop_app.projects.recovery import left_copies\n"
        "print(len(left_copies(Path(sys.argv[1]))))"
    )
    other = QProcess()
    other.start(sys.executable, ["-c", script, str(tmp_path / "copies")])
    assert other.waitForFinished(60_000)
    assert bytes(other.readAllStandardOutput().data()).strip() == b"0"


def test_closing_asks_and_keeps_what_is_not_saved(session, people, tmp_path, monkeypatch) -> None:
    session.import_file(people)
    session.store.set_method(Method("mdav", {"k": 9}))
    answers = [Answer.STAY, Answer.CLOSE]
    monkeypatch.setattr(closing, "confirm_closing", lambda *_: answers.pop(0))
    session.window.close()
    assert session.window.isVisible()
    session.close(Answer.CLOSE)
    assert answers == []
    (left,) = left_copies(tmp_path / "copies")
    assert (left.name, left.home) == ("people", None)
    if os.name == "posix":
        modes = [path.stat().st_mode & 0o777 for path in (left.path.parent, left.path)]
        assert modes == [0o700, 0o600]


def test_closing_can_save_first(session, people, tmp_path, monkeypatch) -> None:
    session.import_file(people)
    file = people.with_name("work.statveil")
    session.save(file)
    session.store.set_method(Method("mdav", {"k": 11}))
    monkeypatch.setattr(closing, "confirm_closing", lambda *_: Answer.SAVE)
    session.close(Answer.SAVE)
    assert open_project(file).project.recipe.method.parameters["k"] == 11
    assert copies(tmp_path) == []


def test_a_file_only_looked_at_asks_nothing(session, people, monkeypatch) -> None:
    monkeypatch.setattr(closing, "confirm_closing", lambda *_: pytest.fail("asked"))
    session.import_file(people)
    session.close(Answer.CLOSE)


def test_a_failed_save_says_so_and_leaves_the_file(session, people, monkeypatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise StorageFull(Problem("output-no-room", params={"file": "work.statveil"}))

    session.import_file(people)
    file = people.with_name("work.statveil")
    session.save(file)
    content = file.read_bytes()
    session.store.set_method(Method("mdav", {"k": 11}))
    monkeypatch.setattr("core.recipe.project_file.replace_file", full)
    session.window.keeper.save()
    session.wait(session.window.notice.isVisible)
    assert "no space" in session.window.notice.sentence.text()
    assert session.store.modified
    assert file.read_bytes() == content


def test_opening_something_else_keeps_unsaved_changes(session, people, tmp_path) -> None:
    session.import_file(people)
    session.do(session.store.set_method, Method("mdav", {"k": 9}))
    other = people.with_name("other.csv")
    other.write_text("A,B\n1,2\n3,4\n")
    session.window.page(Step.DATA).begin_import(other)
    page = session.window.page(Step.DATA)
    for _ in range(3):
        session.wait(lambda: page.main_action().enabled)
        press_main(page)
    session.do(session.wait, lambda: session.store.name == "other")
    assert "people" in session.window.notice.sentence.text()
    session.do(press, session.window.notice.buttons[1])
    assert copies(tmp_path) == []


def test_another_layout_of_the_same_file_keeps_the_decisions(session, people) -> None:
    session.import_file(people)
    age = session.store.schema.named("AGE")
    session.store.set_attributes([replace(age, role=Role.CONFIDENTIAL)])
    session.store.set_method(Method("mdav", {"k": 6}))
    page = session.window.page(Step.DATA)
    press(page.loaded.layout_button)
    for turn in range(2):
        session.wait(lambda: page.main_action().enabled)
        if turn == 0:
            page.session.add_missing(("Person3",))
            session.wait(lambda: page.main_action().enabled)
        press_main(page)
    session.do(session.wait, lambda: "Person3" in session.store.source.options.missing)
    assert session.store.schema.named("AGE").role is Role.CONFIDENTIAL
    assert session.store.draft.method.parameters["k"] == 6


def test_recent_projects_are_listed_and_reopened(session, qtbot, people) -> None:
    session.import_file(people)
    for name in ("first & last.statveil", "second.statveil"):
        session.save(people.with_name(name))
    assert [path.name for path in recent_projects()] == ["second.statveil", "first & last.statveil"]
    session.close()
    again = Session(qtbot)
    empty = again.window.page(Step.DATA).empty
    assert [button.text() for button in empty.recent_buttons] == ["second", "first && last"]
    again.do(choose_in_menu, again.window, Qt.Key.Key_F, Qt.Key.Key_R, Qt.Key.Key_2)
    assert again.store.name == "first & last"
    again.close()


def test_a_changed_taxonomy_that_is_in_no_file_is_kept(session, qtbot, people) -> None:
    labels = {"en": {"a": "first", "b": "second"}}
    tree = taxonomy_of({"all": [], "some": ["all"], "a": ["some"], "b": ["all", "some"]}, labels)
    session.import_file(people)
    session.store.edit_taxonomy(session.store.schema.named("NAME"), tree)
    session.die()
    again = Session(qtbot)
    again.do(again.window.keeper.storage.look_for_left)
    again.do(press, again.window.notice.buttons[0])
    ((column, found),) = again.store.draft.edited
    assert column == "NAME"
    assert found.nodes == tree.nodes
    assert [found.parents_of(n).tolist() for n in range(4)] == [
        tree.parents_of(n).tolist() for n in range(4)
    ]
    assert found.labels == tree.labels
    again.close()


class TestTheInputIsAnother:
    @pytest.fixture
    def file(self, session, people) -> Path:
        session.import_file(people)
        session.store.confirm(Step.COLUMNS)
        session.store.confirm(Step.METHOD)
        file = people.with_name("work.statveil")
        session.save(file)
        session.do(session.window.keeper.close_project)
        return file

    def test_a_changed_value_is_told_and_decided_by_the_user(self, session, file, people) -> None:
        people.write_text(people.read_text().replace("Person7,27", "Person7,28"))
        session.open_project(file)
        page = session.window.page(Step.DATA)
        assert page.astray.isVisible()
        assert page.astray.headline.text() == "people.csv has changed since the project was saved"
        assert "SHA-256" in page.astray.sentence.text()
        assert session.store.dataset is None
        press(page.astray.anyway_button)
        assert session.store.dataset is not None
        assert session.store.modified
        assert session.store.step_states()[Step.COLUMNS] is StepState.TODO

    def test_that_categories_have_no_order_is_not_asked_again(self, session, people) -> None:
        session.import_file(people)
        name = Attribute("NAME", Role.QUASI_IDENTIFIER, Scale.NOMINAL)
        session.store.set_attributes([name])
        assert [a.name for a in session.store.undecided] == ["NAME"]
        session.store.relate(name)
        session.store.confirm(Step.COLUMNS)
        file = people.with_name("work.statveil")
        session.save(file)
        session.window.keeper.close_project()
        session.open_project(file)
        assert session.store.undecided == ()
        people.write_text(people.read_text().replace("Person7,27", "Person7,28"))
        session.open_project(file)
        press(session.window.page(Step.DATA).astray.anyway_button)
        assert session.store.modified
        assert session.store.undecided == ()

    def test_columns_that_are_gone_or_new_are_named(self, session, file, people) -> None:
        people.write_text(people.read_text().replace("INCOME", "WAGE"))
        session.open_project(file)
        said = session.window.page(Step.DATA).astray.sentence.text()
        assert "Columns that are gone: INCOME" in said
        assert "New columns: WAGE" in said

    def test_a_moved_file_is_found_again(self, session, file, people, monkeypatch) -> None:
        moved = people.parent / "elsewhere"
        moved.mkdir()
        people.rename(moved / "people2.csv")
        session.open_project(file)
        page = session.window.page(Step.DATA)
        assert page.astray.headline.text() == "people.csv is not where it was"
        assert not page.astray.anyway_button.isVisible()
        monkeypatch.setattr(
            "desktop_app.wizard.data_page.choose_data_file", lambda _: moved / "people2.csv"
        )
        session.do(press, page.astray.other_button)
        assert session.store.source.path == str(moved / "people2.csv")
        assert session.store.step_states()[Step.COLUMNS] is StepState.DONE
        assert session.store.modified

    def test_a_file_on_a_network_is_not_opened_unasked(
        self, session, file, people, monkeypatch
    ) -> None:
        document = json.loads(file.read_text("utf-8"))
        # POSIX reads this as the very file; Windows as one of another computer.
        document["input"]["path"] = f"/{people}"
        document["project"]["home"] = f"/{file}"
        file.write_text(json.dumps(document), "utf-8")
        session.open_project(file)
        page = session.window.page(Step.DATA)
        assert session.store.dataset is None
        assert page.astray.headline.text() == "people.csv lies on a network"
        assert "choose it yourself" in page.astray.sentence.text()
        monkeypatch.setattr("desktop_app.wizard.data_page.choose_data_file", lambda _: people)
        session.do(press, page.astray.other_button)
        assert session.store.dataset is not None
        assert session.store.file is None

    def test_another_file_in_its_place_is_not_taken_unasked(
        self, session, file, people, monkeypatch
    ) -> None:
        other = people.with_name("other.csv")
        other.write_text(people.read_text().replace("Person7", "Person8"))
        people.unlink()
        session.open_project(file)
        page = session.window.page(Step.DATA)
        monkeypatch.setattr("desktop_app.wizard.data_page.choose_data_file", lambda _: other)
        session.do(press, page.astray.other_button)
        assert session.store.dataset is None
        assert page.astray.headline.text() == "other.csv has changed since the project was saved"

    def test_the_project_need_not_be_opened(self, session, file, people) -> None:
        people.unlink()
        session.open_project(file)
        page = session.window.page(Step.DATA)
        press(page.astray.cancel_button)
        assert page.empty.isVisible()

    def test_a_file_that_can_no_longer_be_read(self, session, file, people) -> None:
        people.write_bytes(b"\x00\x01NAME\n\x00")
        session.open_project(file)
        page = session.window.page(Step.DATA)
        assert "can no longer be read" in page.astray.headline.text()
