"""Sheets as spreadsheets and people leave them."""

from __future__ import annotations

import datetime
import subprocess
import sys
from pathlib import Path

import pytest
from openpyxl import Workbook

from core.io.spreadsheets.xlsx.xlsx_child import Request
from core.io.spreadsheets.xlsx.xlsx_engines import Engine
from core.io.spreadsheets.xlsx.xlsx_process import sheet_cells
from core.jobs import Job
from core.model import ColumnKind, Dataset, FileKind, ReadOptions
from tests.core.io.files import read_file, shown
from tests.core.io.spreadsheets.workbooks import SHEET, raw_workbook, workbook
from tests.lanes import in_lane


def read_xlsx(path: Path, options: ReadOptions | None = None, **more: frozenset[str]) -> Dataset:
    return read_file(path, options, FileKind.XLSX, **more)


def days(*date: int) -> int:
    return (datetime.date(*date) - datetime.date(1970, 1, 1)).days


def test_types_come_from_the_cells(tmp_path: Path) -> None:
    moment = datetime.datetime(2020, 1, 2, 3, 4, 5)
    rows = [
        ["i", "n", "d", "t", "b", "code", "moment", "clock", "mixed"],
        [1, 1.5, datetime.date(2020, 2, 29), "x", True, "007", moment, datetime.time(8, 30), 12],
        [-2, 2, datetime.date(1900, 1, 1), "y", False, "12", moment, datetime.time(9), "x"],
        [None, None, None, None, None, None, None, None, 441234567890123],
    ]
    data = read_xlsx(workbook(tmp_path / "t.xlsx", rows))
    kinds = {column.name: column.kind for column in data.columns}
    assert kinds["i"] is ColumnKind.INTEGER
    assert kinds["n"] is ColumnKind.NUMBER
    assert kinds["d"] is ColumnKind.DATE
    assert {kinds[name] for name in ("t", "b", "code", "moment", "mixed")} == {ColumnKind.TEXT}
    assert shown(data.column("i")) == [1, -2, None]
    assert shown(data.column("n")) == [1.5, 2.0, None]
    assert shown(data.column("d")) == [days(2020, 2, 29), days(1900, 1, 1), None]
    assert shown(data.column("b")) == ["TRUE", "FALSE", None]
    assert shown(data.column("code")) == ["007", "12", None]
    assert shown(data.column("moment"))[0] == "2020-01-02 03:04:05"
    assert shown(data.column("clock")) == ["08:30:00", "09:00:00", None]
    assert shown(data.column("mixed")) == ["12", "x", "441234567890123"]


def test_formulas_count_by_their_stored_values(tmp_path: Path) -> None:
    rows = (
        '<row r="1"><c r="A1" t="str"><f>"a"</f><v>name</v></c></row>'
        '<row r="2"><c r="A2"><f>1+1</f><v>2</v></c></row>'
        '<row r="3"><c r="A3"><f>2+1</f><v>3</v></c></row>'
    )
    data = read_xlsx(raw_workbook(tmp_path / "t.xlsx", rows))
    assert data.names == ("name",)
    assert shown(data.columns[0]) == [2, 3]


def test_empty_rows_and_columns_do_not_count(tmp_path: Path) -> None:
    rows = [
        [],
        [None, None, "a", None, "b"],
        [],
        [None, None, 1, None, "x"],
        [None, None, None, None, "y"],
        [],
    ]
    path = workbook(tmp_path / "t.xlsx", rows)
    data = read_xlsx(path)
    assert data.names == ("a", "b")
    assert shown(data.column("a")) == [1, None]
    assert [data.row_number(i) for i in range(2)] == [4, 5]


def test_in_one_column_an_empty_cell_between_is_a_record(tmp_path: Path) -> None:
    data = read_xlsx(workbook(tmp_path / "t.xlsx", [["a"], [1], [None], [3]]))
    assert shown(data.columns[0]) == [1, None, 3]


def test_the_sheet_is_the_one_asked_for_or_the_first_that_shows(tmp_path: Path) -> None:
    book = Workbook()
    hidden, first, second = book.active, book.create_sheet("Ä & B"), book.create_sheet("C")
    assert hidden is not None
    hidden.sheet_state = "hidden"
    for sheet, value in ((hidden, 1), (first, 2), (second, 3)):
        sheet.append(["x"])
        sheet.append([value])
    book.active = 1
    book.save(tmp_path / "t.xlsx")
    assert shown(read_xlsx(tmp_path / "t.xlsx").columns[0]) == [2]
    assert shown(read_xlsx(tmp_path / "t.xlsx", ReadOptions(sheet="C")).columns[0]) == [3]
    assert shown(read_xlsx(tmp_path / "t.xlsx", ReadOptions(sheet="Sheet")).columns[0]) == [1]


