"""Factors that meet totals change as few records as possible; the oracle tries all of them."""

from __future__ import annotations

from itertools import product
from math import log
from random import Random

import numpy as np
import pytest

from core.jobs import Job
from core.protect.totals.raking import Margin, find_factors

_FACTOR = 2.0


def least_change(amounts: list[float], sizes: list[int], target: float) -> float:
    """Try all factors of groups of one domain of which at most one lies between 1 and a bound."""
    least = float("inf")
    for free, amount in enumerate(amounts):
        for factors in product((1 / _FACTOR, 1.0, _FACTOR), repeat=len(amounts)):
            rest = sum(
                a * f for i, (a, f) in enumerate(zip(amounts, factors, strict=True)) if i != free
            )
            last = (target - rest) / amount
            if 1 / _FACTOR <= last <= _FACTOR:
                chosen = [*factors[:free], last, *factors[free + 1 :]]
                change = sum(n * abs(log(f)) for n, f in zip(sizes, chosen, strict=True))
                least = min(least, change)
    return least


@pytest.mark.parametrize("seed", range(12))
def test_the_change_is_nearly_the_least(seed: int) -> None:
    draw = Random(seed)
    values = np.array([draw.lognormvariate(3, 1) for _ in range(5)])
    sizes = np.array([draw.randint(3, 9) for _ in range(5)])
    amounts = values * sizes
    target = float(amounts.sum()) * draw.choice([0.7, 0.9, 1.2, 1.5])
    domain = np.zeros(5, dtype=np.int64)
    margin = Margin(np.arange(5), domain, amounts, np.ones(5), np.array([target]), 0.01)
    bounds = np.full(5, 1 / _FACTOR), np.full(5, _FACTOR)
    factors = find_factors([margin], bounds, sizes, values, Job())
    assert float(amounts @ factors) == pytest.approx(target, rel=0.01)
    change = float(sizes @ np.abs(np.log(factors)))
    assert change <= 1.1 * least_change(amounts.tolist(), sizes.tolist(), target) + 0.01
