"""Records sorted by a number, like a stable sort."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernels.blocks.sorting import narrow, sort_places


@given(st.lists(st.integers(-2, 6), max_size=50))
def test_places_are_those_of_a_stable_sort(numbers: list[int]) -> None:
    start, places = sort_places(np.array(numbers, dtype=np.int64), 7)
    expected = sorted((x for x in range(len(numbers)) if numbers[x] >= 0), key=lambda x: numbers[x])
    assert places.tolist() == expected
    assert start.tolist() == [sum(0 <= n < c for n in numbers) for c in range(8)]


@pytest.mark.parametrize(
    ("count", "bytes_each"), [(1, 2), (65_536, 2), (65_537, 4), (1 << 31, 4), ((1 << 31) + 1, 8)]
)
def test_numbers_take_few_bytes_and_are_kept(count: int, bytes_each: int) -> None:
    numbers = np.array([0, count - 1])
    sent = numbers.astype(narrow(count))
    assert sent.itemsize == bytes_each
    assert sent.tolist() == numbers.tolist()
