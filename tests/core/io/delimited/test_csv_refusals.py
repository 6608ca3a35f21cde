"""Files that cannot be read: one clear sentence each, with the row where there is one."""

from __future__ import annotations

import os
from csv import field_size_limit
from pathlib import Path

import pytest

from core.errors import Refused
from core.io import fingerprint, preview, probe, read
from core.io.delimited import csv_records
from core.io.files import input_files as opening_module
from core.jobs import Job
from core.model import FileKind, FixedColumn, ReadOptions, Source
from tests.core.io.files import csv, read_file, refusal


@pytest.mark.parametrize(
    ("content", "code", "row"),
    [
        ("a,b\n", "file-header-only", None),
        ("\n\n\n", "file-empty", None),
        (b"", "file-empty", None),
        (",".join(f"c{i}" for i in range(20_000)) + "\n", "columns-too-many", None),
        # Rows are lines of the file, whatever quotes hold.
        ('a,b\r\n"1\r\n\r\nx",2\r\n\r\n3\r\n', "rows-ragged", 6),
        ('a,b\n1,2\n3,"x\ny\n', "quote-unclosed", 3),
        ('a,b\n1,2\n3,"x"y\n', "quote-stray", 3),
        (b"a,b\n1,2\n3,\x004\n", "text-has-nul", 3),
        ("a,,c\n1,2,3\n", "names-empty", 1),
        ("a,b,a\n1,2,3\n", "name-repeated", 1),
        ("a, a \n1,2\n", "name-repeated", 1),
        ("a,b\n1,2\n3\n4,5\n", "rows-ragged", 3),
        (b"a,b\n1,2\n3,\xff\n", "encoding-wrong", 3),
        (b"%PDF-1.7 a,b\n1,2\n", "file-is-pdf", None),
        (b"PK\x03\x04rest of a zip", "file-is-zip", None),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old workbook", "file-is-ole", None),
        (b"\x1f\x8b\x08 gzip", "file-is-compressed", None),
    ],
)
def test_malformed_content(
    tmp_path: Path, content: str | bytes, code: str, row: int | None
) -> None:
    problem = refusal(csv(tmp_path, content))
    assert (problem.code, problem.where.row) == (code, row)


def test_ragged_rows_are_counted_and_the_first_named(tmp_path: Path) -> None:
    lines = ["a,b"] + [f"{i},{i}" if i % 3 else f"{i}" for i in range(1, 40)]
    problem = refusal(csv(tmp_path, "\n".join(lines)))
    assert problem.params["count"] == 13
    assert problem.params["columns"] == 2
    assert problem.params["rows"] == (4, 7, 10, 13, 16)


def test_the_row_of_a_wrong_byte_far_down(tmp_path: Path) -> None:
    good = "é,1\n" * 400_000
    path = csv(tmp_path, b"a,b\n" + good.encode() + b"\xe9,1\n" + b"x,2\n")
    assert refusal(path).where.row == 400_002
    assert read_file(path, ReadOptions(encoding="latin-1")).rows == 400_002


def test_what_is_no_file(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.csv").code == "file-not-found"
    missing = refusal(tmp_path / "x" / "none.csv")
    assert missing.code == "file-not-found"
    assert missing.params == {"file": "none.csv", "folder": str(tmp_path / "x")}
    assert refusal(tmp_path).code == "file-is-folder"
    assert refusal(tmp_path / ("x" * 300)).code == "file-name-too-long"
    for address in ("https://example.org/a.csv", "s3://bucket/a.csv"):
        assert refusal(Path(address)).code == "path-is-address"
    # A pipe is not waited for.
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert refusal(tmp_path / "pipe").code == "file-not-regular"


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read everything"
)
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = csv(tmp_path, "a\n1\n")
    path.chmod(0)
    assert refusal(path).code == "file-not-permitted"


