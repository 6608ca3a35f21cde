"""The method of a new project keeps the preferred t where a column is confidential."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

from core.model import Method, Role
from desktop_app.settings import NEW_K, NEW_T
from desktop_app.state import Step
from tests.desktop.choosing import choose_method
from tests.desktop.journeys.driver import Traveller

KEEPS_T = Method("t-merge", {"k": 6, "t": 0.3})
KEEPS_K = Method("mdav", {"k": 6})
ROLES = {"NAME": Role.IDENTIFIER, "AGE": Role.QUASI_IDENTIFIER, "INCOME": Role.CONFIDENTIAL}
WITHOUT = {**ROLES, "INCOME": Role.OTHER}


@pytest.fixture
def traveller(traveller, people) -> Traveller:
    """A user whose file is open at the step Columns, with k and t preferred."""
    QSettings().setValue(NEW_K, 6)
    QSettings().setValue(NEW_T, 0.3)
    traveller.import_file(people)
    traveller.forward()
    return traveller


def method(traveller: Traveller) -> Method:
    return traveller.store.recipe.method


def test_it_follows_the_columns(traveller) -> None:
    for roles, wanted in ((ROLES, KEEPS_T), (WITHOUT, KEEPS_K), (ROLES, KEEPS_T)):
        traveller.set_roles(roles)
        assert method(traveller) == wanted
    QTest.keyClick(traveller.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    confidential = traveller.store.schema.with_role(Role.CONFIDENTIAL)
    assert method(traveller) == (KEEPS_T if confidential else KEEPS_K)


def test_where_t_is_about_nothing_the_window_says_so(traveller) -> None:
    traveller.do(traveller.set_roles, WITHOUT)
    assert not traveller.window.notice.isVisible()
    traveller.forward()
    assert traveller.step is not Step.COLUMNS
    said = traveller.window.notice.sentence.text()
    assert said.startswith("No column is confidential, so t = 0.3 of the preferences is not kept")
    assert "k = 6" in said


def test_with_a_confidential_column_nothing_is_said_and_a_method_that_the_user_chose_stays(
    traveller,
) -> None:
    traveller.set_roles(ROLES)
    traveller.do(traveller.forward)
    assert not traveller.window.notice.isVisible()
    assert method(traveller) == KEEPS_T
    traveller.window.enter_step(Step.METHOD)
    choose_method(traveller.page(Step.METHOD), "mdav")
    assert method(traveller).name == "mdav"
    traveller.window.enter_step(Step.COLUMNS)
    traveller.set_roles(WITHOUT)
    traveller.set_roles(ROLES)
    assert method(traveller).name == "mdav"
