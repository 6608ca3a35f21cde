"""The plane of the cluster map."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.measure import project
from core.model import Schema
from tests.core.tables import column, confidential, quasi

SCHEMA = Schema((quasi("a"), quasi("b"), quasi("c"), confidential("d")))


def random_columns(n: int, seed: int) -> list:
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=n), rng.normal(size=n)
    table = {"a": a, "b": 0.5 * a + b, "c": a - b + rng.normal(size=n), "d": b}
    return [column(name, values.tolist()) for name, values in table.items()]


@given(st.integers(0, 2**32 - 1), st.integers(2, 60))
def test_components_are_uncorrelated_and_hold_the_most_variance(seed: int, n: int) -> None:
    table = random_columns(n, seed)
    found = project(SCHEMA, table, np.zeros(n, dtype=np.int64))
    spread = found.points.T @ found.points / n
    first, second = spread[0, 0], spread[1, 1]
    assert spread[0, 1] == pytest.approx(0, abs=1e-9)
    assert first >= second >= -1e-12
    # Each standardised column has variance 1 and none of them varies more than the first axis.
    assert first >= 1 - 1e-9
    assert found.explained == pytest.approx((first / 3, second / 3), abs=1e-9)


def test_the_picture_does_not_flip() -> None:
    table = random_columns(100, 5)
    ahead = project(SCHEMA, table, np.zeros(100, dtype=np.int64)).points
    turned = [column(c.name, c.values[::-1].tolist()) for c in table]
    back = project(SCHEMA, turned, np.zeros(100, dtype=np.int64)).points
    np.testing.assert_allclose(ahead, back[::-1], atol=1e-9)


def test_one_quasi_identifier_lies_on_a_line() -> None:
    schema = Schema((quasi("a"),))
    found = project(schema, [column("a", [1.0, 2.0, 3.0])], np.array([0, 0, 0]))
    assert found.points[:, 1].tolist() == [0, 0, 0]
    assert found.explained == pytest.approx((1, 0))


def test_constant_columns_lie_in_one_point() -> None:
    schema = Schema((quasi("a"), quasi("b")))
    table = [column("a", [1.0, 1.0]), column("b", [2.0, 2.0])]
    found = project(schema, table, np.array([0, 1]))
    assert found.points.tolist() == [[0, 0], [0, 0]]
    assert found.explained == (0, 0)
