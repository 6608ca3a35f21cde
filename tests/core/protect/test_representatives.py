"""Representatives of clusters, scale by scale."""

from __future__ import annotations

import datetime
from dataclasses import replace

import numpy as np
import pytest

from core.encode.content_numbers import content_numbers
from core.model import ColumnKind, Scale
from core.protect.representatives import NUMBER_REPRESENTATIVES, represent
from tests.core.tables import Cell, cells, column, quasi

DAY = datetime.date
SIZES = ("S", "M", "L", "XL")


@pytest.mark.parametrize(
    ("scale", "before", "labels", "after"),
    [
        (Scale.CONTINUOUS, [1, 2, 4, 8], [0, 1, 0, 1], [2.5, 5.0, 2.5, 5.0]),
        (Scale.CONTINUOUS, [0.25, 0.5, 1.5], [0, 0, 0], [0.75, 0.75, 0.75]),
        (Scale.CONTINUOUS, [1.0, 2.0, None, 6.0, 4.0], [0, 0, 0, 0, 1], [3.0] * 4 + [4.0]),
        # Of two answers, each unit could work out the other one.
        (Scale.CONTINUOUS, [1.0, 2.0, None, 4.0], [0, 0, 0, 1], [None, None, None, 4.0]),
        (Scale.CONTINUOUS, [None, None, 4.0], [0, 0, 1], [None, None, 4.0]),
        # Halves go to the even neighbour.
        (Scale.INTEGER, [1, 2, 3, 4], [0, 0, 1, 1], [2, 2, 4, 4]),
        (Scale.INTEGER, [-1, -2, 0, -1], [0, 0, 1, 1], [-2, -2, 0, 0]),
        (Scale.INTEGER, [5, None, 8, 7], [0, 0, 0, 0], [7, 7, 7, 7]),
        (Scale.INTEGER, [5, None, 8], [0, 0, 0], [None, None, None]),
        (Scale.INTEGER, [None, 7], [0, 1], [None, 7]),
        (
            Scale.DATE,
            [DAY(2020, 1, 1), DAY(2020, 1, 4), DAY(2020, 1, 4), None],
            [0, 0, 0, 0],
            [DAY(2020, 1, 3)] * 4,
        ),
        # The median category; where half lies below, of both in the middle the rarer one so far.
        (Scale.ORDINAL, ["L", "S", "M"], [0, 0, 0], ["M", "M", "M"]),
        (Scale.ORDINAL, ["XL", "S", "M", "L"], [0, 0, 0, 0], ["M"] * 4),
        (Scale.ORDINAL, ["XL", "XL", "S", None, None], [0, 0, 0, 0, 1], ["XL"] * 4 + [None]),
        (Scale.ORDINAL, ["XL", None, None], [0, 0, 1], [None, None, None]),
    ],
)
def test_representatives(
    scale: Scale, before: list[Cell], labels: list[int], after: list[Cell]
) -> None:
    attribute = quasi("a", scale, SIZES if scale is Scale.ORDINAL else ())
    released = represent(column("a", before), attribute, np.array(labels))
    assert cells(released) == after
    assert released.name == "a"


@pytest.mark.parametrize("scale", [Scale.NOMINAL, Scale.ORDINAL])
def test_categories_are_weighted(scale: Scale) -> None:
    before = column("a", ["S", "M", "M", "S", "M", "L", "L"])
    attribute = quasi("a", scale, SIZES if scale is Scale.ORDINAL else ())
    labels, weights = np.array([0, 0, 0, 1, 1, 1, 1]), np.array([2.5, 1, 1, 1, 1, 2, 0.5])
    assert cells(represent(before, attribute, labels)) == ["M"] * 3 + ["L"] * 4
    released = represent(before, attribute, labels, weights=weights)
    assert cells(released) == ["S"] * 3 + ["L"] * 4


@pytest.mark.parametrize("scale", [Scale.NOMINAL, Scale.ORDINAL])
@pytest.mark.parametrize("unit", [1.0, 0.1])
def test_ties_favour_no_category_and_no_numbering_of_clusters(scale: Scale, unit: float) -> None:
    draw = np.random.default_rng(5)
    labels = np.repeat(np.arange(300), 4)
    # Two against two in every cluster, of three categories with shares 1/4, 1/4 and 1/2.
    pairs = [["S", "S", "L", "L"], ["M", "M", "L", "L"]]
    before = column("a", [cell for i in range(300) for cell in draw.permuted(pairs[i % 2])])
    attribute = quasi("a", scale, SIZES if scale is Scale.ORDINAL else ())
    weights = np.full(len(labels), unit)
    released = cells(represent(before, attribute, labels, weights=weights))
    assert {name: released.count(name) for name in "SML"} == {"S": 300, "M": 300, "L": 600}
    other_numbers = draw.permutation(300)[labels]
    assert cells(represent(before, attribute, other_numbers, weights=weights)) == released


