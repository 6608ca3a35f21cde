"""Exact sums: equal to the correctly rounded sum, whatever came and went."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernels.numerics import exact
from core.kernels.numerics.sums import exact_mean, exact_sum, group_means, weighted_group_means
from tests.lanes import examples

# What is more than 2**60 times smaller than the largest term may lose bits, as documented.
numbers = st.floats(-1e6, 1e6).map(lambda x: x if abs(x) > 1e-6 else 0.0)


@examples(25, 500)
@given(st.lists(numbers, min_size=1, max_size=200))
def test_a_sum_is_the_correctly_rounded_one(values: list[float]) -> None:
    assert exact_sum(np.array(values)) == math.fsum(values)
    assert exact_mean(np.array(values)) == _mean(values)


@examples(25, 500)
@given(st.lists(numbers, min_size=1, max_size=60), st.data())
def test_terms_taken_away_leave_no_trace(values: list[float], data: st.DataObject) -> None:
    gone = data.draw(st.lists(st.sampled_from(range(len(values))), unique=True))
    bits, exponent = exact.layout(max(abs(v) for v in values), len(values))
    words = np.zeros(exact.WORDS, dtype=np.int64)
    for value in values:
        exact.add(words, value, 1, bits, exponent)
    for i in gone:
        exact.add(words, values[i], -1, bits, exponent)
    left = [v for i, v in enumerate(values) if i not in gone]
    assert exact.value_of(words, bits, exponent) == math.fsum(left)


def _mean(values: list[float]) -> float:
    """Return the mean of all bits, rounded once."""
    return float(sum(map(Fraction, values)) / len(values))


@examples(25, 500)
@given(st.lists(st.tuples(st.integers(0, 4), numbers | st.just(math.nan)), min_size=1))
def test_a_group_mean_is_the_correctly_rounded_one(records: list[tuple[int, float]]) -> None:
    labels, values = (np.array(part) for part in zip(*records, strict=True))
    means = group_means(values.astype(float), labels, 5)
    for group in range(5):
        own = [v for g, v in records if g == group and not math.isnan(v)]
        if own:
            assert means[group] == _mean(own)
        else:
            assert math.isnan(means[group])


CONSTANTS = (0.1, 0.3, 1 / 3, 2.2, 1e-5, 123456.789, 7.1, -0.7, 1e70, 5e-324)


@pytest.mark.parametrize("value", CONSTANTS)
def test_equal_values_have_their_value_as_mean(value: float) -> None:
    for n in range(1, 130):
        values, labels = np.full(n, value), np.arange(n) % 3
        # A group of far larger numbers takes no digits from the others.
        values = np.append(values, [1e75, 1e75])
        labels = np.append(labels, [3, 3])
        weights = 0.1 + np.arange(n + 2) % 7
        for means in (
            group_means(values, labels, 4),
            weighted_group_means(values, weights, labels, 4),
        ):
            assert set(means[: min(n, 3)].tolist()) == {value}


weighted = st.tuples(st.integers(0, 2), st.floats(-10, 10), st.floats(0.01, 1000))


@examples(25, 500)
@given(st.lists(weighted, min_size=1, max_size=60), st.sampled_from([0.0, 1e6, 1e15]))
def test_a_weighted_mean_is_near_the_exact_one(
    records: list[tuple[int, float, float]], offset: float
) -> None:
    labels, values, weights = (np.array(part) for part in zip(*records, strict=True))
    values = values + offset
    means = weighted_group_means(values, weights, labels, 3)
    for group in set(labels.tolist()):
        own = labels == group
        least, most = float(values[own].min()), float(values[own].max())
        terms = zip(values[own].tolist(), weights[own].tolist(), strict=True)
        moment = sum(Fraction(v) * Fraction(w) for v, w in terms)
        found, true = float(means[group]), moment / sum(map(Fraction, weights[own].tolist()))
        assert least <= found <= most
        assert abs(Fraction(found) - true) <= Fraction(np.spacing(abs(found))) + Fraction(
            (most - least) * 1e-15
        )


def test_large_numbers_cancel_without_rest() -> None:
    assert exact_sum(np.array([1e300, 1.0e280, -1e300])) == 1e280
    assert exact_sum(np.array([0.1] * 10)) == math.fsum([0.1] * 10)
