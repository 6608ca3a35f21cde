"""Households that share a profile on disk are t-close over records and over units, as in memory."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core.merging import disk_clusters
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.model import (
    Attribute,
    DomainTotals,
    Dominance,
    Method,
    MissingPolicy,
    Role,
    Scale,
    Scenario,
    Unit,
)
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

RENT = Attribute("RENT", Role.CONFIDENTIAL, Scale.CONTINUOUS)
REGION = Attribute("REGION", Role.CONFIDENTIAL, Scale.NOMINAL)
HIDDEN = {"RENT": RENT, "REGION": REGION}
WAGE = Attribute("WAGE", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS)
BASE = Attribute("BASE", Role.CONFIDENTIAL, Scale.CONTINUOUS)
ZEROS = {"WAGE": replace(WAGE, keeps_zeros=True), "BASE": BASE}
CLOSE = Method("t-merge", {"k": 3, "t": 0.2})
LOOSE = Method("t-merge", {"k": 3, "t": 0.3})


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("closeness") / "in.parquet"
    write_homes(found, 4, 400, zeros=True)
    return found


def distance(group: list[float], file: list[float]) -> Fraction:
    """Return the ordered EMD (Li et al. 2007) of a group's values from those of the file."""
    values, own, whole = sorted(set(file)), Counter(group), Counter(file)
    moved, total = Fraction(0), Fraction(0)
    for value in values:
        moved += Fraction(own[value], len(group)) - Fraction(whole[value], len(file))
        total += abs(moved)
    return total / (len(values) - 1)


def alike(homes: list[object], rows: list[dict], names: list[str]) -> list[set[object]]:
    """Return the households with the same profile."""
    held: dict[object, list[tuple]] = defaultdict(list)
    for home, row in zip(homes, rows, strict=True):
        held[home].append(tuple(row[name] for name in names))
    found: dict[object, set[object]] = defaultdict(set)
    for home, profile in held.items():
        found[tuple(sorted(profile))].add(home)
    return list(found.values())


@pytest.mark.parametrize(("block", "rows"), [(50, 401), (1000, 5000)])
def test_households_that_share_a_profile_are_close_to_the_file(place, tmp_path, block, rows):
    project = homes_project(place, CLOSE, block=block, attributes=HIDDEN)
    release = assert_same(project, tmp_path, rows=rows)
    released = Path(release.folder) / release.protected
    home = pq.read_table(place)["HOME"].to_pylist()
    found, names = pq.read_table(released).to_pylist(), ["ROOMS", "AGE", "SEX"]
    assert fewest_alike(released, home, names) >= 3
    of_homes = {one: row["RENT"] for one, row in zip(home, found, strict=True)}
    wages = [row["WAGE"] for row in found]
    for group in alike(home, found, names):
        rents = [of_homes[one] for one in group]
        assert distance(rents, list(of_homes.values())) <= CLOSE.parameters["t"]
        own = [wage for one, wage in zip(home, wages, strict=True) if one in group]
        assert distance(own, wages) <= CLOSE.parameters["t"]
    plain = homes_project(place, Method("mdav", {"k": 3}), block=block, attributes=HIDDEN)
    without = log_of(on_disk(plain, tmp_path / "plain", rows))
    assert without["result"]["t_reached"]["WAGE"] > CLOSE.parameters["t"]


@pytest.mark.parametrize(
    ("method", "wishes"),
    [
        (LOOSE, {"weight": "WEIGHT", "strata": ("REGION",), "attributes": {"RENT": RENT}}),
        (LOOSE, {"attributes": {**ZEROS, "RENT": RENT}}),
        (LOOSE, {"unit": Unit("HOME", UNIT, members_by=("PERSON",)), "attributes": {}}),
        (LOOSE, {"unit": Unit("HOME", UNIT, largest=2, waves="WAVE"), "attributes": HIDDEN}),
        (Method("t-merge", {"k": 3, "t": 1}), {}),
        (
            LOOSE,
            {
                "attributes": {"WAGE": WAGE, "BASE": BASE},
                "dominance": Dominance(("WAGE", "RENT"), p=40.0),
                "totals": (DomainTotals(("WAGE",), ("REGION",), 0.3),),
                "scenarios": (Scenario("people", ("AGE", "SEX"), 3),),
                "rules": ("AGE >= 0",),
            },
        ),
    ],
)
def test_the_release_is_that_of_the_run_in_memory(place, tmp_path, method, wishes):
    project = homes_project(place, method, block=60, **{"attributes": HIDDEN, **wishes})
    log = log_of(assert_same(project, tmp_path, rows=301))
    counted = [c for c in log["verification"]["conditions"] if c["condition"] == "unit-closeness"]
    assert bool(counted) == (method.parameters["t"] < 1)
    assert all(one["failing"] == 0 for one in counted)


def test_households_that_no_grouping_brings_close_are_refused_as_in_memory(place, tmp_path):
    project = homes_project(
        place, Method("t-merge", {"k": 3, "t": 0.02}), block=60, attributes=HIDDEN
    )
    assert "units-too-close" in [p.code for p in errors_of(project)]
    assert_alike(project, tmp_path, rows=301)


@pytest.mark.longer
@examples(3, 30)
@given(
    seed=st.integers(0, 1000),
    rows=st.sampled_from([150, 300]),
    block=st.sampled_from([50, 200]),
    k=st.integers(2, 5),
    t=st.sampled_from([0.15, 0.25, 0.4]),
    rule=st.sampled_from([None, Dominance(("WAGE",), p=50.0)]),
    wish=st.sampled_from([{}, {"strata": ("REGION",)}, {"weight": "WEIGHT"}]),
    unit=st.sampled_from([Unit("HOME", UNIT), Unit("HOME"), Unit("HOME", UNIT, largest=3)]),
    missing=st.sampled_from(MissingPolicy),
)
def test_any_file_is_released_or_refused_as_in_memory(
    seed, rows, block, k, t, rule, wish, unit, missing
):
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        write_homes(place, seed, 200, zeros=seed % 2 == 0, texts=seed % 3 == 0)
        attributes = {**ZEROS, "RENT": RENT} if seed % 2 == 0 else {"WAGE": WAGE, "BASE": BASE}
        project = homes_project(
            *(place, Method("t-merge", {"k": k, "t": t})),
            block=block,
            attributes=attributes,
            dominance=rule,
            unit=unit,
            missing=missing,
            **wish,
        )
        assert_alike(project, Path(folder), rows)


@pytest.mark.longer
def test_both_kinds_of_verify_and_replay_agree(place, tmp_path):
    project = homes_project(place, CLOSE, block=60, keep_order=False, attributes=HIDDEN)
    release = on_disk(project, tmp_path / "disk")
    assert_verified_and_repeated(release, place, tmp_path)


def test_a_group_that_memory_should_not_hold_is_refused(place, tmp_path, monkeypatch):
    monkeypatch.setattr(disk_clusters, "MOST_RECORDS", 9)
    project = homes_project(place, CLOSE, block=60, attributes=HIDDEN)
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk")
    assert [p.code for p in refused.value.problems] == ["large-group"]
    assert not (tmp_path / "disk").exists()
