"""Means of neighbouring values: who shares them, what they keep, and what they disclose."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.model import Column, Dataset, Fingerprint
from core.model.preparing import Average
from core.prepare.neighbour_means import average_neighbours
from tests.core.tables import cells, column
from tests.oracles.conditions import satisfies_p

FIELD, P = "prepare[0]", 10
amounts = st.lists(st.integers(0, 60) | st.integers(0, 9_999), min_size=3, max_size=40)


def average(
    values: Column, of: int, units: list[int] | None = None, weights: list[float] | None = None
) -> list[object]:
    dataset = Dataset((values,), Fingerprint("x.csv", 1, "0" * 64))
    of_records = None if units is None else np.array(units)
    return cells(
        average_neighbours(
            values,
            Average("X", of),
            dataset,
            FIELD,
            of_records,
            None if weights is None else np.array(weights),
        )
    )


@given(amounts, st.integers(3, 6), st.randoms(use_true_random=False))
def test_enough_units_share_a_mean_that_discloses_none_of_them(
    values: list[int], of: int, chance
) -> None:
    units = [chance.randint(0, len(values) // 2) for _ in values]
    weights = [chance.choice([0.5, 1.0, 2.0]) for _ in values]
    try:
        averaged = average(column("X", [float(v) for v in values]), of, units, weights)
    except Refused:
        parts = defaultdict[int, float](float)
        for value, unit, weight in zip(values, units, weights, strict=True):
            parts[unit] += value * weight
        assert len(parts) < of or not satisfies_p([*parts.values()], P)
        return
    groups = defaultdict[object, list[int]](list)
    for i, mean in enumerate(averaged):
        groups[mean].append(i)
    for mean, members in groups.items():
        assert len({units[i] for i in members}) >= of
        parts = defaultdict[int, float](float)
        for i in members:
            parts[units[i]] += values[i] * weights[i]
        assert satisfies_p([*parts.values()], P)
        total = sum(Fraction(values[i]) * Fraction(weights[i]) for i in members)
        exact = total / sum(Fraction(weights[i]) for i in members)
        assert mean == pytest.approx(float(exact), rel=1e-12)
    by_size = sorted(range(len(values)), key=values.__getitem__)
    assert [averaged[i] for i in by_size] == sorted(averaged)


@pytest.mark.parametrize(
    ("values", "averaged"),
    [
        ([5, 1, 3, 100, 90, 110], [3, 3, 3, 100, 100, 100]),
        # What is left over joins the group before it, and equal values are never parted.
        ([1, 2, 3, 7, 7], [4, 4, 4, 4, 4]),
        ([0, 0, 0, 0, 6, 7, 8], [0, 0, 0, 0, 7, 7, 7]),
        # Of 30, 40 and 400 whoever has 40 would know 400 to within 10 per cent.
        ([10, 20, 30, 400, 40, 9], [85, 85, 85, 85, 85, 85]),
        ([1, None, 2, 3], [2, None, 2, 2]),
    ],
)
def test_groups_end_where_they_hide_their_values(values: list, averaged: list) -> None:
    assert average(column("X", values), 3) == averaged


@pytest.mark.parametrize("values", [[1, 2], [0, 1, 900]])
def test_a_column_that_no_group_hides_is_refused(values: list[int]) -> None:
    with pytest.raises(Refused) as refusal:
        average(column("X", values), 3)
    (problem,) = refusal.value.problems
    assert (problem.code, problem.params["of"]) == ("prepare-average-few", 3)
