"""What is wrong with a domain or a list of categories is said where it is typed."""

from __future__ import annotations

import pytest

from core.model import Attribute, Role
from desktop_app.models.masked_columns import MaskedField
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.text import problem_text
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.keys import type_into, type_into_cell
from tests.desktop.mouse import press, press_cell, tick
from tests.desktop.privacy.test_method_page import opened


@pytest.fixture
def page(declared: ProjectStore, sync_runner, qtbot) -> MethodPage:
    return opened(declared, sync_runner, qtbot)


def type_bound(page: MethodPage, name: str, field: MaskedField, text: str) -> None:
    section = page.privacy.section
    type_into_cell(section.table, section.model.index(section.model.row_of(name), field), text)


def problems_of(page: MethodPage, column: str) -> list[str]:
    return [problem_text(p) for p in page.problems() if p.where.column == column]


def test_exchanged_bounds_are_named_as_such_and_not_as_missing(
    private: ProjectStore, sync_runner, qtbot
) -> None:
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
    page: MethodPage, sync_runner
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
    page: MethodPage, declared: ProjectStore, sync_runner
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


def test_every_column_that_is_released_without_noise_is_named(
    page: MethodPage, declared: ProjectStore, sync_runner
) -> None:
    section = page.privacy.section
    assert not section.bare_columns.isVisible()
    sync_runner.do(declared.set_attributes, [Attribute("RENT", Role.OTHER)])
    assert section.bare_columns.isVisible()
    assert section.bare_columns.text().endswith(": RENT.")
