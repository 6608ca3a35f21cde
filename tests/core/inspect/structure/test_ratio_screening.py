"""Which ratios and products are looked at more closely, against ranks counted in plain Python."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from itertools import combinations, permutations

import numpy as np
import pytest

from core.errors import Cancelled
from core.inspect.structure.ratio_screening import screen_pairs
from core.jobs import Job

LEAST = 0.94


def ranks(values: list[float]) -> list[float]:
    ordered = sorted(values)
    return [(bisect_left(ordered, v) + bisect_right(ordered, v) - 1) / 2 for v in values]


def agreement(one: list[float], other: list[float]) -> float:
    """Return the squared rank correlation of the records in which both are finite."""
    both = [pair for pair in zip(one, other, strict=True) if all(map(math.isfinite, pair))]
    if len(both) < 30:
        return 0.0
    a, b = (ranks(list(column)) for column in zip(*both, strict=True))
    middle = (len(both) - 1) / 2
    between = sum((x - middle) * (y - middle) for x, y in zip(a, b, strict=True))
    within = [sum((x - middle) ** 2 for x in column) for column in (a, b)]
    return between**2 / (within[0] * within[1]) if min(within) > 0 else 0.0


def combined(kind: str, one: np.ndarray, other: np.ndarray) -> list[float]:
    pairs = zip(one.tolist(), other.tolist(), strict=True)
    if kind == "product":
        return [x * y for x, y in pairs]
    return [x / y if y else math.nan for x, y in pairs]


@pytest.mark.parametrize("holes", ["none", "missing", "zeros"])
def test_no_pair_with_the_order_of_a_column_is_passed_over(holes: str) -> None:
    draw = np.random.default_rng(7)
    factors = {f"F{at}": np.round(np.exp(draw.standard_normal(300)), 1) for at in range(6)}
    for column in factors.values() if holes != "none" else ():
        column[draw.random(300) < 0.25] = np.nan if holes == "missing" else 0.0
    targets = {}
    for noise in (0.0, 0.05, 0.1, 0.3, 1.0):
        blur = np.exp(noise * draw.standard_normal(300))
        with np.errstate(all="ignore"):
            targets[f"R{noise}"] = factors["F0"] / factors["F1"] * blur
            targets[f"P{noise}"] = -factors["F2"] * factors["F3"] * blur
    for column in targets.values():
        column[~np.isfinite(column)] = np.nan
    pairs = [("ratio", *pair) for pair in permutations(factors, 2)]
    pairs += [("product", *pair) for pair in combinations(factors, 2)]
    kept = dict(screen_pairs(pairs, {**factors, **targets}, list(targets), LEAST, Job()))
    expected = {
        (pair, name)
        for pair in pairs
        for name, values in targets.items()
        if agreement(combined(pair[0], factors[pair[1]], factors[pair[2]]), values.tolist())
        >= LEAST
    }
    found = {(pair, name) for pair, names in kept.items() for name in names}
    assert len(expected) >= 4
    assert expected <= found
    assert len(found) <= len(pairs) * len(targets) / 8


def test_few_records_in_common_rule_nothing_out() -> None:
    values = {name: np.full(500, np.nan) for name in "ABT"}
    for name in "ABT":
        values[name][:40] = np.random.default_rng(ord(name)).random(40)
    assert list(screen_pairs([("product", "A", "B")], values, ["T"], LEAST, Job())) == [
        (("product", "A", "B"), ["T"])
    ]


def test_the_search_can_be_cancelled() -> None:
    job = Job()
    job.cancel()
    values = {name: np.arange(100.0) for name in "ABT"}
    with pytest.raises(Cancelled):
        list(screen_pairs([("ratio", "A", "B")], values, ["T"], LEAST, job))
