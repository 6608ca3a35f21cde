"""Totals are shared out exactly, once for each group, in the original's proportions."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.messages import sentence
from core.rules import SumOfParts, evaluate, order_sums, parse_rule, share_out_total, sum_of_parts
from tests.core.rules.any_rule import floats

AMOUNTS = st.integers(0, 300) | st.just(0)
TOTALS = st.integers(0, 5_000)


@st.composite
def cases(draw, values=AMOUNTS, totals=TOTALS):
    """Parts of up to twelve records in groups, and a total for each group."""
    n = draw(st.integers(1, 12))
    labels = np.array(draw(st.permutations([i % draw(st.just(3)) for i in range(n)])))
    labels = np.unique(labels, return_inverse=True)[1]
    count = draw(st.integers(1, 5))
    parts = np.array([[draw(values) for _ in range(n)] for _ in range(count)], dtype=np.float64)
    for group in range(labels.max() + 1):
        if not parts[:, labels == group].any():
            parts[0, labels == group] = 1
    wanted = np.array([draw(totals) for _ in range(labels.max() + 1)], dtype=np.float64)
    return wanted[labels], parts, labels


def largest_remainders(total: int, means: list[Fraction]) -> list[int]:
    """Share out a whole total in exact fractions."""
    size, missing = sum(map(abs, means)), total - sum(means)
    exact = [mean + missing * abs(mean) / size for mean in means]
    shares = [each.numerator // each.denominator for each in exact]
    by_remainder = sorted(range(len(means)), key=lambda i: (shares[i] - exact[i], i))
    for i in by_remainder[: total - sum(shares)]:
        shares[i] += 1
    return shares


def records(labels):
    groups = defaultdict(list)
    for i, label in enumerate(labels.tolist()):
        groups[label].append(i)
    return groups


@given(cases() | cases(st.integers(-300, 300).filter(bool), st.integers(-900, 900)))
def test_whole_numbers_are_shared_out_by_largest_remainders(case) -> None:
    totals, parts, labels = case
    # A group whose parts cancel out on average has nothing to share out by.
    for own in records(labels).values():
        if not parts[:, own].sum(axis=1).any():
            parts[0, own] += 1

    found = share_out_total(totals, parts, labels, as_integers=True)

    for own in records(labels).values():
        # Means of three records end nowhere in binary; the program rounds them to 40 bits.
        means = [Fraction(float(sum(part[own]) / len(own))) for part in parts]
        total = int(totals[own[0]])
        got = found[:, own[0]]
        assert got.sum() == total
        assert (got == np.rint(got)).all()
        assert (found[:, own] == got[:, None]).all()
        assert all(value == 0 for value, mean in zip(got, means, strict=True) if mean == 0)
        size, missing = sum(map(abs, means)), total - sum(means)
        for value, mean in zip(got.tolist(), means, strict=True):
            assert abs(Fraction(value) - mean - missing * abs(mean) / size) < 1 + Fraction(1, 10**6)


@given(st.lists(st.integers(0, 1 << 20), min_size=1, max_size=6).filter(any), st.integers(0, 10**9))
def test_one_record_is_shared_out_as_by_hand(parts, total) -> None:
    found = share_out_total(
        np.array([total]), np.array([parts], float).T, np.array([0]), as_integers=True
    )
    assert found[:, 0].tolist() == largest_remainders(total, [Fraction(part) for part in parts])


@pytest.mark.parametrize(
    ("total", "parts", "weights", "shares"),
    [
        # Of equal remainders the first part gets the unit.
        (5, [[1, 1], [1, 1], [1, 1], [0, 0]], None, [2, 2, 1, 0]),
        # Losses are shared out by their size.
        (20, [[30], [-10]], None, [30, -10]),
        (24, [[30], [-10]], None, [33, -9]),
        (8, [[10, 0], [0, 10]], [3.0, 1.0], [6, 2]),
    ],
    ids=["remainders", "losses", "more losses", "weights"],
)
def test_shares_by_hand(
    total: int, parts: list[list[int]], weights: list[float] | None, shares: list[int]
) -> None:
    n_records = len(parts[0])
    labels, by = np.zeros(n_records, dtype=int), None if weights is None else np.array(weights)
    found = share_out_total(np.full(n_records, total), np.array(parts, float), labels, True, by)
    assert found.T.tolist() == [shares] * n_records


def test_large_numbers_are_exact() -> None:
    parts = np.array([[2.0**52], [2.0**52 - 1], [1.0]])
    found = share_out_total(np.array([2.0**53 - 1]), parts, np.array([0]), as_integers=True)
    assert sum(map(int, found[:, 0])) == 2**53 - 1


@given(cases(st.integers(0, 10**6).map(lambda cents: cents / 100), st.integers(0, 10**9)))
def test_other_numbers_keep_sum_and_proportions(case) -> None:
    totals, parts, labels = case
    totals = totals / 100

    found = share_out_total(totals, parts, labels)

    names = [f"P{i}" for i in range(len(parts))]
    columns = [floats(name, part) for name, part in zip(names, found, strict=True)]
    rule = parse_rule("T = " + " + ".join(names))
    assert evaluate(rule, [*columns, floats("T", totals)]).violations == 0
    for own in records(labels).values():
        sums = [sum(Fraction(value) for value in part[own].tolist()) for part in parts]
        for part, value in zip(sums, found[:, own].tolist(), strict=True):
            share = Fraction(totals[own[0]]) * part / sum(sums)
            assert set(value) == {value[0]}
            assert abs(Fraction(value[0]) - share) <= Fraction(1, 10**12) * Fraction(totals[own[0]])
            assert part or value[0] == 0


def test_a_total_that_is_the_mean_gives_the_means() -> None:
    rng = np.random.default_rng(3)
    parts = rng.integers(-500, 900, (4, 60)).astype(float)
    labels = np.arange(60) % 12
    means = np.array([[part[labels == g].mean() for g in range(12)] for part in parts])
    found = share_out_total(means.sum(axis=0)[labels], parts, labels)
    assert np.allclose(found, means[:, labels], rtol=1e-12, atol=1e-12)


def test_missing_parts() -> None:
    """A mean is taken over what is there; without any value the sum cannot be checked."""
    parts = np.array([[6.0, np.nan, 1.0, 2.0], [3.0, 3.0, np.nan, np.nan]])

    found = share_out_total(
        np.array([12, 12, 9, 9]), parts, np.array([0, 0, 1, 1]), as_integers=True
    )
    assert found[:, 0].tolist() == found[:, 1].tolist() == [8, 4]
    assert found[0, 2:].tolist() == [2, 2]
    assert np.isnan(found[1, 2:]).all()


def test_nothing_cannot_be_shared_out() -> None:
    with pytest.raises(Refused) as refused:
        share_out_total(np.array([5.0, 0.0]), np.zeros((2, 2)), np.array([0, 1]))
    assert "1 group" in sentence(refused.value.problems[0])
    assert not share_out_total(np.zeros(2), np.zeros((2, 2)), np.array([0, 1])).any()
    assert share_out_total(np.zeros(0), np.zeros((2, 0)), np.zeros(0, dtype=int)).shape == (2, 0)


@pytest.mark.parametrize(
    ("text", "total", "parts"),
    [
        ("T = A + B", "T", (("A", 1), ("B", 1))),
        ("A + B = T", "T", (("A", 1), ("B", 1))),
        ("PROFIT = TURNOVER - COSTS", "PROFIT", (("TURNOVER", 1), ("COSTS", -1))),
        ("T = A", "T", (("A", 1),)),
    ],
)
def test_sums_are_recognised(text: str, total: str, parts) -> None:
    assert sum_of_parts(parse_rule(text)) == SumOfParts(total, parts)


@pytest.mark.parametrize(
    "text",
    [
        *("T <= A + B", "T = 2 * A + B", "T = A + 3", "T = A + A", "T + C = A + B"),
        *("2 * T = A + B", "if X = 1 then T = A + B", "T = 5"),
    ],
)
def test_other_rules_are_no_sums(text: str) -> None:
    assert sum_of_parts(parse_rule(text)) is None


def sums(*texts: str) -> list[SumOfParts]:
    found = [sum_of_parts(parse_rule(text)) for text in texts]
    return [each for each in found if each is not None]


def test_totals_are_known_before_they_are_shared_out() -> None:
    ordered = order_sums(sums("A = C + D", "D = E + F", "T = A + B", "T = X + Y"))
    assert [each.total for each in ordered] in (["T", "T", "A", "D"], ["T", "A", "T", "D"])


def test_circles_and_rival_sums_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        order_sums(sums("A = B + C", "B = A + D"))
    assert "A, B" in sentence(refused.value.problems[0]) or "B, A" in sentence(
        refused.value.problems[0]
    )

    with pytest.raises(Refused) as refused:
        order_sums(sums("T = A + B", "U = A + C"))
    assert sentence(refused.value.problems[0]).startswith("Column A: ")
