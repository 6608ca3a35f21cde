"""What is released as it was leaves as it came, to the letter, or somebody is told."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from decimal import Decimal
from importlib import import_module
from pathlib import Path

import openpyxl
import pandas as pd
import pyreadstat
import pytest

from core.command_line import main
from core.io import write_to

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


def recipe(folder: Path, role: str, scale: str | None, options: object, kind: str) -> Path:
    other = {"name": "amount", "role": role} | ({"scale": scale} if scale else {})
    document = {
        "format": "statveil-recipe/2",
        "input": {"path": "in.csv", "kind": "csv", **({"options": options} if options else {})},
        "attributes": [
            {"name": "age", "role": "quasi-identifier", "scale": "integer"},
            other,
        ],
        "keep_order": True,
        "method": {"name": "mdav", "k": 3},
        "output": {"kind": kind, "name": "out"},
    }
    path = folder / "recipe.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def protect(
    folder: Path,
    cells: list[str],
    role: str = "other",
    scale: str | None = None,
    options: object = None,
    kind: str = "csv",
    delimiter: str = ",",
) -> int:
    with (folder / "in.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
        writer.writerow(["age", "amount"])
        writer.writerows([str(20 + i), cell] for i, cell in enumerate(column_of(cells)))
    return main(
        [
            "protect",
            str(recipe(folder, role, scale, options, kind)),
            "--output",
            str(folder / "release"),
        ]
    )


def released(folder: Path, delimiter: str = ",") -> list[str]:
    with (folder / "release" / "public" / "out.csv").open(encoding="utf-8", newline="") as file:
        return [row["amount"] for row in csv.DictReader(file, delimiter=delimiter)]


def verified(folder: Path) -> bool:
    log = str(folder / "release" / "internal" / "out.internal.json")
    return (
        main(["verify", log]) == 0
        and main(["verify", log, "--input", str(folder / "in.csv")]) == 0
        and main(
            [
                "replay",
                log,
                "--input",
                str(folder / "in.csv"),
                "--output",
                str(folder / "again"),
            ]
        )
        == 0
    )


@pytest.mark.parametrize("role", ["other", "confidential"])
def test_cells_leave_as_they_came(tmp_path: Path, role: str) -> None:
    more = {"scale": "continuous"} if role == "confidential" else {}
    columns = {cells[0]: column_of(cells) for cells in NUMBERS}
    with (tmp_path / "in.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["age", *columns])
        writer.writerows(zip(map(str, range(20, 20 + RECORDS)), *columns.values(), strict=True))
    path = recipe(tmp_path, role, None, None, "csv")
    document = json.loads(path.read_text(encoding="utf-8"))
    document["attributes"][1:] = [{"name": name, "role": role, **more} for name in columns]
    path.write_text(json.dumps(document), encoding="utf-8")
    assert main(["protect", str(path), "--output", str(tmp_path / "release")]) == 0
    with (tmp_path / "release/public/out.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {name: [row[name] for row in rows] for name in columns} == columns
    assert verified(tmp_path)


def test_decimal_commas_leave_as_they_came(tmp_path: Path) -> None:
    cells = ["1,50", "1e-09", "12345,678901234567890123", "-0,0", "7,", "1234567890123456,78"]
    options = {"delimiter": ";", "decimal": ","}
    assert protect(tmp_path, cells, options=options, delimiter=";") == 0
    assert released(tmp_path, ";") == column_of(cells)
    assert verified(tmp_path)


@pytest.mark.parametrize(
    ("cells", "options", "delimiter"),
    [
        (["1,234,567", "12", "1234", "-1,000"], {"thousands": ","}, ","),
        (["1,234.50", "12.5", "1234.50", "1,234,567,890,123,456.78"], {"thousands": ","}, ","),
        (["1.234,50", "12,5"], {"thousands": ".", "decimal": ",", "delimiter": ";"}, ";"),
        (["5/6/2020", "13/12/2019", "05/6/2020"], {"dates": "%d/%m/%Y"}, ","),
    ],
    ids=["whole", "points", "commas", "dates"],
)
def test_declared_signs_leave_as_they_came(
    tmp_path: Path, cells: list[str], options: dict[str, str], delimiter: str
) -> None:
    assert protect(tmp_path, cells, options=options, delimiter=delimiter) == 0
    assert released(tmp_path, delimiter) == column_of(cells)
    assert verified(tmp_path)


def cells_in(path: Path) -> list[object]:
    """Read the column with a library of the kind's own."""
    if path.suffix == ".xlsx":
        sheet = openpyxl.load_workbook(path).active
        return [row[1] for row in sheet.iter_rows(min_row=2, values_only=True)]
    if path.suffix == ".ods":
        return list(pd.read_excel(path, engine="calamine", dtype=object)["amount"])
    if path.suffix == ".sav":
        return list(pyreadstat.read_sav(str(path))[0]["amount"])
    if path.suffix == ".dta":
        return list(pd.read_stata(path)["amount"])
    return list(pd.read_parquet(path)["amount"])


