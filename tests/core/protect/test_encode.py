"""Standardised points and confidential ranks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.encode import rank_confidential
from core.model import Scale, Schema
from core.protect.encode import encode_points
from tests.core.tables import Cell, column, confidential, quasi
from tests.oracles.partitions import standardised


def points(attribute_scale: Scale, found: list[Cell], order: tuple[str, ...] = ()) -> list[float]:
    schema = Schema((quasi("a", attribute_scale, order),))
    return encode_points([column("a", found)], schema)[:, 0].tolist()


@given(st.lists(st.tuples(st.floats(-1e6, 1e6, width=32), st.integers(0, 9)), min_size=1))
def test_columns_get_mean_0_and_population_variance_1(records: list[tuple[float, int]]) -> None:
    table = [list(cells) for cells in zip(*records, strict=True)]
    schema = Schema((quasi("a"), quasi("b", Scale.INTEGER)))
    found = encode_points([column("a", table[0]), column("b", table[1])], schema)
    assert found.flags.c_contiguous
    np.testing.assert_allclose(found, standardised(table), rtol=1e-12, atol=1e-12)


def test_a_constant_column_becomes_0() -> None:
    assert points(Scale.CONTINUOUS, [0.1] * 10) == [0.0] * 10


def test_a_missing_number_takes_the_mean() -> None:
    assert points(Scale.CONTINUOUS, [1.0, None, 3.0]) == [-1.0, 0.0, 1.0]


def test_a_missing_ordinal_value_takes_the_mode() -> None:
    order = ("low", "middle", "high")
    found = points(Scale.ORDINAL, ["high", "low", None, "high", "low", "low", "high"], order)
    # Of two equally frequent categories it is the lower one.
    assert found == [1.0, -1.0, -1.0, 1.0, -1.0, -1.0, 1.0]


def test_ordinal_ranks_count_categories_that_do_not_occur() -> None:
    order = ("a", "b", "c", "d")
    found = points(Scale.ORDINAL, ["a", "b", "d"], order)
    assert found == pytest.approx([x[0] for x in standardised([[0, 1, 3]])])


def test_confidential_ranks_count_the_values_that_occur() -> None:
    schema = Schema((confidential("a"), confidential("b", Scale.NOMINAL)))
    table = [column("a", [30, 10, None, 30]), column("b", ["y", "x", "y", None])]
    found = rank_confidential(table, schema)
    assert found["a"].ranks.tolist() == [1, 0, -1, 1]
    assert (found["a"].count, found["a"].ordered) == (2, True)
    assert found["b"].ranks.tolist() == [1, 0, 1, -1]
    assert (found["b"].count, found["b"].ordered) == (2, False)
