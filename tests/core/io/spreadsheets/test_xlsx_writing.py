"""Workbooks that are written: read back by our reader and by openpyxl."""

from __future__ import annotations

import datetime
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from core.errors import Problem, Refused, Severity
from core.io import write
from core.jobs import Job
from core.messages import sentence
from core.model import Column, ColumnKind, FileKind, ReadOptions
from tests.core.io.files import csv, numbers, read_file, shown, write_file
from tests.lanes import examples

XLSX = FileKind.XLSX


def texts(name: str, cells: list[str]) -> Column:
    categories = tuple(sorted(set(cells)))
    codes = np.array([categories.index(cell) for cell in cells], dtype=np.int32)
    return Column(name, ColumnKind.TEXT, codes, np.zeros(len(cells), dtype=np.bool_), categories)


def whole(name: str, values: list[int], kind: ColumnKind = ColumnKind.INTEGER) -> Column:
    cells = np.array(values, dtype=np.int64)
    return Column(name, kind, cells, np.zeros(len(values), dtype=np.bool_))


def seen_by_openpyxl(path: Path) -> list[tuple[object, ...]]:
    sheet = load_workbook(path).active
    assert sheet is not None
    return list(sheet.iter_rows(values_only=True))


def warnings_of(column: Column, path: Path) -> tuple[Problem, ...]:
    return write([column], path, XLSX, None, frozenset(), ReadOptions(), Job())


def test_a_table_of_every_kind(tmp_path: Path) -> None:
    text = 'id,n,x,d,t\n007,5,1.50,31.12.1999,"=1+1"\n08,NA,-2.25,NA,http://x.org\n'
    options = ReadOptions(missing=("", "NA"))
    data = read_file(csv(tmp_path, text), options)
    path = write_file(data.columns, tmp_path / "t.xlsx", XLSX)
    assert seen_by_openpyxl(path) == [
        ("id", "n", "x", "d", "t"),
        ("007", 5, 1.5, datetime.datetime(1999, 12, 31), "=1+1"),
        ("08", "NA", -2.25, "NA", "http://x.org"),
    ]
    again = read_file(path, options, XLSX)
    for column in data.columns:
        assert again.column(column.name).kind is column.kind
        assert shown(again.column(column.name)) == shown(column)


def test_numbers_are_shown_as_in_the_input(tmp_path: Path) -> None:
    data = read_file(csv(tmp_path, "x,d\n1.50,31/12/1999\n"))
    path = write_file(data.columns, tmp_path / "t.xlsx", XLSX)
    sheet = load_workbook(path).active
    assert sheet is not None
    assert sheet["A2"].number_format == "0.00"
    assert sheet["B2"].is_date


