"""The field for blocks of columns."""

from __future__ import annotations

import pytest

from core.model import Attribute, Method, Role
from desktop_app.wizard.method.blocks_field import BlocksField
from desktop_app.wizard.method.parameter_fields import setting_text
from tests.desktop.keys import type_into
from tests.desktop.mouse import choose, press

pytestmark = pytest.mark.usefixtures("styled")

FOUR = ("A", "B", "C", "D")


@pytest.fixture
def field(qtbot) -> BlocksField:
    field = BlocksField()
    qtbot.addWidget(field)
    field.show_blocks(FOUR, [])
    field.resize(400, 400)
    field.show()
    return field


def test_all_columns_are_together_at_first(field) -> None:
    assert field.count.currentText() == "All together"
    assert field.blocks == []
    assert not field.columns
    assert not field.warning.isVisible()


def test_blocks_begin_even_and_with_neighbours(field) -> None:
    choose(field.count, "In 2 blocks")
    assert field.blocks == [["A", "B"], ["C", "D"]]
    assert "k holds for each block alone" in field.warning.text()
    assert field.warning.isVisible()


def test_a_column_is_put_into_another_block(field, qtbot) -> None:
    field.show_blocks(FOUR, [["A", "B"], ["C", "D"]])
    with qtbot.waitSignal(field.edited):
        choose(field.columns["B"], "Block 2")
    assert field.blocks == [["A"], ["B", "C", "D"]]


def test_a_block_without_columns_is_gone(field) -> None:
    field.show_blocks(FOUR, [["A"], ["B"], ["C", "D"]])
    choose(field.columns["B"], "Block 1")
    assert field.blocks == [["A", "B"], ["C", "D"]]
    choose(field.count, "All together")
    assert field.blocks == []


def test_a_column_that_a_recipe_forgot_is_in_no_block_until_it_is_put_there(field) -> None:
    field.show_blocks(FOUR, [["A"], ["B", "C"]])
    assert field.columns["D"].currentIndex() == -1
    assert field.columns["D"].placeholderText() == "In no block"
    choose(field.columns["D"], "Block 1")
    assert field.blocks == [["A", "D"], ["B", "C"]]


@pytest.mark.parametrize("wrong", [5, "AB", [1, 2], [[1], ["A"]], None, {}])
def test_what_is_no_list_of_lists_does_no_harm(field, wrong: object) -> None:
    field.show_blocks(FOUR, wrong)
    assert all(isinstance(name, str) for block in field.blocks for name in block)


def test_the_blocks_of_a_recipe_are_shown_and_kept(page, sync_runner) -> None:
    blocks = [["HOURS"], ["AGE"]]
    sync_runner.do(page.store.set_method, Method("mdav", {"k": 3, "blocks": blocks}))
    field = page.form.fields["blocks"]
    assert isinstance(field, BlocksField)
    assert field.isVisible()
    assert {name: box.currentText() for name, box in field.columns.items()} == {
        "AGE": "Block 2",
        "HOURS": "Block 1",
    }
    sync_runner.do(type_into, page.form.fields["k"], "4")
    assert page.store.plan.parameters["blocks"] == blocks
    assert [p.code for p in page.problems()] == ["k-of-blocks"]


def test_blocks_are_chosen_and_undone(page, sync_runner) -> None:
    press(page.form.more_settings.button)
    field = page.form.fields["blocks"]
    sync_runner.do(choose, field.count, "In 2 blocks")
    assert page.store.draft.method.parameters["blocks"] == [["AGE"], ["HOURS"]]
    assert not page.store.plan.errors
    page.store.undo()
    assert "blocks" not in page.store.draft.method.parameters
    assert page.form.fields["blocks"].blocks == []


def test_one_quasi_identifier_leaves_nothing_to_split(page) -> None:
    press(page.form.more_settings.button)
    assert page.form.fields["blocks"].isVisible()
    page.store.set_attributes([Attribute("HOURS", Role.OTHER)])
    assert not page.form.fields["blocks"].isVisible()


def test_blocks_are_said_in_words() -> None:
    assert setting_text("mdav", "blocks", [["A", "B"], ["C"]]) == "Blocks of columns: A, B | C"
    assert setting_text("mdav", "blocks", []) == "Blocks of columns: All together"
