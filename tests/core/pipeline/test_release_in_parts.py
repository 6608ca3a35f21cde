"""The protected file may be a folder of Parquet parts."""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from core.errors import Cancelled, Refused, StorageFull
from core.io.arrow import arrow_writer
from core.jobs import Job
from core.model import FileKind, Method, Project, Release, Target
from core.recipe import dump_project, parse_project
from core.verify import replay, verify
from tests.core.pipeline.whole_runs import log_of, release_project
from tests.core.table.any_files import any_project, write_any

PART = 70


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("large") / "in.parquet"
    write_any(found, 5, 300)
    return found


def project_of(place: Path) -> Project:
    keys, hidden = ["AMOUNT", "COUNT", "DAY"], ["INCOME", "FAITH"]
    return any_project(place, Method("mdav", {"k": 5}), keys, hidden, block=100)


def in_parts(place: Path, part: int = PART, **changes: object) -> Project:
    project = project_of(place)
    target = Target(FileKind.PARQUET, "out", part=part)
    return replace(project, recipe=replace(project.recipe, target=target, **changes))


@pytest.fixture(scope="module")
def sealed(place, tmp_path_factory) -> Release:
    """Return a release in parts, which nobody changes."""
    return release_project(in_parts(place), tmp_path_factory.mktemp("sealed") / "release")


@pytest.fixture
def copied(sealed, tmp_path) -> Release:
    """Return a copy of it, which the test may change."""
    return replace(sealed, folder=str(shutil.copytree(sealed.folder, tmp_path / "release")))


def parts_in(release: Release) -> list[Path]:
    return sorted((Path(release.folder) / "public" / "out.parquet").iterdir())


def log_paths(release: Release) -> list[Path]:
    return [Path(release.folder) / name for name in (release.log, release.public_log)]


def test_the_parts_hold_the_records_in_order(place, sealed, tmp_path):
    whole = release_project(project_of(place), tmp_path / "whole")
    table = pq.read_table(Path(whole.folder) / whole.protected)
    count = -(-len(table) // PART)
    parts = parts_in(sealed)
    assert [part.name for part in parts] == [f"part-{i:06}.parquet" for i in range(1, count + 1)]
    assert [pq.read_metadata(part).num_rows for part in parts[:-1]] == [PART] * (count - 1)
    assert pq.read_table(parts).equals(table)
    hashes = [log_of(one)["files"][0]["records_sha256"] for one in (sealed, whole)]
    assert hashes[0] == hashes[1]


def test_the_log_lists_each_part_with_its_hash(sealed):
    for log in log_paths(sealed):
        entry = json.loads(log.read_text(encoding="utf-8"))["files"][0]
        stated = [(part["name"], part["size"], part["sha256"]) for part in entry["parts"]]
        found = [
            (p.name, p.stat().st_size, hashlib.sha256(p.read_bytes()).hexdigest())
            for p in parts_in(sealed)
        ]
        assert stated == found
        listing = "".join(f"{sha256}  {name}\n" for name, _, sha256 in found)
        assert entry["sha256"] == hashlib.sha256(listing.encode()).hexdigest()
        assert entry["size"] == sum(size for _, size, _ in found)


@pytest.mark.parametrize("keep_order", [True, False])
def test_verify_accepts_such_a_release(place, sealed, tmp_path, keep_order):
    release = sealed
    if not keep_order:
        release = release_project(in_parts(place, keep_order=False), tmp_path / "release")
    for log in log_paths(release):
        check = verify(log, place, Job())
        assert check.faults == ()
        assert check.checked[:3] == ("log", "files", "recount")


def test_a_replay_repeats_the_parts_byte_for_byte(place, sealed, tmp_path):
    done = replay(Path(sealed.folder) / sealed.log, place, tmp_path / "again", False, Job())
    assert done.same
    assert all(done.same_bytes.values())
    assert [p.read_bytes() for p in parts_in(done.release)] == [
        p.read_bytes() for p in parts_in(sealed)
    ]


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
def test_verify_names_the_part_that_was_changed(copied, spoil, code, names):
    spoil(parts_in(copied))
    check = verify(log_paths(copied)[0], None, Job())
    assert [fault.code for fault in check.faults] == [code] * len(names)
    assert [fault.params["file"] for fault in check.faults] == names


def test_fewer_parts_replace_more_parts_only_if_asked(place, copied):
    folder = Path(copied.folder)
    project = in_parts(place, 2 * PART)
    with pytest.raises(Refused, match=r"^folder-not-empty$"):
        release_project(project, folder)
    release = release_project(project, folder, overwrite=True)
    assert len(parts_in(release)) == -(-log_of(release)["result"]["records"] // (2 * PART))
    whole = release_project(project_of(place), folder, overwrite=True)
    assert (Path(whole.folder) / whole.protected).is_file()
    again = release_project(project, folder, overwrite=True)
    assert verify(log_paths(again)[0], place, Job()).faults == ()
    assert not [path for path in folder.iterdir() if path.name.startswith(".statveil-")]


def test_a_folder_with_other_files_is_never_replaced(place, copied):
    folder = Path(copied.folder)
    mine = folder / copied.protected / "my notes.txt"
    mine.write_text("keep", encoding="utf-8")
    with pytest.raises(Refused, match=r"^release-name-is-folder$"):
        release_project(in_parts(place), folder, overwrite=True)
    assert mine.read_text(encoding="utf-8") == "keep"


def test_the_release_of_a_run_can_be_the_input_of_another_but_is_not_written_over(copied, tmp_path):
    folder = Path(copied.folder) / copied.protected
    project = in_parts(folder)
    second = release_project(project, tmp_path / "second")
    assert verify(log_paths(second)[0], folder, Job()).faults == ()
    for place_of_release, code in (
        (Path(copied.folder), "release-over-input"),
        (folder, "release-in-input"),
        (folder / "deeper", "release-in-input"),
    ):
        with pytest.raises(Refused, match=f"^{code}$"):
            release_project(project, place_of_release, overwrite=True)


@pytest.mark.parametrize("error", [OSError(28, "full"), Cancelled()])
def test_nothing_is_left_if_writing_a_part_fails(place, tmp_path, monkeypatch, error):
    write_file = arrow_writer._write_file

    def failing(batches, path, *more):
        if path.name == "part-000003.parquet":
            raise error
        write_file(batches, path, *more)

    monkeypatch.setattr(arrow_writer, "_write_file", failing)
    with pytest.raises((StorageFull, Cancelled)):
        release_project(in_parts(place), tmp_path / "release")
    assert list(tmp_path.iterdir()) == []


def test_a_recipe_states_the_records_of_a_part(place):
    document = dump_project(in_parts(place), place.parent)
    assert document["output"].pop("formulas") == "keep"
    assert document["output"] == {"kind": "parquet", "name": "out", "part": PART}
    assert parse_project(document, place.parent) == in_parts(place)
    for output, code in (
        ({"kind": "parquet", "part": 0}, "recipe-expects-place"),
        ({"kind": "parquet", "part": "all"}, "recipe-expects-place"),
        ({"kind": "csv", "part": 10}, "recipe-output-part"),
        ({"kind": "feather", "part": 10}, "recipe-output-part"),
    ):
        with pytest.raises(Refused, match=f"^{code}$"):
            parse_project({**document, "output": output}, place.parent)
