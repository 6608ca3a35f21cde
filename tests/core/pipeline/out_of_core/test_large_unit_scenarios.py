"""Households on disk share the columns of a scenario with k others, as in memory."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core import large_plan
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PromiseBroken, Refused
from core.model import Method, MissingPolicy, Scenario, Unit
from tests.core.pipeline.out_of_core.every_check import assert_verified_and_repeated
from tests.core.pipeline.out_of_core.household_files import (
    UNIT,
    fewest_alike,
    homes_project,
    write_homes,
)
from tests.core.pipeline.out_of_core.large_files import log_of, on_disk
from tests.core.pipeline.out_of_core.same_as_memory import assert_alike, assert_same, errors_of
from tests.lanes import examples

PEOPLE = Scenario("people", ("AGE", "SEX"), 4)
PLACES = Scenario("places", ("ROOMS", "REGION"), 4)
HOMES = Scenario("homes", ("ROOMS", "RENT", "AGE", "SEX"), 3)


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("scenarios") / "in.parquet"
    write_homes(found, 4, 400)
    return found


@pytest.mark.parametrize("rows", [301, pytest.param(5000, marks=pytest.mark.longer)])
@pytest.mark.parametrize(
    ("scenarios", "wishes"),
    [
        ((PEOPLE,), {}),
        ((HOMES, PEOPLE), {"missing": MissingPolicy.USE_OBSERVED}),
        ((PLACES,), {"strata": ("REGION",)}),
        ((PEOPLE, HOMES), {"unit": Unit("HOME"), "weight": "WEIGHT", "keep_order": False}),
    ],
)
def test_households_share_the_columns_of_each_scenario(place, tmp_path, scenarios, wishes, rows):
    project = homes_project(
        place, Method("mdav", {"k": 4}), block=60, scenarios=scenarios, **wishes
    )
    if project.recipe.keep_order:
        release = assert_same(project, tmp_path, rows=rows)
    else:
        release = on_disk(project, tmp_path / "disk", rows)
    counted = log_of(release)["verification"]["conditions"]
    found = [one for one in counted if one["condition"] == "scenarios"]
    assert [one["wanted"] for one in found] == [each.k for each in scenarios]
    if project.recipe.keep_order:
        released = Path(release.folder) / release.protected
        home = pq.read_table(place)["HOME"].to_pylist()
        for one, scenario in zip(found, scenarios, strict=True):
            least = fewest_alike(released, home, list(scenario.columns))
            assert one["k"] == least >= scenario.k


def test_a_scenario_that_households_do_not_share_ends_the_run(place, tmp_path):
    rare = Scenario("rare", ("ROOMS", "REGION", "WAVE"), 2)
    project = homes_project(place, Method("mdav", {"k": 3}), block=60, scenarios=(rare,))
    assert_alike(project, tmp_path, rows=301)
    with pytest.raises((PromiseBroken, Refused)):
        on_disk(project, tmp_path / "again")
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize(
    ("scenario", "code"),
    [
        (Scenario("waves", ("WAVE", "WEIGHT", "AGE"), 2), "scenario-k-of-columns"),
        (Scenario("only", ("REGION", "EXTRA"), 2), "scenario-k-of-columns"),
        (Scenario("all", ("AGE",), 390), "scenario-k-of-sizes"),
    ],
)
def test_a_k_out_of_reach_is_refused_as_in_memory(place, tmp_path, scenario, code):
    project = homes_project(place, Method("mdav", {"k": 3}), block=60, scenarios=(scenario,))
    assert [problem.code for problem in errors_of(project)] == [code]
    assert_alike(project, tmp_path, rows=301)


def test_sizes_that_are_rare_in_the_first_records_alone_are_not_refused(
    place, tmp_path, monkeypatch
):
    monkeypatch.setattr(large_plan, "_RECORDS", 30)
    scenario = Scenario("all", ("AGE",), 12)
    project = homes_project(place, Method("mdav", {"k": 12}), block=130, scenarios=(scenario,))
    assert_same(project, tmp_path, rows=301)


@pytest.mark.longer
def test_both_kinds_of_verify_and_replay_agree(place, tmp_path):
    project = homes_project(
        place, Method("mdav", {"k": 4}), block=60, scenarios=(PEOPLE,), keep_order=False
    )
    release = on_disk(project, tmp_path / "disk")
    assert_verified_and_repeated(release, place, tmp_path)


@examples(3, 30)
@given(
    seed=st.integers(0, 1000),
    rows=st.sampled_from([150, 300]),
    k=st.integers(2, 5),
    wanted=st.integers(2, 8),
    columns=st.sampled_from([("AGE",), ("ROOMS", "SEX"), ("REGION",), ("REGION", "AGE")]),
    unit=st.sampled_from([Unit("HOME", UNIT), Unit("HOME", ())]),
    missing=st.sampled_from([0.0, 0.03]),
)
def test_any_file_is_released_as_in_memory(seed, rows, k, wanted, columns, unit, missing):
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        write_homes(place, seed, 150, missing=missing)
        scenarios = (Scenario("some", columns, wanted),)
        method = Method("mdav", {"k": k})
        project = homes_project(place, method, block=40, unit=unit, scenarios=scenarios)
        assert_alike(project, Path(folder), rows)
