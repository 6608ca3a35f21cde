"""The protected file may be a folder of Parquet parts, written in memory or on disk."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core.large_verify import LargePlace, replay_large, verify_large

from core.errors import Cancelled, Refused, StorageFull
from core.io.arrow import arrow_writer
from core.jobs import Job
from core.model import FileKind, Release, Target
from core.pipeline import replay, verify
from core.pipeline.recipe import dump_project, parse_project
from tests.core.pipeline.out_of_core.large_files import (
    in_memory,
    log_of,
    on_disk,
    project_of,
    with_recipe,
    write_input,
)

PART = 270


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("large") / "in.parquet"
    write_input(found)
    return found


def in_parts(place: Path, part: int = PART, **more):
    return with_recipe(project_of(place, **more), target=Target(FileKind.PARQUET, "out", part=part))


def parts_in(release: Release) -> list[Path]:
    return sorted((Path(release.folder) / "public" / "out.parquet").iterdir())


def log_paths(release: Release) -> list[Path]:
    return [Path(release.folder) / name for name in (release.log, release.public_log)]


@pytest.mark.parametrize("rows", [301, 5000])
def test_the_parts_hold_the_records_in_order_and_are_the_same_on_disk(place, tmp_path, rows):
    disk = on_disk(in_parts(place), tmp_path / "disk", rows)
    memory = in_memory(in_parts(place), tmp_path / "memory")
    whole = in_memory(project_of(place), tmp_path / "whole")
    table = pq.read_table(Path(whole.folder) / whole.protected)
    count = -(-len(table) // PART)
    names = [f"part-{i:06}.parquet" for i in range(1, count + 1)]
    for release in (disk, memory):
        parts = parts_in(release)
        assert [part.name for part in parts] == names
        assert [pq.read_metadata(part).num_rows for part in parts[:-1]] == [PART] * (count - 1)
        assert pq.read_table(parts).equals(table)
    assert [p.read_bytes() for p in parts_in(disk)] == [p.read_bytes() for p in parts_in(memory)]
    assert log_of(disk)["files"][0] == log_of(memory)["files"][0]
    assert log_of(disk)["files"][0]["records_sha256"] == log_of(whole)["files"][0]["records_sha256"]


def test_the_log_lists_each_part_with_its_hash(place, tmp_path):
    release = on_disk(in_parts(place), tmp_path / "release")
    for log in log_paths(release):
        entry = json.loads(log.read_text(encoding="utf-8"))["files"][0]
        stated = [(part["name"], part["size"], part["sha256"]) for part in entry["parts"]]
        found = [
            (p.name, p.stat().st_size, hashlib.sha256(p.read_bytes()).hexdigest())
            for p in parts_in(release)
        ]
        assert stated == found
        listing = "".join(f"{sha256}  {name}\n" for name, _, sha256 in found)
        assert entry["sha256"] == hashlib.sha256(listing.encode()).hexdigest()
        assert entry["size"] == sum(size for _, size, _ in found)


@pytest.mark.parametrize("keep_order", [True, False])
def test_each_kind_of_verify_accepts_each_kind_of_release(place, tmp_path, keep_order):
    project, scratch = in_parts(place, keep_order=keep_order), tmp_path / "scratch"
    scratch.mkdir()
    for release in (on_disk(project, tmp_path / "disk"), in_memory(project, tmp_path / "memory")):
        for log in log_paths(release):
            for check in (
                verify(log, place, Job()),
                verify_large(log, place, scratch, Job(), rows=301),
            ):
                assert check.faults == ()
                assert check.checked[:4] == ("log", "files", "recount", "reports")


@pytest.mark.parametrize("run", [in_memory, on_disk])
def test_a_replay_repeats_the_parts_byte_for_byte(place, tmp_path, run):
    release = run(in_parts(place), tmp_path / "release")
    done = replay(Path(release.folder) / release.log, place, tmp_path / "again", False, Job())
    assert done.same
    # A run on disk computes fewer measures and says so in its reports and logs.
    assert done.same_bytes[release.protected]
    assert run is on_disk or all(done.same_bytes.values())
    assert [p.read_bytes() for p in parts_in(done.release)] == [
        p.read_bytes() for p in parts_in(release)
    ]


@pytest.mark.parametrize("run", [in_memory, on_disk])
def test_a_replay_on_disk_repeats_the_parts_byte_for_byte(place, tmp_path, run):
    release = run(in_parts(place), tmp_path / "release")
    scratch = tmp_path / "scratch"
    scratch.mkdir(exist_ok=True)
    log, where = Path(release.folder) / release.log, LargePlace(scratch, rows=301)
    done = replay_large(log, place, tmp_path / "again", False, where, Job())
    assert done.same
    assert done.same_bytes[release.protected]
    assert run is in_memory or all(done.same_bytes.values())
    assert list(scratch.iterdir()) == []


def test_a_replay_on_disk_refuses_another_input_and_a_changed_log(place, tmp_path):
    release = on_disk(in_parts(place), tmp_path / "release")
    log, where = Path(release.folder) / release.log, LargePlace(tmp_path / "scratch", rows=301)
    other = tmp_path / "other.parquet"
    write_input(other, records=1100)
    with pytest.raises(Refused) as refused:
        replay_large(log, other, tmp_path / "again", False, where, Job())
    assert [problem.code for problem in refused.value.problems] == ["verify-input-differs"]
    log.write_text(log.read_text(encoding="utf-8").replace('"k_reached": ', '"k_reached": 1'))
    with pytest.raises(Refused):
        replay_large(log, place, tmp_path / "again", False, where, Job())
    assert not (tmp_path / "again").exists()


def _changed(parts: list[Path]) -> None:
    content = parts[1].read_bytes()
    parts[1].write_bytes(content[:300] + bytes([content[300] ^ 1]) + content[301:])


def _added(parts: list[Path]) -> None:
    (parts[0].parent / "part-000099.parquet").write_bytes(parts[0].read_bytes())


def _swapped(parts: list[Path]) -> None:
    aside = parts[0].with_name("aside")
    parts[0].rename(aside)
    parts[1].rename(parts[0])
    aside.rename(parts[1])


@pytest.mark.parametrize(
    ("spoil", "code", "names"),
    [
        (_changed, "verify-file-changed", ["part-000002.parquet"]),
        (lambda parts: parts[2].unlink(), "verify-file-missing", ["part-000003.parquet"]),
        (_added, "verify-file-added", ["part-000099.parquet"]),
        (_swapped, "verify-file-changed", ["part-000001.parquet", "part-000002.parquet"]),
    ],
)
def test_verify_names_the_part_that_was_changed(place, tmp_path, spoil, code, names):
    release = on_disk(in_parts(place), tmp_path / "release")
    spoil(parts_in(release))
    scratch = tmp_path / "scratch"
    for check in (
        verify(log_paths(release)[0], None, Job()),
        verify_large(log_paths(release)[0], None, scratch, Job(), rows=301),
    ):
        assert [fault.code for fault in check.faults] == [code] * len(names)
        assert [fault.params["file"] for fault in check.faults] == names


def test_fewer_parts_replace_more_parts_only_if_asked(place, tmp_path):
    folder = tmp_path / "release"
    on_disk(in_parts(place, 100), folder)
    with pytest.raises(Refused) as refused:
        in_memory(in_parts(place), folder)
    assert [problem.code for problem in refused.value.problems] == ["folder-not-empty"]
    project = in_parts(place)
    release = _sealed_over(project, folder)
    assert len(parts_in(release)) == -(-log_of(release)["result"]["records"] // PART)
    assert verify(log_paths(release)[0], place, Job()).faults == ()
    whole = _sealed_over(project_of(place), folder)
    assert (Path(whole.folder) / whole.protected).is_file()
    again = _sealed_over(project, folder)
    assert verify(log_paths(again)[0], place, Job()).faults == ()
    assert not [path for path in folder.iterdir() if path.name.startswith(".statveil-")]


def _sealed_over(project, folder: Path) -> Release:
    from core.pipeline import execute, resolve, seal
    from core.pipeline.prepared_input import read_input

    project, dataset = read_input(project, Job())
    plan = resolve(project.recipe, project.schema, dataset, project.source)
    return seal(execute(plan, dataset, Job()), dataset, folder, True, Job())


def test_a_folder_with_other_files_is_never_replaced(place, tmp_path):
    folder = tmp_path / "release"
    release = in_memory(in_parts(place), folder)
    mine = Path(release.folder) / release.protected / "my notes.txt"
    mine.write_text("keep", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        _sealed_over(in_parts(place), folder)
    assert [problem.code for problem in refused.value.problems] == ["release-name-is-folder"]
    assert mine.read_text(encoding="utf-8") == "keep"


def test_the_release_of_a_run_can_be_the_input_of_another_but_is_not_written_over(place, tmp_path):
    first = in_memory(in_parts(place), tmp_path / "first")
    folder = Path(first.folder) / first.protected
    project = in_parts(folder)
    schema = type(project.schema)(tuple(a for a in project.schema.attributes if a.name != "NAME"))
    project = type(project)(project.source, schema, project.recipe)
    second = on_disk(project, tmp_path / "second")
    assert verify(log_paths(second)[0], folder, Job()).faults == ()
    for place_of_release, code in (
        (tmp_path / "first", "release-over-input"),
        (folder, "release-in-input"),
        (folder / "deeper", "release-in-input"),
    ):
        with pytest.raises(Refused) as refused:
            _sealed_over(project, place_of_release)
        assert [problem.code for problem in refused.value.problems] == [code]


@pytest.mark.parametrize("error", [OSError(28, "full"), Cancelled()])
@pytest.mark.parametrize("run", [on_disk, in_memory])
def test_nothing_is_left_if_writing_a_part_fails(place, tmp_path, monkeypatch, error, run):
    write_file = arrow_writer._write_file

    def failing(batches, path, *more):
        if path.name == "part-000003.parquet":
            raise error
        write_file(batches, path, *more)

    monkeypatch.setattr(arrow_writer, "_write_file", failing)
    with pytest.raises((StorageFull, Cancelled)):
        run(in_parts(place), tmp_path / "release")
    assert {path.name for path in tmp_path.iterdir()} <= {"scratch"}


def test_a_recipe_states_the_records_of_a_part(place):
    document = dump_project(in_parts(place), place.parent)
    assert document["output"] == {"kind": "parquet", "name": "out", "part": PART}
    assert parse_project(document, place.parent) == in_parts(place)
    for output, code in (
        ({"kind": "parquet", "part": 0}, "recipe-expects-place"),
        ({"kind": "parquet", "part": "all"}, "recipe-expects-whole"),
        ({"kind": "csv", "part": 10}, "recipe-output-part"),
        ({"kind": "feather", "part": 10}, "recipe-output-part"),
    ):
        with pytest.raises(Refused) as refused:
            parse_project({**document, "output": output}, place.parent)
        assert [problem.code for problem in refused.value.problems] == [code]