@examples(8)
@given(
    values=st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=50),
    # Reading refuses texts that hold a NUL.
    words=st.lists(
        st.text(
            st.characters(exclude_categories=("Cs",), exclude_characters="\0"),
            min_size=1,
            max_size=8,
        ),
        min_size=1,
    ),
)
def test_floats_and_texts_read_back_the_same(
    values: list[float], words: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    words = (words * len(values))[: len(values)]
    table = [numbers("x", values), texts("t", words)]
    path = write_file(
        table, tmp_path_factory.mktemp("xlsx") / "t.xlsx", XLSX, masked=frozenset({"x"})
    )
    again = read_file(path, kind=XLSX, options=ReadOptions(missing=()))
    floats = [float(value) for value in again.column("x").values]
    assert [struct.pack("<d", v + 0.0) for v in floats] == [
        struct.pack("<d", v + 0.0) for v in values
    ]
    assert shown(again.column("t")) == words


def test_the_same_table_gives_the_same_bytes_at_any_time(tmp_path: Path) -> None:
    table = [numbers("x", [0.1, 0.2]), texts("t", ["a", "b"])]
    first, second = (write_file(table, tmp_path / name, XLSX) for name in ("1.xlsx", "2.xlsx"))
    assert first.read_bytes() == second.read_bytes()
    # Neither the zip's clock, which ticks every two seconds, nor a part says when it was written.
    now = datetime.datetime.now(datetime.UTC)
    with zipfile.ZipFile(first) as archive:
        assert all(part.date_time[0] < now.year for part in archive.infolist())
        assert not any(f"{now:%Y-%m}".encode() in archive.read(name) for name in archive.namelist())


def test_long_integers_become_text_with_a_warning(tmp_path: Path) -> None:
    column = whole("x", [10**15 - 1, 9_007_199_254_740_993])
    (warning,) = warnings_of(column, tmp_path / "t.xlsx")
    assert (warning.code, warning.severity) == ("xlsx-integers-as-text", Severity.WARNING)
    assert "fifteen digits" in sentence(warning)
    cells = seen_by_openpyxl(tmp_path / "t.xlsx")[1:]
    assert cells == [("999999999999999",), ("9007199254740993",)]


def test_integers_of_fifteen_digits_stay_numbers(tmp_path: Path) -> None:
    assert warnings_of(whole("x", [10**15 - 1]), tmp_path / "t.xlsx") == ()
    assert seen_by_openpyxl(tmp_path / "t.xlsx")[1] == (10**15 - 1,)


def test_days_around_the_one_that_never_was(tmp_path: Path) -> None:
    dates = [datetime.date(1900, 1, 1), datetime.date(1900, 2, 28), datetime.date(1900, 3, 1)]
    days = [(date - datetime.date(1970, 1, 1)).days for date in dates]
    column = whole("d", days, ColumnKind.DATE)
    assert warnings_of(column, tmp_path / "t.xlsx") == ()
    assert shown(read_file(tmp_path / "t.xlsx", kind=XLSX).columns[0]) == days
    assert [cell.date() for (cell,) in seen_by_openpyxl(tmp_path / "t.xlsx")[1:]] == dates


def test_earlier_days_become_text_with_a_warning(tmp_path: Path) -> None:
    days = (datetime.date(1899, 12, 31) - datetime.date(1970, 1, 1)).days
    (warning,) = warnings_of(whole("d", [days], ColumnKind.DATE), tmp_path / "t.xlsx")
    assert warning.code == "xlsx-dates-as-text"
    assert seen_by_openpyxl(tmp_path / "t.xlsx")[1] == ("1899-12-31",)


@pytest.mark.parametrize(
    ("column", "code"),
    [
        (whole("x", [1] * 1_048_576), "xlsx-rows-too-many"),
        (texts("x", ["a" * 32_768]), "xlsx-text-too-long"),
        (texts("x", ["\U0001f600" * 16_384]), "xlsx-text-too-long"),
        (texts("x", ["<r>a</r>"]), "xlsx-text-markup"),
    ],
)
def test_what_a_sheet_cannot_hold_is_refused_before_writing(
    tmp_path: Path, column: Column, code: str
) -> None:
    with pytest.raises(Refused, match=f"^{code}$"):
        write_file([column], tmp_path / "t.xlsx", XLSX)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "options", "masked", "count"),
    [
        ("a,b\n1,x\n,\n2,y\n,\n", ReadOptions(), "", 2),
        ("a,b\n1,x\nNA,\n", ReadOptions(missing=("", "NA")), "", 0),
        ("a,b\n1,x\nNA,\n", ReadOptions(missing=("", "NA")), "a", 1),
        ("a,b\nx,y\n,\n", ReadOptions(missing=()), "", 1),
        ("a\n1\n\n2\n", ReadOptions(), "", 0),
        ('a\n""\n1\n""\n""\n', ReadOptions(), "", 2),
        ('""\n1\n', ReadOptions(header=False), "", 1),
    ],
)
def test_records_that_a_sheet_would_lose_are_refused(
    tmp_path: Path, text: str, options: ReadOptions, masked: str, count: int
) -> None:
    data = read_file(csv(tmp_path, text), options)
    path = tmp_path / "t.xlsx"
    if count:
        with pytest.raises(Refused) as caught:
            write_file(data.columns, path, XLSX, options, frozenset({masked}))
        (problem,) = caught.value.problems
        assert (problem.code, problem.params["count"]) == ("xlsx-records-empty", count)
        assert sentence(problem).endswith("CSV.")
    else:
        write_file(data.columns, path, XLSX, options, frozenset({masked}))
        assert read_file(path, options, XLSX).rows == data.rows


def test_the_longest_text_is_held(tmp_path: Path) -> None:
    long = ["a" * 32_767, "\U0001f600" * 16_383]
    path = write_file([texts("x", long)], tmp_path / "t.xlsx", XLSX)
    assert shown(read_file(path, kind=XLSX).columns[0]) == long


def test_nothing_is_left_beside_the_file(tmp_path: Path) -> None:
    write_file([numbers("x", [1.0])], tmp_path / "t.xlsx", XLSX)
    assert [path.name for path in tmp_path.iterdir()] == ["t.xlsx"]
