"""Combinations of a scenario's columns are shared by k records on disk as in memory."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core import large_plan
from core.pipeline.out_of_core.large_run import LargeRequest, run_large
from core.pipeline.out_of_core.large_verify import verify_large
from core.pipeline.out_of_core.merging import disk_clusters
from core.pipeline.out_of_core.parts import large_scenarios
from core.pipeline.out_of_core.scope import check_scope
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Cancelled, PromiseBroken, Refused
from core.jobs import Job
from core.model import Dominance, Method, MissingPolicy, Project, Release, Scenario
from core.pipeline.seal import new_stamp
from tests.core.pipeline.out_of_core.any_large_file import TREE, any_project, write_any
from tests.core.pipeline.out_of_core.every_check import assert_verified_and_repeated
from tests.core.pipeline.out_of_core.large_files import log_of, on_disk
from tests.core.pipeline.out_of_core.same_as_memory import (
    assert_alike,
    assert_same,
    errors_of,
    steps_of,
)
from tests.core.pipeline.out_of_core.test_large_zeros import with_zeros
from tests.lanes import examples

NUMBERS = ["AMOUNT", "COUNT", "DAY"]
DAYS = Scenario("days", ("DAY",), 7)
HOMES = Scenario("homes", ("COUNT", "PLACE"), 9)
LOOKS = Scenario("looks", ("GRADE", "FAITH", "COUNT"), 7)


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("scenarios") / "in.parquet"
    write_any(found, 4, 800)
    found.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    return found


def shared(release: Release, columns: tuple[str, ...]) -> Counter:
    """Return how many released records have each combination of values."""
    rows = pq.read_table(Path(release.folder) / release.protected).to_pylist()
    return Counter(tuple(row[name] for name in columns) for row in rows)


@pytest.mark.parametrize(
    ("method", "keys", "hidden", "wishes"),
    [
        (Method("mdav", {"k": 4}), NUMBERS, [], {"scenarios": (DAYS,)}),
        (Method("mdav", {"k": 4}), NUMBERS, ["FAITH"], {"scenarios": (DAYS, HOMES)}),
        (Method("v-mdav", {"k": 3}), ["COUNT", "GRADE"], [], {"scenarios": (LOOKS,)}),
        (
            Method("mdav", {"k": 4}),
            ["AMOUNT", "PLACE", "COUNT"],
            [],
            {"scenarios": (HOMES,), "strata": ("FAITH",), "weight": "WEIGHT"},
        ),
        (
            Method("t-merge", {"k": 4, "t": 0.3}),
            NUMBERS,
            ["INCOME"],
            {"scenarios": (HOMES,), "dominance": Dominance(("AMOUNT",), p=15.0)},
        ),
        (
            Method("mdav", {"k": 4, "aggregate": "median"}),
            NUMBERS,
            ["FAITH"],
            {"scenarios": (HOMES,), "missing": MissingPolicy.USE_OBSERVED},
        ),
    ],
)
def test_the_release_is_that_of_the_run_in_memory(place, tmp_path, method, keys, hidden, wishes):
    project = any_project(place, method, keys, hidden, block=130, **wishes)
    release = assert_same(project, tmp_path, rows=301)
    counted = log_of(release)["verification"]["conditions"]
    found = [one for one in counted if one["condition"] == "scenarios"]
    for one, scenario in zip(found, project.recipe.scenarios, strict=True):
        groups = shared(release, scenario.columns)
        assert (one["groups"], one["k"]) == (len(groups), min(groups.values()))
        assert one["k"] >= scenario.k
    merging = [counts for name, counts in steps_of(log_of(release)) if name == "key-sets"]
    assert sum(counts["merges"] for counts in merging) > 0


@pytest.mark.parametrize("rows", [233, 5000])
def test_the_release_does_not_depend_on_the_parts(place, tmp_path, rows):
    wishes = {"scenarios": (DAYS, HOMES)}
    project = any_project(place, Method("mdav", {"k": 4}), NUMBERS, [], block=90, **wishes)
    one = on_disk(project, tmp_path / "one", rows=301)
    other = on_disk(project, tmp_path / "other", rows=rows)
    assert one.files[0] == other.files[0]
    assert log_of(one)["verification"] == log_of(other)["verification"]


@examples(3, 30)
@given(st.data())
def test_any_file_is_released_as_in_memory(data):
    """Whatever its columns, scenarios, rule, strata, patterns, blocks and parts."""
    keys = data.draw(st.sampled_from([NUMBERS, ["COUNT", "PLACE"], ["AMOUNT", "COUNT", "GRADE"]]))
    strata = data.draw(st.sampled_from([(), ("FAITH",)]))
    name = data.draw(st.sampled_from(["mdav", "v-mdav", "t-merge"]))
    limit = {"t": 0.7} if name.startswith("t-") else {}
    k, records = data.draw(st.integers(2, 4)), data.draw(st.integers(200, 400))
    block, rows = data.draw(st.integers(10 * k, 90)), data.draw(st.integers(90, 250))
    policy = MissingPolicy.LEAVE_OUT if limit else data.draw(st.sampled_from(MissingPolicy))
    sets = data.draw(
        st.lists(
            st.sampled_from([("COUNT",), ("COUNT", "FAITH"), ("PLACE", "COUNT"), ("HEALTH",)]),
            min_size=1,
            max_size=2,
            unique=True,
        )
    )
    scenarios = tuple(
        Scenario("-".join(columns), columns, data.draw(st.integers(2, 14))) for columns in sets
    )
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        write_any(place, data.draw(st.integers(0, 99)), records)
        project = any_project(
            *(place, Method(name, {"k": k, **limit}), keys, ["INCOME"]),
            block=block,
            missing=policy,
            strata=strata,
            scenarios=scenarios,
            dominance=data.draw(st.sampled_from([None, Dominance(("COUNT",), p=10.0)])),
        )
        if data.draw(st.booleans()):
            project = with_zeros(project, ("COUNT",))
        assert_alike(project, Path(folder), rows)


@pytest.mark.parametrize(
    ("scenario", "code"),
    [
        (Scenario("rare", ("FAITH", "HEALTH", "COUNT"), 20), "scenario-k-of-columns"),
        (Scenario("only", ("PLACE", "FAITH"), 300), "scenario-k-of-columns"),
        (Scenario("all", ("COUNT",), 5000), "scenario-k-of-file"),
    ],
)
def test_a_k_out_of_reach_is_refused_as_in_memory(place, tmp_path, scenario, code):
    wishes = {"scenarios": (scenario,)}
    project = any_project(place, Method("mdav", {"k": 4}), NUMBERS, [], block=90, **wishes)
    expected = errors_of(project)
    assert [problem.code for problem in expected] == [code]
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk", rows=301)
    assert refused.value.problems == expected
    assert not (tmp_path / "disk").exists()


def test_combinations_that_are_rare_in_the_first_records_alone_are_not_refused(
    place, tmp_path, monkeypatch
):
    monkeypatch.setattr(large_plan, "_RECORDS", 40)
    scenario = Scenario("homes", ("PLACE", "COUNT"), 6)
    project = any_project(
        *(place, Method("mdav", {"k": 4}), NUMBERS, []), block=90, scenarios=(scenario,)
    )
    assert_same(project, tmp_path, rows=301)


@pytest.mark.longer
def test_both_kinds_of_verify_and_replay_agree(place, tmp_path):
    wishes = {"scenarios": (DAYS, HOMES), "keep_order": False}
    project = any_project(place, Method("mdav", {"k": 4}), NUMBERS, ["VISITS"], block=100)
    project = replace(project, recipe=replace(project.recipe, **wishes))
    release = on_disk(project, tmp_path / "disk")
    assert_verified_and_repeated(release, place, tmp_path)


def test_verify_counts_the_combinations_without_the_input(place, tmp_path, monkeypatch):
    # k = 4 leaves no combination that one record less would make too rare.
    scenario = Scenario("days", ("DAY",), 2)
    project = any_project(
        *(place, Method("mdav", {"k": 4}), NUMBERS, []), block=100, scenarios=(scenario,)
    )
    release = on_disk(project, tmp_path / "disk")
    count = large_scenarios.sizes_of_combinations
    monkeypatch.setattr(
        large_scenarios, "sizes_of_combinations", lambda *given: (s - 1 for s in count(*given))
    )
    log = Path(release.folder) / release.log
    (fault,) = verify_large(log, None, tmp_path / "scratch", Job(), rows=301).faults
    assert (fault.code, fault.params["column"]) == ("verify-scenarios-k", "DAY")


def test_a_release_with_too_rare_combinations_is_not_written(place, tmp_path, monkeypatch):
    monkeypatch.setattr(
        "core.pipeline.out_of_core.merging.large_key_sets.waiting_clusters",
        lambda *_: [],
    )
    project = any_project(
        *(place, Method("mdav", {"k": 4}), NUMBERS, []), block=100, scenarios=(DAYS,)
    )
    with pytest.raises(PromiseBroken) as broken:
        on_disk(project, tmp_path / "disk")
    assert [p.code for p in broken.value.problems] == ["promise-scenarios"]
    assert not (tmp_path / "disk").exists()
    assert list((tmp_path / "scratch").iterdir()) == []


class Impatient(Job):
    """Cancels itself at the n-th look at the cancel flag while clusters are merged."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._left, self._is_merging = looks, False

    def start_phase(self, phase: str, total: int = 0) -> None:
        """Note whether clusters are merged."""
        super().start_phase(phase, total)
        self._is_merging = phase == "merging"

    def check(self) -> None:
        """Cancel when it is time."""
        self._left -= self._is_merging
        if self._left < 0:
            self.cancel()
        super().check()


