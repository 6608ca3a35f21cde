"""Numbers that a workbook shows as days or times, and the rows and columns that it hides."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from core.model import FileKind, ReadOptions
from tests.core.io.files import read_file, refusal, shown
from tests.core.io.spreadsheets.spreadsheets import number, ods, row, word

XLSX, ODS = FileKind.XLSX, FileKind.ODS


def serials(folder: Path, form: str, *values: float) -> Path:
    book = Workbook()
    book.active.append(["when"])
    for at, value in enumerate(values, start=2):
        cell = book.active.cell(at, 1, value)
        cell.number_format = form
    book.save(folder / "t.xlsx")
    return folder / "t.xlsx"


@pytest.mark.parametrize("value", [60, 60.5, 0, 0.5, -1, 2_958_466])
def test_numbers_that_are_no_day(tmp_path: Path, value: float) -> None:
    problem = refusal(serials(tmp_path, "yyyy-mm-dd", 44100, value), kind=XLSX)
    assert (problem.code, problem.where.row) == ("cell-is-no-day", 3)
    assert problem.params["letters"] == "A"


def test_the_days_around_the_one_that_never_was(tmp_path: Path) -> None:
    path = serials(tmp_path, 'dd/mm/yyyy;"no day"', 1, 59, 61, 2_958_465)
    days = shown(read_file(path, kind=XLSX).column("when"))
    assert days == [-25_567, -25_509, -25_508, 2_932_896]


def test_times_of_day_at_midnight_and_beyond_a_day(tmp_path: Path) -> None:
    path = serials(tmp_path, "hh:mm:ss", 0, 0.5, 1.5, 60, -0.25)
    times = shown(read_file(path, kind=XLSX).column("when"))
    assert times == ["00:00:00", "12:00:00", "36:00:00", "1440:00:00", "-06:00:00"]


def test_plain_numbers_of_any_size_beside_dates(tmp_path: Path) -> None:
    for form in ("0.00", "General", '0" days"', "[$-409]0", '#,##0\\ "y"'):
        path = serials(tmp_path, form, 0, 60, -1, 3_000_000)
        assert shown(read_file(path, kind=XLSX).column("when")) == [0, 60, -1, 3_000_000]


def test_hidden_rows_and_columns_are_read_and_told(tmp_path: Path) -> None:
    book = Workbook()
    for cells in (["a", "b", "c"], [1, 2, 3], [4, 5, 6], [7, 8, 9]):
        book.active.append(cells)
    book.active.row_dimensions[3].hidden = True
    book.active.row_dimensions[9].hidden = True
    book.active.column_dimensions["B"].hidden = True
    book.save(tmp_path / "t.xlsx")
    hidden = read_file(tmp_path / "t.xlsx", kind=XLSX)
    assert shown(hidden.column("b")) == [2, 5, 8]
    told = [(note.code, note.params["count"]) for note in hidden.notes]
    assert told == [("rows-hidden", 1), ("columns-hidden", 1)]
    columns = '<table:table-column/><table:table-column table:visibility="collapse"/>'
    rows = row(word("a"), word("b")) + row(number(1), number(2), more='table:visibility="filter"')
    seen = read_file(ods(tmp_path / "t.ods", columns + rows), kind=ODS)
    assert [note.code for note in seen.notes] == ["rows-hidden", "columns-hidden"]
    assert read_file(ods(tmp_path / "t.ods", row(word("a")) + row(number(1))), kind=ODS).notes == ()


@pytest.mark.usefixtures("spawned")
def test_a_reader_that_is_broken_is_not_a_damaged_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A package of its name that cannot be imported, as in an installation without a part.
    (tmp_path / "python_calamine").mkdir()
    (tmp_path / "python_calamine" / "__init__.py").write_text("import a_part_that_is_missing\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    path = ods(tmp_path / "t.ods", row(word("a")) + row(number(1)))
    problem = refusal(path, ReadOptions(), ODS)
    assert problem.code == "reader-broken"
    assert problem.params["kind"] == "ModuleNotFoundError"
