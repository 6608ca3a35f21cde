"""Records are sorted on disk as Python's own `sorted` sorts them, whatever their parts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from core.io.scratch import sorted_rows
from core.io.scratch.raw_rows import AT
from core.io.scratch.sorted_rows import sorted_parts
from hypothesis import given
from hypothesis import strategies as st

from tests.lanes import examples

KINDS = np.dtype([(AT, "<i8"), ("a", "<f8"), ("b", "<i8")])


def table(first: list[float], second: list[int]) -> np.ndarray:
    found = np.empty(len(first), KINDS)
    found[AT], found["a"], found["b"] = np.arange(len(first)), first, second
    return found


def parts_of(whole: np.ndarray, rows: int) -> Iterator[np.ndarray]:
    for start in range(0, len(whole), rows):
        yield whole[start : start + rows]


def sorted_positions(whole: np.ndarray, keys: tuple[str, ...], rows: int) -> list[int]:
    with TemporaryDirectory() as folder:
        place = Path(folder) / "scratch" / "sorted"
        place.parent.mkdir()
        found = sorted_parts(lambda: parts_of(whole, rows), KINDS, keys, place, len(whole), rows)
        positions = [at for part in found for at in part[AT].tolist()]
        assert not place.exists()
    return positions


@pytest.mark.parametrize("rows", [1, 7, 50, 1000])
@examples(15)
@given(st.data())
def test_the_order_is_that_of_sorted_with_equal_keys_by_position(rows, data):
    count = data.draw(st.integers(1, 300))
    few = data.draw(st.sampled_from([1, 2, 5, 10_000]))
    chance = np.random.default_rng(data.draw(st.integers(0, 999)))
    first = (chance.integers(-few, few, count) / 4).tolist()
    whole = table(first, chance.integers(0, 3, count).tolist())
    by_one = sorted(range(count), key=lambda at: (whole["a"][at], at))
    assert sorted_positions(whole, ("a",), rows) == by_one
    by_two = sorted(range(count), key=lambda at: (whole["b"][at], whole["a"][at], at))
    assert sorted_positions(whole, ("b", "a"), rows) == by_two


def test_both_zeros_are_equal_and_missing_values_come_last():
    whole = table([0.0, np.nan, -0.0, 5.0, np.nan, -np.inf, 0.0], [0] * 7)
    for rows in (1, 2, 3, 100):
        assert sorted_positions(whole, ("a",), rows) == [5, 0, 2, 6, 3, 1, 4]


@pytest.mark.parametrize("shape", ["equal", "ascending", "descending", "one large"])
def test_no_more_records_are_in_memory_than_twice_a_part(tmp_path, monkeypatch, shape):
    """Even if all keys are equal, or every part holds other ones."""
    count, rows = 20_000, 1000
    first = {
        "equal": np.zeros(count),
        "ascending": np.arange(count),
        "descending": -np.arange(count),
        "one large": np.repeat([1.0, 0.0], [count - 1, 1]),
    }[shape]
    monkeypatch.setattr(sorted_rows, "SAMPLED", 40)
    whole = table(first.tolist(), [0] * count)
    place = tmp_path / "sorted"
    sizes = [
        len(part)
        for part in sorted_parts(lambda: parts_of(whole, rows), KINDS, ("a",), place, count, rows)
    ]
    assert sum(sizes) == count
    assert max(sizes) <= 2 * rows


def test_of_no_records_nothing_comes():
    empty = table([], [])
    assert sorted_positions(empty, ("a",), 10) == []
