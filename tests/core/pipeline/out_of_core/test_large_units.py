"""Households on disk: each shares its profile with k, and all is as it is in memory."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from core.model import (
    Attribute,
    FileKind,
    Method,
    MissingPolicy,
    Role,
    Scale,
    Target,
    Unit,
)
from tests.core.pipeline.out_of_core.household_files import (
    UNIT,
    fewest_alike,
    homes_project,
    write_homes,
)
from tests.core.pipeline.out_of_core.large_files import log_of
from tests.core.pipeline.out_of_core.same_as_memory import assert_same

KEYS = ["ROOMS", "RENT", "AGE", "SEX"]


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("homes") / "in.parquet"
    write_homes(found, 4, 400)
    return found


@pytest.mark.parametrize("rows", [61, 5000])
@pytest.mark.parametrize("block", [50, 1000])
def test_the_release_is_that_of_the_run_in_memory(place, tmp_path, block, rows):
    project = homes_project(place, Method("mdav", {"k": 4}), block=block)
    release = assert_same(project, tmp_path, rows=rows)
    released = Path(release.folder) / release.protected
    assert fewest_alike(released, pq.read_table(place)["HOME"].to_pylist(), KEYS) >= 4


@pytest.mark.parametrize(
    ("method", "wishes"),
    [
        (Method("v-mdav", {"k": 4}), {}),
        (Method("mdav", {"k": 3, "refine": 2, "aggregate": "median"}), {}),
        (Method("mdav", {"k": 3}), {"weight": "WEIGHT"}),
        (Method("mdav", {"k": 3}), {"unit": Unit("HOME", UNIT, members_by=("AGE",))}),
        (Method("mdav", {"k": 3}), {"unit": Unit("HOME", UNIT, members_by=("WAGE", "SEX"))}),
        (Method("mdav", {"k": 3}), {"unit": Unit("HOME", UNIT, largest=2)}),
        (Method("mdav", {"k": 3}), {"unit": Unit("HOME")}),
        (Method("mdav", {"k": 3}), {"strata": ("REGION",)}),
        (Method("mdav", {"k": 3}), {"strata": ("SEX",), "unit": Unit("HOME", UNIT, largest=2)}),
        (Method("mdav", {"k": 3}), {"keep_order": False, "insecure_test_seed": 3}),
        (Method("mdav", {"k": 3}), {"target": Target(FileKind.CSV, "out")}),
    ],
)
def test_so_is_it_with_every_setting(place, tmp_path, method, wishes):
    project = homes_project(place, method, block=60, **wishes)
    release = assert_same(project, tmp_path, rows=97)
    assert log_of(release)["verification"]["conditions"]


@pytest.mark.parametrize("missing", list(MissingPolicy))
@pytest.mark.parametrize("texts", [False, True])
def test_units_with_a_missing_value_are_left_out_whole(tmp_path, texts, missing):
    write_homes(tmp_path / "in.parquet", 8, 400, missing=0.03, texts=texts)
    project = homes_project(
        tmp_path / "in.parquet", Method("mdav", {"k": 3}), block=60, missing=missing
    )
    release = assert_same(project, tmp_path, rows=97)
    assert (log_of(release)["verification"]["rows"] < 800) == (missing is MissingPolicy.LEAVE_OUT)


def test_members_keep_zeros(tmp_path):
    write_homes(tmp_path / "in.parquet", 8, 500, zeros=True)
    kept = Attribute("WAGE", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS, keeps_zeros=True)
    project = homes_project(
        tmp_path / "in.parquet", Method("mdav", {"k": 5}), block=60, attributes={"WAGE": kept}
    )
    release = assert_same(project, tmp_path, rows=97)
    assert "unit-patterns-joined" in [w["code"] for w in log_of(release)["warnings"]]
