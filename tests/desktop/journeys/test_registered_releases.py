"""Two releases of the same records in the window: asked about, and cured by one click."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.command_line import main
from desktop_app.checking.releases_dialog import ReleasesDialog
from desktop_app.state import Step
from tests.conftest import EASY_OFFICE
from tests.desktop.journeys.driver import Traveller
from tests.desktop.mouse import press, press_in_sight, select_rows
from tests.desktop.recipes import write_recipe

EASY = tomllib.loads(EASY_OFFICE)["release"]["scientific"]


def recipe_with(k: int, folder: Path, limits: dict[str, float]) -> Path:
    """Write a recipe that protects sixty people with this k, for which those limits hold."""
    drawn = random.Random(39)
    rows = [f"P{i},{drawn.randint(18, 90)},{drawn.randint(5, 60)}" for i in range(60)]
    return write_recipe(
        folder / "people.csv",
        {"NAME": "identifier", "AGE": "quasi integer", "HOURS": "quasi integer"},
        rows,
        unit="record",
        method={"name": "mdav", "k": k},
        profile={"name": "scientific", "limits": limits},
    )


@pytest.fixture
def second_release(traveller, register, tmp_path) -> Traveller:
    """Bring somebody to the step Release whose records were released before with another k."""
    main(["protect", str(recipe_with(5, tmp_path, EASY)), "--output", str(tmp_path / "first")])
    assert len(list(register.glob("*.release"))) == 1
    traveller.open_project(recipe_with(7, tmp_path, {**EASY, "k": 5}))
    traveller.protect()
    traveller.window.show_step(Step.RELEASE)
    return traveller


def asked_rows(traveller: Traveller) -> set[str]:
    return {q.counts[0].row for q in traveller.page(Step.RELEASE).confirming.questions}


def test_one_click_merges_the_groups_of_the_earlier_release(second_release, register) -> None:
    window, store = second_release.window, second_release.store
    questions = second_release.page(Step.RELEASE).confirming.questions
    (question,) = [q for q in questions if q.counts[0].row == "other-release"]
    assert question.change_button.text() == "Merge its groups"
    press_in_sight(question.change_button)
    (number,) = (path.stem for path in register.glob("*.release"))
    assert number.startswith(store.draft.merges)
    assert window.step is Step.RUN
    page = second_release.page(Step.RUN)
    assert store.draft.merges in page.merging.text()
    second_release.wait(lambda: store.plan_is_current)
    second_release.run()
    window.show_step(Step.RELEASE)
    assert "other-release" not in asked_rows(second_release)
    assert window.commands.undo.text() == "&Undo: groups of an earlier release"
    window.show_step(Step.RUN)
    press(page.form_button)
    assert store.draft.merges is None
    assert not page.form_button.isVisible()
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert number.startswith(store.draft.merges)


def test_a_release_that_is_ready_is_registered_and_listed_until_it_is_forgotten(
    second_release, register, tmp_path
) -> None:
    second_release.release(tmp_path / "second")
    assert len(list(register.glob("*.release"))) == 1, "it is not ready"
    second_release.confirm()
    second_release.release(tmp_path / "third")
    assert len(list(register.glob("*.release"))) == 2
    second_release.window.commands.releases.trigger()
    (dialog,) = second_release.window.findChildren(ReleasesDialog)
    assert "2 releases" in dialog.sentence.text()
    assert {dialog.model.index(row, 5).data() for row in range(2)} == {"5", "7"}
    for n_left in (1, 0):
        assert not dialog.forget_button.isEnabled()
        select_rows(dialog.table, [dialog.model.index(0, 0)])
        press(dialog.forget_button)
        assert len(list(register.glob("*.release"))) == n_left
    assert dialog.sentence.text() == "No release yet: one is listed here once it is ready."
    dialog.reject()


def test_a_register_that_cannot_be_written_is_said_beside_the_verdict(
    second_release, register, tmp_path
) -> None:
    second_release.confirm()
    register.rename(tmp_path / "moved")
    register.write_text("no folder", encoding="utf-8")
    second_release.release(tmp_path / "second")
    said = second_release.page(Step.RELEASE).verdict.sentence.text()
    assert "not compared with others" in said
