"""The kernels of chance, held against exact probabilities over every string of a few bits."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest

from tests.core.privacy.enumerated import (
    below_counts,
    choice_counts,
    decay_counts,
    laplace_counts,
    order_counts,
    uniform_counts,
)
from tests.lanes import in_lane

LENGTH = in_lane(20, 22)
STRINGS = 1 << LENGTH


def laplace_probability(x: int, scale: float) -> float:
    ratio = exp(-1 / scale)
    return (1 - ratio) / (1 + ratio) * ratio ** abs(x)


@pytest.mark.parametrize(
    ("over", "under"),
    [(1, 1), (1, 3), (2, 1), (3, 2), (6, 1), pytest.param(5, 2, marks=pytest.mark.longer)],
)
def test_each_value_of_the_noise_has_its_probability(over: int, under: int) -> None:
    counts, unfinished = laplace_counts(over, under, LENGTH)
    assert unfinished < STRINGS / 2
    for x in range(-40, 41):
        least = counts[x + 40] / STRINGS
        assert least <= laplace_probability(x, over / under) <= least + unfinished / STRINGS


def test_the_noise_is_even_about_zero_in_every_string_length() -> None:
    for length in range(1, 19):
        counts, _ = laplace_counts(3, 2, length)
        assert (counts == counts[::-1]).all()


@pytest.mark.parametrize(("part", "whole"), [(0, 1), (1, 1), (1, 2), (2, 3), (7, 5), (9, 4)])
def test_an_event_happens_with_the_probability_of_its_decay(part: int, whole: int) -> None:
    yes, unfinished = decay_counts(part, whole, LENGTH)
    assert unfinished < STRINGS / 40
    assert yes / STRINGS <= exp(-part / whole) <= (yes + unfinished) / STRINGS


@pytest.mark.parametrize("spare", [None, 0, 1, 4])
@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 8, 13])
def test_numbers_below_a_bound_are_equally_frequent(bound: int, spare: int | None) -> None:
    """By throwing numbers away, or by multiplying; with bits to spare few are thrown away."""
    if spare is None:
        counts, unfinished = uniform_counts(bound, 16)
    else:
        counts, unfinished = below_counts(bound, spare, 16)
    assert len(set(counts.tolist())) == 1
    assert counts.sum() + unfinished == 1 << 16
    assert unfinished <= (1 << 16) / (4 if spare is None else 2 ** (spare + 1))


@pytest.mark.parametrize("costs", [[0, 0], [0, 1], [0, 3, 1], [2, 0, 5, 1]])
def test_a_candidate_is_chosen_by_its_weight(costs: list[int]) -> None:
    counts, unfinished = choice_counts(np.array(costs), 2, 3, LENGTH)
    weights = [exp(-cost * 2 / 3) for cost in costs]
    assert unfinished < STRINGS / 5
    for count, weight in zip(counts, weights, strict=True):
        least = count / STRINGS
        assert least <= weight / sum(weights) <= least + unfinished / STRINGS


@pytest.mark.parametrize("bits", [0, 1, 2])
def test_every_order_is_equally_frequent(bits: int) -> None:
    counts = order_counts(LENGTH - 2, bits)
    assert len(counts[counts > 0]) == 6
    assert len(set(counts[counts > 0].tolist())) == 1
