"""Workbooks in which bytes were changed, or that say a thing twice: never read as another table."""

from __future__ import annotations

import warnings
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
import xlsxwriter
from openpyxl import Workbook

from core.model import FileKind
from tests.core.io.files import refusal
from tests.core.io.spreadsheets.spreadsheets import number, ods, row, word
from tests.core.io.spreadsheets.workbooks import changed, raw_workbook, stored, with_parts, workbook

XLSX, ODS = FileKind.XLSX, FileKind.ODS


def dated(folder: Path) -> Path:
    """Make a workbook with shared texts and dates, not packed."""
    book = xlsxwriter.Workbook(folder / "t.xlsx")
    sheet, form = book.add_worksheet("Data"), book.add_format({"num_format": "yyyy-mm-dd"})
    for at, (name, day) in enumerate([("name", "day"), ("anna", 44100), ("paul", 44101)]):
        sheet.write(at, 0, name)
        sheet.write(at, 1, day, form)
    book.close()
    return stored(folder / "t.xlsx")


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("xl/sharedStrings.xml", b"paul", b"Zaul"),
        ("xl/styles.xml", b"yyyy", b"0000"),
        ("xl/workbook.xml", b"Data", b"Date"),
        ("xl/_rels/workbook.xml.rels", b"sheet1", b"sheet1"[::-1]),
        ("xl/worksheets/sheet1.xml", b"<v>44101</v>", b"<v>44102</v>"),
        ("[Content_Types].xml", b"xml", b"xmk"),
    ],
)
def test_a_changed_byte_of_a_workbook(tmp_path: Path, part: str, old: bytes, new: bytes) -> None:
    assert refusal(changed(dated(tmp_path), part, old, new), kind=XLSX).code == "workbook-damaged"


def test_a_changed_byte_of_an_ods_file(tmp_path: Path) -> None:
    path = stored(ods(tmp_path / "t.ods", row(word("a")) + row(word("paul"))))
    assert refusal(changed(path, "content.xml", b"paul", b"saul"), kind=ODS).code == (
        "workbook-damaged"
    )


NAME = '<c r="A1" t="inlineStr"><is><t>a</t></is></c>'


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ('<row r="1">{}</row><row r="3"><c r="A3"><v>1</v></c></row>'
         '<row r="3"><c r="A3"><v>2</v></c></row>', "rows-out-of-order"),
        ('<row r="1">{}</row><row r="3"><c r="A3"><v>1</v></c></row>'
         '<row r="2"><c r="A2"><v>2</v></c></row>', "rows-out-of-order"),
        ('<row r="1">{}</row><row r="3"><c r="A3"><v>1</v></c><c r="A3"><v>2</v></c></row>',
         "cells-out-of-order"),
        (
            '<row r="1">{}</row><row r="2"><c r="A2"><v>1</v><v>2</v></c></row>',
            "cells-out-of-order",
        ),
        ('<row r="1">{}</row><row r="3"><c r="A2"><v>1</v></c></row>', "cells-out-of-order"),
        ('<row r="1">{}</row><row r="2"><c r="a2"><v>1</v></c></row>', "workbook-damaged"),
    ],
)  # fmt: skip
def test_rows_and_cells_that_stand_twice(tmp_path: Path, rows: str, code: str) -> None:
    problem = refusal(raw_workbook(tmp_path / "t.xlsx", rows.format(NAME)), kind=XLSX)
    assert problem.code == code
    assert problem.where.row in (None, 2, 3)


@pytest.mark.parametrize(
    ("kind", "made"),
    [
        (XLSX, lambda path: workbook(path, [["a"], [1]])),
        (ODS, lambda path: ods(path, row(word("a")) + row(number(1)))),
    ],
)
def test_a_part_that_is_there_twice(tmp_path: Path, kind: FileKind, made) -> None:
    path = made(tmp_path / "t")
    with zipfile.ZipFile(path) as archive:
        part = next(n for n in archive.namelist() if "sheet1" in n or n == "content.xml")
        content = archive.read(part)
    with warnings.catch_warnings(), zipfile.ZipFile(path, "a") as archive:
        warnings.simplefilter("ignore")
        archive.writestr(part.upper() if kind is XLSX else part, content)
    assert refusal(path, kind=kind).code == "workbook-part-twice"


def test_two_sheets_of_one_name(tmp_path: Path) -> None:
    again = '</table:table><table:table table:name="Data">'
    path = ods(tmp_path / "t.ods", row(word("a")) + row(number(1)) + again + row(word("b")))
    assert refusal(path, kind=ODS).code == "sheet-twice"
    book = Workbook()
    book.create_sheet("Other").append(["a"])
    book.save(tmp_path / "two.xlsx")
    with zipfile.ZipFile(tmp_path / "two.xlsx") as archive:
        parts = {"xl/workbook.xml": archive.read("xl/workbook.xml").replace(b"Other", b"Sheet")}
    with_parts(tmp_path / "two.xlsx", tmp_path / "t.xlsx", parts)
    assert refusal(tmp_path / "t.xlsx", kind=XLSX).code == "sheet-twice"


def shared(folder: Path, place: str) -> Path:
    """Make a workbook that asks for a shared text by its place."""
    texts = (
        '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        "<si><t>a</t></si><si><t>b</t></si></sst>"
    )
    cells = f'<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>{place}'
    path = raw_workbook(folder / "raw.xlsx", f"{cells}</v></c></row>")
    parts: Mapping[str, bytes] = {"xl/sharedStrings.xml": texts.encode()}
    return with_parts(path, folder / "t.xlsx", parts)


@pytest.mark.parametrize("place", ["999", "-1", "x"])
def test_a_shared_text_that_is_not_there(tmp_path: Path, place: str) -> None:
    assert refusal(shared(tmp_path, place), kind=XLSX).code == "workbook-damaged"


def test_a_document_type_among_the_shared_texts(tmp_path: Path) -> None:
    path = dated(tmp_path)
    with zipfile.ZipFile(path) as archive:
        texts = archive.read("xl/sharedStrings.xml")
    parts = {"xl/sharedStrings.xml": texts.replace(b"<sst", b"<!DOCTYPE sst><sst", 1)}
    path = with_parts(path, tmp_path / "typed.xlsx", parts)
    assert refusal(path, kind=XLSX).code == "workbook-hostile"


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/styles.xml", "xl/worksheets/sheet1.xml"])
def test_a_part_in_an_encoding_that_nobody_knows(tmp_path: Path, part: str) -> None:
    path = dated(tmp_path)
    with zipfile.ZipFile(path) as archive:
        content = archive.read(part).replace(b'"UTF-8"', b'"UTF-x"', 1)
    path = with_parts(path, tmp_path / "other.xlsx", {part: content})
    assert refusal(path, kind=XLSX).code == "workbook-damaged"
