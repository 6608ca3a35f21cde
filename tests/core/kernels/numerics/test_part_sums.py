"""Sums of parts against exact fractions."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from core.encode import standard
from core.kernels.numerics.part_sums import OpenSum, sums_of_parts
from tests.lanes import examples

NUMBERS = some.floats(-1e12, 1e12, allow_nan=False)


@examples(25)
@given(some.lists(some.lists(NUMBERS, min_size=1), min_size=1))
def test_a_sum_and_a_mean_are_rounded_once(parts):
    arrays = [np.array(part) for part in parts]
    numbers = [Fraction(value) for part in parts for value in part]
    (found,) = sums_of_parts(lambda: [(array,) for array in arrays])
    assert abs(found.total() - float(sum(numbers))) <= abs(float(sum(numbers))) * 1e-15
    middle = float(sum(numbers) / len(numbers))
    assert abs(found.mean() - middle) <= max(abs(middle) * 1e-15, 1e-25)


@examples(50)
@given(some.lists(some.lists(some.floats(-1e290, 1e290, allow_nan=False))))
def test_a_sum_of_which_nothing_is_known_is_rounded_once(parts):
    found = OpenSum()
    for part in parts:
        found.add(np.array(part))
    assert found.total() == float(sum(Fraction(value) for part in parts for value in part))


def test_a_sum_beyond_all_doubles_is_infinite():
    found = OpenSum()
    for _ in range(3):
        found.add(np.full(9, 1e308))
    assert found.total() == float("inf")


@examples(25)
@given(some.lists(some.one_of(NUMBERS, some.just(float("nan"))), min_size=1), some.integers(1, 9))
def test_a_column_is_standardised_the_same_in_any_pieces(values, rows):
    whole = np.array(values)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("core.encode.standard"), "_PIECE", rows)
        in_pieces = standard(whole)
    assert in_pieces == standard(whole)
