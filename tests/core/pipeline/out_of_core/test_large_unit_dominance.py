"""Groups of households on disk satisfy a dominance rule, as in memory."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
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
    DominanceRule,
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

WAGE = Attribute("WAGE", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS)
BASE = Attribute("BASE", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS)
MASKED = {"WAGE": WAGE, "BASE": BASE}
ZEROS = {"WAGE": replace(WAGE, keeps_zeros=True), "BASE": BASE}
OF_WAGE = Dominance(("WAGE",), p=60.0)
OF_BOTH = Dominance(("RENT", "WAGE"), p=35.0)
OF_THREE = Dominance(("BASE", "RENT"), rule=DominanceRule.N_K, n=2, share=70.0)
PLAIN = Method("mdav", {"k": 3})
KEYS = ["ROOMS", "RENT", "AGE", "SEX", "WAGE", "BASE"]


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("dominance") / "in.parquet"
    write_homes(found, 4, 400, zeros=True)
    return found


def least_p(before: list[dict], after: list[dict], column: str) -> float:
    """Return the largest p for which each group of records satisfies the p% rule."""
    groups: dict[object, dict[object, float]] = defaultdict(lambda: defaultdict(float))
    for was, now in zip(before, after, strict=True):
        groups[tuple(now[name] for name in KEYS)][was["HOME"]] += abs(was[column])
    found = []
    for units in groups.values():
        first, _, *rest = sorted(units.values(), reverse=True)
        found += [100 * sum(rest) / first] if first > 0 else []
    return min(found)


@pytest.mark.parametrize(("block", "rows"), [(50, 401), (1000, 5000)])
def test_no_household_dominates_a_group(place, tmp_path, block, rows):
    project = homes_project(place, PLAIN, block=block, attributes=MASKED, dominance=OF_BOTH)
    release = assert_same(project, tmp_path, rows=rows)
    released = Path(release.folder) / release.protected
    before, after = (pq.read_table(one).to_pylist() for one in (place, released))
    for name in OF_BOTH.columns:
        assert least_p(before, after, name) >= OF_BOTH.p
    assert fewest_alike(released, [row["HOME"] for row in before], KEYS) >= 3
    plain = replace(project, recipe=replace(project.recipe, dominance=None))
    without = on_disk(plain, tmp_path / "plain", rows)
    table = pq.read_table(Path(without.folder) / without.protected).to_pylist()
    assert least_p(before, table, "WAGE") < OF_BOTH.p


@pytest.mark.longer
@pytest.mark.parametrize(
    ("method", "rule", "wishes"),
    [
        (Method("v-mdav", {"k": 3}), OF_WAGE, {}),
        (PLAIN, OF_THREE, {"weight": "WEIGHT"}),
        (PLAIN, OF_WAGE, {"attributes": ZEROS}),
        (Method("mdav", {"k": 3, "aggregate": "median"}), OF_BOTH, {"strata": ("REGION",)}),
        (PLAIN, OF_WAGE, {"unit": Unit("HOME", UNIT, members_by=("PERSON",))}),
        (PLAIN, OF_THREE, {"unit": Unit("HOME"), "missing": MissingPolicy.USE_OBSERVED}),
        (PLAIN, OF_WAGE, {"unit": Unit("HOME", UNIT, largest=2, waves="WAVE")}),
        (
            PLAIN,
            OF_WAGE,
            {
                "totals": (DomainTotals(("WAGE",), ("REGION",), 0.2),),
                "rules": ("BASE <= WAGE",),
                "scenarios": (Scenario("people", ("AGE", "SEX"), 3),),
                "weight": "WEIGHT",
            },
        ),
    ],
)
def test_so_is_it_with_every_setting(place, tmp_path, method, rule, wishes):
    wishes = {"attributes": MASKED, **wishes}
    project = homes_project(place, method, block=60, dominance=rule, **wishes)
    log = log_of(assert_same(project, tmp_path, rows=301))
    counted = [c for c in log["verification"]["conditions"] if c["condition"] == "dominance"]
    assert [one["column"] for one in counted] == list(rule.columns)
    assert all(one["failing"] == 0 for one in counted)


def test_households_that_violate_the_rule_all_together_are_refused_as_in_memory(tmp_path):
    write_homes(tmp_path / "in.parquet", 4, 400)
    table = pq.read_table(tmp_path / "in.parquet").to_pandas()
    sizes = table.groupby("HOME")["AGE"].transform("size")
    table.loc[sizes[sizes.eq(4)].index[0], "WAGE"] = 1e9
    table.to_parquet(tmp_path / "in.parquet", row_group_size=53)
    project = homes_project(
        tmp_path / "in.parquet", PLAIN, block=60, attributes=MASKED, dominance=OF_WAGE
    )
    assert [p.code for p in errors_of(project)] == ["units-dominated"]
    assert_alike(project, tmp_path, rows=301)


@pytest.mark.longer
@examples(3, 30)
@given(
    seed=st.integers(0, 1000),
    rows=st.sampled_from([150, 300]),
    block=st.sampled_from([50, 200]),
    k=st.integers(2, 5),
    rule=st.sampled_from([OF_WAGE, OF_BOTH, OF_THREE, Dominance(("WAGE",), p=90.0)]),
    wish=st.sampled_from([{}, {"strata": ("REGION",)}, {"weight": "WEIGHT"}]),
    unit=st.sampled_from([Unit("HOME", UNIT), Unit("HOME"), Unit("HOME", UNIT, largest=3)]),
    missing=st.sampled_from([0.0, 0.03]),
)
def test_any_file_is_released_or_refused_as_in_memory(
    seed, rows, block, k, rule, wish, unit, missing
):
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        write_homes(place, seed, 200, missing=missing, zeros=seed % 2 == 0)
        attributes = ZEROS if seed % 2 == 0 else MASKED
        project = homes_project(
            *(place, Method("mdav", {"k": k})),
            block=block,
            attributes=attributes,
            dominance=rule,
            unit=unit,
            **wish,
        )
        assert_alike(project, Path(folder), rows)


@pytest.mark.longer
def test_both_kinds_of_verify_and_replay_agree(place, tmp_path):
    project = homes_project(
        place, PLAIN, block=60, keep_order=False, attributes=MASKED, dominance=OF_WAGE
    )
    release = on_disk(project, tmp_path / "disk")
    assert_verified_and_repeated(release, place, tmp_path)


def test_a_group_that_memory_should_not_hold_is_refused(place, tmp_path, monkeypatch):
    monkeypatch.setattr(disk_clusters, "MOST_RECORDS", 9)
    project = homes_project(place, PLAIN, block=60, attributes=MASKED, dominance=OF_WAGE)
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk")
    assert [p.code for p in refused.value.problems] == ["large-group-dominance"]
    assert not (tmp_path / "disk").exists()
    assert list((tmp_path / "scratch").iterdir()) == []
