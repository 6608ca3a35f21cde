"""Which zeros are suggested to mean "none"."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from core.inspect.structure import find_kept_zeros
from core.io import probe
from core.messages import text
from core.model import Dataset
from resources import FOLDER
from tests.core.io.files import read_file
from tests.core.tables import Cell, dataset


def sample(name: str, *missing: str) -> Dataset:
    path = FOLDER / "samples" / name
    return read_file(path, replace(probe(path).options, missing=("", *missing)))


def found(cells: list[Cell], name: str = "X") -> list[tuple[str, int, int]]:
    return [(z.column, z.zeros, z.rows) for z in find_kept_zeros(dataset({name: cells}))]


def drawn(count: int, draw: Callable[[random.Random], Cell], zeros: int = 0) -> list[Cell]:
    chance = random.Random(count)
    cells: list[Cell] = [0.0] * zeros + [draw(chance) for _ in range(count - zeros)]
    chance.shuffle(cells)
    return cells


def amount(chance: random.Random) -> float:
    return round(chance.lognormvariate(3, 1), 2)


def test_exports_and_investment_of_the_business_sample_are_found() -> None:
    data = sample("business_survey.csv")
    zeros = {each.column: each for each in find_kept_zeros(data)}

    assert {"EXPORTS", "INVESTMENT"} <= zeros.keys()
    # EMPLOYEES is a count in which one is more frequent than zero; results may be negative.
    assert zeros.keys().isdisjoint({"EMPLOYEES", "OPERATING_RESULT", "TURNOVER", "WEIGHT"})
    exports = data.column("EXPORTS").values.tolist()
    assert zeros["EXPORTS"].zeros == sum(value == 0 for value in exports) == 3923
    assert zeros["EXPORTS"].share == 3923 / 5000


def test_rents_and_hours_of_the_household_sample_keep_away_from_zero() -> None:
    data = sample("household_survey.csv", "n/a", "refused", "-9")
    assert {zeros.column for zeros in find_kept_zeros(data)} == {"HOURS", "RENT"}


def test_more_than_five_per_cent_must_be_zeros() -> None:
    assert found(drawn(400, amount, zeros=20)) == []
    assert found(drawn(400, amount, zeros=21)) == [("X", 21, 400)]
    # Missing cells do not count, and huge amounts do not overflow.
    assert found([*drawn(400, amount, zeros=21), *[None] * 400]) == [("X", 21, 400)]
    assert found(drawn(400, lambda c: 1e300 * amount(c), zeros=60)) == [("X", 60, 400)]


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("EMPLOYED", [0, 1, 1] * 100),
        ("CHILDREN", drawn(400, lambda c: min(int(c.expovariate(0.6)), 9))),
        ("SATISFACTION", drawn(400, lambda c: c.randint(0, 10))),
        ("CELSIUS", drawn(400, lambda c: round(c.gauss(9, 7), 1), zeros=40)),
        ("CHANGE", [*drawn(400, amount, zeros=60), -3.5]),
        ("PERCENTILE", drawn(4000, lambda c: c.randint(0, 99))),
        ("SHARE", drawn(400, lambda c: round(c.uniform(0, 1), 4), zeros=10)),
        ("WEIGHT", drawn(400, amount, zeros=60)),
        ("REGION_CODE", drawn(400, lambda c: int(c.lognormvariate(3, 1)), zeros=60)),
        ("EMPTY", [None] * 30),
        ("ALL_ZERO", [0.0] * 300),
        ("NAME", ["a", "0", "0"] * 50),
    ],
)
def test_other_columns_are_not_suggested(name: str, cells: list[Cell]) -> None:
    assert found(cells, name) == []


def test_the_reason_is_a_sentence() -> None:
    (zeros,) = find_kept_zeros(dataset({"X": drawn(400, amount, zeros=60)}))
    assert text(zeros.reason, zeros.reason_params) == (
        "Zero probably means “none”: 60 of 400 values are 0 (15.0 %), and no other value is as "
        "frequent. Zeros should stay zeros."
    )
