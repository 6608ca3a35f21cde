"""Dates and times that no calendar has are refused; those that it has keep their length."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as parquet
import pyreadstat
import pytest

from core.model import FileKind
from tests.core.io.files import read_file, refusal, shown

SECONDS_1582 = 13_000_000_000.0  # in SPSS a day of the year 1994


def sav(path: Path, value: float, form: str) -> None:
    frame = pd.DataFrame({"when": [SECONDS_1582, value]})
    pyreadstat.write_sav(frame, str(path), variable_format={"when": form})


def dta(path: Path, value: float, form: str) -> None:
    frame = pd.DataFrame({"when": [12_000.0, value]})
    pyreadstat.write_dta(frame, str(path), variable_format={"when": form})


def xpt(path: Path, value: float, form: str) -> None:
    frame = pd.DataFrame({"when": [12_000.0, value]})
    pyreadstat.write_xport(frame, str(path), variable_format={"when": form})


@pytest.mark.parametrize(
    ("kind", "make", "form", "value"),
    [
        (FileKind.SPSS, sav, "DATE11", 1e300),
        (FileKind.SPSS, sav, "TIME8", 1e300),
        (FileKind.STATA, dta, "%td", 1e13),
        (FileKind.SAS_TRANSPORT, xpt, "DATE9", -1e9),
    ],
)
def test_numbers_that_are_no_dates(
    tmp_path: Path,
    kind: FileKind,
    make: Callable[[Path, float, str], None],
    form: str,
    value: float,
) -> None:
    make(tmp_path / "t", value, form)
    problem = refusal(tmp_path / "t", kind=kind)
    assert (problem.code, problem.where.column) == ("date-beyond-calendar", "when")
    assert problem.where.row == 2


@pytest.mark.parametrize(
    ("kind", "cells"),
    [
        ("date32", [0, 2_932_897]),
        ("date64", [0, 86_400_000 * -719_163]),
        ("us", [0, 2**62]),
        ("s", [0, -86_400 * 719_163]),
    ],
)
def test_stamps_outside_the_years_1_to_9999(tmp_path: Path, kind: str, cells: list[int]) -> None:
    dates = {"date32": pa.date32(), "date64": pa.date64()}
    table = pa.table({"when": pa.array(cells, dates.get(kind) or pa.timestamp(kind))})
    feather.write_feather(table, tmp_path / "t.feather")
    problem = refusal(tmp_path / "t.feather", kind=FileKind.FEATHER)
    assert (problem.code, problem.where.row) == ("date-beyond-calendar", 2)


def test_the_first_and_the_last_day_are_dates(tmp_path: Path) -> None:
    table = pa.table({"when": pa.array([-719_162, 2_932_896], pa.date32())})
    parquet.write_table(table, tmp_path / "t.parquet")
    column = read_file(tmp_path / "t.parquet", kind=FileKind.PARQUET).column("when")
    assert shown(column) == [-719_162, 2_932_896]


def test_times_keep_their_thousandths(tmp_path: Path) -> None:
    table = pa.table({"when": pa.array([0, 500_000, 30_600_250_000], pa.time64("us"))})
    parquet.write_table(table, tmp_path / "t.parquet")
    column = read_file(tmp_path / "t.parquet", kind=FileKind.PARQUET).column("when")
    assert shown(column) == ["00:00:00", "00:00:00.500", "08:30:00.250"]
