"""Workbooks that cannot be read, or must not be."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from core.io import probe
from core.io.spreadsheets import zipped_workbook
from core.messages import sentence
from core.model import FileKind, ReadOptions
from tests.core.io.files import csv, refusal
from tests.core.io.spreadsheets.workbooks import (
    SHEET,
    raw_workbook,
    sheet_xml,
    with_parts,
    workbook,
)

XLSX = FileKind.XLSX
NAMED = '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>'


@pytest.mark.parametrize(
    ("content", "code", "at_first"),
    [
        (b"%PDF-1.7\n", "file-is-pdf", "file-is-pdf"),
        (b"a,b\n1,2\n", "file-is-no-workbook", "file-not-as-named"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "file-is-ole", "workbook-damaged"),
        (b"PK\x03\x04 and no more", "workbook-damaged", "workbook-damaged"),
        (b"", "file-empty", "file-empty"),
    ],
)
def test_other_files_called_xlsx(tmp_path: Path, content: bytes, code: str, at_first: str) -> None:
    path = csv(tmp_path, content, "t.xlsx")
    assert refusal(path, kind=XLSX).code == code
    assert probe(path).problems[0].code == at_first


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("readme.txt", "hello"),
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
    ],
)
def test_a_zip_that_is_no_workbook(tmp_path: Path, name: str, content: str) -> None:
    with zipfile.ZipFile(tmp_path / "t.xlsx", "w") as archive:
        archive.writestr(name, content)
    assert refusal(tmp_path / "t.xlsx", kind=XLSX).code == "file-is-no-workbook"


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_a_truncated_workbook(tmp_path: Path, share: float) -> None:
    whole = workbook(tmp_path / "whole.xlsx", [["a"], *([i] for i in range(1000))]).read_bytes()
    path = csv(tmp_path, whole[: int(share * len(whole))], "t.xlsx")
    assert refusal(path, kind=XLSX).code == "workbook-damaged"


def test_bytes_changed_inside_a_workbook(tmp_path: Path) -> None:
    rows = [["a"], *([i] for i in range(1000))]
    content = bytearray(workbook(tmp_path / "whole.xlsx", rows).read_bytes())
    with zipfile.ZipFile(tmp_path / "whole.xlsx") as archive:
        at = archive.getinfo(SHEET).header_offset + 200
    content[at : at + 20] = b"\x55" * 20
    path = csv(tmp_path, bytes(content), "t.xlsx")
    assert refusal(path, kind=XLSX).code in ("workbook-damaged", "workbook-unreadable")


@pytest.mark.parametrize("missing", [SHEET, "xl/workbook.xml", "xl/_rels/workbook.xml.rels"])
def test_a_workbook_without_one_of_its_parts(tmp_path: Path, missing: str) -> None:
    whole = workbook(tmp_path / "whole.xlsx", [["a"], [1]])
    path = with_parts(whole, tmp_path / "t.xlsx", {missing: None})
    assert refusal(path, kind=XLSX).code == "workbook-damaged"


ENTITIES = b"""<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><x>&b;</x>"""


@pytest.mark.parametrize("part", [SHEET, "xl/workbook.xml", "_rels/.rels"])
def test_entities_are_not_expanded(tmp_path: Path, part: str) -> None:
    whole = workbook(tmp_path / "whole.xlsx", [["a"], [1]])
    path = with_parts(whole, tmp_path / "t.xlsx", {part: ENTITIES})
    assert refusal(path, kind=XLSX).code == "workbook-hostile"


def test_a_bomb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert zipped_workbook._RATIO_FROM == 256 << 20
    monkeypatch.setattr(zipped_workbook, "_RATIO_FROM", 25 << 20)
    whole = workbook(tmp_path / "whole.xlsx", [["a"], [1]])
    path = with_parts(whole, tmp_path / "t.xlsx", {SHEET: b" " * (30 << 20)})
    assert path.stat().st_size < 1 << 20
    assert refusal(path, kind=XLSX).code == "workbook-bomb"


def test_a_sheet_that_is_not_there(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", [["a"], [1]], "Data")
    problem = refusal(path, ReadOptions(sheet="Other"), XLSX)
    assert problem.code == "sheet-not-found"
    assert sentence(problem) == "There is no sheet Other; the file has: Data."


@pytest.mark.parametrize(
    ("rows", "code", "row"),
    [
        ([], "sheet-empty", None),
        ([["a", "b"]], "file-header-only", None),
        ([["a", "a"], [1, 2]], "name-repeated", 1),
        ([["a", None], [1, None], [2, 5]], "sheet-column-unnamed", 1),
        ([["a", "  "], [1, 2]], "sheet-column-unnamed", 1),
    ],
)
def test_tables_that_are_none(
    tmp_path: Path, rows: list[list[object]], code: str, row: int | None
) -> None:
    problem = refusal(workbook(tmp_path / "t.xlsx", rows), kind=XLSX)
    assert (problem.code, problem.where.row) == (code, row)


def test_infinite_numbers_and_unnamed_columns_are_named_by_their_place(tmp_path: Path) -> None:
    rows = NAMED + '<row r="2"><c r="A2"><v>1e999</v></c></row>'
    where = refusal(raw_workbook(tmp_path / "t.xlsx", rows), kind=XLSX).where
    assert (where.column, where.row) == ("a", 2)
    rows = NAMED + '<row r="900"><c r="AB900"><v>2</v></c></row>'
    problem = refusal(raw_workbook(tmp_path / "u.xlsx", rows), kind=XLSX)
    assert problem.params == {"letters": "AB", "first": 900}


def test_error_cells_are_counted_and_the_first_is_named(tmp_path: Path) -> None:
    rows = NAMED + "".join(
        f'<row r="{i}"><c r="A{i}"><v>1</v></c><c r="C{i}" t="e"><v>#DIV/0!</v></c></row>'
        for i in range(7, 10)
    )
    problem = refusal(raw_workbook(tmp_path / "t.xlsx", rows), kind=XLSX)
    assert (problem.code, problem.where.row) == ("cells-in-error", 7)
    assert problem.params == {"count": 3, "letters": "C"}


def test_formulas_that_were_never_computed(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", [["a", "b"], [1, 2], [3, "=A2+1"], [5, "=A3"]])
    problem = refusal(path, kind=XLSX)
    assert (problem.code, problem.where.row) == ("formulas-without-value", 3)
    assert problem.params == {"count": 2, "letters": "B"}


@pytest.mark.parametrize(
    "rows",
    [
        '<row r="1"><c r="XFE1"><v>1</v></c></row>',
        '<row r="2000000"><c r="A2000000"><v>1</v></c></row>',
        '<row r="1"><c r="A1"><v>1</v></row>',
    ],
)
def test_sheets_that_no_spreadsheet_writes(tmp_path: Path, rows: str) -> None:
    path = raw_workbook(tmp_path / "t.xlsx", rows)
    assert refusal(path, kind=XLSX).code in ("workbook-damaged", "workbook-unreadable")


def test_the_head_of_a_sheet_is_well_formed() -> None:
    assert sheet_xml("").startswith(b"<?xml")
