"""Comparing methods on the step Method, from the button to the method taken over."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core import pipeline
from core.compare import comparison as comparing
from core.compare.ways import method_of, ways
from core.errors import Cancelled, Problem, PromiseBroken
from core.inspect.profiling.column_profiles import profile
from core.jobs import Job
from core.model import Attribute, Method, MissingPolicy, Role, Scale
from core.pipeline.execute import execute
from core.protect import METHODS
from desktop_app import theme
from desktop_app.models.comparison import D_X, LOSS, MEAN, METHOD, TIME, VALUE, K
from desktop_app.store import ProjectStore
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.choosing import choose_method
from tests.desktop.keys import paste_into, type_into
from tests.desktop.mouse import press, press_heading, press_main
from tests.desktop.pictures import canvas_of, press_in_picture
from tests.desktop.run_once import run_once


@pytest.fixture(autouse=True)
def _trials_run_once(monkeypatch) -> None:
    """Have the same trials of many tests run once: what is tested is what is made of them."""
    monkeypatch.setattr(comparing.pipeline, "execute", run_once)


@pytest.fixture
def page(page, opened, sync_runner) -> MethodPage:
    # A short search: what is tested is the comparison.
    opened.set_method(Method("best", {"k": 3, "moves": 1000}))
    sync_runner.do(choose_method, page, "mdav")
    return page


@pytest.fixture
def compared(page, sync_runner) -> MethodPage:
    sync_runner.do(press, page.compare_button)
    return page


def _rows(page: MethodPage) -> list:
    return list(page.compare.panel.model.compared)


def _row(page: MethodPage, name: str, value: float | None = None) -> int:
    return [(r.trial.way, r.trial.value) for r in _rows(page)].index((name, value))


def _cell(page: MethodPage, name: str, column: int) -> str:
    return _cell_at(page, _row(page, name), column)


def _cell_at(page: MethodPage, row: int, column: int) -> str:
    return page.compare.panel.model.index(row, column).data()


def _select(page: MethodPage, name: str, value: float | None = None) -> None:
    page.compare.panel.table.select(_row(page, name, value))


def test_every_method_that_the_columns_allow_is_run_with_the_same_k(compared, opened) -> None:
    rows = _rows(compared)
    assert [r.trial.way for r in rows] == [
        way
        for way in ways()
        # Every private run would spend a budget; one that promises nothing runs on request.
        if way != "univariate-optimal" and method_of(way).forms_groups
    ]
    assert rows[0].trial.way == "best-t"
    assert {r.method.parameters["k"] for r in rows} == {3}
    assert [r.error for r in rows] == [None] * len(rows)
    check_figures_of_mdav(compared, opened)
    # The method in force is marked, and a bounded search says how many moves it tried.
    assert _cell(compared, "mdav", METHOD) == "MDAV (current settings)"
    index = compared.compare.panel.model.index(_row(compared, "mdav"), METHOD)
    assert index.data(Qt.ItemDataRole.FontRole).bold()
    assert "present" not in _cell(compared, "v-mdav", METHOD)
    assert _cell(compared, "best", METHOD) == "Long search (1,000 moves)"


def check_figures_of_mdav(compared: MethodPage, opened: ProjectStore) -> None:
    """They are those of a run."""
    result = execute(*opened.begin_run(), Job())
    measures = {m.name: m.value for m in result.measures if m.attribute is None}
    row = _rows(compared)[_row(compared, "mdav")]
    found = row.figures
    assert (found.k, found.t) == (result.k_reached, result.t_reached["WAGE"])
    assert (found.loss, found.linkage) == (measures["information-loss"], measures["linkage"])
    assert (found.smallest, found.mean, found.largest) == (3, 3, 3)
    assert _cell(compared, "mdav", K) == str(result.k_reached)
    assert float(_cell(compared, "mdav", LOSS)) == pytest.approx(found.loss, abs=0.005)
    assert row.seconds > 0
    assert float(_cell(compared, "mdav", TIME)) == pytest.approx(row.seconds, abs=0.051)


def test_a_row_is_chosen_and_its_method_taken_over(compared) -> None:
    assert not compared.main_action().enabled
    _select(compared, "t-k-first")
    assert compared.main_action().text == "&Use k-anonymity-first"
    press_main(compared)
    assert compared.store.draft.method.name == "t-k-first"
    assert compared.store.draft.method.parameters["k"] == 3
    assert not compared.comparing
    compared.store.undo()
    assert compared.store.draft.method.name == "mdav"


def test_back_leads_to_the_settings_the_comparison_is_kept_and_enter_takes_a_method_over(
    compared, qtbot
) -> None:
    kept = compared.compare.panel.comparison
    compared.compare.set_up()
    assert compared.back()
    assert compared.comparing
    assert not compared.compare.is_setting_up
    assert compared.back()
    assert not compared.comparing
    assert not compared.back()
    press(compared.compare_button)
    assert compared.compare.panel.comparison is kept
    assert not compared.compare.panel.busy
    _select(compared, "v-mdav")
    qtbot.keyClick(compared.compare.panel.table, Qt.Key.Key_Return)
    assert compared.store.draft.method.name == "v-mdav"


def test_a_sweep_runs_each_method_in_each_value(compared, sync_runner) -> None:
    compare = compared.compare
    press(compare.panel.setup_button)
    assert compared.main_action().text == "&Compare in 10 runs"
    press(compare.setup.choices["k"])
    # Twelve records: a cluster of five would leave only two.
    assert compare.setup.values.text() == "3"
    type_into(compare.setup.values, "2, 4")
    press(compare.setup.methods.boxes["ama"])
    assert compared.main_action().text == "&Compare in 18 runs"
    sync_runner.do(press_main, compared)
    rows = _rows(compared)
    assert "ama" not in {row.method.name for row in rows}
    assert len(rows) == 18
    assert all(row.method.parameters["k"] == row.trial.value for row in rows)
    assert not compare.panel.table.isColumnHidden(VALUE)
    _select(compared, "v-mdav", 4)
    press_main(compared)
    assert compared.store.draft.method.name == "v-mdav"
    assert compared.store.draft.method.parameters["k"] == 4


def test_a_sweep_of_lambda_shows_what_is_lost_on_both_sides(compared, sync_runner) -> None:
    compare = compared.compare
    assert compare.panel.table.isColumnHidden(D_X)
    compare.set_up()
    press(compare.setup.choices["lambda"])
    assert "Has no λ to vary." in compare.setup.methods.notes["ama"].text()
    assert not compare.setup.methods.boxes["ama"].isEnabled()
    sync_runner.do(press_main, compared)
    assert not compare.panel.table.isColumnHidden(D_X)
    sync_runner.do(compared.store.set_method, Method("mdav", {"k": 3, "lambda": 0.5}))
    result = execute(*compared.store.begin_run(), Job())
    measures = {m.name: m.value for m in result.measures if m.attribute is None}
    found = _rows(compared)[_row(compared, "mdav", 0.5)].figures
    assert found.quasi_lost == measures["quasi-distortion"] > 0
    assert found.confidential_lost == measures["confidential-distortion"] > 0
    assert "current settings" in _cell_at(compared, _row(compared, "mdav", 0.5), METHOD)


def test_a_number_that_one_method_declares_is_varied_within_its_bounds(
    compared, sync_runner
) -> None:
    compare = compared.compare
    compare.set_up()
    press(compare.setup.choices["p"])
    assert compare.setup.methods.chosen == {"rank-swapping"}
    assert "Has no p to vary." in compare.setup.methods.notes["mdav"].text()
    assert compare.setup.values.text() == "3, 7.5, 15, 30, 60"
    paste_into(compare.setup.values, "0, 40")
    assert compare.setup.about.text() == "“0” is no p: write numbers from 0.01 to 100."
    assert not compared.main_action().enabled
    paste_into(compare.setup.values, "40, 80")
    sync_runner.do(press_main, compared)
    rows = [(row.method.name, row.method.parameters["p"]) for row in _rows(compared)]
    assert sorted(rows) == [("rank-swapping", 40), ("rank-swapping", 80)]


def test_values_that_cannot_be_are_refused_in_place(compared) -> None:
    compare = compared.compare
    compare.set_up()
    press(compare.setup.choices["k"])
    for text in ("", "3, x", "1", "13", "2.5"):
        paste_into(compare.setup.values, "3")
        assert compared.main_action().enabled
        paste_into(compare.setup.values, text)
        assert not compared.main_action().enabled, text
        assert compare.setup.about.property("kind") == "caution", text


@pytest.mark.usefixtures("styled")
def test_rows_stay_and_are_old_when_columns_or_the_use_of_missing_values_change(
    compared, monkeypatch
) -> None:
    panel = compared.compare.panel
    assert not panel.warning.isVisible()
    compared.store.set_attributes([Attribute("HOURS", Role.OTHER)])
    assert panel.model.rowCount() == 10
    assert panel.model.standing.old == frozenset(range(10))
    assert "columns (HOURS)" in panel.warning.text()
    assert "out of date" in _cell(compared, "mdav", METHOD)
    # They are muted in the colours of the theme.
    for colours in (theme.DARK, theme.LIGHT):
        # Without the style sheet of the whole program, which takes a second.
        monkeypatch.setattr(theme.manager(), "colours", colours)
        theme.manager().changed.emit()
        colour = panel.model.index(0, METHOD).data(Qt.ItemDataRole.ForegroundRole).color()
        assert colour.name() == colours.muted.lower()
    compared.store.undo()
    assert not panel.warning.isVisible()
    compared.store.set_missing(MissingPolicy.USE_OBSERVED)
    assert "missing values" in panel.warning.text()


@pytest.mark.usefixtures("styled", "painted_window")
def test_each_heading_of_figures_is_shown_in_both_of_its_lines(compared) -> None:
    table = compared.compare.panel.table
    header = table.horizontalHeader()
    shown = header.grab().toImage()
    for column in (K, MEAN, LOSS):
        left, width = header.sectionViewportPosition(column), header.sectionSize(column)
        inside = shown.copy(left + 4, 4, width - 8, header.height() - 8)
        paper = inside.pixelColor(0, 0)
        inked = [
            any(inside.pixelColor(x, y) != paper for x in range(inside.width()))
            for y in range(inside.height())
        ]
        height = len(inked) - inked.index(True) - inked[::-1].index(True)
        assert height > 1.5 * header.fontMetrics().height()


def test_another_k_says_so_and_a_new_comparison_is_up_to_date(compared, sync_runner) -> None:
    panel = compared.compare.panel
    assert panel.caption.text() == "10 methods with k = 3, t = 0.15."
    compared.store.set_method(Method("mdav", {"k": 4}))
    assert "k (3 → 4)" in panel.warning.text()
    sync_runner.do(press, panel.again_button)
    assert panel.caption.text() == "10 methods with k = 4, t = 0.15."
    assert not panel.warning.isVisible()


def test_a_setting_of_one_method_makes_only_its_row_old(compared) -> None:
    compared.back()
    choose_method(compared, "ama")
    press(compared.form.more_settings.button)
    type_into(compared.form.fields["bins"], "7")
    press(compared.compare_button)
    panel = compared.compare.panel
    assert panel.model.standing.old == {_row(compared, "ama")}
    assert "Bins of a column (10 → 7)" in panel.warning.text()


def test_another_file_keeps_the_rows_and_marks_them(
    compared, opened, dataset, project, sync_runner
) -> None:
    other = replace(dataset, fingerprint=replace(dataset.fingerprint, sha256="1" * 64))
    sync_runner.do(opened.open_dataset, project.source, other, profile(other), project)
    assert not compared.comparing
    press(compared.compare_button)
    panel = compared.compare.panel
    assert panel.model.rowCount() == 10
    assert "the file" in panel.warning.text()
    assert not panel.busy


def test_a_comparison_can_be_cancelled_and_keeps_what_it_found(
    page, sync_runner, monkeypatch
) -> None:
    execute_trial, panel = pipeline.execute, page.compare.panel

    def cancelled_at_the_third(plan, dataset, job):
        if plan.project.recipe.method.name == "individual-ranking":
            press(panel.progress.cancel_button)
        return execute_trial(plan, dataset, job)

    monkeypatch.setattr(comparing.pipeline, "execute", cancelled_at_the_third)
    press(page.compare_button)
    assert panel.progress.cancel_button.isVisible()
    names = list(panel.comparison.methods)
    sync_runner.finish()
    before = names[: names.index("individual-ranking")]
    assert [row.trial.way for row in panel.model.compared] == before
    assert panel.sentence.text() == "Cancelled. What was found until then is shown."


def test_a_method_that_fails_says_why_and_stays_below_the_others_however_these_are_sorted(
    page, sync_runner, monkeypatch
) -> None:
    execute_trial = pipeline.execute

    def break_v_mdav(plan, dataset, job):
        if plan.project.recipe.method.name == "v-mdav":
            raise PromiseBroken(Problem("promise-k", params={"k": 1, "wanted": 3}))
        return execute_trial(plan, dataset, job)

    monkeypatch.setattr(comparing.pipeline, "execute", break_v_mdav)
    sync_runner.do(press, page.compare_button)
    assert _cell(page, "v-mdav", K) == "failed"
    assert _cell(page, "ama", K) != "failed"
    _select(page, "v-mdav")
    assert "smallest group" in page.compare.panel.sentence.text()
    assert not page.main_action().enabled
    assert page.main_action().reason == "This run failed. Choose another row or a mark in the map."
    table = page.compare.panel.table
    for sign in (1, -1):
        press_heading(table, LOSS)
        found = [_rows(page)[row] for row in table.order]
        assert found[-1].method.name == "v-mdav"
        losses = [sign * row.figures.loss for row in found[:-1]]
        assert losses == sorted(losses)


def test_the_table_is_copied_as_it_is_seen(compared) -> None:
    panel = compared.compare.panel
    press_heading(panel.table, LOSS)
    press(panel.copy_button)
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().split("\n")]
    assert lines[0][:2] == ["Method", "k ↑ reached"]
    assert len(lines) == 11
    losses = [float(line[lines[0].index("Loss % ↓")]) for line in lines[1:]]
    assert losses == sorted(losses)


def test_a_mark_in_the_map_selects_its_row_and_arrow_keys_go_on(compared) -> None:
    panel = compared.compare.panel
    drawn = panel.picture.drawing
    press_in_picture(panel.picture, *drawn.points[2])
    # Marks may lie on one another; the one that is picked lies there.
    picked = panel.table.current
    assert drawn.points[picked] == pytest.approx(drawn.points[2], rel=0.01)
    assert panel.picture.drawing.selected == picked
    QTest.keyClick(canvas_of(panel.picture), Qt.Key.Key_Right)
    risks = sorted((*drawn.points[i], i) for i in range(10))
    at = [i for *_, i in risks].index(picked)
    assert panel.table.current == risks[min(8, at + 1)][2]


def test_what_can_be_compared_follows_the_columns(compared, sync_runner) -> None:
    compared.store.set_attributes([Attribute("AGE", Role.QUASI_IDENTIFIER, Scale.NOMINAL)])
    sync_runner.finish()
    compare = compared.compare
    compare.set_up()
    assert compare.setup.methods.chosen == {
        name for name, method in METHODS.items() if method.takes_nominal and method.forms_groups
    } - {"univariate-optimal"}
    said = compare.setup.methods.notes["best"].text()
    assert said.startswith("Needs numbers or an order; AGE holds categories without one. If")
    compared.store.undo()
    compared.back()
    compared.store.set_attributes([Attribute("WAGE", Role.OTHER)])
    setup = compare.setup
    compare.set_up()
    assert not setup.choices["t"].isEnabled()
    assert not setup.choices["lambda"].isEnabled()
    assert not any(METHODS[name].promises_t for name in setup.methods.chosen)
    assert setup.methods.chosen


def test_cancelled_is_not_taken_for_a_failure(page, sync_runner, monkeypatch) -> None:
    def cancelled(_plan, _dataset, _job):
        raise Cancelled

    monkeypatch.setattr(comparing.pipeline, "execute", cancelled)
    sync_runner.do(press, page.compare_button)
    assert _rows(page) == []


@pytest.mark.usefixtures("styled")
def test_a_comparison_out_of_sight_makes_the_window_no_wider(page) -> None:
    narrow = page.minimumSizeHint().width()
    page.compare.panel.setMinimumWidth(narrow + 1000)
    assert page.minimumSizeHint().width() == narrow
    press(page.compare_button)
    assert page.minimumSizeHint().width() >= narrow + 1000


def test_nothing_is_compared_while_an_earlier_step_holds_an_error(
    page, opened, sync_runner
) -> None:
    assert page.compare_button.isEnabled()
    opened.set_attributes([replace(opened.schema.named("AGE"), scale=Scale.ORDINAL, order=("?",))])
    sync_runner.finish()

    assert not page.compare_button.isEnabled()

    sync_runner.do(opened.undo)

    assert page.compare_button.isEnabled()


@pytest.mark.usefixtures("styled")
def test_comparing_in_a_narrow_window_makes_it_no_wider(page) -> None:
    page.resize(832, 600)  # beside the rail of a window of 1024
    press(page.compare_button)
    QApplication.processEvents()

    assert page.width() == 832
