"""What a column is, judged by all of its cells."""

from __future__ import annotations

import datetime
from pathlib import Path

import numpy as np
import pytest

from core.errors import Refused
from core.io import spell
from core.model import ColumnKind, ReadOptions
from tests.core.io.files import csv, read_cells, read_file, shown

INTEGER, NUMBER, DATE, TEXT = (
    ColumnKind.INTEGER,
    ColumnKind.NUMBER,
    ColumnKind.DATE,
    ColumnKind.TEXT,
)


@pytest.mark.parametrize(
    ("cells", "kind", "values"),
    [
        (["1", "-12", "0"], INTEGER, [1, -12, 0]),
        (["9223372036854775807", "-9223372036854775808"], INTEGER, [2**63 - 1, -(2**63)]),
        (["9223372036854775808", "1"], TEXT, ["9223372036854775808", "1"]),
        (["123456789012345678901234567890"], TEXT, ["123456789012345678901234567890"]),
        (["9007199254740993", "1.5"], TEXT, ["9007199254740993", "1.5"]),
        (["9007199254740992", "1.5"], NUMBER, [9007199254740992.0, 1.5]),
        (["007", "123"], TEXT, ["007", "123"]),
        (["00.5"], TEXT, ["00.5"]),
        (["0.5", ".5", "5.", "-0"], NUMBER, [0.5, 0.5, 5.0, -0.0]),
        (["1e5", "1E-3", "2"], NUMBER, [1e5, 1e-3, 2.0]),
        (["0.1234567890123456789", "0.1"], NUMBER, [0.1234567890123456789, 0.1]),
        (["+5"], TEXT, ["+5"]),
        (["0x1F"], TEXT, ["0x1F"]),
        (["1_000"], TEXT, ["1_000"]),
        (["1e"], TEXT, ["1e"]),
        (["--1"], TEXT, ["--1"]),
        (["1.2.3"], TEXT, ["1.2.3"]),
        (["."], TEXT, ["."]),
        (["-"], TEXT, ["-"]),
        (["nan", "1"], TEXT, ["nan", "1"]),
        (["inf", "apple"], TEXT, ["inf", "apple"]),
        (["inf", "inf"], TEXT, ["inf", "inf"]),
        (["12", "abc"], TEXT, ["12", "abc"]),
        (["TRUE", "FALSE"], TEXT, ["TRUE", "FALSE"]),
        (["", ""], TEXT, [None, None]),
        (["1", ""], INTEGER, [1, None]),
    ],
)
def test_kind_and_values(
    tmp_path: Path, cells: list[str], kind: ColumnKind, values: list[object]
) -> None:
    column = read_cells(tmp_path, *cells)
    assert column.kind is kind
    assert shown(column) == values


@pytest.mark.parametrize(
    ("cell", "rounded"),
    [
        ("1234567890123456.78", True),
        ("9007199254740993.5", True),
        ("12345.678901234567890123", True),
        ("1.2345678901234567890e-5", True),
        ("5e-324", None),
        ("3e-324", True),
        ("0." + "0" * 50_000 + "e9", False),
        ("0." + "1" * 50_000, True),
        ("0.1000000000000000055511151231257827", None),
        ("0.30000000000000004", None),
        ("1E3", False),
        ("5.", False),
        ("1.50", None),
    ],
)
def test_spellings_that_numbers_do_not_give_back_are_kept(
    tmp_path: Path, cell: str, rounded: bool | None
) -> None:
    column = read_cells(tmp_path, "0.25", cell, "")
    assert column.kind is NUMBER
    odd = column.spellings
    texts = spell(column, np.arange(3), False, ".").to_pylist()
    assert texts == ["0.25", cell, ""]
    if odd is None:
        assert rounded is None
    else:
        assert odd.where_rounded().tolist() == [False, rounded, False]


DAY = datetime.date(2020, 2, 29).toordinal() - datetime.date(1970, 1, 1).toordinal()


@pytest.mark.parametrize(
    ("cells", "date_format"),
    [
        (["2020-02-29"], "%Y-%m-%d"),
        (["2020/02/29"], "%Y/%m/%d"),
        (["2020.02.29"], "%Y.%m.%d"),
        (["29.02.2020", "01.02.2020"], "%d.%m.%Y"),
        (["29/02/2020", "01/02/2020"], "%d/%m/%Y"),
        (["02/29/2020", "01/02/2020"], "%m/%d/%Y"),
        (["29-02-2020"], "%d-%m-%Y"),
        (["02-29-2020"], "%m-%d-%Y"),
    ],
)
def test_dates_of_one_layout(tmp_path: Path, cells: list[str], date_format: str) -> None:
    column = read_cells(tmp_path, *cells)
    assert (column.kind, column.date_format) == (DATE, date_format)
    expected = [
        (datetime.datetime.strptime(cell, date_format).date() - datetime.date(1970, 1, 1)).days
        for cell in cells
    ]
    assert shown(column) == expected
    assert expected[0] == DAY


