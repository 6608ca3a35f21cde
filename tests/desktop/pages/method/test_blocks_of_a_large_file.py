"""Blocks of a large file on the step Method, with mouse and keys."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from core.model import Attribute, BlockScale, Method, Role, Scale, Schema
from desktop_app.presenters.method.block_time import block_time
from desktop_app.state import Step, StepState
from desktop_app.text.change_words import change_text
from desktop_app.wizard.method_page import MethodPage
from tests.core.command_line.blocks.skewed_file import QUASI, K, write_file, write_recipe
from tests.desktop.cut_off import cut_off
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import type_into
from tests.desktop.mnemonics import ambiguous_mnemonics
from tests.desktop.mouse import press


@pytest.fixture
def traveller(traveller, tmp_path) -> Traveller:
    """Return a user on the step Method of a file of 900 records."""
    write_file(tmp_path, rows=900)
    traveller.window.activateWindow()
    traveller.open_at(Step.METHOD, write_recipe(tmp_path, block=None))
    return traveller


@pytest.fixture
def page(traveller) -> MethodPage:
    page = traveller.page(Step.METHOD)
    press(page.scale.fold.button)
    return page


def test_they_are_set_changed_undone_and_saved(traveller, page, tmp_path) -> None:
    form = page.scale
    assert not form.tick.isChecked()
    assert not form.block.isEnabled()

    press(form.tick)
    traveller.do(type_into, form.block, "200")
    assert traveller.store.draft.scale == BlockScale(200)
    assert traveller.store.plan.errors == ()
    assert page.main_action().enabled

    assert change_text(traveller.store.undoable) == "blocks of a large file"
    traveller.do(traveller.store.undo)
    assert traveller.store.draft.scale is None
    assert not form.tick.isChecked()
    traveller.store.redo()

    traveller.save(tmp_path / "kept.statveil")
    assert json.loads((tmp_path / "kept.statveil").read_text())["scale"] == {"block": 200}


def test_a_number_that_is_too_small_is_said_so_and_found_and_a_text_stops_the_page(
    traveller, page
) -> None:
    press(page.scale.tick)
    traveller.do(type_into, page.scale.block, "25")

    (problem,) = traveller.store.plan.errors
    assert problem.code == "scale-block"
    page.cards.setFocus()
    page.focus_on(problem)
    traveller.wait(page.scale.block.hasFocus)
    traveller.do(type_into, page.scale.block, "many")
    action = page.main_action()
    assert not action.enabled
    assert action.reason


def test_a_method_that_has_no_blocks_leaves_the_tick_to_be_taken_out(traveller, page) -> None:
    press(page.scale.tick)
    traveller.do(traveller.store.set_method, Method("individual-ranking", {"k": K}), key="")
    (problem,) = traveller.store.plan.errors
    assert problem.code == "scale-method"

    page.focus_on(problem)
    traveller.wait(page.scale.tick.hasFocus)
    traveller.do(QTest.keyClick, page.scale.tick, Qt.Key.Key_Space)
    assert traveller.store.plan.errors == ()
    assert not page.scale.tick.isEnabled()


def test_a_result_of_the_whole_file_is_out_of_date_in_blocks_and_these_hold_k(
    traveller, page
) -> None:
    traveller.protect()
    assert traveller.store.step_states()[Step.RESULTS] is StepState.DONE
    traveller.window.show_step(Step.METHOD)

    press(page.scale.tick)
    traveller.do(type_into, page.scale.block, "200")
    assert traveller.store.step_states()[Step.RUN] is StepState.OUT_OF_DATE
    assert traveller.store.step_states()[Step.RESULTS] is StepState.OUT_OF_DATE
    assert traveller.page(Step.RUN).main_action().text.startswith("&Protect")
    traveller.do(press, page.scale.tick)
    assert traveller.store.step_states()[Step.RESULTS] is StepState.DONE

    traveller.do(press, page.scale.tick)
    assert traveller.store.draft.scale == BlockScale(200)
    traveller.show(Step.RUN)
    said = [label.text() for label in traveller.page(Step.RUN).findChildren(QLabel)]
    assert any("Blocks of at most 200 records." in text for text in said)
    traveller.run()
    assert "blocks" in [step.name for step in traveller.store.result.steps]
    named = {column.name: column.values for column in traveller.store.result.columns}
    groups = Counter(zip(*(named[name].tolist() for name in QUASI), strict=True))
    assert min(groups.values()) >= K


def test_a_file_that_takes_minutes_is_offered_them_and_one_of_seconds_none(traveller) -> None:
    draft = traveller.store.draft
    assert block_time(draft, 900, 1000) is None
    short = block_time(draft, 1_000_000, 100_000)
    assert not short.is_long

    names = [f"X{i}" for i in range(13)]
    schema = Schema(tuple(Attribute(n, Role.QUASI_IDENTIFIER, Scale.CONTINUOUS) for n in names))
    draft = replace(traveller.store.draft, schema=schema)
    page = traveller.page(Step.METHOD)
    assert not page.scale.fold.is_open

    page.scale.show_scale(None, "mdav", block_time(draft, 2_000_000, 100_000))

    assert page.scale.fold.is_open
    said = " ".join(label.text() for label in page.scale.findChildren(QLabel))
    assert "This file takes about" in said
    assert "in blocks." in said
    check_proportions(traveller)


def check_proportions(traveller: Traveller) -> None:
    """Blocks take a time in proportion to the records."""
    names = [f"X{i}" for i in range(8)]
    schema = Schema(tuple(Attribute(n, Role.QUASI_IDENTIFIER, Scale.CONTINUOUS) for n in names))
    draft = replace(traveller.store.draft, schema=schema)
    few, many = (block_time(draft, n, 500_000) for n in (1_000_000, 10_000_000))
    assert few is not None
    assert many is not None
    # They are partitioned in parts, so that the size of a block does not matter.
    assert 9 * few.parts < many.parts < 15 * few.parts
    assert few.is_long
    # Moves are made in each block.
    thorough = replace(draft, method=Method("best", {"k": 5, "moves": 1_000_000_000}))
    one, two = (block_time(thorough, n, 500_000) for n in (900_000, 1_900_000))
    assert 1.8 * one.parts < two.parts < 2.5 * one.parts


@pytest.mark.usefixtures("styled")
def test_nothing_is_cut_off_and_no_letter_occurs_twice(traveller, page) -> None:
    for size in ((1024, 700), (960, 520)):
        traveller.do(traveller.window.resize, *size)
        assert cut_off(page.scale) == []
    assert ambiguous_mnemonics(traveller.window) == []
