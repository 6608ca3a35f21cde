"""What the step Run says becomes of each column, after its role was chosen by mouse and keys."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.model import (
    Attribute,
    DistanceScale,
    FileKind,
    Method,
    Project,
    Recipe,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)
from desktop_app.main_window import MainWindow
from desktop_app.models.attributes_model import Field
from desktop_app.presenters.run_columns import columns_text
from desktop_app.state import Step
from tests.desktop.journeys.hands import Mouse


def give(window: MainWindow, name: str, role: str) -> None:
    """Click a column, and go down to its role in the list above the table."""
    page = window.page(Step.COLUMNS)
    names = [page.model.attribute(row).name for row in range(page.model.rowCount())]
    Mouse().click_cell(page.table, names.index(name), Field.NAME)
    roles = page.bar.roles
    roles.setFocus()
    QTest.keyClick(roles, Qt.Key.Key_Down)
    for _ in range(roles.findText(role)):
        QTest.keyClick(roles.view(), Qt.Key.Key_Down)
    QTest.keyClick(roles.view(), Qt.Key.Key_Return)


def run_says(window: MainWindow, qtbot) -> dict[str, str]:
    """Return the columns of each line of the step Run, by the line's title."""
    qtbot.waitUntil(lambda: window.store.plan_is_current)
    for step in (Step.COLUMNS, Step.METHOD):
        window.store.confirm(step)
    window.show_step(Step.RUN)
    assert window.step is Step.RUN
    text = window.page(Step.RUN).summary.text()
    return dict(re.findall(r"<b>([^<]*):</b> ([^<]*)", text))


@pytest.fixture
def window(survey_window) -> MainWindow:
    survey_window.show_step(Step.COLUMNS)
    return survey_window


def test_a_column_that_is_left_out_is_not_called_published(window, qtbot) -> None:
    give(window, "SCHOOL", "Leave out")
    assert run_says(window, qtbot) == {
        "Masked": "AGE, BORN",
        "Confidential, published as they are": "INCOME",
        "Left out": "NAME, SCHOOL",
    }


def test_strata_and_the_survey_weight_have_lines_of_their_own(window, qtbot) -> None:
    give(window, "SCHOOL", "Stratum")
    give(window, "INCOME", "Survey weight")
    assert run_says(window, qtbot) == {
        "Masked": "AGE, BORN",
        "Strata, published as they are": "SCHOOL",
        "Survey weight, published as it is": "INCOME",
        "Left out": "NAME",
    }


def test_fifty_columns_are_named() -> None:
    schema = Schema(tuple(Attribute(f"Q{number}", Role.OTHER) for number in range(50)))
    recipe = Recipe(Method("mdav", {"k": 3}), Target(FileKind.CSV, "out"))
    said = columns_text(Project(Source("/survey.csv", FileKind.CSV), schema, recipe))
    assert all(f"Q{number}" in said for number in range(50))


def test_scales_of_distance_and_importance_are_named() -> None:
    quasi = Role.QUASI_IDENTIFIER
    schema = Schema((
        Attribute("TURNOVER", quasi, Scale.CONTINUOUS, distance=DistanceScale.LOG),
        Attribute("STAFF", quasi, Scale.INTEGER, distance=DistanceScale.ROOT, importance=0.25),
        Attribute("REGION", quasi, Scale.NOMINAL, importance=4.0),
        Attribute("PROFIT", Role.DROP, Scale.CONTINUOUS, distance=DistanceScale.LOG),
    ))  # fmt: skip
    recipe = Recipe(Method("mdav", {"k": 3}), Target(FileKind.CSV, "out"))
    text = columns_text(Project(Source("/firms.csv", FileKind.CSV), schema, recipe))
    assert dict(re.findall(r"<b>([^<]*):</b> ([^<]*)", text)) == {
        "Masked": "TURNOVER, STAFF, REGION",
        "Compared by logarithms": "TURNOVER",
        "Compared by square roots": "STAFF",
        "More important": "REGION",
        "Less important": "STAFF",
        "Left out": "PROFIT",
    }
