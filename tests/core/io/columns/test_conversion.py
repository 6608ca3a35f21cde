"""What the user declares of a column, against what its cells are."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import Refused
from core.io import as_kind, number_failures
from core.messages import sentence
from core.model import ColumnKind
from tests.core.io.files import read_cells, shown

INTEGER, NUMBER = ColumnKind.INTEGER, ColumnKind.NUMBER
DATE, TEXT = ColumnKind.DATE, ColumnKind.TEXT


@pytest.mark.parametrize(
    ("cells", "kind", "failures"),
    [
        (["1", "x", "2.5", "", "y", *["z"] * 6], NUMBER, (8, (1, 4, 5, 6, 7))),
        (["1", "x", "2.5", "", "y", *["z"] * 6], INTEGER, (9, (1, 2, 4, 5, 6))),
        (["1", "2.5"], NUMBER, (0, ())),
        (["1", ""], INTEGER, (0, ())),
        (["1.0", "2.5"], INTEGER, (1, (1,))),
        (["2020-01-01", ""], NUMBER, (1, (0,))),
    ],
)
def test_failures_are_counted_and_the_first_named(
    tmp_path: Path, cells: list[str], kind: ColumnKind, failures: tuple[int, tuple[int, ...]]
) -> None:
    assert number_failures(read_cells(tmp_path, *cells), kind=kind) == failures


def test_codes_are_numbers_where_the_user_says_so(tmp_path: Path) -> None:
    column = read_cells(tmp_path, "007", "+5", "", "12")
    assert column.kind is TEXT
    assert number_failures(column, kind=INTEGER) == (0, ())
    assert shown(as_kind(column, INTEGER)) == [7, 5, None, 12]
    assert shown(as_kind(column, NUMBER)) == [7.0, 5.0, None, 12.0]


@pytest.mark.parametrize("cell", ["inf", "1e999", "nan", "0x1", "1_0", " ", "--1", "1,5"])
def test_what_is_never_a_number(tmp_path: Path, cell: str) -> None:
    column = read_cells(tmp_path, f'"{cell}"', "x")
    assert number_failures(column)[0] == 2


def test_integers_become_numbers_and_whole_numbers_integers(tmp_path: Path) -> None:
    assert shown(as_kind(read_cells(tmp_path, "5.0", "", "1e3"), INTEGER)) == [5, None, 1000]
    column = as_kind(read_cells(tmp_path, "5", "", "-7"), NUMBER)
    assert shown(column) == [5.0, None, -7.0]
    assert column.decimals == 0


def test_integers_that_a_float_does_not_hold(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"^integers-too-large$"):
        as_kind(read_cells(tmp_path, "9007199254740993", "1"), NUMBER)


@pytest.mark.parametrize(
    "cells",
    [
        ["10", "9", "", "10"],
        ["1.50", "2.25"],
        ["1.5", "2.250", "3"],
        ["31.12.1999", "01.01.2000"],
        ["9223372036854775807"],
    ],
)
def test_values_become_text_spelled_as_in_the_file(tmp_path: Path, cells: list[str]) -> None:
    column = read_cells(tmp_path, *cells)
    text = as_kind(column, TEXT)
    assert shown(text) == [cell or None for cell in cells]
    assert text.categories == tuple(sorted({cell for cell in cells if cell}))


@pytest.mark.parametrize(
    ("cells", "kind"), [(["a", "1"], NUMBER), (["1.5"], INTEGER), (["5"], DATE), (["x"], DATE)]
)
def test_what_cannot_be_turned(tmp_path: Path, cells: list[str], kind: ColumnKind) -> None:
    with pytest.raises(Refused) as caught:
        as_kind(read_cells(tmp_path, *cells), kind)
    (problem,) = caught.value.problems
    assert problem.code == f"column-not-{kind}"
    assert sentence(problem).startswith("Column x: ")


def test_a_column_without_values_is_of_any_kind(tmp_path: Path) -> None:
    column = read_cells(tmp_path, "", "")
    for kind in ColumnKind:
        assert as_kind(column, kind).kind is kind
        assert shown(as_kind(column, kind)) == [None, None]


def test_the_same_kind_is_the_same_column_and_spellings_of_missing_cells_stay(
    tmp_path: Path,
) -> None:
    column = read_cells(tmp_path, "1", "NA", missing=("NA",))
    assert as_kind(column, INTEGER) is column
    assert as_kind(column, TEXT).missing_text is column.missing_text
