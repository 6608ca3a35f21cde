"""The usual figures of a new project, where the preferences ask for them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings

from core.model import Role
from desktop_app.settings import NEW_FIGURES
from desktop_app.state import Step
from tests.desktop.choosing import choose_method
from tests.desktop.journeys.driver import Traveller
from tests.small_samples import write_small_sample

ROLES = {"AGE": Role.QUASI_IDENTIFIER, "INCOME": Role.CONFIDENTIAL, "NAME": Role.IDENTIFIER}


def to_columns(traveller: Traveller, people: Path, preference: str) -> None:
    QSettings().setValue(NEW_FIGURES, preference)
    traveller.import_file(people)
    traveller.forward()
    traveller.do(traveller.set_roles, ROLES)
    assert traveller.store.draft.figures == ()


def columns_of(traveller: Traveller) -> set[str]:
    return {name for figure in traveller.store.draft.figures for name in figure.columns}


def test_without_the_preference_there_are_none(traveller, people) -> None:
    to_columns(traveller, people, "none")
    traveller.do(traveller.forward)
    assert traveller.store.draft.figures == ()


def test_they_come_with_confirmed_columns_and_follow_these_until_the_user_chooses(
    traveller, people
) -> None:
    to_columns(traveller, people, "usual")
    traveller.do(traveller.forward)
    assert {"AGE", "INCOME"} <= columns_of(traveller)
    traveller.window.enter_step(Step.METHOD)
    traveller.do(choose_method, traveller.page(Step.METHOD), "dp-individual-ranking")
    assert traveller.store.draft.figures == (), "a method with noise has none"
    traveller.do(choose_method, traveller.page(Step.METHOD), "mdav")
    assert "INCOME" in columns_of(traveller)
    traveller.window.enter_step(Step.COLUMNS)
    traveller.do(traveller.set_roles, {**ROLES, "INCOME": Role.IDENTIFIER})
    assert columns_of(traveller) == {"AGE"}
    traveller.store.set_figures(())
    traveller.do(traveller.set_roles, {**ROLES, "INCOME": Role.OTHER})
    assert traveller.store.draft.figures == ()


def test_a_recipe_keeps_its_own(traveller, tmp_path) -> None:
    QSettings().setValue(NEW_FIGURES, "usual")
    traveller.open_project(write_small_sample(tmp_path, "business_survey", 600))
    before = traveller.store.draft.figures
    traveller.window.enter_step(Step.COLUMNS)
    traveller.do(traveller.forward)
    assert traveller.store.draft.figures == before
