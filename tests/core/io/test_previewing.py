"""The first rows, whatever is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from core.io import preview
from core.model import FileKind, ReadOptions
from tests.core.io.files import csv
from tests.core.io.spreadsheets.workbooks import workbook


def test_the_first_rows(tmp_path: Path) -> None:
    path = csv(tmp_path, "a,b\n" + "".join(f"{i},x\n" for i in range(100)))
    shown = preview(path, FileKind.CSV, ReadOptions(), 3)
    assert shown.names == ("a", "b")
    assert shown.rows == (("0", "x"), ("1", "x"), ("2", "x"))


def test_the_first_rows_of_a_table_that_comes_in_batches(tmp_path: Path) -> None:
    path = tmp_path / "table.parquet"
    # Arrow hands out 131,072 rows at once.
    parquet.write_table(pa.table({"a": range(300_000)}), path)
    most = 131_072 + 5
    assert len(preview(path, FileKind.PARQUET, ReadOptions(), most).rows) == most


@pytest.mark.parametrize(
    ("content", "rows", "problems"),
    [
        ("a,b\n1\n2,3,4\n5,6\n", (("1",), ("2", "3", "4")), ["rows-ragged"]),
        ('a,b\n1,2\n"3,4\n', (("1", "2"),), ["quote-unclosed"]),
        (b"a,b\n" + b"1,2\n" * 50_000 + b"\xff,2\n", (("1", "2"), ("1", "2")), ["encoding-wrong"]),
        ("a,,a\n1,2,3\n", (("1", "2", "3"),), ["names-empty", "name-repeated"]),
    ],
    ids=["ragged", "quote", "byte", "names"],
)
def test_rows_are_shown_with_what_is_wrong(
    tmp_path: Path, content: str | bytes, rows: tuple[tuple[str, ...], ...], problems: list[str]
) -> None:
    shown = preview(csv(tmp_path, content), FileKind.CSV, ReadOptions(), 2)
    assert shown.rows == rows
    assert [problem.code for problem in shown.problems] == problems


def test_without_a_header(tmp_path: Path) -> None:
    shown = preview(csv(tmp_path, "1,2\n"), FileKind.CSV, ReadOptions(header=False))
    assert (shown.names, shown.rows) == (("column_1", "column_2"), (("1", "2"),))


def test_options_and_files_that_cannot_be_used(tmp_path: Path) -> None:
    path = csv(tmp_path, "a\n1\n")
    for options in (ReadOptions(encoding="none"), ReadOptions(delimiter="")):
        assert len(preview(path, FileKind.CSV, options).problems) == 1
    assert len(preview(tmp_path / "none", FileKind.CSV, ReadOptions()).problems) == 1
    assert len(preview(path, FileKind.XLSX, ReadOptions()).problems) == 1


def test_long_cells_are_cut(tmp_path: Path) -> None:
    shown = preview(csv(tmp_path, "a\n" + "x" * 100_000), FileKind.CSV, ReadOptions())
    assert 0 < len(shown.rows[0][0]) < 1000


def test_a_sheet(tmp_path: Path) -> None:
    rows = [["a", "b"], *([i, f"x{i}"] for i in range(10))]
    path = workbook(tmp_path / "t.xlsx", rows)
    shown = preview(path, FileKind.XLSX, ReadOptions(), 2)
    assert shown.names == ("a", "b")
    assert shown.rows == (("0", "x0"), ("1", "x1"))
    assert preview(path, FileKind.XLSX, ReadOptions(sheet="none")).problems[0].code == (
        "sheet-not-found"
    )
