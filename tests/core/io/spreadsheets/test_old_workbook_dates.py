"""Workbooks of the old kind: dates that are none, and cells that stand twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.model import FileKind
from tests.core.io.files import read_file, refusal, shown
from tests.core.io.spreadsheets import old_workbook
from tests.core.io.spreadsheets.old_workbook import cell, record, xls


def dates(folder: Path, form: str, *values: float) -> Path:
    return xls(folder / "t.xls", [["when"], *([(value, 0)] for value in values)], [form])


@pytest.mark.parametrize("value", [60, 0, -1, 2_958_466])
def test_numbers_that_are_no_day(tmp_path: Path, value: float) -> None:
    problem = refusal(dates(tmp_path, "yyyy-mm-dd", 44_100, value), kind=FileKind.XLS)
    assert (problem.code, problem.where.row) == ("cell-is-no-day", 3)


def test_days_and_times_that_there_are(tmp_path: Path) -> None:
    days = read_file(dates(tmp_path, "yyyy-mm-dd", 1, 59, 61), kind=FileKind.XLS)
    assert shown(days.column("when")) == [-25_567, -25_509, -25_508]
    times = read_file(dates(tmp_path, "mm:ss.0", 0, 0.5, 1.5), kind=FileKind.XLS)
    assert shown(times.column("when")) == ["00:00:00", "12:00:00", "36:00:00"]


def test_a_cell_that_stands_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, end = old_workbook._sheet, record(0x000A)
    again = cell(1, 0, 9.0) + end
    monkeypatch.setattr(old_workbook, "_sheet", lambda rows: plain(rows)[: -len(end)] + again)
    path = xls(tmp_path / "t.xls", [["a"], [1.0], [2.0]])
    assert refusal(path, kind=FileKind.XLS).code == "cells-out-of-order"
