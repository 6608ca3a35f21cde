"""The checklist in the window: its profile, all counts, the way to a cure, one box for many."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.model import Role
from desktop_app.state import Step, StepState
from desktop_app.text import problem_text
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import type_into
from tests.desktop.mouse import choose, press, press_in_sight

DISCLOSURES = Path(__file__).parents[2] / "data" / "disclosures"


@pytest.fixture
def at_results(traveller, people, tmp_path, monkeypatch) -> Traveller:
    office = tmp_path / "strict.toml"
    office.write_text("[release.public]\nrare = 4\n[release.scientific]\nk = 3\n")
    monkeypatch.setattr("core.office.office_file", lambda: office)
    traveller.import_file(people)
    traveller.forward()
    masked, hidden = Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL
    traveller.set_roles({"NAME": Role.IDENTIFIER, "AGE": masked, "INCOME": hidden})
    traveller.protect()
    return traveller


def test_another_profile_asks_for_a_run_and_is_undone_and_a_wrong_limit_stops_the_run(
    at_results, tmp_path, monkeypatch
) -> None:
    window, store = at_results.window, at_results.store
    window.show_step(Step.METHOD)
    profile = at_results.page(Step.METHOD).profile
    assert profile.box.currentText() == "Scientific"
    assert profile.sentence.text() == (
        "Named researchers get the file under a contract. Changed limits: units alike: 3 instead "
        "of 5."
    )
    choose(profile.box, "Public")
    assert (store.draft.profile, store.draft.limits) == ("public", (("rare", 4),))
    assert profile.sentence.text() == (
        "Anybody gets the file, without a contract. Changed limits: units with a published value: "
        "4 instead of 10."
    )
    at_results.rest()
    assert window.step_states()[Step.RESULTS] is StepState.OUT_OF_DATE
    window.show_step(Step.RELEASE)
    assert "Run again first." in at_results.page(Step.RELEASE).main_action().reason
    assert window.commands.undo.text() == "&Undo: profile"
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.step is Step.METHOD
    assert QApplication.focusWidget() is profile.box
    assert (store.draft.profile, store.draft.limits) == ("scientific", (("k", 3),))
    assert profile.box.currentText() == "Scientific"
    assert store.result_is_current
    office = tmp_path / "wrong.toml"
    office.write_text("[release.public]\nrare = -4\n")
    monkeypatch.setattr("core.office.office_file", lambda: office)
    at_results.do(choose, profile.box, "Public")
    at_results.window.show_step(Step.RUN)
    assert not at_results.page(Step.RUN).main_action().enabled
    (problem,) = at_results.store.plan.problems
    assert "“release.public.rare”, which is no limit of a profile" in problem_text(problem)
    at_results.window.show_step(Step.METHOD)
    choose(profile.box, "Scientific")
    at_results.wait(lambda: at_results.store.plan_is_current and not at_results.store.plan.problems)


def test_each_question_leads_to_its_cure_and_all_counts_are_listed(at_results) -> None:
    window, page = at_results.window, at_results.page(Step.RELEASE)
    window.show_step(Step.METHOD)
    choose(at_results.page(Step.METHOD).profile.box, "Public")
    window.show_step(Step.RUN)
    at_results.wait(lambda: at_results.store.plan_is_current)
    at_results.run()
    window.show_step(Step.RELEASE)
    questions = {question.counts[0].row: question for question in page.confirming.questions}
    press_in_sight(questions["few-alike"].change_button)
    assert window.step is Step.METHOD
    assert window.page(Step.METHOD).isAncestorOf(QApplication.focusWidget())
    window.show_step(Step.RELEASE)
    # A single income accepts no reason.
    assert not questions["rare-value"].box.isVisible()
    button = questions["rare-value"].change_button
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert window.step is Step.COLUMNS
    table = window.page(Step.COLUMNS).table
    assert QApplication.focusWidget() is table
    assert table.model().index(table.currentIndex().row(), 0).data() == "INCOME"
    window.show_step(Step.RELEASE)
    confirming = page.confirming
    held = len(at_results.store.result.checklist) - len(page.confirming.questions)
    # Rows of a kept order count only where it is kept.
    held -= sum(count.field == "keep_order" for count in at_results.store.result.checklist)
    assert confirming.all_counts.button.text() == f"{held} counts are within their limits"
    assert not confirming.table.isVisible()
    confirming.all_counts.button.setFocus()
    QTest.keyClick(confirming.all_counts.button, Qt.Key.Key_Space)
    assert confirming.table.isVisible()
    model = confirming.model
    shown = [[model.index(row, at).data() for at in range(6)] for row in range(model.rowCount())]
    assert len(shown) == held + len(page.confirming.questions)
    assert ["A6", "Rare values of a published column", "INCOME", "60", "0"] in [
        cells[:5] for cells in shown
    ]


@pytest.mark.parametrize(
    ("name", "row", "step"),
    [
        ("homogeneous", "same-value", Step.METHOD),
        ("no_negative", "dominated", Step.METHOD),
        ("sorted_order", "order-kept", Step.RELEASE),
    ],
)
def test_a_question_leads_to_the_setting_that_would_change_it(
    traveller, name: str, row: str, step: Step
) -> None:
    traveller.open_project(DISCLOSURES / f"{name}.recipe.json")
    window, store = traveller.window, traveller.store
    traveller.wait(lambda: store.plan_is_current)
    window.show_step(Step.RUN)
    traveller.run()
    window.show_step(Step.RELEASE)
    page = traveller.page(Step.RELEASE)
    (question,) = [c for c in page.confirming.questions if c.counts[0].row == row]
    press_in_sight(question.change_button)
    assert window.step is step
    focused = QApplication.focusWidget()
    if row == "order-kept":
        assert focused is page.form.shuffle
        QTest.keyClick(focused, Qt.Key.Key_Space)
        assert not store.draft.keep_order
        traveller.wait(lambda: row not in {c.counts[0].row for c in page.confirming.questions})
    elif row == "dominated":
        assert window.page(step).conditions.isAncestorOf(focused)
    else:
        assert window.page(step).diversity.isAncestorOf(focused)


AMOUNTS = [f"AMOUNT{number}" for number in range(8)]


def _write_accounts(path: Path) -> Path:
    """Write accounts of which 10 of 300 are alone with each of their amounts, the others not."""
    random, rows, lone = np.random.default_rng(3), 300, 10
    shared = np.arange(rows - lone) // 2
    accounts = np.concatenate((shared, np.arange(rows - lone, rows)))
    columns = {"AGE": random.integers(18, 90, rows), "SIZE": random.integers(1, 9, rows)}
    columns |= {name: np.round(random.normal(1000, 300, rows), 2)[accounts] for name in AMOUNTS}
    lines = [",".join(map(str, cells)) for cells in zip(*columns.values(), strict=True)]
    path.write_text("\n".join([",".join(columns), *lines, ""]))
    return path


@pytest.mark.usefixtures("usual_office")
def test_one_box_stands_for_many_columns(traveller, tmp_path) -> None:
    traveller.import_file(_write_accounts(tmp_path / "accounts.csv"))
    traveller.forward()
    masked = dict.fromkeys(["AGE", "SIZE"], Role.QUASI_IDENTIFIER)
    # The roles alternate, as they do in a questionnaire.
    roles = {name: (Role.OTHER, Role.CONFIDENTIAL)[i % 2] for i, name in enumerate(AMOUNTS)}
    traveller.set_roles({**masked, **roles})
    traveller.protect()
    traveller.forward()
    page = traveller.page(Step.RELEASE)
    boxes = page.confirming.questions
    # Counted is what the user sees.
    asked = "1 question is open"
    assert page.confirming.summary.text().startswith(f"{asked}.")
    traveller.release(tmp_path / "early")
    assert page.verdict.headline.text() == f"Verified, not yet ready: {asked}"
    (shared,) = boxes
    assert len(shared.counts) == len(AMOUNTS)
    assert "Column AMOUNT0: " in shared.sentence.text()
    assert "7 other columns: AMOUNT1, AMOUNT2" in shared.sentence.text()
    for question in boxes:
        press(question.box)
        traveller.do(type_into, question.why, "Known.")
    traveller.release(tmp_path / "out")
    assert page.verdict.headline.text() == "Ready for release"
    log = next((tmp_path / "out" / "internal").glob("*.internal.json"))
    answers = json.loads(log.read_text())["recipe"]["answers"]
    assert {f"plain-amount:{name}" for name in AMOUNTS} <= set(answers)
