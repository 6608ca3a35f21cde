"""What is declared of a CSV file: thousands marks, local dates, rows to skip, neutralised texts."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.io import preview, read
from core.io.delimited.formula_guard import guard, remove_guards, runnable
from core.jobs import Job
from core.model import Column, ColumnKind, Dataset, FileKind, ReadOptions, Source
from tests.core.io.files import csv, refusal, shown

EPOCH = date(1970, 1, 1).toordinal()


def opened(path: Path, **options: object) -> Dataset:
    return read(Source(str(path), FileKind.CSV, ReadOptions(**options)), Job())  # type: ignore[arg-type]


def column(folder: Path, *cells: str, **options: object) -> Column:
    path = csv(folder, "x\n" + "".join(f'"{cell}"\n' for cell in cells))
    return opened(path, **options).columns[0]


def test_thousands_are_numbers_only_where_declared(tmp_path: Path) -> None:
    cells = ("1,234", "-1,234,567.5", "12", "0.25")
    assert column(tmp_path, *cells).kind is ColumnKind.TEXT
    found = column(tmp_path, *cells, thousands=",")
    assert shown(found) == [1234, -1234567.5, 12, 0.25]


@pytest.mark.parametrize("sign", [".", " ", "'", "\u00a0", "\u202f", "\u2019"])
def test_every_mark_of_thousands(tmp_path: Path, sign: str) -> None:
    cells = (f"1{sign}234", f"12{sign}345,5")
    found = column(tmp_path, *cells, thousands=sign, decimal=",", delimiter=";")
    assert shown(found) == [1234, 12345.5]


@pytest.mark.parametrize("odd", ["1,23", "12,34,567", ",123", "1234,567", "0,123", "1,234,", "007"])
def test_digits_grouped_otherwise_and_codes_stay_text(tmp_path: Path, odd: str) -> None:
    assert column(tmp_path, "1,234", odd, thousands=",").kind is ColumnKind.TEXT


@pytest.mark.parametrize(
    ("layout", "first"), [("%d/%m/%Y", date(2020, 6, 5)), ("%m/%d/%Y", date(2020, 5, 6))]
)
def test_dates_that_could_be_two_are_what_is_declared(
    tmp_path: Path, layout: str, first: date
) -> None:
    cells = ("05/06/2020", "1/2/1999")
    assert column(tmp_path, *cells).kind is ColumnKind.TEXT
    found = column(tmp_path, *cells, dates=layout)
    assert found.kind is ColumnKind.DATE
    assert found.date_format == layout
    assert shown(found)[0] == first.toordinal() - EPOCH
    # Dates of another layout stay what they are.
    other = "31/12/2020" if layout == "%m/%d/%Y" else "12/31/2020"
    assert column(tmp_path, other, "5/6/2020", dates=layout).kind is ColumnKind.TEXT
    assert column(tmp_path, "2020-12-31", dates=layout).kind is ColumnKind.DATE


def test_rows_above_the_table_are_skipped_and_counted(tmp_path: Path) -> None:
    path = csv(tmp_path, 'Survey "of 2026\n\na,b\n1,x\n2,y\n')
    dataset = opened(path, skip=2)
    assert dataset.names == ("a", "b")
    assert dataset.row_number(0) == 4
    assert preview(path, FileKind.CSV, ReadOptions(skip=2)).names == ("a", "b")
    problem = refusal(csv(tmp_path, "title\na,b\n1\n"), ReadOptions(skip=1))
    assert (problem.code, problem.where.row) == ("rows-ragged", 3)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"thousands": "x"}, "thousands-unusable"),
        ({"thousands": "."}, "thousands-unusable"),
        ({"dates": "%y"}, "dates-unusable"),
    ],
)
def test_declarations_that_cannot_be(tmp_path: Path, options: dict[str, str], code: str) -> None:
    path = csv(tmp_path, "a\n1\n")
    assert refusal(path, ReadOptions(**options)).code == code  # type: ignore[arg-type]


@given(st.lists(st.text("'=+-@1.,e\tab", max_size=6), min_size=1))
def test_neutralised_texts_come_back_as_they_were(texts: list[str]) -> None:
    cells = pa.array(texts, pa.string())
    safe = guard(cells)
    assert remove_guards(safe).to_pylist() == texts
    assert runnable(safe) == 0


@pytest.mark.parametrize("sign", list("=+-@\t\r"))
def test_each_sign_that_begins_a_formula_is_guarded(sign: str) -> None:
    cells = pa.array([f"{sign}SUM(A1)", f"'{sign}x", f"a{sign}"], pa.string())
    assert guard(cells).to_pylist() == [f"'{sign}SUM(A1)", f"''{sign}x", f"a{sign}"]
    assert runnable(cells) == 1
    # Numbers are no formulas.
    assert runnable(pa.array(["-5", "+1.5", "-", "1e5", "-2e-7", "a=b", "'=x"])) == 0
    assert runnable(pa.array(risky := ["=1", "+a", "-a", "@x", "\tx", "=-5"])) == len(risky)
