"""What comparing rests on: fronts by guarantee, values, cost, samples, and what is taken over."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest

from core.compare.basis import Basis, basis_of, take_over_settings
from core.compare.candidates import SLOW_SECONDS, candidates
from core.compare.cost import seconds_of_one, with_budget
from core.compare.frontier import frontier
from core.compare.sampling import draw_sample, propose_size, resize
from core.compare.sweep import Sweep, first_values
from core.compare.trial import ComparisonRow, Trial, TrialFigures
from core.compare.ways import ways
from core.errors import Cancelled
from core.inspect.profiling.column_profiles import profile
from core.jobs import Job
from core.jobs.parallel_parts import PartJob
from core.model import Attribute, ColumnKind, Dataset, Fingerprint, Method, Role, Scale, Schema
from core.protect import METHODS
from desktop_app.models.comparison import METHOD
from desktop_app.presenters.comparing.age import ComparisonAge
from desktop_app.presenters.comparing.comparison_words import recommendation
from desktop_app.wizard.comparing.comparison_table import standing
from desktop_app.wizard.comparing.setup import read_values, values_text
from desktop_app.wizard.method_page import MethodPage
from tests.desktop.conftest import column
from tests.desktop.mouse import press


@pytest.fixture
def basis(opened) -> Basis:
    return basis_of(opened.draft.project(opened.source), opened.dataset, opened.plan, {})


def _row(name: str, loss: float, linkage: float, k: int = 3, t: float = 0.5) -> ComparisonRow:
    figures = TrialFigures(k, t, k, k, k, loss, linkage)
    return ComparisonRow(Trial(Method(name, {"k": 3})), figures)


def test_what_promises_t_is_on_a_front_of_its_own(basis) -> None:
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


def test_other_values_of_t_are_other_guarantees(basis) -> None:
    rows = [
        replace(_row("t-merge", loss, 5.0), trial=Trial(Method("t-merge", {"k": 3, "t": t}), t))
        for t, loss in ((0.1, 30.0), (0.3, 10.0))
    ]
    assert standing(rows, ComparisonAge(), basis).fronts == ((0,), (1,))


def _t_row(name: str, loss: float, t: float, k: int = 3) -> ComparisonRow:
    row = _row(name, loss, 5.0, k, t)
    return replace(row, trial=Trial(Method(name, {"k": 3, "t": 0.15})))


def test_the_least_loss_is_recommended_for_k_and_t_and_for_k_alone(basis) -> None:
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


def test_one_that_reaches_both_at_least_loss_is_named_once(basis) -> None:
    rows = [_row("mdav", 4.0, 10.0, t=0.1), _t_row("t-merge", 4.5, 0.14)]
    assert recommendation(rows, basis).startswith(
        "Least loss with k ≥ 3 and t ≤ 0.15: <b>MDAV</b> (4.00 %). You have set no t"
    )


def test_a_t_that_is_set_is_not_called_unset(basis) -> None:
    set_t = Method("t-merge", {"k": 3, "t": 0.15})
    project = replace(basis.project, recipe=replace(basis.project.recipe, method=set_t))
    rows = [_row("mdav", 4.0, 10.0, t=0.1), _t_row("t-merge", 4.5, 0.14)]
    assert (
        recommendation(rows, replace(basis, project=project))
        == "Least loss with k ≥ 3 and t ≤ 0.15: <b>MDAV</b> (4.00 %)."
    )


def test_where_runs_release_different_records_each_says_how_many(basis) -> None:
    rows = [_row("mdav", 4.0, 10.0, t=0.4), _t_row("t-merge", 2.0, 0.14)]
    released = (3943, 1132)
    rows = [
        replace(row, figures=replace(row.figures, records=records))
        for row, records in zip(rows, released, strict=True)
        if row.figures is not None
    ]
    said = recommendation(rows, basis)
    assert "<b>t by merging</b> (2.00 %, 1,132 records)." in said


def test_where_nothing_reaches_t_that_is_said(basis) -> None:
    rows = [_row("mdav", 4.0, 10.0, t=0.4), _t_row("t-merge", 4.5, 0.2)]
    assert recommendation(rows, basis).startswith("No run reached k ≥ 3 and t ≤ 0.15.")


def test_the_value_that_was_varied_is_named_with_its_symbol(basis) -> None:
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


def test_half_a_million_records_are_compared_by_more_than_one_method(basis) -> None:
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
    store, sync_runner, project, qtbot
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


POINTS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=12)


@given(POINTS)
def test_the_frontier_is_what_no_other_betters(points: list[tuple[int, int]]) -> None:
    def betters(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return one != other and one[0] <= other[0] and one[1] <= other[1]

    expected = {i for i, p in enumerate(points) if not any(betters(o, p) for o in points)}
    found = frontier(points)
    assert set(found) == expected
    assert [points[i][0] for i in found] == sorted(points[i][0] for i in found)


def test_first_values_hold_what_is_in_force(basis) -> None:
    large = replace(basis, records=10_000)
    assert first_values("k", large) == (3, 5, 10, 20, 50)
    recipe = replace(basis.project.recipe, method=Method("t-merge", {"k": 7, "t": 0.12}))
    odd = replace(large, project=replace(basis.project, recipe=recipe))
    assert first_values("k", odd) == (3, 5, 7, 10, 20, 50)
    assert 0.12 in first_values("t", odd)
    assert first_values("lambda", odd)[0] == 0
    assert first_values("lambda", odd)[-1] == 1
    assert max(first_values("k", replace(basis, records=60))) <= 12


def test_values_are_read_as_they_are_written() -> None:
    assert read_values("10, 3 5;5", "k", 100) == ((3, 5, 10), "")
    assert read_values("0.5 0.05", "t", 100) == ((0.05, 0.5), "")
    assert read_values("3, 101", "k", 100)[0] == ()
    assert "101" in read_values("3, 101", "k", 100)[1]
    assert read_values("0.5, 1.5", "lambda", 100)[0] == ()
    assert read_values("nan", "t", 100)[0] == ()
    assert read_values(" ".join(map(str, range(2, 99))), "k", 100)[0] == ()


def test_values_survive_a_locale_with_a_decimal_comma() -> None:
    QLocale.setDefault(QLocale(QLocale.Language.German))
    written = values_text((0.05, 0.5, 1))
    assert written == "0,05; 0,5; 1"
    assert read_values(written, "t", 100) == ((0.05, 0.5, 1.0), "")
    assert read_values("3, 5, 10", "k", 100) == ((3, 5, 10), "")


@given(values=st.lists(st.integers(0, 1000).map(lambda i: i / 1000), min_size=1, max_size=50))
def test_values_come_back_from_their_text(values: list[float]) -> None:
    assert read_values(values_text(sorted(values)), "t", 9)[0] == tuple(sorted(set(values)))


def test_a_search_runs_its_default_where_it_is_cheap_and_less_in_a_large_file(basis) -> None:
    best = Method("best", {"k": 5})
    small, large = replace(basis, records=1000), replace(basis, records=5_000_000)
    assert (
        with_budget(best, small).parameters["moves"] == METHODS["best"].parameter("moves").default
    )
    reduced = with_budget(best, large).parameters["moves"]
    assert 100_000 <= reduced < 20_000_000
    large = replace(basis, records=1_000_000)
    strict = with_budget(Method("best", {"k": 5, "t": 0.1}), large).parameters["moves"]
    assert strict < with_budget(best, large).parameters["moves"]
    own = Method("best", {"k": 5, "moves": 123})
    assert with_budget(own, large) == own


@pytest.mark.parametrize("name", [n for n in METHODS if n != "univariate-optimal"])
def test_more_records_take_longer(basis, name: str) -> None:
    method = take_over_settings(name, basis.method, {})
    method = Method(name, {**method.parameters, "k": 5})
    times = [seconds_of_one(method, replace(basis, records=n)) for n in (10_000, 10_000_000)]
    assert times[0] < SLOW_SECONDS
    assert times[0] < times[1]


def test_what_takes_too_long_says_so_and_waits_to_be_asked_for(basis) -> None:
    huge = replace(basis, records=3_000_000)
    found = {e.name: e for e in candidates(huge, Sweep())}
    assert found["t-k-first"].is_slow
    assert not found["individual-ranking"].is_slow


def test_every_method_takes_part_or_says_why(basis) -> None:
    for sweep in (Sweep(), Sweep("k", (2, 3)), Sweep("t", (0.1,)), Sweep("lambda", (0.0, 1.0))):
        found = candidates(basis, sweep)
        assert [e.name for e in found] == list(ways())
        assert all(bool(e.trials) == (e.obstacle is None) for e in found)


def test_what_was_set_is_taken_over_even_where_it_is_nought() -> None:
    present = Method("v-mdav", {"k": 4, "gamma": 0, "lambda": 0.5})
    taken = take_over_settings("t-merge", present, {"t-k-first": {"k": 9, "t": 0.33}})
    assert taken.parameters["gamma"] == 0
    assert taken.parameters["lambda"] == 0.5
    assert taken.parameters["k"] == 4
    assert taken.parameters["t"] == 0.33


def test_a_t_that_asks_for_nothing_is_not_taken_over() -> None:
    free = Method("best", {"k": 4, "t": 1})
    assert (
        take_over_settings("t-merge", free, {}).parameters["t"]
        == METHODS["t-merge"].parameter("t").default
    )
    strict = Method("t-merge", {"k": 4, "t": 0.1})
    assert take_over_settings("best-t", strict, {}).parameters["t"] == 0.1
    assert "t" not in take_over_settings("best", strict, {}).parameters
    assert take_over_settings("best-t", free, {}).parameters["t"] == 0.15


def test_a_part_stops_with_the_whole_and_shows_in_it() -> None:
    whole = Job()
    whole.start_phase("comparing", 100)
    part = PartJob(whole.check, lambda done: whole.update(40 + done), 20)
    part.plan(("clustering", "measuring"))
    part.start_phase("clustering", 10)
    part.update(5)
    assert whole.progress().done == 45
    part.start_phase("measuring", 4)
    part.update(4)
    assert whole.progress().done == 60
    whole.cancel()
    assert part.cancelled
    with pytest.raises(Cancelled):
        part.update(1)
