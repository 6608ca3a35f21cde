"""Comparing like with like: fronts by guarantee, what is recommended, and samples of long files."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.compare.basis import Basis, basis_of
from core.compare.candidates import candidates
from core.compare.sampling import draw_sample, propose_size, resize
from core.compare.sweep import Sweep
from core.compare.trial import ComparisonRow, Trial, TrialFigures
from core.inspect.profiling.column_profiles import profile
from core.model import (
    Attribute,
    ColumnKind,
    Dataset,
    Fingerprint,
    Method,
    Project,
    Role,
    Scale,
    Schema,
)
from desktop_app.models.comparison import METHOD
from desktop_app.presenters.comparing.age import ComparisonAge
from desktop_app.presenters.comparing.comparison_words import recommendation
from desktop_app.store import ProjectStore
from desktop_app.wizard.comparing.comparison_table import standing
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.conftest import column
from tests.desktop.mouse import press


@pytest.fixture
def basis(opened: ProjectStore) -> Basis:
    return basis_of(opened.draft.project(opened.source), opened.dataset, opened.plan, {})


def _row(name: str, loss: float, linkage: float, k: int = 3, t: float = 0.5) -> ComparisonRow:
    figures = TrialFigures(k, t, k, k, k, loss, linkage)
    return ComparisonRow(Trial(Method(name, {"k": 3})), figures)


def test_what_promises_t_is_on_a_front_of_its_own(basis: Basis) -> None:
    rows = [
        _row("mdav", 4.0, 10.0),
        _row("ama", 20.0, 12.0),
        _row("t-k-first", 50.0, 15.0, t=0.1),
        _row("individual-ranking", 1.0, 9.0, k=1),
    ]
    rows[2] = replace(rows[2], trial=Trial(Method("t-k-first", {"k": 3, "t": 0.1})))
    found = standing(rows, ComparisonAge(), basis)
    assert sorted(found.fronts) == [(0,), (2,), (3,)]
    assert found.frontier == {0, 2, 3}


def test_other_values_of_t_are_other_guarantees(basis: Basis) -> None:
    rows = [
        replace(_row("t-merge", loss, 5.0), trial=Trial(Method("t-merge", {"k": 3, "t": t}), t))
        for t, loss in ((0.1, 30.0), (0.3, 10.0))
    ]
    assert standing(rows, ComparisonAge(), basis).fronts == ((0,), (1,))


def _t_row(name: str, loss: float, t: float, k: int = 3) -> ComparisonRow:
    row = _row(name, loss, 5.0, k, t)
    return replace(row, trial=Trial(Method(name, {"k": 3, "t": 0.15})))


def test_the_least_loss_is_recommended_for_k_and_t_and_for_k_alone(basis: Basis) -> None:
    rows = [
        _row("mdav", 4.0, 10.0, t=0.4),
        _row("v-mdav", 3.0, 10.0, t=0.4),
        _t_row("t-merge", 40.0, 0.14),
        _t_row("t-k-first", 20.0, 0.15),
        _t_row("t-closeness-first", 5.0, 0.16),
        _row("individual-ranking", 0.5, 10.0, k=1),
    ]
    assert recommendation(rows, basis) == (
        "Least loss with k ≥ 3 and t ≤ 0.15: <b>k-anonymity-first</b> (20.00 %). "
        "Least loss with k ≥ 3 alone: <b>V-MDAV</b> (3.00 %). "
        "You have set no t; the methods that keep one were run with 0.15."
    )


def test_one_that_reaches_both_at_least_loss_is_named_once(basis: Basis) -> None:
    rows = [_row("mdav", 4.0, 10.0, t=0.1), _t_row("t-merge", 4.5, 0.14)]
    assert recommendation(rows, basis).startswith(
        "Least loss with k ≥ 3 and t ≤ 0.15: <b>MDAV</b> (4.00 %). You have set no t"
    )


def test_a_t_that_is_set_is_not_called_unset(basis: Basis) -> None:
    set_t = Method("t-merge", {"k": 3, "t": 0.15})
    project = replace(basis.project, recipe=replace(basis.project.recipe, method=set_t))
    rows = [_row("mdav", 4.0, 10.0, t=0.1), _t_row("t-merge", 4.5, 0.14)]
    assert (
        recommendation(rows, replace(basis, project=project))
        == "Least loss with k ≥ 3 and t ≤ 0.15: <b>MDAV</b> (4.00 %)."
    )


def test_where_runs_release_different_records_each_says_how_many(basis: Basis) -> None:
    rows = [_row("mdav", 4.0, 10.0, t=0.4), _t_row("t-merge", 2.0, 0.14)]
    released = (3943, 1132)
    rows = [
        replace(row, figures=replace(row.figures, records=records))
        for row, records in zip(rows, released, strict=True)
        if row.figures is not None
    ]
    said = recommendation(rows, basis)
    assert "<b>t by merging</b> (2.00 %, 1,132 records)." in said


def test_where_nothing_reaches_t_that_is_said(basis: Basis) -> None:
    rows = [_row("mdav", 4.0, 10.0, t=0.4), _t_row("t-merge", 4.5, 0.2)]
    assert recommendation(rows, basis).startswith("No run reached k ≥ 3 and t ≤ 0.15.")


def test_the_value_that_was_varied_is_named_with_its_symbol(basis: Basis) -> None:
    row = _row("mdav", 4.0, 10.0)
    rows = [replace(row, trial=Trial(Method("mdav", {"k": 3}), 3))]
    assert recommendation(rows, basis, "k") == "Least loss with k ≥ 3: <b>MDAV, k = 3</b> (4.00 %)."


def _large(rows: int) -> Dataset:
    chance = np.random.default_rng(1)
    names = ("ID", "AGE", "HOURS", "WAGE")
    columns = tuple(
        column(n, ColumnKind.INTEGER, chance.integers(0, 90, rows).tolist()) for n in names
    )
    return Dataset(columns, Fingerprint("large.csv", 9, "1" * 64))


def test_a_sample_is_the_same_each_time_and_has_each_record_once() -> None:
    dataset = _large(1000)
    one, other = draw_sample(dataset, 300), draw_sample(dataset, 300)
    assert one.rows == 300
    assert one.row_numbers.tolist() == other.row_numbers.tolist() == sorted(set(one.row_numbers))
    places = one.row_numbers - dataset.first_row
    for before, after in zip(dataset.columns, one.columns, strict=True):
        assert after.values.tolist() == before.values[places].tolist()


def test_half_a_million_records_are_compared_by_more_than_one_method(basis: Basis) -> None:
    names = [f"Q{i}" for i in range(8)]
    columns = [Attribute(n, Role.QUASI_IDENTIFIER, Scale.CONTINUOUS) for n in names]
    columns.append(Attribute("Y", Role.CONFIDENTIAL, Scale.CONTINUOUS))
    wide = replace(basis, schema=Schema(tuple(columns)), records=500_000)
    size = propose_size(wide, Sweep())
    assert size is not None
    found = candidates(resize(wide, size), Sweep())
    quick = [e for e in found if e.trials and not e.is_slow]
    assert len(quick) >= 9
    assert sum(e.seconds for e in quick) < 200
    assert propose_size(basis, Sweep()) is None


def test_a_sample_is_chosen_with_the_keyboard_and_said_in_the_table(
    store, sync_runner, project: Project, qtbot
) -> None:
    dataset = _large(6000)
    method = Method("mdav", {"k": 3})
    wanted = replace(project, recipe=replace(project.recipe, method=method))
    sync_runner.do(store.open_dataset, project.source, dataset, profile(dataset), wanted)
    page = MethodPage(store, sync_runner)
    page.make_all()
    qtbot.addWidget(page)
    store.changed.connect(page.refresh)
    page.show()
    page.refresh()
    page.activateWindow()
    compare = page.compare
    press(page.compare_button)
    sync_runner.do(compare.panel.cancel)
    press(compare.panel.setup_button)
    for name, box in compare.setup.methods.boxes.items():
        if box.isChecked() and name not in ("mdav", "v-mdav"):
            press(box)
    box = compare.setup.sizes.box
    assert box.currentText() == "All 6,000 records"
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert compare.setup.sample == 5000
    sync_runner.do(compare.begin)
    assert [row.figures is not None for row in compare.panel.model.compared] == [True, True]
    title = compare.panel.model.headerData(METHOD, Qt.Orientation.Horizontal)
    assert title == "Method\n(sample of 5,000 records)"
    assert "a random sample of 5,000 of 6,000 records" in compare.panel.caption.text()
    assert "Least loss with k ≥ 3" in compare.panel.advice.text()
    sizes = [row.figures.mean for row in compare.panel.model.compared]
    assert sizes[0] == pytest.approx(5000 / (5000 // 3))
    assert not compare.panel.warning.isVisible()


def test_a_sample_has_whole_units() -> None:
    chance = np.random.default_rng(2)
    homes = chance.permutation(np.repeat(np.arange(400), chance.integers(1, 5, 400)))
    columns = (column("HID", ColumnKind.INTEGER, homes.tolist()),)
    dataset = Dataset(columns, Fingerprint("homes.csv", 9, "1" * 64))
    drawn = draw_sample(dataset, 300, ["HID"]).columns[0].values
    assert 295 <= len(drawn) <= 300
    sizes = np.bincount(homes)
    assert all(np.count_nonzero(drawn == home) == sizes[home] for home in np.unique(drawn))
    assert draw_sample(dataset, 300, ["HID"]).row_numbers.tolist() == (
        draw_sample(dataset, 300, ["HID"]).row_numbers.tolist()
    )
