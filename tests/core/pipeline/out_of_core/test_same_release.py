"""A run on disk releases the bytes that the run in memory releases, whatever its parts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core.large_verify import verify_large

from core.jobs import Job
from core.model import FileKind, MissingPolicy
from core.pipeline import cautions, verify
from tests.core.pipeline.out_of_core.large_files import (
    in_memory,
    log_of,
    on_disk,
    project_of,
    write_input,
)

MASKED = ["AMOUNT", "COUNT", "DAY"]


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("large") / "in.parquet"
    write_input(found)
    return found


@pytest.mark.parametrize(
    ("block", "rows", "method", "missing"),
    [
        (200, 97, "mdav", MissingPolicy.LEAVE_OUT),
        (200, 5000, "mdav", MissingPolicy.USE_OBSERVED),
        (5000, 61, "mdav", MissingPolicy.LEAVE_OUT),
        (150, 211, "v-mdav", MissingPolicy.LEAVE_OUT),
    ],
)
def test_the_file_is_the_same_byte_for_byte(place, tmp_path, block, rows, method, missing):
    project = project_of(place, block=block, method=method, missing=missing)
    disk, memory = on_disk(project, tmp_path / "disk", rows), in_memory(project, tmp_path / "mem")
    assert disk.files[0] == memory.files[0]
    one, other = log_of(disk), log_of(memory)
    assert one["files"][0] == other["files"][0]
    for section in ("result", "verification", "recipe", "compared", "not_stated"):
        assert one[section] == other[section], section
    # The same digits in the same order, but for what links records or fits a model.
    expected = [m for m in other["measures"] if m["name"] not in ("linkage", "propensity-error")]
    assert len(expected) == len(other["measures"]) - 2
    assert one["measures"] == expected


def test_values_that_were_filled_in_are_the_same_caution(place, tmp_path, monkeypatch):
    monkeypatch.setattr(cautions, "MOST_FILLED", 0.01)
    project = project_of(place, missing=MissingPolicy.USE_OBSERVED)
    both = on_disk(project, tmp_path / "disk"), in_memory(project, tmp_path / "memory")
    one, other = (
        [c["text"] for c in log_of(each)["cautions"] if c["code"] == "caution-filled"]
        for each in both
    )
    assert one == other
    missing = pq.read_table(place)["AMOUNT"].null_count
    assert any(f"In {missing} of " in said for said in one)


def test_a_shuffled_file_has_the_same_records_in_another_order(place, tmp_path):
    project = project_of(place, keep_order=False)
    disk, memory = on_disk(project, tmp_path / "disk"), in_memory(project, tmp_path / "memory")
    one, other = log_of(disk)["files"][0], log_of(memory)["files"][0]
    assert one["records_sha256"] == other["records_sha256"]
    tables = [
        pq.read_table(Path(each.folder) / each.protected).to_pylist() for each in (disk, memory)
    ]
    rows = [[tuple(map(str, row.values())) for row in table] for table in tables]
    assert Counter(rows[0]) == Counter(rows[1])
    assert rows[0] != rows[1]
    again = on_disk(project, tmp_path / "again")
    third = pq.read_table(Path(again.folder) / again.protected).to_pylist()
    assert [tuple(map(str, row.values())) for row in third] != rows[0]


def test_feather_goes_the_same_way(tmp_path):
    place = tmp_path / "in.feather"
    write_input(place, FileKind.FEATHER)
    project = project_of(place, FileKind.FEATHER)
    disk, memory = on_disk(project, tmp_path / "disk"), in_memory(project, tmp_path / "memory")
    tables = [feather.read_table(Path(each.folder) / each.protected) for each in (disk, memory)]
    assert tables[0].equals(tables[1])
    assert (
        log_of(disk)["files"][0]["records_sha256"] == log_of(memory)["files"][0]["records_sha256"]
    )


def test_every_combination_is_shared_by_k_records_in_the_file(place, tmp_path):
    release = on_disk(project_of(place, keep_order=False), tmp_path / "release")
    table = pq.read_table(Path(release.folder) / release.protected).select(MASKED).to_pylist()
    counts = Counter(tuple(row.values()) for row in table)
    log = log_of(release)
    assert min(counts.values()) == log["result"]["k_reached"] == log["verification"]["k"] >= 5
    stated = {m["name"]: m["value"] for m in log["measures"] if m["attribute"] is None}
    assert stated["groups"] == len(counts)
    assert stated["largest-group"] == max(counts.values())


@pytest.mark.longer
@pytest.mark.parametrize("keep_order", [True, False])
def test_each_kind_of_verify_accepts_each_kind_of_release(place, tmp_path, keep_order):
    project, scratch = project_of(place, keep_order=keep_order), tmp_path / "scratch"
    for release in (on_disk(project, tmp_path / "disk"), in_memory(project, tmp_path / "mem")):
        for name in (release.log, release.public_log):
            log = Path(release.folder) / name
            scratch.mkdir(exist_ok=True)
            for check in (
                verify(log, place, Job()),
                verify_large(log, place, scratch, Job(), rows=301),
            ):
                assert check.faults == ()
                assert check.checked[:4] == ("log", "files", "recount", "reports")
                assert check.checked[4] in ("repeat", "rounded")
    assert list(scratch.iterdir()) == []
