"""Releases whose confidential column is odd in itself: each is one, so each is verified."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.attributes import describe
from tests.core.command_line.conftest import Bench

RECORDS = 24
ANSWERED = 3  # only the first records answer, and these are left out
Cell = Callable[[int], str]


def dated(layout: str) -> Cell:
    return lambda i: layout.format(i % 3 + 13)


def of(*cells: str) -> Cell:
    return lambda i: cells[i % len(cells)]


def answered(cell: str) -> Cell:
    return lambda i: cell if i < ANSWERED else ""


COLUMNS: dict[str, tuple[dict[str, object], Cell]] = {
    "no number left": ({"scale": "continuous"}, answered("5")),
    "no whole number left": ({"scale": "integer"}, answered("5")),
    "no date left": ({"scale": "date"}, answered("2020-01-13")),
    "no rank left": ({"scale": "ordinal", "order": ["a", "b"]}, answered("b")),
    "no category left": ({"scale": "nominal"}, answered("b")),
    "one number left": ({"scale": "continuous"}, lambda i: "7.5" if i == 20 else ""),
    "the same number": ({"scale": "continuous"}, of("7")),
    "the same rank": ({"scale": "ordinal", "order": ["a", "b"]}, of("b")),
    "a rank that is left out": (
        {"scale": "ordinal", "order": ["2", "1", "9"]},
        lambda i: "9" if i < ANSWERED else "21"[i % 2],
    ),
    "days as categories": ({"scale": "nominal"}, dated("2020-01-{}")),
    "ambiguous days as categories": ({"scale": "nominal"}, of("01/02/2020", "03/02/2020")),
    "days as ranks": (
        {"scale": "ordinal", "order": [f"2020-01-{day}" for day in range(12, 17)]},
        dated("2020-01-{}"),
    ),
    "days long ago": ({"scale": "date"}, dated("1820-01-{}")),
    "numbers as categories": ({"scale": "nominal"}, of("0", "1", "2")),
    "numbers with zeros as categories": ({"scale": "nominal"}, of("00", "01", "02")),
    "whole numbers with points": ({"scale": "integer"}, of("1.0", "2.0")),
    "unusual numbers": ({"scale": "continuous"}, of("1E3", "1e-9", "5.")),
    "long numbers": ({"scale": "continuous"}, lambda i: f"0.{i:03}12345678901234567890"),
    "words for nothing": ({"scale": "nominal"}, of("x", "NA", "null")),
    "formulas": ({"scale": "nominal"}, of("=A1", "+x", "@y")),
    "lines": ({"scale": "nominal"}, of('"a\nb"', "c")),
}
CASES = {
    "csv": tuple(COLUMNS),
    **dict.fromkeys(("xlsx", "parquet"), ("no number left", "no rank left")),
}


@pytest.mark.parametrize("kind", CASES)
def test_a_genuine_release_is_verified(bench: Bench, kind: str) -> None:
    columns = {name: COLUMNS[name] for name in CASES[kind]}
    lines = [",".join(["A", "B", *columns])]
    for i in range(RECORDS):
        masked = "" if i < ANSWERED else str(20 + i * 7 % 30), str(i * 5 % 17)
        lines.append(",".join([*masked, *(cell(i) for _, cell in columns.values())]))
    (bench.folder / "people.csv").write_text("\n".join(lines) + "\n")
    attributes = [
        *describe("A quasi integer, B quasi continuous"),
        *(
            {"name": name, "role": "confidential", **meaning}
            for name, (meaning, _) in columns.items()
        ),
    ]
    bench.release_as(
        {"name": "mdav", "k": 3},
        input={"path": "people.csv", "kind": "csv", "options": {"missing": [""]}},
        attributes=attributes,
        keep_order=False,
        output={"kind": kind, "name": "people_protected"},
    )

    for half in ("public", "internal"):
        for with_input in (False, True):
            assert bench.verify(half, with_input=with_input) == 0, bench.err