def test_missing_codes_of_texts_and_numbers(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", [["r", "x"], [1, -999], [2, "NA"], [3, 5], [4, None]])
    assert shown(read_xlsx(path).column("x")) == ["-999", "NA", "5", None]
    data = read_xlsx(path, ReadOptions(missing=("", "NA", "-999")))
    assert data.column("x").kind is ColumnKind.INTEGER
    assert shown(data.column("x")) == [None, None, 5, None]
    assert data.column("x").missing_text is not None


def test_without_a_header(tmp_path: Path) -> None:
    data = read_xlsx(workbook(tmp_path / "t.xlsx", [[1, "x"], [2, "y"]]), ReadOptions(header=False))
    assert data.names == ("column_1", "column_2")
    assert data.first_row == 1


def test_columns_can_be_forced_to_be_text(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", [["x"], [1], [2.5]])
    data = read_xlsx(path, as_text=frozenset({"x"}))
    assert shown(data.columns[0]) == ["1", "2.5"]


def test_days_counted_from_1904(tmp_path: Path) -> None:
    book = Workbook()
    book.epoch = datetime.datetime(1904, 1, 1)
    assert book.active is not None
    book.active.append(["d"])
    book.active.append([datetime.date(2020, 2, 29)])
    book.save(tmp_path / "t.xlsx")
    assert shown(read_xlsx(tmp_path / "t.xlsx").columns[0]) == [days(2020, 2, 29)]


def test_a_stray_cell_in_the_last_corner_is_read_without_filling_the_memory(tmp_path: Path) -> None:
    rows = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c>'
        '<c r="XFD1" t="inlineStr"><is><t>b</t></is></c></row>'
        '<row r="2"><c r="A2"><v>1</v></c></row>'
        '<row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
    )
    data = read_xlsx(raw_workbook(tmp_path / "t.xlsx", rows))
    assert shown(data.column("a")) == [1, None]
    assert shown(data.column("b")) == [None, 2]
    assert data.row_number(1) == 1_048_576


def test_many_formatted_empty_rows_hold_nothing(tmp_path: Path) -> None:
    empty = "".join(
        f'<row r="{i}" s="1" customFormat="1"/>' for i in range(3, in_lane(150_000, 1_048_577))
    )
    rows = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>'
        '<row r="2"><c r="A2"><v>1</v></c><c r="B2" s="1"/></row>'
    )
    data = read_xlsx(raw_workbook(tmp_path / "t.xlsx", rows + empty))
    assert data.names == ("a",)
    assert shown(data.columns[0]) == [1]


@pytest.mark.parametrize("scale", [1, 400])
def test_both_readers_give_the_same_cells(tmp_path: Path, scale: int) -> None:
    moment = datetime.datetime(1999, 12, 31, 23, 59, 58)
    rows = [["a", None, " b ", "c"]] + [
        [1, 0.1 + 0.2, "é\n<&>", datetime.date(2020, 1, 2)],
        [],
        [True, None, "", moment],
        [None, 1e300, "_x0041_", datetime.time(1, 2, 3)],
        [-5, 2**53, "=text", datetime.timedelta(hours=30)],
    ] * scale
    path = workbook(tmp_path / "t.xlsx", rows)
    found = [
        sheet_cells(
            Request(str(path), "Data", SHEET, 1 << 20, engine=engine), Job(), lambda _: None
        )
        for engine in Engine
    ]
    for part in ("rows", "columns", "tags", "values"):
        assert getattr(found[0], part).tolist() == getattr(found[1], part).tolist()
    assert found[0].texts.to_pylist() == found[1].texts.to_pylist()


def test_the_reading_process_begins_with_little() -> None:
    code = "import sys, core.io.spreadsheets.xlsx.xlsx_child; print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(shown.stdout.split())
    assert "core.io.spreadsheets.xlsx.xlsx_engines" in loaded
    assert not loaded & {"core.io.reading", "pandas", "numba", "xlsxwriter", "openpyxl"}
