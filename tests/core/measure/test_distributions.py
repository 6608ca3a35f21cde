"""Common histograms against counting by hand."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from core.measure.distributions import MOST_BINS, common_histogram

whole_numbers = st.lists(st.integers(-500, 500), min_size=1, max_size=60)
real_numbers = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60)


def test_each_whole_number_has_its_own_bin_when_they_are_few() -> None:
    found = common_histogram(np.array([1.0, 1, 2, 4]), np.array([2.0, 2, 2, 2]), whole=True)
    assert_array_equal(found.edges, [0.5, 1.5, 2.5, 3.5, 4.5])
    assert_array_equal(found.before, [2, 1, 0, 1])
    assert_array_equal(found.after, [0, 4, 0, 0])


def test_missing_values_are_in_no_bin() -> None:
    found = common_histogram(np.array([np.nan, 1.0]), np.array([1.0, np.nan]))
    assert (found.before.sum(), found.after.sum()) == (1, 1)


def test_a_column_without_values_has_empty_bins() -> None:
    found = common_histogram(np.array([np.nan]), np.array([np.nan]))
    assert found.before.sum() == found.after.sum() == 0


@given(whole_numbers, whole_numbers)
def test_bins_of_whole_numbers_hold_equally_many_and_lose_none(
    before: list[int], after: list[int]
) -> None:
    found = common_histogram(np.array(before, float), np.array(after, float), whole=True)
    assert len(set(np.diff(found.edges).tolist())) == 1
    assert len(found.before) <= MOST_BINS
    for low, high, count in zip(found.edges[:-1], found.edges[1:], found.before, strict=True):
        assert count == sum(low < value < high for value in before)
    assert found.after.sum() == len(after)


@given(real_numbers, real_numbers)
def test_no_value_is_lost(before: list[float], after: list[float]) -> None:
    found = common_histogram(np.array(before), np.array(after))
    assert found.before.sum() == len(before)
    assert found.after.sum() == len(after)
    assert np.all(np.diff(found.edges) > 0)
