"""Households on disk: each shares its profile with k, and all is as it is in memory."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core.large_verify import LargePlace, replay_large, verify_large
from hypothesis import given
from hypothesis import strategies as st

from core.jobs import Job
from core.model import (
    Attribute,
    FileKind,
    Method,
    MissingPolicy,
    Role,
    Scale,
    Source,
    Target,
    Unit,
)
from core.model.preparing import Preparing, Round
from core.pipeline import verify
from tests.core.pipeline.out_of_core.household_files import (
    UNIT,
    fewest_alike,
    homes_project,
    write_homes,
)
from tests.core.pipeline.out_of_core.large_files import log_of, on_disk
from tests.core.pipeline.out_of_core.same_as_memory import assert_alike, assert_same
from tests.lanes import examples

KEYS = ["ROOMS", "RENT", "AGE", "SEX"]


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("homes") / "in.parquet"
    write_homes(found, 4, 400)
    return found


@pytest.mark.parametrize(("block", "rows"), [(50, 401), (1000, 5000)])
def test_the_release_is_that_of_the_run_in_memory(place, tmp_path, block, rows):
    project = homes_project(place, Method("mdav", {"k": 4}), block=block)
    release = assert_same(project, tmp_path, rows=rows)
    released = Path(release.folder) / release.protected
    assert fewest_alike(released, pq.read_table(place)["HOME"].to_pylist(), KEYS) >= 4


AMOUNT = Attribute("WAGE", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS)
PAY = {name: Attribute(name, Role.QUASI_IDENTIFIER, Scale.CONTINUOUS) for name in ("BASE", "EXTRA")}


@pytest.mark.parametrize(
    ("method", "wishes"),
    [
        (Method("v-mdav", {"k": 4}), {}),
        (Method("mdav", {"k": 3, "aggregate": "median"}), {}),
        (Method("mdav", {"k": 3}), {"weight": "WEIGHT", "missing": MissingPolicy.LEAVE_OUT}),
        (Method("mdav", {"k": 3}), {"unit": Unit("HOME", UNIT, members_by=("AGE",))}),
        (Method("mdav", {"k": 3}), {"unit": Unit("HOME", UNIT, members_by=("PERSON", "SEX"))}),
        (Method("mdav", {"k": 3}), {"unit": Unit("HOME", UNIT, largest=2), "weight": "WEIGHT"}),
        (Method("mdav", {"k": 3}), {"unit": Unit("HOME")}),
        (Method("mdav", {"k": 3}), {"strata": ("REGION",)}),
        (Method("mdav", {"k": 3}), {"strata": ("SEX",), "unit": Unit("HOME", UNIT, largest=2)}),
        (Method("mdav", {"k": 3}), {"unit": Unit("HOME", UNIT, largest=2, waves="WAVE")}),
        (
            Method("mdav", {"k": 3}),
            {"attributes": {"WAGE": AMOUNT, **PAY}, "rules": ("WAGE = BASE + EXTRA", "AGE >= 0")},
        ),
    ],
)
def test_so_is_it_with_every_setting(place, tmp_path, method, wishes):
    project = homes_project(place, method, block=60, **wishes)
    release = assert_same(project, tmp_path, rows=301)
    assert log_of(release)["verification"]["conditions"]


def test_texts_of_members_may_be_in_any_format(tmp_path):
    place = tmp_path / "in.csv"
    write_homes(tmp_path / "in.parquet", 9, 300, texts=True)
    pacsv.write_csv(pq.read_table(tmp_path / "in.parquet"), place)
    project = homes_project(place, Method("mdav", {"k": 3}), block=60)
    recipe = replace(project.recipe, target=Target(FileKind.CSV, "out"))
    project = replace(project, recipe=recipe, source=Source(str(place), FileKind.CSV))
    assert_same(project, tmp_path, rows=301)


@pytest.mark.parametrize("missing", list(MissingPolicy))
@pytest.mark.parametrize("texts", [False, True])
def test_units_with_a_missing_value_are_left_out_whole(tmp_path, texts, missing):
    write_homes(tmp_path / "in.parquet", 8, 400, missing=0.03, texts=texts)
    project = homes_project(
        tmp_path / "in.parquet",
        Method("mdav", {"k": 3}),
        block=60,
        missing=missing,
        weight="WEIGHT",
    )
    release = assert_same(project, tmp_path, rows=301)
    codes = [warning["code"] for warning in log_of(release)["warnings"]]
    assert ("units-incomplete" in codes) == (missing is MissingPolicy.LEAVE_OUT)


def test_members_keep_zeros(tmp_path):
    write_homes(tmp_path / "in.parquet", 8, 400, zeros=True)
    project = homes_project(
        tmp_path / "in.parquet",
        Method("mdav", {"k": 5}),
        block=60,
        attributes={"WAGE": replace(AMOUNT, keeps_zeros=True)},
    )
    release = assert_same(project, tmp_path, rows=301)
    assert "unit-patterns-joined" in [w["code"] for w in log_of(release)["warnings"]]


def test_verify_and_replay_of_both_kinds_agree(place, tmp_path):
    project = homes_project(place, Method("mdav", {"k": 3}), block=60, keep_order=False)
    release, scratch = on_disk(project, tmp_path / "disk"), tmp_path / "scratch"
    for name in (release.log, release.public_log):
        log = Path(release.folder) / name
        assert verify_large(log, place, scratch, Job(), rows=301).faults == ()
        assert verify(log, place, Job()).faults == ()
    log = Path(release.folder) / release.log
    again = replay_large(log, place, tmp_path / "again", False, LargePlace(scratch), Job())
    assert all(again.parts.values())


def test_prepared_columns_of_units_are_those_of_memory(place, tmp_path):
    steps = (Preparing(Round("RENT", 5.0)), Preparing(Round("AGE", 10.0)))
    project = homes_project(place, Method("mdav", {"k": 3}), block=60, prepare=steps)
    release = assert_same(project, tmp_path, rows=301)
    assert "large-left-out" not in [c["code"] for c in log_of(release)["cautions"]]


@pytest.mark.parametrize(
    ("change", "unit"),
    [
        ({"RENT": np.arange(1037.0)}, None),
        ({"HOME": pa.array([None, *range(1036)], pa.int64())}, None),
        ({}, Unit("HOME", UNIT, largest=1)),
        ({"HOME": np.arange(1037) // 400}, Unit("HOME")),
        ({"AGE": pa.nulls(1037, pa.int64())}, Unit("HOME", UNIT)),
    ],
)
def test_what_is_wrong_with_units_is_said_as_in_memory(place, tmp_path, change, unit):
    table = pq.read_table(place)
    for name, cells in change.items():
        at = table.column_names.index(name)
        table = table.set_column(at, name, pa.chunked_array([pa.array(cells)[: len(table)]]))
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=53)
    project = homes_project(tmp_path / "in.parquet", Method("mdav", {"k": 5}), block=60, unit=unit)
    assert_alike(project, tmp_path, rows=301)


@examples(3, 30)
@given(
    seed=st.integers(0, 1000),
    rows=st.sampled_from([150, 300]),
    block=st.sampled_from([30, 45, 200]),
    k=st.integers(2, 6),
    wish=st.sampled_from(
        [{}, {"strata": ("REGION",)}, {"weight": "WEIGHT"}, {"unit": Unit("HOME", ())}]
    ),
    missing=st.sampled_from([0.0, 0.03]),
)
def test_any_file_is_released_as_in_memory(seed, rows, block, k, wish, missing):
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        write_homes(place, seed, 150, missing=missing, zeros=seed % 2 == 0)
        kept = replace(AMOUNT, keeps_zeros=seed % 2 == 0)
        project = homes_project(
            place, Method("mdav", {"k": k}), block=block, attributes={"WAGE": kept}, **wish
        )
        assert_alike(project, Path(folder), rows)
