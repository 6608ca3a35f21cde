"""Totals by domain are checked, kept and counted on disk as in memory."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.model import DomainTotals, Method, MissingPolicy, Role, Scale
from tests.core.pipeline.out_of_core.business_files import firms_project, write_firms
from tests.core.pipeline.out_of_core.every_check import assert_verified_and_repeated
from tests.core.pipeline.out_of_core.large_files import log_of, on_disk
from tests.core.pipeline.out_of_core.same_as_memory import (
    assert_alike,
    assert_same,
    errors_of,
)
from tests.lanes import examples

MONEY = "TURNOVER = DOMESTIC + EXPORTS"
BY_REGION = DomainTotals(("TURNOVER", "STAFF"), ("REGION",), 0.05)
BY_BOTH = DomainTotals(("TURNOVER",), ("BRANCH", "REGION"), 0.5)
OF_PARTS = DomainTotals(("EXPORTS",), ("SIZE",), 0.4)
ORDERS = ("EXPORTS <= TURNOVER", "WORKS <= STAFF", "PROFIT <= TURNOVER")
PLAIN = Method("mdav", {"k": 4})


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("totals") / "in.parquet"
    write_firms(found, 3, 900)
    return found


@pytest.mark.parametrize(
    ("method", "totals", "wishes"),
    [
        (PLAIN, (BY_REGION,), {}),
        (PLAIN, (BY_REGION, BY_BOTH), {"weight": "WEIGHT", "rules": ORDERS}),
        (Method("v-mdav", {"k": 4}), (OF_PARTS,), {"strata": ("BRANCH",), "rules": ORDERS[:1]}),
        (Method("t-merge", {"k": 4, "t": 0.3}), (BY_REGION,), {"rules": ("OFFICE <= STAFF",)}),
    ],
)
def test_the_release_is_that_of_the_run_in_memory(place, tmp_path, method, totals, wishes):
    project = firms_project(place, method, block=130, totals=totals, **wishes)
    log = log_of(assert_same(project, tmp_path, rows=301))
    counted = [c for c in log["verification"]["conditions"] if c["condition"] == "totals"]
    assert len(counted) == sum(len(each.columns) for each in totals)
    assert all(c["failing"] == 0 for c in counted)
    assert [s["counts"]["totals"] for s in log["steps"] if s["name"] == "totals"] == [len(counted)]


def test_totals_in_the_file_are_those_of_the_original(place, tmp_path):
    """Counted by pandas; medians lose them otherwise."""
    method = Method("mdav", {"k": 4, "aggregate": "median"})
    project = firms_project(place, method, block=130, totals=(BY_REGION,))
    release = on_disk(project, tmp_path / "disk", 301)
    after = pq.read_table(Path(release.folder) / release.protected).to_pandas()
    before = pq.read_table(place).to_pandas()
    columns = list(BY_REGION.columns)
    one, other = (table.groupby("REGION")[columns].sum() for table in (before, after))
    assert ((one - other).abs() <= 0.05 * one).to_numpy().all()
    plain = on_disk(replace(project, recipe=replace(project.recipe, totals=())), tmp_path / "plain")
    table = pq.read_table(Path(plain.folder) / plain.protected).to_pandas()
    lost = (one - table.groupby("REGION")[columns].sum()).abs() > 0.05 * one
    assert lost.to_numpy().any()


@examples(3, 30)
@given(st.data())
def test_any_file_is_released_or_refused_as_in_memory(data):
    """Whatever its totals, rules, strata, weights, blocks and parts."""
    k, records = data.draw(st.integers(2, 4)), data.draw(st.integers(200, 500))
    rows = data.draw(st.integers(90, 250))
    chosen = st.sampled_from([BY_REGION, BY_BOTH, OF_PARTS])
    totals = data.draw(st.lists(chosen, min_size=1, max_size=2, unique=True))
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        write_firms(place, data.draw(st.integers(0, 99)), records, 0.01 * (records % 2))
        project = firms_project(
            *(place, Method(data.draw(st.sampled_from(["mdav", "v-mdav"])), {"k": k})),
            block=data.draw(st.integers(10 * k, 90)),
            attributes={"EXPORTS": {"keeps_zeros": data.draw(st.booleans())}},
            totals=tuple(totals),
            rules=data.draw(st.sampled_from([(), ORDERS, (MONEY,)])),
            strata=data.draw(st.sampled_from([(), ("REGION",)])),
            weight=data.draw(st.sampled_from([None, "WEIGHT"])),
            missing=data.draw(st.sampled_from(MissingPolicy)),
        )
        assert_alike(project, Path(folder), rows)


def test_missing_amounts_are_counted_in_the_whole_file(tmp_path):
    place = tmp_path / "in.parquet"
    write_firms(place, 5, 300, missing=0.05)
    project = firms_project(
        *(place, PLAIN), block=60, totals=(BY_REGION,), missing=MissingPolicy.USE_OBSERVED
    )
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk", 41)
    assert refused.value.problems == errors_of(project)
    table = pq.read_table(place)
    counts = [problem.params["count"] for problem in refused.value.problems]
    assert counts == [table[name].null_count for name in BY_REGION.columns]


def test_domains_may_be_masked_columns(place, tmp_path):
    """Readers know the domain of a record from its released values only."""
    others = {"BRANCH": (Role.QUASI_IDENTIFIER, Scale.NOMINAL)}
    totals = (DomainTotals(("TURNOVER",), ("BRANCH",), 0.6),)
    project = firms_project(place, PLAIN, block=130, others=others, totals=totals)
    assert_alike(project, tmp_path, rows=301)


@pytest.mark.longer
def test_both_kinds_of_verify_and_replay_agree(place, tmp_path):
    project = firms_project(place, PLAIN, block=100, keep_order=False, totals=(BY_REGION,))
    release = on_disk(project, tmp_path / "disk")
    assert_verified_and_repeated(release, place, tmp_path)
