"""Published totals of households that reveal the masked amounts of their members."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from core.inspect.structure.unit_sums import find_unit_sums
from core.messages import text
from resources import FOLDER
from tests.core.io.files import read_file
from tests.core.tables import Cell, dataset

Table = dict[str, list[Cell]]


def households(count: int = 120) -> Table:
    chance = random.Random(9)
    table: Table = defaultdict(list)
    for number in chance.sample(range(1_000), count):
        incomes: list[Cell] = [
            None if chance.random() < 0.1 else round(chance.lognormvariate(6, 1), 2)
            for _ in range(chance.choice([1, 1, 2, 3]))
        ]
        total = sum(float(str(income)) for income in incomes if income is not None)
        rent = round(chance.lognormvariate(4, 1), 2)
        for income in incomes:
            row = (number, income, total, round(total / len(incomes), 2), rent, chance.random())
            for name, cell in zip(("HID", "INC", "SUM", "MEAN", "RENT", "OWN"), row, strict=True):
                table[name].append(cell)
    return dict(table)


def found(table: Table, published: list[str]) -> list[tuple[str, str, str]]:
    undone = find_unit_sums(dataset(table), ["HID"], ["INC"], published)
    for each in undone:
        assert each.r_squared > 0.999
        assert text(each.reason, each.reason_params).startswith(f"{each.published[0]} is published")
    return [(each.published[0], each.masked[0], each.reason) for each in undone]


def test_sum_and_mean_of_a_household_are_found() -> None:
    assert found(households(), ["RENT", "MEAN", "OWN", "SUM"]) == [
        ("MEAN", "INC", "undo-unit-sum"),
        ("SUM", "INC", "undo-unit-sum"),
    ]


def test_a_sum_that_differs_within_units_is_none_of_theirs() -> None:
    table = households()
    table["SUM"][0] = 0.5
    table["HID"][0] = table["HID"][-1]
    assert found(table, ["SUM"]) == []


def test_records_without_a_unit_are_left_out() -> None:
    table = households()
    hid = table["HID"]
    removed = set(hid[::9])
    table["HID"] = [None if number in removed else number for number in hid]
    assert found(table, ["SUM"]) == [("SUM", "INC", "undo-unit-sum")]


def test_few_or_no_records_give_no_finding() -> None:
    assert found(households(8), ["SUM"]) == []
    assert found({"HID": [], "INC": [], "SUM": []}, ["SUM"]) == []
    with pytest.raises(KeyError):
        find_unit_sums(dataset(households()), ["HID"], ["NOWHERE"], ["SUM"])


def test_the_income_of_the_households_of_the_sample_is_a_sum() -> None:
    data = read_file(FOLDER / "samples" / "household_members.csv")
    masked = ["AGE", "INCOME", "EARNINGS"]
    (undone,) = find_unit_sums(
        data, ["HOUSEHOLD_ID"], masked, ["HOUSEHOLD_INCOME", "RENT", "WEIGHT", "HOUSEHOLD_SIZE"]
    )
    assert (undone.published, undone.masked) == (("HOUSEHOLD_INCOME",), ("INCOME",))
