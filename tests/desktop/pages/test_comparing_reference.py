"""Comparisons of real files: the figures are those of single runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.compare.basis import Basis, basis_of
from core.compare.candidates import candidates, list_trials
from core.compare.comparison import Comparison
from core.compare.sweep import Sweep, can_vary
from core.compare.ways import ways
from core.encode import take
from core.inspect.profiling.column_profiles import profile
from core.io import read
from core.jobs import Job
from core.messages import sentence
from core.model import Attribute, Dataset, FileKind, Method, Role, Scale, Source
from core.pipeline import execute
from core.protect import METHODS
from desktop_app.store import ProjectStore
from tests.desktop.sync_runner import SyncRunner

MOVES = 200
QUASI = ("AGI", "EMCONTRB", "FEDTAX", "PTOTVAL", "TAXINC", "POTHVAL")
CONFIDENTIAL = "FICA"


def _opened(
    path: Path, runner: SyncRunner, attributes: dict[str, Attribute], n_records: int
) -> ProjectStore:
    source = Source(str(path), FileKind.CSV)
    dataset = _first(read(source, Job()), n_records)
    store = ProjectStore(runner)
    store.open_dataset(source, dataset, profile(dataset))
    others = [Attribute(name, Role.OTHER) for name in dataset.names]
    runner.do(store.set_attributes, [attributes.get(a.name, a) for a in others])
    return store


def _first(dataset: Dataset, count: int) -> Dataset:
    kept = np.arange(min(count, dataset.rows))
    return replace(dataset, columns=tuple(take(column, kept) for column in dataset.columns))


def _basis(store: ProjectStore) -> Basis:
    last = {"best": {"moves": MOVES}}
    return basis_of(store.draft.project(store.source), store.dataset, store.plan, last)


def _compared(store: ProjectStore, sweep: Sweep) -> Comparison:
    basis = _basis(store)
    trials = list_trials(candidates(basis, sweep), ways())
    return Comparison(basis, sweep, trials).run(store.dataset, Job())


@pytest.fixture
def census(reference_data, sync_runner) -> ProjectStore:
    attributes = {n: Attribute(n, Role.QUASI_IDENTIFIER, Scale.CONTINUOUS) for n in QUASI}
    attributes[CONFIDENTIAL] = Attribute(CONFIDENTIAL, Role.CONFIDENTIAL, Scale.CONTINUOUS)
    store = _opened(reference_data / "census.csv", sync_runner, attributes, 240)
    sync_runner.do(store.set_method, Method("t-merge", {"k": 4, "t": 0.25}))
    return store


def test_a_row_has_the_figures_of_a_single_run(census, sync_runner) -> None:
    rows = _compared(census, Sweep("k", (7,))).found
    # A private method is not compared: each of its runs would spend a budget.
    names = {
        n for n, method in METHODS.items() if n != "univariate-optimal" and method.forms_groups
    }
    assert {row.method.name for row in rows} == names
    for row in rows:
        assert row.error is None
        sync_runner.do(census.set_method, row.method)
        result = execute(*census.begin_run(), Job())
        measures = {m.name: m.value for m in result.measures if not m.attribute}
        sizes, figures = result.clusters.sizes, row.figures
        assert result.k_reached == figures.k
        assert max(result.t_reached.values()) == figures.t
        assert (sizes.min(), sizes.max()) == (figures.smallest, figures.largest)
        assert sizes.mean() == pytest.approx(figures.mean)
        assert measures["information-loss"] == figures.loss
        assert measures["linkage"] == figures.linkage
        assert measures["quasi-distortion"] == figures.quasi_lost
        assert measures["confidential-distortion"] == figures.confidential_lost


def test_every_t_that_was_asked_for_is_kept(census) -> None:
    found = _compared(census, Sweep("t", (0.1, 0.3))).found
    assert {row.method.name for row in found} == {
        name for name, method in METHODS.items() if method.promises_t or method.t_optional
    }
    assert all(row.figures.t <= row.trial.value for row in found)
    assert all(row.figures.k >= 4 for row in found)


ADULT = {
    "age": Attribute("age", Role.QUASI_IDENTIFIER, Scale.INTEGER),
    "occupation": Attribute("occupation", Role.QUASI_IDENTIFIER, Scale.NOMINAL),
    "native-country": Attribute("native-country", Role.QUASI_IDENTIFIER, Scale.NOMINAL),
    "salary-class": Attribute("salary-class", Role.CONFIDENTIAL, Scale.NOMINAL),
}


@pytest.fixture
def adult(reference_data, sync_runner) -> ProjectStore:
    store = _opened(reference_data / "adult.csv", sync_runner, ADULT, 600)
    store.set_strata(["sex"])
    store.set_weight("fnlwgt")
    sync_runner.do(store.set_method, Method("t-merge", {"k": 5, "t": 0.4}))
    assert not store.plan.errors
    return store


def test_categories_strata_and_weights_can_be_compared(adult) -> None:
    comparison = _compared(adult, Sweep("k", (5, 20)))
    clustering = {n: s for n, s in METHODS.items() if s.forms_groups}
    takes = {n for n, s in clustering.items() if s.takes_nominal and s.quasi_identifiers != 1}
    assert set(comparison.methods) == takes
    for row in comparison.found:
        assert row.error is None, row.error
        if not METHODS[row.method.name].column_by_column:
            assert row.figures.k >= row.trial.value
            assert row.figures.smallest >= row.trial.value
        if METHODS[row.method.name].promises_t:
            assert row.figures.t <= 0.4


def test_methods_that_refuse_categories_say_which_columns(adult) -> None:
    found = {e.name: e for e in candidates(_basis(adult), Sweep())}
    for name in ("best-t", "best", "ama"):
        assert found[name].trials == ()
        assert "occupation, native-country" in sentence(found[name].obstacle)


def test_lambda_cannot_be_varied_towards_categories(adult) -> None:
    assert not can_vary("lambda", _basis(adult))
    assert can_vary("t", _basis(adult))


def test_a_stratum_that_is_too_small_is_told_in_its_row(adult) -> None:
    adult.set_strata(["sex", "race"])
    found = _compared(adult, Sweep("k", (2, 500))).found
    small, large = (
        [row for row in found if row.trial.value == k and row.method.name == "mdav"]
        for k in (2, 500)
    )
    assert small[0].error is None
    assert large[0].error.problems[0].code == "stratum-too-small"
