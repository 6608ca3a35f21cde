"""What comparing rests on: the frontier, the values, the cost, and what is taken over."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale

from core.compare.basis import Basis, basis_of, take_over_settings
from core.compare.candidates import SLOW_SECONDS, candidates
from core.compare.cost import seconds_of_one, with_budget
from core.compare.frontier import frontier
from core.compare.sweep import Sweep, first_values
from core.compare.ways import ways
from core.errors import Cancelled
from core.jobs import Job
from core.jobs.parallel_parts import PartJob
from core.model import Method
from core.protect import METHODS
from desktop_app.store import ProjectStore
from desktop_app.wizard.comparing.setup import read_values, values_text


@pytest.fixture
def basis(opened: ProjectStore) -> Basis:
    return basis_of(opened.draft.project(opened.source), opened.dataset, opened.plan, {})


POINTS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=12)


@given(POINTS)
def test_the_frontier_is_what_no_other_betters(points: list[tuple[int, int]]) -> None:
    def betters(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return one != other and one[0] <= other[0] and one[1] <= other[1]

    expected = {i for i, p in enumerate(points) if not any(betters(o, p) for o in points)}
    found = frontier(points)
    assert set(found) == expected
    assert [points[i][0] for i in found] == sorted(points[i][0] for i in found)


def test_first_values_hold_what_is_in_force(basis: Basis) -> None:
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


def test_a_search_runs_its_default_where_it_is_cheap_and_less_in_a_large_file(basis: Basis) -> None:
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
def test_more_records_take_longer(basis: Basis, name: str) -> None:
    method = take_over_settings(name, basis.method, {})
    method = Method(name, {**method.parameters, "k": 5})
    times = [seconds_of_one(method, replace(basis, records=n)) for n in (10_000, 10_000_000)]
    assert times[0] < SLOW_SECONDS
    assert times[0] < times[1]


def test_what_takes_too_long_says_so_and_waits_to_be_asked_for(basis: Basis) -> None:
    huge = replace(basis, records=3_000_000)
    found = {e.name: e for e in candidates(huge, Sweep())}
    assert found["t-k-first"].is_slow
    assert not found["individual-ranking"].is_slow


def test_every_method_takes_part_or_says_why(basis: Basis) -> None:
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
