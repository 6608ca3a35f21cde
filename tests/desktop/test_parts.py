"""Roles beside the four: left out, survey weight, stratum; what nobody can tell is asked."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.model import Attribute, Role, Scale
from desktop_app.models.attributes_model import Field
from desktop_app.state.cautions import column_cautions
from desktop_app.state.parts import Part
from desktop_app.wizard.columns_page import ColumnsPage
from tests.desktop.columns import ReadFile, columns_of, read_columns
from tests.desktop.mouse import choose, press, press_cell


@pytest.fixture(scope="module")
def survey_file(tmp_path_factory) -> ReadFile:
    """Return a survey of 60 persons with a weight, a region and a remark."""
    regions = ["north", "south", "west"]
    rows = [
        f"{1000 + 7 * i},{20 + i % 40},{regions[i % 3]},{100.5 + i},{2000 + 13 * i},{i % 4}"
        for i in range(60)
    ]
    head = "PERSON_ID,AGE,REGION,WEIGHT,INCOME,CARS\n"
    path = tmp_path_factory.mktemp("survey") / "people.csv"
    return read_columns(path, head + "\n".join(rows) + "\n")


@pytest.fixture
def page(qtbot, sync_runner, survey_file) -> ColumnsPage:
    return columns_of(qtbot, sync_runner, survey_file)


@pytest.fixture
def wide(qtbot, sync_runner, tmp_path) -> ColumnsPage:
    """Thirty columns of answers whose names say nothing, and two that do."""
    rng = random.Random(1)
    names = ["age", "sex", *(f"x{i}" for i in range(30))]
    rows = [",".join(str(rng.randint(1, 9)) for _ in names) for _ in range(50)]
    text = ",".join(names) + "\n" + "\n".join(rows) + "\n"
    return columns_of(qtbot, sync_runner, read_columns(tmp_path / "wide.csv", text))


def give_part(page: ColumnsPage, name: str, title: str) -> None:
    """Select the row of a column and choose a part from the list of roles."""
    press_cell(page.table, page.model.index(page.model.row_of(name), Field.NAME))
    page.runner.do(choose, page.bar.roles, title)


def shown(page: ColumnsPage, name: str) -> str:
    return str(page.model.index(page.model.row_of(name), Field.ROLE).data())


def test_the_survey_weight_is_suggested_as_one_and_used(page) -> None:
    assert shown(page, "WEIGHT") == "Survey weight"
    assert page.store.draft.weight == "WEIGHT"
    assert page.store.schema.named("WEIGHT").role is Role.OTHER
    assert "WEIGHT is the survey weight. Totals of the population" in page.meaning.text()


def test_another_role_takes_the_weight_away_and_undo_brings_it_back(page) -> None:
    page.store.set_parts({"WEIGHT": Part.DROP}, page.store.profiles)
    assert page.store.draft.weight is None
    assert shown(page, "WEIGHT") == "Leave out"
    page.store.undo()
    assert page.store.draft.weight == "WEIGHT"
    assert shown(page, "WEIGHT") == "Survey weight"


def test_a_weight_that_is_masked_says_how_weighted_totals_stay(page) -> None:
    give_part(page, "WEIGHT", "Quasi-identifier")
    said = page.meaning.text()
    assert "WEIGHT looks like the survey weight and is masked as any other column" in said
    assert page.store.draft.weight is None

    give_part(page, "WEIGHT", "Masked weight")
    assert shown(page, "WEIGHT") == "Masked weight"
    assert page.store.draft.weight == "WEIGHT"
    masked = Attribute("WEIGHT", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS)
    assert page.store.schema.named("WEIGHT") == masked
    assert not [p for p in page.store.plan.errors if p.where.column == "WEIGHT"]
    said = page.meaning.text()
    assert "WEIGHT is the survey weight and is masked. Weighted totals stay." in said
    assert "Leave it out" not in said

    give_part(page, "WEIGHT", "Leave out")
    assert "survey weight" not in page.meaning.text()


def test_an_arrow_on_the_closed_list_changes_nothing(page) -> None:
    give_part(page, "AGE", "Leave out")
    QTest.keyClick(page.bar.roles, Qt.Key.Key_Down)
    QTest.keyClick(page.bar.roles.view(), Qt.Key.Key_Escape)
    assert shown(page, "AGE") == "Leave out"


@pytest.mark.parametrize(
    ("name", "title", "role"),
    [
        ("REGION", "Stratum", Role.QUASI_IDENTIFIER),
        ("CARS", "Leave out", Role.DROP),
        ("AGE", "Survey weight", Role.OTHER),
        ("AGE", "Masked weight", Role.QUASI_IDENTIFIER),
    ],
)
def test_every_part_can_be_chosen_in_the_list(page, name: str, title: str, role: Role) -> None:
    give_part(page, name, title)
    assert shown(page, name) == title
    assert page.store.schema.named(name).role is role
    draft = page.store.draft
    assert draft.strata == (("REGION",) if title == "Stratum" else ())
    assert draft.weight == ("AGE" if title.endswith("weight") else "WEIGHT")
    page.store.undo()
    assert shown(page, name) != title


def test_several_columns_are_not_all_the_survey_weight(page) -> None:
    QTest.keyClick(page.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    titles = [page.bar.roles.itemText(row) for row in range(page.bar.roles.count())]
    assert "Survey weight" not in titles
    assert "Masked weight" not in titles
    assert "Leave out" in titles


def test_as_suggested_brings_the_weight_back(page) -> None:
    give_part(page, "WEIGHT", "Other")
    assert page.store.draft.weight is None
    give_part(page, "WEIGHT", "As suggested")
    assert page.store.draft.weight == "WEIGHT"


def test_a_nearly_unique_column_is_not_published_without_a_word(page) -> None:
    said = {p.where.column: p.code for p in page.problems() if p.code.startswith("column-unique")}
    assert said == {"WEIGHT": "column-unique-published", "INCOME": "column-unique-confidential"}
    give_part(page, "WEIGHT", "Leave out")
    said = {p.where.column for p in page.problems() if p.code == "column-unique-published"}
    assert said == set()


def test_columns_without_a_clue_are_asked_about(wide) -> None:
    assert wide.clueless.isVisible()
    assert wide.clueless.sentence.text().startswith("What are 30 of 32 columns?")
    press(wide.clueless.ask_button)
    assert wide.asking
    assert wide.questions.interview.names == tuple(f"x{i}" for i in range(30))


def test_columns_without_a_clue_get_a_role_together(wide) -> None:
    press(wide.clueless.select_button)
    assert len(wide.table.selectionModel().selectedRows()) == 30
    choose(wide.bar.roles, "Confidential")
    roles = [a.role for a in wide.store.schema.attributes]
    assert roles.count(Role.CONFIDENTIAL) == 30
    assert not wide.clueless.isVisible()


def test_a_few_columns_without_a_clue_are_only_shown(page) -> None:
    assert not page.clueless.isVisible()


def test_a_masked_weight_is_not_said_to_be_published_as_it_is(page) -> None:
    draft = page.store.draft.with_attributes(
        [Attribute("WEIGHT", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS)]
    )
    assert draft.weight == "WEIGHT"
    found = column_cautions(draft, page.store.profiles, page.store.dataset.rows)
    assert "WEIGHT" not in {problem.where.column for problem in found}
