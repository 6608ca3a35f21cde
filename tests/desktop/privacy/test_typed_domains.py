"""Domains and categories, typed and pasted: what is wrong is said there; titles have meanings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from core.model import Attribute, Role
from desktop_app.models.masked_columns import MaskedField
from desktop_app.state import Step
from desktop_app.text import problem_text
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.keys import type_into, type_into_cell
from tests.desktop.mouse import press, press_cell, tick
from tests.desktop.privacy.test_method_page import opened


@pytest.fixture
def page(declared, sync_runner, qtbot) -> MethodPage:
    return opened(declared, sync_runner, qtbot)


def type_bound(page: MethodPage, name: str, field: MaskedField, text: str) -> None:
    section = page.privacy.section
    type_into_cell(section.table, section.model.index(section.model.row_of(name), field), text)


def problems_of(page: MethodPage, column: str) -> list[str]:
    return [problem_text(p) for p in page.problems() if p.where.column == column]


def test_exchanged_bounds_are_named_as_such_and_not_as_missing(private, sync_runner, qtbot) -> None:
    page = opened(private, sync_runner, qtbot)
    type_bound(page, "AGE", MaskedField.LOW, "2022")
    sync_runner.do(type_bound, page, "AGE", MaskedField.HIGH, "1800")
    (said,) = problems_of(page, "AGE")
    assert said.endswith(
        "The smallest value of its domain is not below the largest. Exchange them, or correct one."
    )
    sync_runner.do(type_bound, page, "AGE", MaskedField.LOW, "0")
    assert not problems_of(page, "AGE")


def test_a_domain_that_is_spoilt_holds_up_the_run_although_the_one_before_was_right(
    page, sync_runner
) -> None:
    assert page.main_action().enabled
    changed: list[bool] = []
    page.state_changed.connect(lambda: changed.append(page.main_action().enabled))
    sync_runner.do(type_bound, page, "AGE", MaskedField.LOW, "500")
    assert changed[-1] is False, "the window asks for the button's state again"
    assert not page.main_action().enabled
    assert problems_of(page, "AGE")
    sync_runner.do(type_bound, page, "AGE", MaskedField.LOW, "1")
    assert page.main_action().enabled


def test_a_list_that_lacks_categories_of_the_file_is_mended_where_it_was_typed(
    page, declared, sync_runner
) -> None:
    section = page.privacy.section
    index = section.model.index(section.model.row_of("JOB"), MaskedField.NAME)
    tick(section.table, index)
    press_cell(section.table, index)
    type_into(section.categories.lines, "cook\njudge", sync_runner)
    press(section.categories.button)
    sync_runner.do(type_bound, page, "RENT", MaskedField.STEP, "99999")
    (said,) = problems_of(page, "JOB")
    assert "not among those declared" in said
    assert problems_of(page, "RENT"), "one problem does not hide another"
    found = [p.code for p in declared.problems_of(Step.METHOD)]
    assert "dp-category-not-listed" in found
    assert not declared.problems_of(Step.TAXONOMIES)
    press_cell(section.table, index)
    type_into(section.categories.lines, "clerk\ncook", sync_runner)
    sync_runner.do(press, section.categories.button)
    assert not problems_of(page, "JOB")


def test_every_column_that_is_released_without_noise_is_named(page, declared, sync_runner) -> None:
    section = page.privacy.section
    assert not section.bare_columns.isVisible()
    sync_runner.do(declared.set_attributes, [Attribute("RENT", Role.OTHER)])
    assert section.bare_columns.isVisible()
    assert section.bare_columns.text().endswith(": RENT.")


@pytest.fixture
def undeclared(private, sync_runner, qtbot) -> MethodPage:
    return opened(private, sync_runner, qtbot)


def _paste(undeclared: MethodPage, text: str, column: str, field: MaskedField) -> None:
    table, model = undeclared.privacy.section.table, undeclared.privacy.section.model
    press_cell(table, model.index(model.row_of(column), field))
    QGuiApplication.clipboard().setText(text)
    QTest.keyClick(table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def _domains(undeclared: MethodPage) -> dict[str, object]:
    return {a.name: a.domain for a in undeclared.store.schema.attributes if a.domain is not None}


def test_a_block_fills_the_cells_below_and_beside(undeclared, private) -> None:
    _paste(
        undeclared,
        "0\t120\r\n0\t5000\t0.5\t2\r\n1920-01-01\t2020-12-31\r\n",
        "AGE",
        MaskedField.LOW,
    )
    assert _domains(undeclared) == {
        "AGE": (0.0, 120.0),
        "RENT": (0.0, 5000.0),
        "BORN": (-18263.0, 18627.0),
    }
    assert private.schema.named("RENT").precision == 0.5
    assert private.draft.method.parameters["shares"]["RENT"] == 2
    private.undo()
    assert _domains(undeclared) == {}


def test_rows_that_begin_with_names_find_their_columns(undeclared) -> None:
    _paste(undeclared, "BORN\t1920-01-01\t2020-12-31\nAGE\t0\t120\n", "RENT", MaskedField.HIGH)
    assert _domains(undeclared) == {"AGE": (0.0, 120.0), "BORN": (-18263.0, 18627.0)}


def test_a_block_that_does_not_fit_changes_nothing(undeclared) -> None:
    refusal = undeclared.privacy.section.refused
    for text, sentence in (
        ("0\t120\n0\tmany", "RENT, Largest: “many” cannot be read. Nothing was pasted."),
        ("0\t120\t-1", "AGE, Step: type a number above 0. Nothing was pasted."),
        (
            "0\t9\n\n\n\n1",
            "The block is larger than the table from this cell on. Nothing was pasted.",
        ),
        ("0\t1\t1\t1\t1", "The block is larger than the table"),
    ):
        _paste(undeclared, text, "AGE", MaskedField.LOW)
        assert _domains(undeclared) == {}
        assert refusal.text().startswith(sentence)
        assert refusal.isVisible()
        _paste(undeclared, "0\t120", "AGE", MaskedField.LOW)
        assert not refusal.isVisible()
        undeclared.store.undo()


def test_noise_wider_than_the_domain_is_called_useless(undeclared, declared, sync_runner) -> None:
    model = undeclared.privacy.section.model
    sync_runner.finish()
    error = model.index(model.row_of("AGE"), MaskedField.ERROR)
    assert "useless" not in error.data()
    method = declared.draft.method
    tiny = {**method.parameters, "epsilon": 0.001}
    sync_runner.do(declared.set_method, replace(method, parameters=tiny))
    row = model.row(model.row_of("AGE"))
    assert row.error.value > 120
    assert error.data().endswith(": useless")
    assert "says nothing" in error.data(Qt.ItemDataRole.ToolTipRole)


def test_each_title_says_what_it_means(undeclared) -> None:
    for field in MaskedField:
        meaning = undeclared.privacy.section.model.headerData(
            field, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
        )
        assert meaning.endswith("."), field