@pytest.mark.parametrize("looks", [1, 5])
def test_a_run_that_is_cancelled_while_merging_leaves_nothing(place, tmp_path, looks):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    wishes = {"scenarios": (DAYS,), "dominance": Dominance(("AMOUNT",), p=15.0)}
    project = any_project(place, Method("mdav", {"k": 4}), NUMBERS, [], block=100, **wishes)
    request = LargeRequest(scratch, tmp_path / "disk", False, new_stamp, rows=60)
    with pytest.raises(Cancelled):
        run_large(project, request, Impatient(looks))
    assert list(scratch.iterdir()) == []
    assert not (tmp_path / "disk").exists()


def test_a_group_that_memory_should_not_hold_is_refused(place, tmp_path, monkeypatch):
    monkeypatch.setattr(disk_clusters, "MOST_RECORDS", 9)
    project = any_project(
        *(place, Method("mdav", {"k": 5}), NUMBERS, []), block=100, scenarios=(DAYS,)
    )
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk")
    assert [p.code for p in refused.value.problems] == ["large-group-scenario"]
    assert not (tmp_path / "disk").exists()


def test_a_method_that_sorts_keeps_no_k_of_a_scenario(place):
    def asked(k: int | None) -> Project:
        project = any_project(place, Method("individual-ranking", {"k": 4}), NUMBERS, [], block=90)
        scenarios = (Scenario("counts", ("COUNT",), k),)
        recipe = replace(project.recipe, scale=None, scenarios=scenarios)
        return replace(project, recipe=recipe)

    check_scope(asked(None))
    with pytest.raises(Refused) as refused:
        check_scope(asked(30))
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.field) == ("large-scenario-k", "scenarios[0].k")
