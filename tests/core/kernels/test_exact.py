"""Exact sums: equal to the correctly rounded sum, whatever came and went."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.kernels import exact
from core.kernels.sums import exact_mean, exact_sum, group_means, group_sums

# What is more than 2**60 times smaller than the largest term may lose bits, as documented.
numbers = st.floats(-1e6, 1e6).map(lambda x: x if abs(x) > 1e-6 else 0.0)


@given(st.lists(numbers, min_size=1, max_size=200))
def test_a_sum_is_the_correctly_rounded_one(values: list[float]) -> None:
    assert exact_sum(np.array(values)) == math.fsum(values)
    assert exact_mean(np.array(values)) == math.fsum(values) / len(values)


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


@given(st.lists(st.tuples(st.integers(0, 4), numbers | st.just(math.nan)), min_size=1))
def test_group_sums_leave_out_what_is_missing(records: list[tuple[int, float]]) -> None:
    labels, values = (np.array(part) for part in zip(*records, strict=True))
    sums, counts = group_sums(values.astype(float), labels, 5)
    means = group_means(values.astype(float), labels, 5)
    for group in range(5):
        own = [v for g, v in records if g == group and not math.isnan(v)]
        assert counts[group] == len(own)
        assert sums[group] == math.fsum(own)
        if own:
            assert means[group] == math.fsum(own) / len(own)
        else:
            assert math.isnan(means[group])


def test_large_numbers_cancel_without_rest() -> None:
    assert exact_sum(np.array([1e300, 1.0e280, -1e300])) == 1e280
    assert exact_sum(np.array([0.1] * 10)) == math.fsum([0.1] * 10)
