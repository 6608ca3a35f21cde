"""Edit rules are judged, kept and counted on disk as in memory."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core import large_recount
from core.pipeline.out_of_core.large_verify import verify_large
from core.pipeline.out_of_core.parts import large_conditions
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PromiseBroken
from core.jobs import Job
from core.model import Aggregate, ConditionCount, Dominance, Method, MissingPolicy
from core.pipeline import verify
from tests.core.pipeline.out_of_core.business_files import firms_project, write_firms
from tests.core.pipeline.out_of_core.every_check import assert_verified_and_repeated
from tests.core.pipeline.out_of_core.large_files import in_memory, log_of, on_disk
from tests.core.pipeline.out_of_core.same_as_memory import (
    assert_alike,
    assert_same,
    assert_same_releases,
)
from tests.lanes import examples
from tests.robustness.hostile.sealing import log_bytes, resealed

MONEY = "TURNOVER = DOMESTIC + EXPORTS"
STAFF = "STAFF = OFFICE + WORKS"
RULES = (
    MONEY,
    STAFF,
    "EXPORTS <= TURNOVER",
    "OFFICE >= 1",
    "if REGION = 'north' then WORKS >= 0",
    "PROFIT <= TURNOVER",
    "if SIZE = 'large' then STAFF > 14",
    "WEIGHT >= 1",
)
MEDIANS = {"aggregate": Aggregate.MEDIAN}


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("rules") / "in.parquet"
    write_firms(found, 3, 900)
    return found


def rules_of(log: dict) -> dict[str, tuple[int, int, int]]:
    """Return violations before and after, and unchecked records, of each rule of a log."""
    counted = log["verification"]["conditions"]
    return {
        c["column"]: (c["before"], c["after"], c["unchecked"])
        for c in counted
        if c["condition"] == "rules"
    }


def warnings_of(log: dict) -> list[tuple]:
    """Return the warnings of a log but for that on runs on disk."""
    return [
        (w["code"], w.get("field"), w["text"])
        for w in log["warnings"]
        if w["code"] != "large-measures"
    ]


@pytest.mark.parametrize(
    ("method", "rules", "wishes"),
    [
        (Method("mdav", {"k": 4}), (MONEY, "EXPORTS <= TURNOVER"), {}),
        (Method("mdav", {"k": 4}), (MONEY, STAFF, "OFFICE >= 1"), {"weight": "WEIGHT"}),
        (Method("mdav", {"k": 4, **MEDIANS}), (MONEY, STAFF), {"strata": ("BRANCH",)}),
        (Method("v-mdav", {"k": 4}), (STAFF, "WORKS <= STAFF"), {"strata": ("SIZE",)}),
        (Method("t-merge", {"k": 4, "t": 0.4}), (MONEY, STAFF), {}),
    ],
)
def test_the_release_is_that_of_the_run_in_memory(place, tmp_path, method, rules, wishes):
    project = firms_project(place, method, block=130, rules=rules, **wishes)
    release = on_disk(project, tmp_path / "disk", rows=301)
    memory, log = in_memory(project, tmp_path / "memory"), log_of(release)
    assert_same_releases(project, release, memory)
    assert warnings_of(log) == warnings_of(log_of(memory))
    assert list(rules_of(log)) == list(rules)
    table = pq.read_table(Path(release.folder) / release.protected).to_pandas()
    assert (table.STAFF == table.OFFICE + table.WORKS).all() or STAFF not in rules
    gap = (table.TURNOVER - table.DOMESTIC - table.EXPORTS).abs()
    assert (gap <= 1e-9 * table.TURNOVER).all() or MONEY not in rules
    assert all(counts == (0, 0, 0) for counts in rules_of(log).values())


def test_whole_parts_are_shared_out_on_disk(place, tmp_path):
    """The means of whole numbers are rounded, after which few sums would add up."""
    method = Method("mdav", {"k": 4})
    project = firms_project(place, method, block=130, rules=(STAFF,))
    log = log_of(on_disk(project, tmp_path / "disk", 301))
    shared = [step["counts"] for step in log["steps"] if step["name"] == "sums-shared"]
    assert shared == [{"sums": 1, "parts": 2}]
    plain = on_disk(replace(project, recipe=replace(project.recipe, rules=())), tmp_path / "plain")
    table = pq.read_table(Path(plain.folder) / plain.protected).to_pandas()
    assert (table.STAFF != table.OFFICE + table.WORKS).any()


def test_rules_of_published_columns_are_counted_before_and_after(place, tmp_path):
    method = Method("mdav", {"k": 3})
    project = firms_project(place, method, block=900, rules=("WEIGHT >= 3", "PROFIT <= 90"))
    release = assert_same(project, tmp_path, rows=301)
    given = pq.read_table(place).to_pandas()
    below, above = int((given.WEIGHT < 3).sum()), int((given.PROFIT > 90).sum())
    unknown = int(given.PROFIT.isna().sum())
    assert min(below, above, unknown) > 0
    assert rules_of(log_of(release)) == {
        "WEIGHT >= 3": (below, below, 0),
        "PROFIT <= 90": (above, above, unknown),
    }


@examples(3, 30)
@given(st.data())
def test_any_file_is_released_or_refused_as_in_memory(data):
    """Whatever its rules, dominance, missing cells, strata, representatives, blocks and parts."""
    name = data.draw(st.sampled_from(["mdav", "v-mdav"]))
    k, records = data.draw(st.integers(2, 4)), data.draw(st.integers(200, 500))
    block, rows = data.draw(st.integers(10 * k, 90)), data.draw(st.integers(90, 250))
    by = data.draw(st.sampled_from([{}, MEDIANS]))
    rules = data.draw(st.lists(st.sampled_from(RULES), min_size=1, max_size=4, unique=True))
    wishes = {
        "strata": data.draw(st.sampled_from([(), ("REGION",), ("SIZE",)])),
        "weight": data.draw(st.sampled_from([None, "WEIGHT"])),
        "missing": data.draw(st.sampled_from(MissingPolicy)),
        "rules": tuple(rules),
        "dominance": data.draw(st.sampled_from([None, Dominance(("TURNOVER", "STAFF"))])),
    }
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        write_firms(place, data.draw(st.integers(0, 99)), records, 0.01 * (records % 2))
        method = Method(name, {"k": k, **by})
        assert_alike(firms_project(place, method, block=block, **wishes), Path(folder), rows)


def changed(place: Path, **cells: tuple[int, object]) -> None:
    """Change one cell of some columns of a file."""
    table = pq.read_table(place)
    for name, (at, value) in cells.items():
        values = table[name].to_pylist()
        values[at] = value
        where = table.schema.get_field_index(name)
        table = table.set_column(where, name, pa.array(values, table.schema.field(name).type))
    pq.write_table(table, place, row_group_size=53)


@pytest.mark.parametrize(
    ("cells", "rules"),
    [
        ({"TURNOVER": (700, 1.0)}, (MONEY,)),  # violated
        ({"EXPORTS": (700, None)}, (MONEY,)),  # has a value where another has none
        ({"EXPORTS": (700, -2.5), "DOMESTIC": (20, -1.5)}, ("TURNOVER >= DOMESTIC + EXPORTS - 9",)),
        ({"STAFF": (700, 2**50)}, ("STAFF > OFFICE - 1",)),
        ({}, ("TURNOVER >= 1000000",)),
        ({}, ("if BRANCH = 'glass' then OFFICE >= 1",)),
    ],
)
def test_a_single_record_far_behind_is_judged_as_in_memory(place, tmp_path, cells, rules):
    own = tmp_path / "in.parquet"
    own.write_bytes(place.read_bytes())
    changed(own, **cells)
    project = firms_project(
        own, Method("mdav", {"k": 4}), block=130, missing=MissingPolicy.USE_OBSERVED, rules=rules
    )
    assert_alike(project, tmp_path, rows=301)


def test_a_total_without_parts_is_refused_with_the_groups_of_the_whole_file(tmp_path):
    """The sum is violated in records of which all parts are 0."""
    place = tmp_path / "in.parquet"
    write_firms(place, 4, 300)
    table = pq.read_table(place)
    nothing = np.zeros(300)
    for name in ("DOMESTIC", "EXPORTS"):
        at = table.schema.get_field_index(name)
        table = table.set_column(at, name, pa.array(np.where(np.arange(300) < 299, nothing, 1.0)))
    pq.write_table(table, place)
    method = Method("mdav", {"k": 4, **MEDIANS})
    rules = ("if TURNOVER > 0 then DOMESTIC >= 0", MONEY)
    assert_alike(firms_project(place, method, block=60, rules=rules), tmp_path, rows=41)


@pytest.mark.longer
def test_both_kinds_of_verify_and_replay_agree(place, tmp_path):
    project = firms_project(
        place, Method("mdav", {"k": 4}), block=100, keep_order=False, rules=(MONEY, STAFF)
    )
    release = on_disk(project, tmp_path / "disk")
    assert_verified_and_repeated(release, place, tmp_path)


def test_a_release_made_in_memory_is_verified_on_disk(place, tmp_path):
    project = firms_project(place, Method("mdav", {"k": 4}), block=100, rules=(MONEY, STAFF))
    release, scratch = in_memory(project, tmp_path / "memory"), tmp_path / "scratch"
    scratch.mkdir()
    for name in (release.log, release.public_log):
        log = Path(release.folder) / name
        assert verify_large(log, place, scratch, Job(), rows=301).faults == ()


@pytest.mark.parametrize("figure", ["after", "unchecked"])
def test_other_violations_than_the_log_states_are_a_fault(place, tmp_path, figure):
    project = firms_project(place, Method("mdav", {"k": 4}), block=100, rules=("WEIGHT >= 3",))
    release = on_disk(project, tmp_path / "disk")
    path, document = Path(release.folder) / release.log, log_of(release)
    document["verification"]["conditions"][0][figure] += 1
    path.write_bytes(log_bytes(resealed(document)))
    faults = verify_large(path, None, tmp_path / "scratch", Job(), rows=301).faults
    expected = [fault.code for fault in verify(path, None, Job()).faults]
    assert [fault.code for fault in faults] == expected
    assert len(expected) == 1


def test_a_release_in_which_a_rule_broke_is_not_written(place, tmp_path, monkeypatch):
    def broken(*given) -> tuple[ConditionCount, ...]:
        (first,) = large_conditions.large_conditions(*given)
        return (replace(first, figures={**first.figures, "after": 1}, is_held=False),)

    monkeypatch.setattr(large_recount, "large_conditions", broken)
    project = firms_project(place, Method("mdav", {"k": 4}), block=100, rules=(MONEY,))
    with pytest.raises(PromiseBroken) as ended:
        on_disk(project, tmp_path / "disk")
    assert [p.code for p in ended.value.problems] == ["promise-rules"]
    assert not (tmp_path / "disk").exists()
