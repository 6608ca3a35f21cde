"""What is released as it was leaves as it came, to the letter, or somebody is told."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from importlib import import_module
from pathlib import Path

import pandas as pd
import pyreadstat
import pytest

from core.io import write_to
from tests.core.command_line.conftest import Bench, read_rows

RECORDS = 24
NUMBERS = (
    ["1e-09", "1e12", "1E3", "5.", ".5", "-0", "-0.0", "1.50", "0.10", "1e+5", "12", "-3.250"],
    # A float64 holds only the nearest of these.
    [
        "1234567890123456.78",
        "9007199254740993.5",
        "99999999999999.995",
        "12345.678901234567890123",
        "12.5",
        "0.1",
    ],
    ["0.1000000000000000055511151231257827", "0.10000000000000001", "0.1", "1e22", "1.5E-7"],
    ["0.30000000000000004", "123456789.12345679", "-2.2250738585072014e-308", "4.0"],
    ["007", "012", "3"],
    ["+1", "-2", "3"],
    ["1e-7", "1e-7", "2"],
    ["9007199254740993", "-9223372036854775808", "5"],
)


def column_of(cells: list[str]) -> list[str]:
    return [cells[i % len(cells)] for i in range(RECORDS)]


MASKED = {"name": "age", "role": "quasi-identifier", "scale": "integer"}
Columns = dict[str, list[str]]


def protect(
    bench: Bench,
    columns: Columns,
    role: str = "other",
    scale: str | None = None,
    options: Mapping[str, str] | None = None,
    kind: str = "csv",
) -> int:
    """Protect ages and the columns, which are published unless they have another role."""
    options = options or {}
    with (bench.folder / "people.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=options.get("delimiter", ","), lineterminator="\n")
        writer.writerow(["age", *columns])
        cells = map(column_of, columns.values())
        writer.writerows(zip(range(20, 20 + RECORDS), *cells, strict=True))
    of_scale = {"scale": scale} if scale else {}
    bench.recipe(
        {"name": "mdav", "k": 3},
        input={"path": "people.csv", "kind": "csv", "options": options},
        attributes=[MASKED, *({"name": name, "role": role, **of_scale} for name in columns)],
        output={"kind": kind, "name": "people_protected"},
    )
    return bench.protect()


def released(bench: Bench, name: str = "amount", delimiter: str = ",") -> list[str]:
    path = bench.release / "public/people_protected.csv"
    return [row[name] for row in read_rows(path, delimiter)]


def check_whole_release(bench: Bench) -> None:
    assert bench.verify(with_input=False) == bench.verify() == 0
    bench.check_replay()


@pytest.mark.parametrize(("role", "scale"), [("other", None), ("confidential", "continuous")])
def test_cells_leave_as_they_came(bench: Bench, role: str, scale: str | None) -> None:
    columns = {cells[0]: cells for cells in NUMBERS}
    assert protect(bench, columns, role, scale) == 0
    for name, cells in columns.items():
        assert released(bench, name) == column_of(cells)
    check_whole_release(bench)


COMMAS = ["1,50", "1e-09", "12345,678901234567890123", "-0,0", "7,", "1234567890123456,78"]


@pytest.mark.parametrize(
    ("columns", "options"),
    [
        ({"amount": COMMAS}, {"delimiter": ";", "decimal": ","}),
        (
            {
                "whole": ["1,234,567", "12", "1234", "-1,000"],
                "points": ["1,234.50", "12.5", "1234.50", "1,234,567,890,123,456.78"],
                "days": ["5/6/2020", "13/12/2019", "05/6/2020"],
            },
            {"thousands": ",", "dates": "%d/%m/%Y"},
        ),
        ({"amount": ["1.234,50", "12,5"]}, {"thousands": ".", "decimal": ",", "delimiter": ";"}),
    ],
)
def test_declared_signs_leave_as_they_came(
    bench: Bench, columns: Columns, options: dict[str, str]
) -> None:
    assert protect(bench, columns, options=options) == 0
    for name, cells in columns.items():
        assert released(bench, name, options.get("delimiter", ",")) == column_of(cells)
    check_whole_release(bench)


# Each kind is read with a library of its own.
READERS: dict[str, Callable[[Path], pd.DataFrame]] = {
    "xlsx": lambda path: pd.read_excel(path, engine="openpyxl", dtype=object),
    "ods": lambda path: pd.read_excel(path, engine="calamine", dtype=object),
    "sav": lambda path: pyreadstat.read_sav(str(path))[0],
    "dta": pd.read_stata,
    "parquet": pd.read_parquet,
}


@pytest.mark.parametrize("kind", READERS)
def test_other_kinds_hold_every_digit_and_numbers_as_numbers(bench: Bench, kind: str) -> None:
    assert protect(bench, {"digits": NUMBERS[1], "plain": NUMBERS[0]}, kind=kind) == 0
    assert "digits: 16 numbers have more digits" in bench.out
    table = READERS[kind](bench.release / f"public/people_protected.{kind}")
    assert table["digits"].tolist() == column_of(NUMBERS[1])
    numbers = [float(cell) for cell in column_of(NUMBERS[0])]
    assert [float(str(cell)) for cell in table["plain"]] == numbers
    assert bench.verify() == 0


@pytest.mark.parametrize("cell", ["1e-400", "-0.0e0", "0.0000000001e-320"])
def test_what_a_float_has_as_zero_is_refused(bench: Bench, cell: str) -> None:
    cells = ["1.5", cell, "2.5"]
    is_zero = Decimal(cell) == 0
    assert protect(bench, {"amount": cells}) == (0 if is_zero else 2)
    if is_zero:
        assert released(bench) == column_of(cells)
    else:
        assert "too small" in bench.err
        assert not bench.release.exists()


@pytest.mark.parametrize("wrong", ["1234567890123456.75", "1234567890123456.77"])
def test_a_digit_changed_by_the_writer_is_no_release(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    def careless(columns, *more):
        texts = tuple(wrong if t.endswith("6.78") else t for t in columns[1].spellings.texts)
        odd = replace(columns[1].spellings, texts=texts)
        return write_to((columns[0], replace(columns[1], spellings=odd)), *more)

    assert float(wrong) == float("1234567890123456.78")
    monkeypatch.setattr(import_module("core.pipeline.seal.file_draft"), "write_to", careless)
    assert protect(bench, {"amount": NUMBERS[1]}) == 3
    assert not bench.release.exists()


@pytest.mark.parametrize("role", ["quasi-identifier", "confidential"])
def test_computing_with_the_nearest_number_is_said(bench: Bench, role: str) -> None:
    assert protect(bench, {"amount": NUMBERS[1]}, role, "continuous") == 0
    assert "amount: 16 numbers have more digits than Statveil computes with" in bench.out
    # No digits are made up: a masked value has as many as its float64 needs.
    digits = [len(Decimal(cell).as_tuple().digits) for cell in released(bench)]
    assert max(digits) <= (17 if role == "quasi-identifier" else 23)
