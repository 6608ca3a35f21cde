"""Incomes that were refused, and t-closeness, which needs every one of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QRadioButton

from core.model import Role
from desktop_app.models.comparison import RECORDS
from desktop_app.state import Step, StepState
from tests.desktop.journeys.driver import Traveller
from tests.desktop.mouse import press, press_cell

ROWS = 60


@pytest.fixture
def survey(tmp_path) -> Path:
    incomes = ["" if i % 10 == 3 else str(1000 + 37 * i % 900) for i in range(ROWS)]
    hours = ["" if i % 4 == 1 else str(20 + i % 25) for i in range(ROWS)]
    rows = [f"{20 + i % 45},{hours[i]},{incomes[i]}" for i in range(ROWS)]
    path = tmp_path / "labour_force.csv"
    path.write_text("\n".join(["AGE,HOURS,INCOME", *rows, ""]), encoding="utf-8")
    return path


def radio(traveller: Traveller, begins: str) -> QRadioButton:
    buttons = traveller.page(Step.METHOD).findChildren(QRadioButton)
    return next(b for b in buttons if b.text().replace("&", "").startswith(begins))


def click(traveller: Traveller, begins: str) -> None:
    traveller.do(press, radio(traveller, begins))


@pytest.fixture
def undecided(traveller, survey) -> Traveller:
    """Return the user on the step Method, who has said nothing of records that lack a value."""
    traveller.import_file(survey)
    quasi, confidential = Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL
    traveller.forward()
    traveller.set_roles({"AGE": quasi, "HOURS": quasi, "INCOME": confidential})
    traveller.forward()
    traveller.do(traveller.forward)
    assert traveller.step is Step.METHOD
    return traveller


@pytest.fixture
def at_method(undecided) -> Traveller:
    """Return the user on the step Method, who keeps the records that lack a value."""
    click(undecided, "Keep them and use the values they have")
    return undecided


def test_many_records_are_left_out_only_if_somebody_says_so(undecided) -> None:
    leave_out = radio(undecided, "Leave these records out")
    kept = radio(undecided, "Keep them and use the values they have")
    assert leave_out.text().endswith("(25.0 %)")
    assert not leave_out.isChecked()
    assert not kept.isChecked()
    bar = undecided.window.problem_bar
    assert (
        bar.item(0)
        .text()
        .startswith("15 records (25 %) would be left out because of missing values. Say whether")
    )
    assert not undecided.window.footer.main_button.isEnabled()
    click(undecided, "Leave these records out")
    undecided.wait(undecided.window.footer.main_button.isEnabled)
    undecided.do(undecided.store.undo)
    assert not leave_out.isChecked()


def test_households_left_out_whole_count_where_nothing_is_said_yet(traveller, tmp_path) -> None:
    rows = [
        f"{home + 1},{500 + home % 9},{(home * 31 + m * 17) % 80},"
        + ("" if home % 10 == m == 0 else str(20 + (home + m) % 25))
        for home in range(40)
        for m in range(3)
    ]
    path = tmp_path / "homes.csv"
    path.write_text("\n".join(["HID,RENT,AGE,HOURS", *rows, ""]), encoding="utf-8")
    traveller.import_file(path)
    traveller.do(traveller.forward)
    masked = dict.fromkeys(("RENT", "AGE", "HOURS"), Role.QUASI_IDENTIFIER)
    traveller.set_roles({"HID": Role.IDENTIFIER} | masked)
    traveller.do(press, traveller.page(Step.COLUMNS).units.bar.form_button)
    traveller.do(traveller.forward)
    traveller.do(traveller.forward)
    traveller.do(traveller.forward)
    assert traveller.step is Step.METHOD
    # 4 of 120 records lack their hours, and their households of three go with them.
    assert radio(traveller, "Leave these records out").text().endswith("(10.0 %)")
    assert not radio(traveller, "Leave these records out").isChecked()
    bar = traveller.window.problem_bar
    assert bar.item(0).text().startswith("12 records (10 %) would be left out")


def compare(traveller: Traveller, *, is_again: bool = False) -> str:
    """Compare methods and return what the comparison advises."""
    page = traveller.page(Step.METHOD)
    # It can be pressed once the settings are checked.
    traveller.wait(lambda: traveller.store.plan_is_current and page.compare_button.isEnabled())
    QTest.mouseClick(page.compare_button, Qt.MouseButton.LeftButton)
    panel = page.compare.panel
    if is_again:
        press(panel.again_button)
    traveller.wait(lambda: not panel.busy and panel.advice.isVisible())
    return panel.advice.text()


def test_a_comparison_speaks_of_no_t_that_could_not_be_tried_and_of_records_left_out(
    at_method,
) -> None:
    """15 records lack HOURS, 6 an INCOME, and 3 of these both."""
    said = compare(at_method)
    assert said.startswith("Least loss with k ≥ 5: ")
    assert "runs failed; choose a row to see why." in said
    assert "No run reached" not in said
    at_method.back()
    click(at_method, "Leave these records out")
    said = compare(at_method, is_again=True)
    panel = at_method.page(Step.METHOD).compare.panel
    assert "some methods release fewer than 45 records" in said
    assert "t by merging" in said
    assert ": 42)" in said
    assert " %, 45 records)" in said
    assert not panel.table.isColumnHidden(RECORDS)
    cells = {panel.model.index(i, RECORDS).data() for i in range(panel.model.rowCount())}
    assert {"45", "42"} <= cells


def test_t_needs_every_income_and_the_step_method_leads_to_the_remedy(at_method) -> None:
    """Keep, and then t: both choices say the same, and the circle has an end."""
    traveller = at_method
    page, bar = traveller.page(Step.METHOD), traveller.window.problem_bar
    kept = radio(traveller, "Keep them and use the values they have")
    click(traveller, "Confidential values too")
    states = {step: traveller.store.step_states()[step] for step in (Step.COLUMNS, Step.METHOD)}
    assert states == {Step.COLUMNS: StepState.DONE, Step.METHOD: StepState.ATTENTION}
    # What is in force can be seen to be so.
    assert kept.isChecked()
    assert page.missing.barred.isVisible()
    assert bar.isVisible()
    line = next(bar.item(i) for i in range(bar.count()) if "INCOME" in bar.item(i).text())
    assert "leave records without one out of the release" in line.text()
    assert "give it another role (the step Columns)" in line.text()
    traveller.do(press_cell, bar, bar.indexFromItem(line))
    assert kept.hasFocus()
    traveller.do(QTest.keyClick, traveller.window.focusWidget(), Qt.Key.Key_Up)
    assert traveller.store.step_states()[Step.METHOD] is not StepState.ATTENTION
    check_the_warning(traveller)
    click(traveller, "Identities")
    assert kept.isEnabled()
    assert not page.missing.barred.isVisible()
    click(traveller, "Confidential values too")
    assert traveller.window.footer.main_button.isEnabled()
    traveller.forward()
    assert traveller.step is Step.RUN
    shown = [label.text() for label in traveller.page(Step.RUN).findChildren(QLabel)]
    said = "18 records are left out, because they lack a value (30 %)."
    assert any(said in text for text in shown)


def check_the_warning(traveller: Traveller) -> None:
    """It names what each column costs, and how to keep the records."""
    bar = traveller.window.problem_bar
    (said,) = (bar.item(i).text() for i in range(bar.count()) if "left out" in bar.item(i).text())
    assert "18 records are left out" in said
    assert "HOURS (15), INCOME (6)." in said
    assert "The method may keep them (“Missing values” on the step Method)" in said
    kept = radio(traveller, "Keep them and use the values they have")
    assert not kept.isEnabled()
    why = traveller.page(Step.METHOD).missing.barred
    assert why.isVisible()
    assert why.text() == kept.toolTip()
    assert why.text().startswith("They cannot be kept: t compares every value of INCOME.")
    assert "the role Other on the step Columns" in why.text()