@pytest.mark.parametrize(
    "cells",
    [
        ["05/06/2020", "01/02/2020"],  # day and month could be exchanged everywhere
        ["13/01/2020", "01/13/2020"],  # both layouts in one column
        ["2020-01-01", "01.01.2020"],
        ["2021-02-29"],  # not in the calendar
        ["1.2.2020"],
        ["2020-1-1"],
        ["0000-01-01"],
        ["2020-01-01", "soon"],
    ],
)
def test_doubtful_dates_stay_text(tmp_path: Path, cells: list[str]) -> None:
    column = read_cells(tmp_path, *cells)
    assert column.kind is TEXT
    assert shown(column) == cells


def test_the_last_of_many_rows_counts(tmp_path: Path) -> None:
    cells = ["1"] * 200_000
    assert read_cells(tmp_path, *cells, "2").kind is INTEGER
    assert read_cells(tmp_path, *cells, "2x").kind is TEXT


def test_only_declared_codes_are_missing(tmp_path: Path) -> None:
    cells = ("NA", "-999", "", "5")
    assert shown(read_cells(tmp_path, *cells)) == ["NA", "-999", None, "5"]
    assert shown(read_cells(tmp_path, *cells, missing=("", "NA"))) == [None, -999, None, 5]
    assert shown(read_cells(tmp_path, *cells, missing=("", "NA", "-999"))) == [None] * 3 + [5]
    assert shown(read_cells(tmp_path, *cells, missing=("NA", "-999"))) == [None, None, "", "5"]


def test_a_code_is_compared_letter_by_letter(tmp_path: Path) -> None:
    cells = ("na", "NA ", '"NA"', "NAN", "-999.0")
    column = read_cells(tmp_path, *cells, missing=("NA", "-999"))
    assert shown(column) == ["na", None, None, "NAN", "-999.0"]


def test_how_missing_cells_were_spelled_is_kept(tmp_path: Path) -> None:
    column = read_cells(tmp_path, "NA", "1", ".", "", missing=("", "NA", ".", "x"))
    assert column.missing_text is not None
    texts, index = column.missing_text
    assert [texts[i] if i >= 0 else None for i in index.tolist()] == ["NA", None, ".", ""]
    assert read_cells(tmp_path, "", "1").missing_text is None


def test_decimals(tmp_path: Path) -> None:
    assert read_cells(tmp_path, "1.50", "2.25").decimals == 2
    mixed = read_cells(tmp_path, "1.5", "2.250", "3", "1e2")
    assert mixed.decimals is None
    assert mixed.cell_decimals is not None
    assert mixed.cell_decimals.tolist() == [1, 3, 0, -1]


def test_decimal_comma(tmp_path: Path) -> None:
    path = csv(tmp_path, "a;b;c\n1,5;1.5;0,1234567890123456789\n-2;3;1\n")
    data = read_file(path, ReadOptions(delimiter=";", decimal=","))
    assert shown(data.column("a")) == [1.5, -2.0]
    assert data.column("b").kind is TEXT
    assert shown(data.column("c")) == [0.1234567890123456789, 1.0]


@pytest.mark.parametrize("cell", ["inf", "-Infinity", "1e999", "INF"])
def test_infinite_numbers_are_refused_with_their_row(tmp_path: Path, cell: str) -> None:
    with pytest.raises(Refused) as caught:
        read_cells(tmp_path, "1", cell, "2.5")
    (problem,) = caught.value.problems
    assert (problem.code, problem.where.column, problem.where.row) == ("number-infinite", "x", 3)


def test_blanks_around_a_cell_are_not_its_own_unless_quoted(tmp_path: Path) -> None:
    path = csv(tmp_path, 'n,  t ,q\n 1 ,  two words\t,"  kept "\n\t2,x , "y" \n')
    data = read_file(path)
    assert data.names == ("n", "t", "q")
    assert shown(data.column("n")) == [1, 2]
    assert shown(data.column("t")) == ["two words", "x"]
    assert shown(data.column("q")) == ["  kept ", "y"]


def test_columns_can_be_forced_to_be_text(tmp_path: Path) -> None:
    path = csv(tmp_path, "a,b\n1.50,1.50\nNA,3\n")
    data = read_file(path, ReadOptions(missing=("NA",)), as_text=frozenset({"a", "none"}))
    assert shown(data.column("a")) == ["1.50", None]
    assert data.column("b").kind is NUMBER


def test_values_are_those_python_gives(tmp_path: Path) -> None:
    texts = ["0.1", "2.675", "1e-320", "4.35", "123456.789012345678", "5e-324", "0.3", "8.41e21"]
    texts += [repr(1 / n) for n in range(3, 200)]
    assert shown(read_cells(tmp_path, *texts)) == [float(text) for text in texts]
