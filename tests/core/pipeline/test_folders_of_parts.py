"""A folder of Parquet files is read as one file in parts."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.errors import Refused
from core.io import preview, probe, read
from core.jobs import Job
from core.model import FileKind, Method, Project, Source
from core.verify import verify
from tests.core.pipeline.whole_runs import log_of, release_project
from tests.core.table.any_files import any_project, write_any

# Not in the order of their numbers: what counts is the name.
NAMES = ("part-0.parquet", "part-1.parquet", "part-10.parquet", "part-2.parquet")


def project_of(place: Path) -> Project:
    keys, hidden = ["AMOUNT", "COUNT", "DAY"], ["INCOME", "FAITH"]
    return any_project(place, Method("mdav", {"k": 5}), keys, hidden, block=100)


def write_folder(folder: Path, whole: Path, cuts: tuple[int, ...] = (0, 100, 101, 220)) -> None:
    """Write the records of a file as parts, with what other programs leave beside them."""
    folder.mkdir()
    table = pq.read_table(whole)
    for name, start, stop in zip(NAMES, cuts, (*cuts[1:], len(table)), strict=True):
        pq.write_table(table.slice(start, stop - start), folder / name)
    (folder / "_SUCCESS").write_bytes(b"")
    (folder / "_metadata").write_bytes(b"PAR1")
    (folder / ".part-0.parquet.crc").write_bytes(b"crc")


@pytest.fixture
def whole(tmp_path) -> Path:
    place = tmp_path / "in.parquet"
    write_any(place, 5, 300)
    return place


def test_the_release_is_that_of_the_same_records_in_one_file(whole, tmp_path):
    folder = tmp_path / "in"
    write_folder(folder, whole)
    release = release_project(project_of(folder), tmp_path / "parts")
    one_file = release_project(project_of(whole), tmp_path / "one")
    assert release.files[0] == one_file.files[0]
    assert log_of(release)["input"]["rows"] == 300
    assert verify(Path(release.folder) / release.log, folder, Job()).faults == ()


def test_the_fingerprint_covers_name_and_content_of_each_part(whole, tmp_path):
    folder = tmp_path / "in"
    write_folder(folder, whole)
    mark = read(Source(str(folder), FileKind.PARQUET), Job()).fingerprint
    lines = [
        f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n"
        for name in sorted(NAMES)
    ]
    assert mark.sha256 == hashlib.sha256("".join(lines).encode()).hexdigest()
    assert mark.size == sum((folder / name).stat().st_size for name in NAMES)
    assert mark.file_name == "in"
    (folder / NAMES[3]).rename(folder / "part-3.parquet")
    assert read(Source(str(folder), FileKind.PARQUET), Job()).fingerprint.sha256 != mark.sha256


def test_a_folder_is_looked_at_like_a_file(whole, tmp_path):
    folder = tmp_path / "in"
    write_folder(folder, whole, (0, 3, 4, 220))
    found, expected = probe(folder), probe(whole)
    assert (found.kind, found.options, found.problems) == (FileKind.PARQUET, expected.options, ())
    shown = preview(folder, FileKind.PARQUET, found.options, 5)
    assert shown.problems == ()
    assert shown.rows == preview(whole, FileKind.PARQUET, found.options, 5).rows
    (tmp_path / "other").mkdir()
    assert [p.code for p in probe(tmp_path / "other").problems] == ["file-is-folder"]


def refused(folder: Path) -> tuple[str, str | None, object]:
    """Return the only problem with a folder."""
    with pytest.raises(Refused) as fault:
        read(Source(str(folder), FileKind.PARQUET), Job())
    (problem,) = fault.value.problems
    named = problem.params.get("part") or problem.params["file"]
    return problem.code, problem.where.column, named


def altered(folder: Path, name: str, change) -> None:
    """Write a part again with another table."""
    pq.write_table(change(pq.read_table(folder / name)), folder / name)


@pytest.mark.parametrize(
    ("change", "code", "column"),
    [
        (lambda table: table.drop_columns("FAITH"), "part-lacks-column", "FAITH"),
        (lambda table: table.append_column("MORE", table["FAITH"]), "part-adds-column", "MORE"),
        (
            lambda table: table.select([1, 0, *range(2, table.num_columns)]),
            "part-moves-column",
            "COUNT",
        ),
        (
            lambda table: table.set_column(1, "COUNT", table["COUNT"].cast(pa.string())),
            "part-other-type",
            "COUNT",
        ),
    ],
)
def test_a_part_with_other_columns_is_named(whole, tmp_path, change, code, column):
    folder = tmp_path / "in"
    write_folder(folder, whole)
    altered(folder, "part-10.parquet", change)
    assert refused(folder) == (code, column, "part-10.parquet")


def test_a_damaged_part_is_named(whole, tmp_path):
    folder = tmp_path / "in"
    write_folder(folder, whole)
    content = (folder / "part-2.parquet").read_bytes()
    (folder / "part-2.parquet").write_bytes(content[: len(content) // 2])
    assert refused(folder) == ("table-damaged", None, "part-2.parquet")


def test_another_file_in_the_folder_is_named(whole, tmp_path):
    folder = tmp_path / "in"
    write_folder(folder, whole)
    (folder / "notes.txt").write_text("not a part", encoding="utf-8")
    assert refused(folder) == ("file-of-other-kind", None, "notes.txt")


def test_folders_that_are_no_list_of_parts_are_refused(whole, tmp_path):
    folder = tmp_path / "in"
    write_folder(folder, whole)
    (folder / "REGION=north").mkdir()
    assert refused(folder) == ("parts-by-value", None, "REGION=north")
    (folder / "REGION=north").rename(folder / "old")
    assert refused(folder) == ("parts-hold-folder", None, "old")
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "_SUCCESS").write_bytes(b"")
    assert refused(empty) == ("parts-none", None, "empty")


def test_a_folder_of_another_kind_is_no_file(tmp_path):
    (tmp_path / "in").mkdir()
    with pytest.raises(Refused, match=r"^file-is-folder$"):
        read(Source(str(tmp_path / "in"), FileKind.FEATHER), Job())
