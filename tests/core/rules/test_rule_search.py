"""Sums and orders that hold in a file are found; what holds by chance or means nothing is not."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from core.errors import Cancelled
from core.jobs import Job
from core.model import Column, ColumnKind
from core.rules import evaluate, find_rules, rule_text
from tests.core.rules.any_rule import floats, whole
from tests.core.tables import column

RNG = np.random.default_rng


def found(*columns: Column, **inapplicable) -> list[str]:
    return [rule_text(each.rule) for each in find_rules(columns, inapplicable)]


def amounts(seed: int, count: int, n: int = 400, zeros: float = 0.2):
    """Skewed amounts with cents, some of them 0, as whole numbers of cents."""
    rng = RNG(seed)
    drawn = np.rint(rng.lognormal(8, 1, (count, n)) * 100)
    return (drawn * (rng.random((count, n)) >= zeros)).astype(np.int64)


@pytest.mark.parametrize("make", [whole, lambda name, cents: floats(name, cents / 100)])
@pytest.mark.parametrize("parts", [2, 3, 4, 5])
def test_a_sum_is_found(make, parts: int) -> None:
    cents = amounts(parts, 8)
    columns = [make(f"P{i}", each) for i, each in enumerate(cents)]
    columns.insert(3, make("TOTAL", cents[-parts:].sum(axis=0)))
    names = " + ".join(f"P{i}" for i in range(8 - parts, 8))
    assert found(*columns) == [f"TOTAL = {names}"]


def test_a_sum_of_numbers_with_all_digits_is_found_among_small_and_large_ones() -> None:
    rng = RNG(1)
    values = rng.normal(size=(7, 500)) * np.array([1e-6, 1, 1, 1, 1, 1e5, 1e7])[:, None]
    columns = [floats(f"P{i}", each) for i, each in enumerate(values)]
    total = floats("TOTAL", values[1] + values[2] + values[3] + values[5] + values[6])
    assert found(*columns, total) == ["TOTAL = P1 + P2 + P3 + P5 + P6"]


def test_a_single_record_that_breaks_it_makes_a_sum_no_suggestion() -> None:
    cents = amounts(2, 2, n=5_000)
    total = cents.sum(axis=0)
    columns = whole("A", cents[0]), whole("B", cents[1])
    assert found(*columns, whole("T", total)) == ["T = A + B"]
    total[4_321] += 1
    assert found(*columns, whole("T", total)) == ["A <= T", "B <= T"]


def rank(rows: list[list[int]]) -> int:
    return int(np.linalg.matrix_rank(np.array(rows))) if rows else 0


@pytest.mark.parametrize("seed", range(25))
def test_what_is_found_are_the_sums_that_are_there(seed: int) -> None:
    """Every sum that holds is suggested or a combination of suggested ones, and no other is."""
    rng = RNG(seed)
    n = 60
    table = [rng.integers(0, 9, n) for _ in range(5)]
    for _ in range(3):
        chosen = rng.choice(len(table), size=int(rng.integers(2, 4)), replace=False)
        table.append(np.sum([table[i] for i in chosen], axis=0))
    places = rng.permutation(8)
    distinct: list[np.ndarray] = []
    for place in places:
        if not any(np.array_equal(table[place], each) for each in distinct):
            distinct.append(table[place])
    count = len(distinct)

    there = [
        [(i in parts) - (i == total) for i in range(count)]
        for total in range(count)
        for size in range(2, 6)
        for parts in combinations([i for i in range(count) if i != total], size)
        if np.array_equal(sum(distinct[i] for i in parts), distinct[total])
    ]

    columns = [whole(f"C{i}", each) for i, each in enumerate(distinct)]
    suggested = []
    for each in find_rules(columns):
        assert evaluate(each.rule, columns).violations == 0
        if each.rule.operator == "=":
            (total,), parts = each.rule.left, {term.of for term in each.rule.right}
            suggested.append([(f"C{i}" in parts) - (f"C{i}" == total.of) for i in range(count)])
    assert len(there) >= 3
    assert all(row in there for row in suggested)
    assert rank(suggested) == rank(there) == len(suggested)


def test_of_nested_sums_only_the_short_ones_are_suggested() -> None:
    a, b, c, d = amounts(3, 4)
    columns = {"A": a, "B": b, "C": c, "D": d, "AB": a + b, "CD": c + d, "ALL": a + b + c + d}

    assert found(*[whole(name, each) for name, each in columns.items()]) == [
        "AB = A + B",
        "CD = C + D",
        "ALL = AB + CD",
    ]


def test_sums_are_found_where_cells_are_empty() -> None:
    rng = RNG(4)
    cents = amounts(4, 6, n=3_000).astype(np.float64)
    children = rng.random(3_000) < 0.3
    total, school = cents[0] + cents[1], cents[2] + cents[3]
    columns = [floats(f"P{i}", each) for i, each in enumerate(cents[:2])]
    columns += [floats(f"P{i}", np.where(children, cents[i], np.nan)) for i in (2, 3)]
    # No record has a value in all of these columns.
    columns += [floats(f"P{i}", np.where(children, np.nan, cents[i])) for i in (4, 5)]
    columns.append(floats("TOTAL", np.where(rng.random(3_000) < 0.1, np.nan, total)))
    columns.append(floats("SCHOOL", np.where(children, school, np.nan)))
    columns.append(floats("WORK", np.where(children, np.nan, cents[4] + cents[5])))

    assert found(*columns) == ["TOTAL = P0 + P1", "SCHOOL = P2 + P3", "WORK = P4 + P5"]


def test_cells_that_do_not_apply_are_not_looked_at() -> None:
    a, b = amounts(5, 2)
    absent = RNG(5).random(400) < 0.2
    columns = whole("A", a), whole("B", np.where(absent, -8, b)), whole("T", a + b)

    assert "T = A + B" not in found(*columns)
    assert found(*columns, B=absent) == ["T = A + B"]
    (rule,) = find_rules(columns, {"B": absent})
    assert rule.records == 400 - absent.sum()


def test_what_means_nothing_is_not_suggested() -> None:
    rng = RNG(6)
    n = 1_000
    age = rng.integers(0, 95, n)
    employed = rng.integers(0, 2, n)
    columns = [
        whole("AGE", age),
        whole("YEAR", rng.integers(2018, 2021, n)),
        whole("ZERO", np.zeros(n)),
        whole("FIVE", np.full(n, 5)),
        whole("AGE_AGAIN", age),
        whole("EMPLOYED", employed),
        whole("UNEMPLOYED", 1 - employed),
        whole("BORN", 2020 - age),
        whole("STAFF", rng.integers(1, 4, n)),
        whole("TURNOVER", rng.integers(3, 9_000, n)),
        whole("SUM_WITH_NOTHING", employed + age),
        column("TEXT", ["x", "y"] * (n // 2)),
    ]

    assert found(*columns) == ["SUM_WITH_NOTHING = AGE + EMPLOYED"]


def test_a_part_that_is_hardly_ever_there_is_not_suggested() -> None:
    a, b, c = amounts(7, 3)
    c[4:] = 0
    columns = [whole(name, each) for name, each in zip("ABCT", (a, b, c, a + b + c), strict=True)]
    assert not any("T =" in rule for rule in found(*columns))


def test_few_records_suggest_nothing() -> None:
    a, b = amounts(8, 2, n=29)
    assert found(whole("A", a), whole("B", b), whole("T", a + b)) == []
    assert find_rules([]) == ()
    assert find_rules([whole("A", []), floats("B", [])]) == ()


def test_orders_are_found_without_those_that_follow() -> None:
    rng = RNG(9)
    (turnover,) = amounts(9, 1, n=2_000, zeros=0.0)
    domestic = np.rint(turnover * rng.beta(2, 2, 2_000)).astype(np.int64)
    east = np.rint(domestic * rng.beta(2, 2, 2_000)).astype(np.int64)
    result = turnover - domestic - amounts(10, 1, n=2_000)[0]
    columns = {"TURNOVER": turnover, "DOMESTIC": domestic, "EAST": east, "RESULT": result}

    assert found(*[whole(name, each) for name, each in columns.items()]) == [
        "DOMESTIC <= TURNOVER",
        "EAST <= DOMESTIC",
        "RESULT <= TURNOVER",
    ]


def test_an_order_broken_by_one_record_or_by_rounding() -> None:
    (cents,) = amounts(11, 1, n=3_000)
    high = floats("HIGH", cents / 100)
    part = np.where(cents % 2 == 1, cents / 100, cents / 300)
    # One unit in the last place is what a sum can be off by.
    assert found(high, floats("LOW", np.where(part > 0, np.nextafter(part, np.inf), 0))) == [
        "LOW <= HIGH"
    ]

    part[2_999] = cents[2_999] / 100 + 0.01
    assert found(high, floats("LOW", part)) == []


def test_a_column_of_zeros_but_for_a_record_outside_of_the_sample_suggests_nothing() -> None:
    (loss,) = -amounts(21, 1, n=4_000)
    once = np.arange(4_000) == 1
    assert found(whole("LOSS", loss), whole("ONCE", once)) == []


def test_parts_of_a_sum_with_a_negative_part_may_exceed_it() -> None:
    cost, profit = amounts(12, 2)
    profit = profit - 300_000
    columns = [whole("COST", cost), whole("PROFIT", profit), whole("TURNOVER", cost + profit)]
    assert found(*columns) == ["TURNOVER = COST + PROFIT"]


def test_dates_are_ordered_among_themselves() -> None:
    rng = RNG(13)
    starts = [date(2000, 1, 1) + timedelta(int(d)) for d in rng.integers(0, 5_000, 500)]
    ends = [start + timedelta(int(rng.integers(0, 900))) for start in starts]
    days = [(end - date(1970, 1, 1)).days + 1 for end in ends]

    columns = column("START", starts), column("END", ends), whole("DAYS", days)
    assert columns[0].kind is ColumnKind.DATE
    assert found(*columns) == ["START <= END"]


def test_sums_of_four_and_three_are_found_in_wide_files() -> None:
    cents = amounts(14, 130, n=300, zeros=0.0)
    columns = [whole(f"P{i}", each) for i, each in enumerate(cents)]
    total = whole("TOTAL", cents[[3, 50, 77, 129]].sum(axis=0))
    assert found(*columns, total) == ["TOTAL = P3 + P50 + P77 + P129"]


def test_the_largest_numbers_overflow_nowhere() -> None:
    rng = RNG(16)
    values = rng.uniform(-1, 1, (3, 200)) * 1.7e308
    columns = [floats(f"P{i}", each) for i, each in enumerate(values)]
    half = floats("HALF", values[0] / 2 + values[1] / 2)
    halves = [floats(f"H{i}", each / 2) for i, each in enumerate(values[:2])]
    assert found(*columns, half, *halves) == ["HALF = H0 + H1"]


def test_the_search_can_be_cancelled() -> None:
    job = Job()
    job.cancel()
    with pytest.raises(Cancelled):
        find_rules([whole("A", range(50))], job=job)


def test_found_rules_are_exact_fractions_of_one() -> None:
    a, b = amounts(15, 2)
    (rule,) = find_rules([whole("A", a), whole("B", b), whole("T", a + b)])
    assert {term.factor for term in rule.rule.left + rule.rule.right} == {Fraction(1)}
    assert rule.records == 400