@pytest.mark.parametrize("kind", ["xlsx", "ods", "sav", "dta", "parquet"])
def test_other_kinds_hold_every_digit(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert protect(tmp_path, NUMBERS[1], kind=kind) == 0
    assert "amount: 16 numbers have more digits" in capsys.readouterr().out
    assert cells_in(tmp_path / "release" / "public" / f"out.{kind}") == column_of(NUMBERS[1])
    log = str(tmp_path / "release" / "internal" / "out.internal.json")
    assert main(["verify", log, "--input", str(tmp_path / "in.csv")]) == 0


@pytest.mark.parametrize("kind", ["xlsx", "ods", "sav", "dta", "parquet"])
def test_other_kinds_hold_numbers_as_numbers(tmp_path: Path, kind: str) -> None:
    assert protect(tmp_path, NUMBERS[0], kind=kind) == 0
    found = cells_in(tmp_path / "release" / "public" / f"out.{kind}")
    assert [float(str(cell)) for cell in found] == [float(cell) for cell in column_of(NUMBERS[0])]


@pytest.mark.parametrize("cell", ["1e-400", "-0.0e0", "0.0000000001e-320"])
def test_what_a_float_has_as_zero_is_refused(
    tmp_path: Path, cell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    zero = Decimal(cell) == 0
    assert protect(tmp_path, ["1.5", cell, "2.5"]) == (0 if zero else 2)
    if zero:
        assert released(tmp_path) == column_of(["1.5", cell, "2.5"])
    else:
        assert "too small" in capsys.readouterr().err
        assert not (tmp_path / "release").exists()


@pytest.mark.parametrize("wrong", ["1234567890123456.75", "1234567890123456.77"])
def test_a_digit_changed_by_the_writer_is_no_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    def careless(columns, *more):
        texts = tuple(wrong if t.endswith("6.78") else t for t in columns[1].spellings.texts)
        odd = replace(columns[1].spellings, texts=texts)
        return write_to((columns[0], replace(columns[1], spellings=odd)), *more)

    assert float(wrong) == float("1234567890123456.78")
    monkeypatch.setattr(import_module("core.pipeline.seal.file_draft"), "write_to", careless)
    assert protect(tmp_path, NUMBERS[1]) == 3
    assert not (tmp_path / "release").exists()


@pytest.mark.parametrize("role", ["quasi-identifier", "confidential"])
def test_computing_with_the_nearest_number_is_said(
    tmp_path: Path, role: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert protect(tmp_path, NUMBERS[1], role, "continuous") == 0
    assert "amount: 16 numbers have more digits than Statveil computes with" in (
        capsys.readouterr().out
    )
    # No digits are made up: a masked value has as many as its float64 needs.
    digits = [len(Decimal(cell).as_tuple().digits) for cell in released(tmp_path)]
    assert max(digits) <= (17 if role == "quasi-identifier" else 23)
