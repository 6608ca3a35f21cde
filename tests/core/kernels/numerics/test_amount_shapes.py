"""Digits, sizes, skewness and order of amounts, and agreement in groups, against plain counting."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

from core.kernels.numerics.agreement import count_agreeing
from core.kernels.numerics.amount_shapes import (
    correlation_with_place,
    has_many_sizes,
    most_significant_digits,
)


@pytest.mark.parametrize(
    ("numbers", "digits"),
    [
        ([], 0),
        ([0.0], 0),
        ([1200.0, -0.003, 5e9], 2),
        ([1200.5, 7.0], 5),
        ([2**0.5], 17),
        ([123456.789012345], 15),
    ],
)
def test_most_significant_digits(numbers: list[float], digits: int) -> None:
    assert most_significant_digits(np.array(numbers)) == digits


def test_digits_of_amounts_are_those_that_are_written() -> None:
    draw = np.random.default_rng(5)
    for _ in range(200):
        amounts = draw.normal(size=20) * 10.0 ** draw.integers(-6, 8)
        written = [f"{amount:.{draw.integers(1, 12)}e}" for amount in amounts]
        digits = max(len(Decimal(text).normalize().as_tuple().digits) for text in written)
        assert most_significant_digits(np.array(written, dtype=np.float64)) == digits


def test_sizes_pass_over_what_is_missing() -> None:
    amounts = np.array([np.nan, -1.0, 1.0, 0.0, 2.0, np.nan, 1000.0])
    assert has_many_sizes(amounts, 3)
    assert not has_many_sizes(amounts, 4)


def test_the_correlation_with_the_place_is_that_of_mean_ranks() -> None:
    draw = np.random.default_rng(3)
    for _ in range(100):
        values = draw.integers(0, 9, 40)
        ranks = [(values < v).sum() + ((values == v).sum() - 1) / 2 for v in values]
        in_order = np.argsort(values)
        is_new = np.append(True, np.diff(values[in_order]) != 0)
        expected = np.corrcoef(ranks, np.arange(40))[0, 1]
        assert correlation_with_place(in_order, is_new) == pytest.approx(expected)
    assert correlation_with_place(np.arange(40), np.zeros(40, dtype=np.bool_)) == 0.0


def test_agreement_is_that_of_sets() -> None:
    draw = np.random.default_rng(1)
    labels, values = draw.integers(0, 60, 300), draw.integers(-1, 3, 300)
    distinct, agreeing, first_values = count_agreeing(labels, values, 60)
    for group in range(60):
        observed = [v for v in values[labels == group].tolist() if v >= 0]
        assert distinct[group] == len(set(observed))
        assert first_values[group] == next(iter(observed), -1)
        if distinct[group] < 3:
            assert agreeing[group] == max(map(observed.count, observed), default=0)
