"""Assignments of least cost, against all permutations tried one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernels.numerics.assignment import assign_each
from core.protect.units.assignment import PERMUTED, assignments, total_costs
from tests.lanes import examples


@st.composite
def problems(draw: st.DrawFn) -> np.ndarray:
    """Draw problems with many ties, without ties, and with costs that are squared distances."""
    chance = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    u, m = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    kind = draw(st.sampled_from(["few", "real", "squares", "wide"]))
    if kind == "few":
        return chance.integers(0, 3, (u, m, m)).astype(float)
    if kind == "squares":
        return (chance.normal(size=(u, m, 1)) - chance.normal(size=(u, 1, m))) ** 2
    real = chance.random((u, m, m))
    return 10.0 ** (12 * real) if kind == "wide" else real


def cost(matrix: list[list[float]], slots: list[int]) -> Fraction:
    return sum((Fraction(row[slot]) for row, slot in zip(matrix, slots, strict=True)), Fraction(0))


def assert_least(costs: np.ndarray, slots: np.ndarray) -> None:
    m = costs.shape[1]
    for matrix, found in zip(costs.tolist(), slots.tolist(), strict=True):
        assert sorted(found) == list(range(m))
        least = min(cost(matrix, list(order)) for order in permutations(range(m)))
        assert cost(matrix, found) <= least * (1 + Fraction(1, 10**9))


@examples(25, 750)
@given(problems())
def test_no_permutation_costs_less(costs: np.ndarray) -> None:
    assert_least(costs, assignments(costs))


@examples(30)
@given(problems())
def test_paths_find_what_permutations_find(costs: np.ndarray) -> None:
    """The way for many members is also tried with few."""
    assert_least(costs, assign_each(costs))


@pytest.mark.parametrize("m", [8, 40, 64])
def test_many_members_find_their_own_slots_again(m: int) -> None:
    """Slots are the members in another order and slightly moved, so the least cost is known."""
    chance = np.random.default_rng(m)
    order = np.array([chance.permutation(m) for _ in range(5)])
    members = np.array([chance.permutation(m) for _ in range(5)]).astype(float)
    slots = np.empty_like(members)
    np.put_along_axis(slots, order, members + chance.uniform(-0.4, 0.4, (5, m)), axis=1)

    found = assignments((members[:, :, None] - slots[:, None, :]) ** 2)

    np.testing.assert_array_equal(found, order)


def test_each_problem_is_solved_as_if_it_were_alone() -> None:
    costs = np.random.default_rng(4).random((30, 7, 7))
    alone = [assignments(costs[i : i + 1])[0] for i in range(30)]
    np.testing.assert_array_equal(assignments(costs), alone)


def test_of_equal_costs_the_first_order_is_kept() -> None:
    for m in range(1, PERMUTED + 1):
        np.testing.assert_array_equal(assignments(np.ones((2, m, m))), [list(range(m))] * 2)


def test_total_costs_are_those_of_the_assignment() -> None:
    costs = np.arange(18.0).reshape(2, 3, 3)
    assert total_costs(costs, np.array([[0, 1, 2], [2, 0, 1]])).tolist() == [12.0, 39.0]


def test_no_problems_have_no_assignments() -> None:
    assert assignments(np.empty((0, 3, 3))).shape == (0, 3)