@pytest.mark.parametrize("scale", [Scale.NOMINAL, Scale.ORDINAL])
def test_ties_do_not_depend_on_the_order_of_records(scale: Scale) -> None:
    """Clusters that differ in a number alone get the same category in any order."""
    draw = np.random.default_rng(7)
    attribute = quasi("a", scale, SIZES if scale is Scale.ORDINAL else ())
    labels = np.repeat(np.arange(60), 2)
    before, amounts = draw.permuted([["S", "M"]] * 60, axis=1).ravel(), 1.0 + labels
    weights = draw.choice([1.0, 2.5], 60)[labels]
    chosen = []
    for order in (np.arange(120), draw.permutation(120)):
        contents = content_numbers([(column("b", [*amounts[order]]), quasi("b"))], 120)
        released = represent(
            column("a", [*before[order]]),
            attribute,
            labels[order],
            weights=weights[order],
            contents=contents,
        )
        chosen.append(dict(zip(amounts[order], cells(released), strict=True)))
    assert chosen[0] == chosen[1]
    assert set(chosen[0].values()) == {"S", "M"}


def test_ordinal_numbers_without_an_order_are_ordered_as_numbers() -> None:
    released = represent(column("a", [10, 9, 2]), quasi("a", Scale.ORDINAL), np.zeros(3, int))
    assert cells(released) == [9, 9, 9]


def test_kinds_follow_the_scale() -> None:
    labels = np.array([0, 0])
    whole = column("a", [1, 2])
    assert represent(whole, quasi("a"), labels).kind is ColumnKind.NUMBER
    assert represent(whole, quasi("a", Scale.INTEGER), labels).kind is ColumnKind.INTEGER
    real = column("a", [1.0, 2.0])
    assert represent(real, quasi("a", Scale.INTEGER), labels).kind is ColumnKind.INTEGER


def test_released_arrays_are_read_only() -> None:
    released = represent(column("a", [1.0, 2.0]), quasi("a"), np.array([0, 0]))
    with pytest.raises(ValueError, match="read-only"):
        released.values[0] = 0


@pytest.mark.parametrize(
    ("scale", "before", "labels", "after"),
    [
        (Scale.CONTINUOUS, [1, 2, 9, 8], [0, 0, 0, 1], [2, 2, 2, 8]),
        # Of an even number of values the mean of the two in the middle.
        (Scale.CONTINUOUS, [1.0, 2.0, 4.0, 100.0], [0, 0, 0, 0], [3.0] * 4),
        (Scale.CONTINUOUS, [1.0, None, 4.0, 9.0, None], [0, 0, 0, 0, 1], [4.0] * 4 + [None]),
        (Scale.CONTINUOUS, [1.7e308, 1.7e308], [0, 0], [1.7e308] * 2),
        (Scale.INTEGER, [1, 2, 50, 60], [0, 0, 1, 1], [2, 2, 55, 55]),
        (Scale.INTEGER, [3, 4, 5, 9], [0, 0, 0, 0], [4] * 4),
        (
            Scale.DATE,
            [DAY(2020, 1, 1), DAY(2020, 1, 2), DAY(2021, 1, 1)],
            [0, 0, 0],
            [DAY(2020, 1, 2)] * 3,
        ),
        (Scale.ORDINAL, ["L", "S", "M"], [0, 0, 0], ["M", "M", "M"]),
    ],
)
def test_medians(scale: Scale, before: list[Cell], labels: list[int], after: list[Cell]) -> None:
    attribute = quasi("a", scale, SIZES if scale is Scale.ORDINAL else ())
    released = represent(
        column("a", before),
        attribute,
        np.array(labels),
        of_numbers=NUMBER_REPRESENTATIVES["median"],
    )
    assert cells(released) == after


@pytest.mark.parametrize(
    ("units", "after"),
    [([0, 0, 1, 1, 2], [None] * 5), ([0, 1, 2, 0, 1], [2.0] * 5), (None, [2.0] * 5)],
)
def test_answers_of_one_household_are_one(units: list[int] | None, after: list[Cell]) -> None:
    before = column("a", [1.0, 2.0, 3.0, None, None])
    of_records = None if units is None else np.array(units)
    released = represent(before, quasi("a"), np.zeros(5, int), units=of_records)
    assert cells(released) == after


def test_one_answer_among_questions_that_were_not_asked_is_not_published() -> None:
    attribute = replace(quasi("a"), not_applicable=("",))
    before = column("a", [9.0, None, 9.0, None, None])
    assert cells(represent(before, attribute, np.array([0, 0, 1, 1, 1]))) == [None] * 5
