"""Totals by domain of households and of their members are kept on disk as in memory."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.model import (
    Attribute,
    DomainTotals,
    Dominance,
    Method,
    MissingPolicy,
    Role,
    Scale,
    Unit,
)
from tests.core.pipeline.out_of_core.business_files import firms_project, write_firms
from tests.core.pipeline.out_of_core.every_check import assert_verified_and_repeated
from tests.core.pipeline.out_of_core.household_files import (
    UNIT,
    fewest_alike,
    homes_project,
    write_homes,
)
from tests.core.pipeline.out_of_core.large_files import log_of, on_disk
from tests.core.pipeline.out_of_core.same_as_memory import assert_alike, assert_same
from tests.lanes import examples

WAGE = Attribute("WAGE", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS)
BASE = Attribute("BASE", Role.QUASI_IDENTIFIER, Scale.INTEGER)
MASKED = {"WAGE": WAGE, "BASE": BASE}
BY_REGION = DomainTotals(("WAGE", "RENT"), ("REGION",), 0.05)
BY_SEX = DomainTotals(("WAGE",), ("SEX",), 0.8)
BY_WAVE = DomainTotals(("BASE",), ("WAVE", "REGION"), 0.4)
PLAIN = Method("mdav", {"k": 3})


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("totals") / "in.parquet"
    write_homes(found, 4, 400)
    return found


@pytest.mark.parametrize(
    ("method", "totals", "wishes"),
    [
        (PLAIN, (BY_REGION,), {}),
        (PLAIN, (BY_REGION, BY_WAVE), {"weight": "WEIGHT", "rules": ("BASE <= WAGE",)}),
        (Method("v-mdav", {"k": 3}), (BY_WAVE,), {"strata": ("REGION",)}),
        (Method("mdav", {"k": 3, "aggregate": "median"}), (BY_REGION, BY_SEX), {}),
        (PLAIN, (BY_REGION,), {"unit": Unit("HOME"), "missing": MissingPolicy.USE_OBSERVED}),
    ],
)
def test_the_release_is_that_of_the_run_in_memory(place, tmp_path, method, totals, wishes):
    project = homes_project(place, method, block=60, attributes=MASKED, totals=totals, **wishes)
    log = log_of(assert_same(project, tmp_path, rows=301))
    counted = [c for c in log["verification"]["conditions"] if c["condition"] == "totals"]
    assert len(counted) == sum(len(each.columns) for each in totals)
    assert all(c["failing"] == 0 for c in counted)


def test_totals_in_the_file_are_those_of_the_original_and_k_is_kept(place, tmp_path):
    """Counted by pandas and in plain Python; medians lose the totals otherwise."""
    method = Method("mdav", {"k": 3, "aggregate": "median"})
    project = homes_project(place, method, block=60, attributes=MASKED, totals=(BY_REGION,))
    release = on_disk(project, tmp_path / "disk", 301)
    released = Path(release.folder) / release.protected
    before, after = (pq.read_table(one).to_pandas() for one in (place, released))
    columns = list(BY_REGION.columns)
    one, other = (table.groupby("REGION")[columns].sum() for table in (before, after))
    assert ((one - other).abs() <= 0.05 * one).to_numpy().all()
    names = ["ROOMS", "RENT", "AGE", "SEX", "WAGE", "BASE"]
    assert fewest_alike(released, before["HOME"].tolist(), names) >= 3
    plain = on_disk(replace(project, recipe=replace(project.recipe, totals=())), tmp_path / "plain")
    table = pq.read_table(Path(plain.folder) / plain.protected).to_pandas()
    lost = (one - table.groupby("REGION")[columns].sum()).abs() > 0.05 * one
    assert lost.to_numpy().any()


def test_a_domain_of_too_few_households_stays_apart_however_many_records_it_has(tmp_path):
    """Two large households are fewer than k, although they have more than k records."""
    write_homes(tmp_path / "in.parquet", 4, 400)
    table = pq.read_table(tmp_path / "in.parquet").to_pandas()
    sizes = table.groupby("HOME")["AGE"].transform("size")
    rare = sizes.eq(4) & table["HOME"].isin(table.loc[sizes.eq(4), "HOME"].unique()[:2])
    table.loc[rare, "REGION"] = "west"
    table.to_parquet(tmp_path / "in.parquet", row_group_size=53)
    totals = (DomainTotals(("WAGE",), ("REGION",), 0.1),)
    project = homes_project(
        tmp_path / "in.parquet", PLAIN, block=60, attributes=MASKED, totals=totals
    )
    log = log_of(assert_same(project, tmp_path, rows=301))
    (counted,) = [c for c in log["verification"]["conditions"] if c["condition"] == "totals"]
    # The domain itself, and the smallest other one, from which it would follow.
    assert (counted["domains"], counted["apart"]) == (3, 2)


@pytest.mark.longer
@examples(3, 30)
@given(
    seed=st.integers(0, 1000),
    rows=st.sampled_from([150, 300]),
    k=st.integers(2, 5),
    totals=st.sampled_from([(BY_REGION,), (BY_WAVE, BY_SEX), (BY_SEX,)]),
    wish=st.sampled_from([{}, {"strata": ("REGION",)}, {"weight": "WEIGHT"}]),
    unit=st.sampled_from([Unit("HOME", UNIT), Unit("HOME", ())]),
)
def test_any_file_is_released_or_refused_as_in_memory(seed, rows, k, totals, wish, unit):
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        write_homes(place, seed, 150, missing=0.02 * (seed % 3 == 0), zeros=seed % 2 == 0)
        wage = replace(WAGE, keeps_zeros=seed % 2 == 0)
        project = homes_project(
            *(place, Method("mdav", {"k": k})),
            block=50,
            attributes={"WAGE": wage, "BASE": BASE},
            totals=totals,
            unit=unit,
            **wish,
        )
        assert_alike(project, Path(folder), rows)


@pytest.mark.longer
def test_both_kinds_of_verify_and_replay_agree(place, tmp_path):
    project = homes_project(
        place, PLAIN, block=60, keep_order=False, attributes=MASKED, totals=(BY_REGION,)
    )
    release = on_disk(project, tmp_path / "disk")
    assert_verified_and_repeated(release, place, tmp_path)


def test_totals_and_a_dominance_rule_may_name_the_same_column(tmp_path):
    """Where every record is a unit."""
    write_firms(tmp_path / "in.parquet", 3, 600)
    project = firms_project(
        *(tmp_path / "in.parquet", Method("mdav", {"k": 4})),
        block=130,
        totals=(DomainTotals(("TURNOVER",), ("BRANCH", "REGION"), 0.5),),
        dominance=Dominance(("TURNOVER",), p=15.0),
    )
    assert_alike(project, tmp_path, rows=301)