def test_a_file_without_permission_as_the_system_says_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = csv(tmp_path, "a\n1\n")

    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "denied")

    monkeypatch.setattr(opening_module, "_open_at_once", denied)
    assert refusal(path).code == "file-not-permitted"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        *(
            (ReadOptions(encoding=name), "encoding-unknown")
            for name in ("utf-99", "base64", "unicode_escape")
        ),
        *(
            (ReadOptions(delimiter=sign), "delimiter-unusable")
            for sign in ("", ";;", '"', "\n", "x", "1")
        ),
        (ReadOptions(decimal="·"), "decimal-unusable"),
        (ReadOptions(delimiter=",", decimal=","), "delimiter-is-decimal"),
    ],
)
def test_options_that_cannot_be_used(tmp_path: Path, options: ReadOptions, code: str) -> None:
    assert refusal(csv(tmp_path, "a;b\n1;2\n"), options).code == code


class MeddlingJob(Job):
    """Does something to the file once some of it has been read."""

    def __init__(self, path: Path, meddle: str) -> None:
        super().__init__()
        self._path, self._meddle = path, meddle

    def update(self, done: int) -> None:
        super().update(done)
        if self._meddle == "append":
            with self._path.open("a") as handle:
                handle.write("9,9\n")
        elif self._meddle == "replace":
            other = self._path.with_suffix(".new")
            other.write_bytes(self._path.read_bytes())
            other.replace(self._path)
        elif self._meddle == "remove":
            self._path.unlink(missing_ok=True)
        self._meddle = ""


@pytest.mark.parametrize("meddle", ["append", "replace", "remove"])
def test_a_file_that_changes_while_it_is_read(tmp_path: Path, meddle: str) -> None:
    path = csv(tmp_path, "a,b\n1,2\n")
    with pytest.raises(Refused, match=r"^file-changed$"):
        read(Source(str(path), FileKind.CSV), MeddlingJob(path, meddle))


@pytest.mark.parametrize("meddle", ["append", "remove"])
def test_a_file_that_changes_while_it_is_hashed(tmp_path: Path, meddle: str) -> None:
    path = csv(tmp_path, "a,b\n1,2\n")
    with pytest.raises(Refused):
        fingerprint(path, MeddlingJob(path, meddle))


def test_an_endless_record_is_not_taken_into_memory(tmp_path: Path) -> None:
    path = csv(tmp_path, b'a,b\n1,"' + b"x\n" * (1 << 20))
    longest = field_size_limit(300_000)
    try:
        problem = refusal(path)
    finally:
        field_size_limit(longest)
    assert longest == csv_records.LONGEST_CELL == 16_000_000
    assert (problem.code, problem.where.row) == ("record-too-long", 2)


def test_problems_hold_no_cell(tmp_path: Path) -> None:
    for content in ('n\nsecret"1\n"x"secret\n', "a,b\nsecret\n", b"a\nsecret\xff\n"):
        assert "secret" not in repr(refusal(csv(tmp_path, content)))


@pytest.mark.parametrize(
    ("head", "row"),
    [(b"", 1), (b"AGE,EDU\n", 2), (b'AGE,EDU\n1,"a\nb"\n', 4), (b"AGE,EDU\r1,2\r", 3)],
)
def test_more_letters_than_a_cell_may_have_without_a_line_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, head: bytes, row: int
) -> None:
    monkeypatch.setattr(csv_records, "LONGEST_CELL", 300_000)
    path = csv(tmp_path, head + b"x" * 900_000)
    problem = refusal(path)
    assert (problem.code, problem.where.row) == ("line-too-long", row)


def test_sixteen_million_letters_are_no_line_of_fixed_width_either(tmp_path: Path) -> None:
    path = csv(tmp_path, b"x" * 17_000_000)
    fixed = ReadOptions(columns=(FixedColumn("a", 1, 3),))
    assert refusal(path, fixed, FileKind.FIXED_WIDTH).code == "line-too-long"
    assert probe(path).kind is FileKind.CSV


def test_two_byte_order_marks_are_no_part_of_a_name(tmp_path: Path) -> None:
    path = csv(tmp_path, b"\xef\xbb\xbf\xef\xbb\xbfID,AGE\n1,2\n")
    assert read_file(path).names == ("ID", "AGE")
    assert preview(path, FileKind.CSV, ReadOptions()).names == ("ID", "AGE")
