"""Violations are counted record by record, and records that cannot be checked apart from them."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.rules import evaluate, parse_rule
from tests.core.rules.any_rule import column_of, floats, inapplicable, rules, whole
from tests.core.tables import column
from tests.oracles.rules import MISSING, NOT_APPLICABLE, truth

NOTHING = st.sampled_from([MISSING, NOT_APPLICABLE])
QUARTERS = st.integers(-40, 40).map(lambda quarters: quarters / 4)
DAYS = st.dates(date(1969, 12, 20), date(1970, 1, 10))
FEW = st.fractions(min_value=-10, max_value=10, max_denominator=4)


@st.composite
def tables(draw):
    rows = draw(st.integers(1, 8))

    def cells(values):
        return draw(st.lists(values | NOTHING, min_size=rows, max_size=rows))

    whole_numbers = st.integers(-10, 10) | st.sampled_from([2**62, -(2**63), 2**53 + 1])
    return {
        "I": cells(whole_numbers),
        "J": cells(whole_numbers),
        "D": cells(DAYS),
        "F": cells(QUARTERS),
        "G": cells(QUARTERS),
        "T": cells(st.sampled_from(["x", "y"])),
    }


def any_rules(*numeric):
    return rules(st.sampled_from(numeric), st.just("T"), DAYS, FEW, st.sampled_from("xyz"), FEW)


@given(tables(), any_rules("I", "J", "D") | any_rules("F", "G", "D"))
def test_each_record_is_judged_as_by_hand(table, rule) -> None:
    columns = [column_of(name, cells) for name, cells in table.items()]
    # All missing cells of a column of numbers would make it one of integers: still numbers.
    found = evaluate(rule, columns, inapplicable(table))

    rows = [dict(zip(table, cells, strict=True)) for cells in zip(*table.values(), strict=True)]
    expected = [truth(rule, row) for row in rows]
    assert found.violated.tolist() == [each is False for each in expected]
    assert found.unchecked.tolist() == [each is None for each in expected]
    assert (found.violations, found.uncheckable) == (expected.count(False), expected.count(None))
    assert found.holds == expected.count(True)


def violations(text: str, *columns) -> int:
    return evaluate(parse_rule(text), columns).violations


def test_decimal_sums_hold_whatever_their_rounding() -> None:
    a, b, total = floats("A", [0.1, 1e9 + 0.1]), floats("B", [0.2, 0.2]), [0.3, 1e9 + 0.3]
    assert np.array([0.1]) + 0.2 != 0.3
    assert violations("T = A + B", a, b, floats("T", total)) == 0
    assert violations("T <= A + B and T >= A + B", a, b, floats("T", total)) == 0
    assert violations("T < A + B or T > A + B", a, b, floats("T", total)) == 2
    assert violations("T in (0.3, 1000000000.3)", floats("T", [0.1 + 0.2, 1e9 + 0.3])) == 0


@given(
    st.lists(st.tuples(*[st.decimals(-(10**8), 10**8, places=2) for _ in range(5)]), min_size=1),
    st.integers(0, 5),
    st.sampled_from(["0.01", "-0.01"]),
)
def test_a_cent_is_seen_and_no_rounding_is(amounts, where, cent) -> None:
    names = [*"ABCDE"]
    columns = [
        floats(name, [float(amount) for amount in each])
        for name, each in zip(names, zip(*amounts, strict=True), strict=True)
    ]
    exact = [sum(map(Fraction, row)) for row in amounts]
    wrong = list(exact)
    wrong[where % len(wrong)] += Fraction(cent)

    rule = "T = A + B + C + D + E"
    assert violations(rule, *columns, floats("T", [float(total) for total in exact])) == 0
    assert violations(rule, *columns, floats("T", [float(total) for total in wrong])) == 1


@pytest.mark.parametrize("kind", [whole, floats])
def test_large_integers_are_exact(kind) -> None:
    half = 2**52
    parts = kind("A", [half - 1, half, half]), kind("B", [half, half, half - 1])
    assert violations("T = A + B", *parts, kind("T", [2**53 - 1, 2**53, 2**53 - 2])) == 1
    assert violations("T < A + B", *parts, kind("T", [2**53 - 2, 2**53, 2**53 - 1])) == 2
    assert violations("0.5 * T = 0.5 * A", *parts, kind("T", [half, half, half])) == 1
    # What overflows 64 bits, too.
    largest = whole("A", [2**63 - 1, -(2**63)])
    assert violations("2 * A = B", largest, whole("B", [-2, 0])) == 2
    assert violations("A = B + 1", largest, whole("B", [2**63 - 2, 2**63 - 1])) == 1


def test_the_largest_numbers_do_not_overflow_and_infinite_ones_cannot_be_checked() -> None:
    outcome = evaluate(parse_rule("A <= B"), [floats("A", [np.inf, 1]), floats("B", [np.inf, 0])])
    assert (outcome.uncheckable, outcome.violations) == (1, 1)
    large = 1.7e308
    columns = floats("A", [large, -large]), floats("B", [large, large])

    assert evaluate(parse_rule("A <= B"), columns).violations == 0
    assert evaluate(parse_rule("A >= B"), columns).violated.tolist() == [False, True]
    assert evaluate(parse_rule("9 * A = B + 8 * A"), columns).violated.tolist() == [False, True]


def test_dates_count_as_days() -> None:
    start = column("START", [date(2020, 2, 28), date(2019, 2, 28), None])
    end = column("END", [date(2020, 3, 1), date(2019, 3, 1), date(2019, 3, 1)])

    outcome = evaluate(parse_rule("END - START = 2"), [start, end])
    assert outcome.violated.tolist() == [False, True, False]
    assert outcome.unchecked.tolist() == [False, False, True]
    assert violations("START in (2020-02-28)", start) == 1
    assert violations("START >= 2020-01-01", start) == 1


def test_not_applicable_is_not_missing() -> None:
    hours = column("HOURS", [None, None, 40])
    inapplicable = {"HOURS": np.array([True, False, False])}

    def violated(text: str) -> list[bool]:
        return evaluate(parse_rule(text), [hours], inapplicable).violated.tolist()

    assert violated("HOURS is missing") == [True, False, True]
    assert violated("HOURS is not missing") == [False, True, False]
    assert violated("HOURS is not applicable") == [False, True, True]
    assert violated("HOURS is applicable") == [True, False, False]


def test_an_empty_file_violates_nothing() -> None:
    outcome = evaluate(parse_rule("A = B"), [whole("A", []), floats("B", [])])
    assert (outcome.violations, outcome.uncheckable, outcome.holds) == (0, 0, 0)
    assert violations("A = B", whole("A", []), whole("B", [])) == 0
