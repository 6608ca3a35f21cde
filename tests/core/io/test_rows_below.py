"""Totals and footnotes below a table, and numbers with signs between thousands in a workbook."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.inspect.profiling.column_profiles import profile
from core.io import preview, probe, read
from core.io.delimited.last_lines import without_last_lines
from core.io.guessing.guess_rows_below import count_rows_below
from core.jobs import Job
from core.messages import sentence
from core.model import ColumnKind, Dataset, FileKind, ReadOptions, Role, Source
from tests.core.io.files import csv, shown
from tests.core.io.spreadsheets.workbooks import workbook

HEAD = ("region", "persons", "gross", "weight")
NOTE = "1) before tax and contributions"
RECORDS = [(f"R{i % 7}", i % 5, f"{i * 37 + 900:,}" if i % 2 else i * 31, 2) for i in range(40)]
BELOW = [("Total", 80, None, None), (), (NOTE,), ("Source: Unit D2.",)]


def opened(path: Path, kind: FileKind, **options: object) -> Dataset:
    return read(Source(str(path), kind, ReadOptions(**options)), Job())  # type: ignore[arg-type]


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    return workbook(tmp_path / "t.xlsx", [HEAD, *RECORDS, *BELOW])


@pytest.fixture
def padded(tmp_path: Path) -> Path:
    """Return the same table as spreadsheets export it, with all delimiters."""
    rows = (("" if cell is None else str(cell) for cell in (*row, *[None] * (4 - len(row))))
            for row in (HEAD, *RECORDS, *BELOW))  # fmt: skip
    return csv(tmp_path, "".join(";".join(row) + "\r\n" for row in rows))


@pytest.mark.parametrize(("kind", "count"), [(FileKind.XLSX, 3), (FileKind.CSV, 4)])
def test_totals_and_notes_below_a_table_are_said_and_can_be_skipped(
    sheet: Path, padded: Path, kind: FileKind, count: int
) -> None:
    path = sheet if kind is FileKind.XLSX else padded
    layout = {"delimiter": ";"} if kind is FileKind.CSV else {}
    (remark,) = (guess for guess in probe(path).reasons if guess.option == "skip_end")
    assert remark.params == {"count": count}
    as_it_is = opened(path, kind, **layout)
    (note,) = as_it_is.notes
    assert sentence(note).startswith(f"The last {count} rows look like totals or notes")
    assert as_it_is.rows == 40 + count
    options = ReadOptions(**layout, skip_end=count)  # type: ignore[arg-type]
    table = opened(path, kind, **layout, skip_end=count)
    assert (table.rows, table.notes) == (40, ())
    assert [column.kind for column in table.columns][1] is ColumnKind.INTEGER
    assert len(preview(path, kind, options, 100).rows) == 40


@pytest.mark.parametrize(
    ("rows", "columns", "count"),
    [
        ([["a", "1", "2"], ["Summe", "3", ""]], 3, 1),
        ([["a", "1", "2"], ["Total", "3", "4"]], 3, 0),
        ([["a", "1", "2"], ["b", "", ""]], 3, 0),
        ([["a", "1", "2"], [" * see the codebook", "", ""], ["", "", ""]], 3, 2),
        ([["see the codebook", ""]] * 2, 2, 0),
        ([["only notes here", "", ""]] * 12, 3, 0),
    ],
)
def test_only_what_is_no_record_counts(rows: list[list[str]], columns: int, count: int) -> None:
    assert count_rows_below(rows, columns) == count


@pytest.mark.parametrize("cut", range(1, 12))
def test_last_lines_are_left_out_however_the_text_comes(cut: int) -> None:
    lines = ["a\r\n", "\n", "b\n", "  \n", "c\r\n", "d"]
    text = ["".join(lines[i : i + cut]) for i in range(0, len(lines), cut)]
    assert "".join(without_last_lines(text, 2)) == "a\r\n\nb\n  \n"
    assert "".join(without_last_lines(text, 9)) == ""


def test_numbers_in_a_workbook_are_asked_about_and_never_taken_for_names(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", [HEAD, *RECORDS])
    found = opened(path, FileKind.XLSX)
    said = profile(found)[2]
    assert (said.evidence, said.reason) == ("evidence-grouped", "suggest-grouped")
    assert said.suggested_role is Role.QUASI_IDENTIFIER
    assert not said.is_clear
    income = opened(path, FileKind.XLSX, thousands=",").column("gross")
    assert income.kind is ColumnKind.INTEGER
    assert shown(income) == [int(str(row[2]).replace(",", "")) for row in RECORDS]
    # A column with another text stays as it is, and texts are never forced.
    rows = [HEAD, *RECORDS, ("R1", 1, "refused", 2)]
    other = workbook(tmp_path / "o.xlsx", rows)
    assert opened(other, FileKind.XLSX, thousands=",").column("gross").kind is ColumnKind.TEXT
    coded = opened(other, FileKind.XLSX, thousands=",", missing=("", "refused"))
    assert coded.column("gross").kind is ColumnKind.INTEGER
