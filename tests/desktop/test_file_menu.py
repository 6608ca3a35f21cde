"""The menu File by its keys: close a project, open one that is gone, export the measures."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

import resources
from core.model import Method
from core.recipe import open_project
from desktop_app import closing
from desktop_app.projects.recent import recent_projects, remember_project
from desktop_app.state import Step, StepState
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import choose_in_menu
from tests.desktop.mouse import answer
from tests.desktop.patience import activate
from tests.desktop.recipes import write_recipe

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def traveller(traveller) -> Traveller:
    activate(traveller.window)
    return traveller


def press(traveller: Traveller, key: Qt.Key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget() or traveller.window, key, modifier)
    QApplication.processEvents()


def change(traveller: Traveller, k: int) -> None:
    traveller.do(traveller.store.set_method, Method("mdav", {"k": k}))


def is_empty(traveller: Traveller) -> bool:
    window, page = traveller.window, traveller.page(Step.DATA)
    states = {window.step_states()[step] for step in Step if step is not Step.DATA}
    return (
        traveller.store.project is None
        and traveller.store.dataset is None
        and states == {StepState.LOCKED}
        and window.windowTitle() == "Statveil"
        and page.empty.isVisible()
        and page.loaded.table.model().rowCount() == 0
    )


# Close project


def test_a_saved_project_closes_without_a_question(
    traveller, people, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(closing, "confirm_closing", lambda *_: pytest.fail("asked"))
    traveller.import_file(people)
    traveller.save(people.with_name("work.statveil"))
    traveller.do(press, traveller, Qt.Key.Key_W, CONTROL)
    assert is_empty(traveller)
    buttons = traveller.page(Step.DATA).empty.recent_buttons
    assert [button.text() for button in buttons] == ["work"]
    assert traveller.window.focusWidget() is traveller.page(Step.DATA).empty.open_button
    assert not list((tmp_path / "copies").glob("*.statveil"))
    QTest.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    traveller.do(traveller.wait, lambda: traveller.store.dataset is not None)
    assert traveller.store.name == "work"


def test_closing_asks_about_unsaved_work_and_staying_changes_nothing(traveller, people) -> None:
    traveller.import_file(people)
    change(traveller, 9)
    before = traveller.store.draft
    asked = answer("Stay")
    choose_in_menu(traveller.window, Qt.Key.Key_F, Qt.Key.Key_C)
    assert asked == [
        "The project people has changes that are not saved. If you close without saving, a copy "
        "is kept until you delete it."
    ]
    assert traveller.store.draft is before
    assert traveller.store.undoable is not None


def test_unsaved_work_that_is_closed_is_offered_again(traveller, people, tmp_path) -> None:
    traveller.import_file(people)
    traveller.store.set_method(Method("mdav", {"k": 9}))
    wanted = traveller.store.draft
    # Not a moment passes between the change and the closing.
    answer("Close without saving")
    traveller.do(press, traveller, Qt.Key.Key_W, CONTROL)
    assert is_empty(traveller)
    assert traveller.store.undoable is None
    assert "people has changes" in traveller.window.notice.sentence.text()
    assert len(list((tmp_path / "copies").glob("*.statveil"))) == 1
    QTest.mouseClick(traveller.window.notice.buttons[0], Qt.MouseButton.LeftButton)
    traveller.do(traveller.wait, lambda: traveller.store.dataset is not None)
    assert traveller.store.draft == wanted


def test_unsaved_work_can_be_saved_first(traveller, people) -> None:
    traveller.import_file(people)
    file = people.with_name("work.statveil")
    traveller.save(file)
    change(traveller, 11)
    answer("Save and close")
    press(traveller, Qt.Key.Key_W, CONTROL)
    traveller.do(traveller.wait, lambda: traveller.store.project is None)
    assert is_empty(traveller)
    assert open_project(file).project.recipe.method.parameters["k"] == 11
    assert traveller.window.isVisible()


def test_a_save_that_is_given_up_keeps_the_project(traveller, people, monkeypatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    traveller.import_file(people)
    change(traveller, 11)
    answer("Save and close")
    traveller.do(press, traveller, Qt.Key.Key_W, CONTROL)
    assert traveller.store.draft.method.parameters["k"] == 11
    # A later save is a save and nothing else.
    traveller.save(people.with_name("later.statveil"))
    assert traveller.store.project is not None


def test_a_run_that_is_not_released_is_asked_about_and_another_file_begins_anew(
    traveller, people
) -> None:
    traveller.import_file(people)
    traveller.window.keeper.storage.save(people.with_name("work.statveil"))
    traveller.protect()
    traveller.do(traveller.window.keeper.save)
    asked = answer("Close anyway")
    traveller.do(press, traveller, Qt.Key.Key_W, CONTROL)
    assert len(asked) == 1
    assert "have not been released yet" in asked[0]
    assert is_empty(traveller)
    assert traveller.store.result is None
    traveller.import_file(people)
    assert traveller.window.step_states()[Step.RESULTS] is StepState.LOCKED
    assert traveller.window.step_states()[Step.COLUMNS] is not StepState.LOCKED


def test_there_is_nothing_to_close_at_first_or_while_another_file_is_imported(
    traveller, people
) -> None:
    commands = traveller.window.commands
    assert not commands.close_project.isEnabled()
    traveller.import_file(people)
    assert commands.close_project.isEnabled()
    other = people.with_name("other.csv")
    other.write_text("A,B\n1,2\n")
    traveller.open(other)
    assert not commands.close_project.isEnabled()


# Open recent


def open_first(traveller: Traveller) -> None:
    traveller.do(choose_in_menu, traveller.window, Qt.Key.Key_F, Qt.Key.Key_R, Qt.Key.Key_1)


def test_a_recent_project_that_is_gone_is_dropped_with_a_sentence(traveller, people) -> None:
    traveller.import_file(people)
    gone, there = people.with_name("gone.statveil"), people.with_name("there.statveil")
    for file in (there, gone):
        traveller.save(file)
    gone.unlink()
    open_first(traveller)
    said = traveller.page(Step.DATA).loaded.message.text()
    assert said.startswith(f"gone.statveil is no longer in the folder {people.parent}.")
    assert recent_projects() == (there,)
    assert traveller.store.name == "gone"  # what was open is as it was


def test_a_recent_project_on_an_absent_drive_stays_in_the_list(traveller, tmp_path) -> None:
    away = tmp_path / "drive" / "work.statveil"
    remember_project(away)
    traveller.page(Step.DATA).empty.list_recent()
    button = traveller.page(Step.DATA).empty.recent_buttons[0]
    traveller.do(QTest.mouseClick, button, Qt.MouseButton.LeftButton)
    said = traveller.page(Step.DATA).empty.message.text()
    assert said.startswith(f"work.statveil cannot be reached: the folder {away.parent}")
    assert recent_projects() == (away,)


def test_a_project_never_replaces_another_one_unasked(traveller, people, monkeypatch) -> None:
    traveller.import_file(people)
    kept = people.with_name("work.statveil")
    kept.write_text("of somebody else")
    typed = str(people.with_name("work"))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (typed, ""))
    asked = answer("No")
    traveller.do(press, traveller, Qt.Key.Key_S, CONTROL)
    assert asked == ["work.statveil exists already. Replace it? "]
    assert kept.read_text() == "of somebody else"


# Export measures


@pytest.fixture
def at_results(traveller, people) -> Traveller:
    """Return a user whose run has a column with a name that a spreadsheet would run."""
    people.write_text(people.read_text().replace("INCOME", "=INCOME"))
    traveller.import_file(people)
    traveller.protect()
    return traveller


def export_to(traveller: Traveller, monkeypatch, chosen: Path | str) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(chosen), ""))
    traveller.rest()
    traveller.do(choose_in_menu, traveller.window, Qt.Key.Key_F, Qt.Key.Key_E)


def test_all_measures_are_exported_in_full_on_the_step_results_alone(
    at_results, tmp_path, monkeypatch
) -> None:
    target = tmp_path / "measures.csv"
    export_to(at_results, monkeypatch, target)
    with target.open(encoding="utf-8-sig", newline="") as file:
        titles, *rows = csv.reader(file)
    assert titles == ["Measure", "Name in the log", "Column", "Value", "Unit", "Better"]
    measures = at_results.store.result.measures
    assert len(rows) == len(measures) > 20
    assert [row[1] for row in rows] == [measure.name for measure in measures]
    assert [float(row[3]) for row in rows] == [measure.value for measure in measures]
    assert {row[2] for row in rows} == {"", "AGE", "'=INCOME"}
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row)
    said = at_results.window.notice.sentence.text()
    assert said.startswith("Exported to measures.csv.")
    assert "for the office only" in said
    commands = at_results.window.commands
    assert commands.export_measures.isEnabled()
    for step in (Step.DATA, Step.METHOD):
        at_results.window.show_step(step)
        assert not commands.export_measures.isEnabled()


FIGURES = [
    {"what": "mean", "of": "INCOME"},
    {"what": "mean", "of": "AGE"},
    {"what": "share", "of": "SEX"},
]


def test_the_figures_of_the_recipe_are_exported_with_the_measures_in_full(
    traveller, tmp_path, monkeypatch
) -> None:
    rows = [(20 + i % 50, i * 97 % 1013, "fm="[i % 3]) for i in range(60)]
    columns = {"AGE": "quasi continuous", "INCOME": "confidential integer", "SEX": "other nominal"}
    lines = (",".join(map(str, row)) for row in rows)
    settings = {"method": {"name": "mdav", "k": 7}, "figures": FIGURES}
    traveller.open(write_recipe(tmp_path / "people.csv", columns, lines, **settings))
    traveller.protect()
    export_to(traveller, monkeypatch, tmp_path / "measures.csv")
    with (tmp_path / "measures.csv").open(encoding="utf-8-sig", newline="") as file:
        found = list(csv.DictReader(file, restkey="more", restval="less"))
    figures = [row for row in found if row["Name in the log"].startswith("figures.")]
    assert found[-5:] == figures
    assert not any("more" in row or "less" in row.values() for row in found)
    income, age, *shares = figures
    whole = sum(income for _, income, _ in rows) / 60
    assert float(income["Original"]) == float(income["Release"]) == pytest.approx(whole, rel=1e-15)
    spread = sum((x - whole) ** 2 for _, x, _ in rows) / 59 / 60
    half = 2.000995378088 * spread**0.5  # of the t distribution with 59 degrees of freedom
    ends = [float(income[f"Original, 95 % {end}"]) for end in ("from", "to")]
    assert ends == pytest.approx([whole - half, whole + half], rel=1e-10)
    assert (income["Difference"], income["Overlap"], income["Inside"]) == ("0.0", "1.0", "yes")
    assert income["Original, records"] == income["Release, records"] == "60"
    released = {c.name: c.values for c in traveller.store.result.columns}
    mean = float(released["AGE"].sum()) / 60
    assert float(age["Release"]) == pytest.approx(mean, rel=1e-14)
    assert float(age["Difference"]) == float(age["Release"]) - float(age["Original"])
    # A spreadsheet would run the first of them.
    assert [row["Domain, category or term"] for row in shares] == ["'=", "f", "m"]
    assert [float(row["Original"]) for row in shares] == pytest.approx([1 / 3] * 3)
    assert {row["Measure"] for row in shares} == {"Shares of the categories of SEX"}


def test_an_existing_file_is_replaced_only_if_the_user_agrees_and_the_input_never(
    at_results, people, tmp_path, monkeypatch
) -> None:
    kept = tmp_path / "table.csv"
    kept.write_text("before")
    asked = answer("No")
    export_to(at_results, monkeypatch, tmp_path / "table")
    assert asked == ["table.csv exists already. Replace it? "]
    assert kept.read_text() == "before"
    assert not (tmp_path / "table").exists()
    answer("Yes")
    export_to(at_results, monkeypatch, tmp_path / "table")
    assert kept.read_text(encoding="utf-8-sig").startswith("Measure,")
    # Nor is the input replaced, or anything added to what is handed out.
    before = people.read_bytes()
    export_to(at_results, monkeypatch, people)
    assert "people.csv is the input itself" in at_results.window.notice.sentence.text()
    assert people.read_bytes() == before
    public = tmp_path / "release" / "public"
    public.mkdir(parents=True)
    (public / "x.audit.json").write_text("{}")
    export_to(at_results, monkeypatch, public / "measures.csv")
    assert "the part of a release that is handed out" in at_results.window.notice.sentence.text()
    assert [path.name for path in public.iterdir()] == ["x.audit.json"]


def test_an_export_that_fails_says_why_and_one_of_old_settings_says_so(
    at_results, tmp_path, monkeypatch
) -> None:
    export_to(at_results, monkeypatch, tmp_path / "nowhere" / "measures.csv")
    said = at_results.window.notice.sentence.text()
    assert (
        said
        == "The measures were not exported. measures.csv cannot be written; choose another folder."
    )
    change(at_results, 7)
    export_to(at_results, monkeypatch, tmp_path / "old.csv")
    assert "settings have been changed since" in at_results.window.notice.sentence.text()


def test_a_file_named_from_the_folder_of_a_command_is_found_from_any_other(
    traveller, people, monkeypatch
) -> None:
    monkeypatch.chdir(people.parent)
    traveller.import_file(Path("people.csv"))
    assert traveller.store.source.path == str(people)
    traveller.save(people.with_name("work.statveil"))
    traveller.open(Path("work.statveil"))
    traveller.do(traveller.wait, lambda: traveller.store.file is not None)
    assert recent_projects() == (people.with_name("work.statveil"),)


def test_a_sample_is_not_a_recent_project(traveller, monkeypatch) -> None:
    monkeypatch.chdir(resources.FOLDER.parent)
    traveller.open_project(Path("resources/samples/business_survey.recipe.json"))
    assert recent_projects() == ()
    assert traveller.store.file is None
