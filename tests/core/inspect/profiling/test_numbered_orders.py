"""Orders that numbers in front of categories show are proposed with the column."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.inspect.profiling.column_profiles import profile as profile_columns
from core.model import Scale
from tests.core.io.files import csv, read_file

LEVELS = ["1 ohne Abschluss", "2 Lehre", "3 Matura", "10 Hochschule"]


def order_of(folder: Path, name: str, cells: list[str]) -> tuple[Scale | None, tuple[str, ...]]:
    lines = "".join(f"{i},{cell}\n" for i, cell in enumerate(cells))
    (_, profile) = profile_columns(read_file(csv(folder, f"NR,{name}\n{lines}")))
    return profile.suggested_scale, profile.suggested_order


@pytest.mark.parametrize("name", ["BILDUNG", "EDUCATION"])
def test_numbers_in_front_are_the_order(tmp_path: Path, name: str) -> None:
    assert order_of(tmp_path, name, 30 * LEVELS[::-1]) == (Scale.ORDINAL, tuple(LEVELS))


def test_who_does_not_know_is_not_put_into_the_order_unasked(tmp_path: Path) -> None:
    cells = 30 * [*LEVELS, "99 weiß nicht"]
    assert order_of(tmp_path, "BILDUNG", cells) == (Scale.ORDINAL, ())


def test_categories_without_an_order_get_none(tmp_path: Path) -> None:
    assert order_of(tmp_path, "REGION", 30 * ["1 Nord", "2 Süd", "3 West"]) == (Scale.NOMINAL, ())
