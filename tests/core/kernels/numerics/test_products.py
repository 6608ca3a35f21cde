"""Means of products of standardised columns are those of exact fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.kernels.numerics.products import mean_of_products

values = st.one_of(st.floats(-1e6, 1e6), st.just(float("nan")))
rows = st.lists(st.tuples(values, values), min_size=1, max_size=30)
scales = st.tuples(st.floats(-10, 10), st.sampled_from([0.0, 0.5, 3.0]), st.floats(-1, 1))


def standardised(value: float, scale: tuple[float, float, float]) -> float:
    mean, deviation, missing = scale
    if deviation == 0.0:
        return 0.0
    return missing if np.isnan(value) else (value - mean) / deviation


@given(rows, scales, scales)
def test_the_mean_is_rounded_once(records, first, second) -> None:
    a, b = (np.array(cells) for cells in zip(*records, strict=True))
    products = [standardised(float(x), first) * standardised(float(y), second) for x, y in records]
    expected = float(sum(map(Fraction, products)) / len(products))
    assert mean_of_products(a, b, first, second) == expected
