"""Relative error, IL1s, interval disclosure, divergences and pMSE against plain Python."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.jobs import Job
from core.measure.loss import distortions
from core.measure.marginals import marginal_distances
from core.measure.propensity import MOST_COLUMNS, propensity_error
from core.measure.table import Pair
from core.model import Measure, Scale, Schema
from tests.core.tables import quasi

CELLS = st.lists(
    st.tuples(st.integers(-50, 50), st.integers(-50, 50)).map(lambda c: (c[0] / 4, c[1] / 4)),
    min_size=2,
    max_size=30,
)


def schema(domain: tuple[float, float] | None = None) -> Schema:
    return Schema((quasi("A", domain=domain),))


def pair(cells: list[tuple[float, float]], name: str = "A") -> Pair:
    before, after = zip(*cells, strict=True)
    return Pair(name, np.array(before), np.array(after))


def value(found: tuple[Measure, ...], name: str, attribute: str | None = "A") -> float:
    (measure,) = [m for m in found if m.name == name and m.attribute == attribute]
    return measure.value


@given(CELLS)
def test_distortions_by_hand(cells) -> None:
    found = distortions([pair(cells)], schema((-20.0, 20.0)))
    # A hundredth of the domain's width of 40.
    expected = math.fsum(abs(a - b) / max(0.4, abs(a)) for a, b in cells) / len(cells)
    assert value(found, "relative-error") == pytest.approx(expected, rel=1e-12)
    inside = sum(abs(a - b) <= 0.05 * abs(b) for a, b in cells)
    assert value(found, "interval-disclosure") == pytest.approx(100 * inside / len(cells))
    before = [a for a, _ in cells]
    mean = math.fsum(before) / len(before)
    deviation = math.sqrt(math.fsum((a - mean) ** 2 for a in before) / len(before))
    if deviation == 0:
        assert "il1s" not in [m.name for m in found]
        return
    expected = math.fsum(abs(a - b) for a, b in cells) / len(cells) / math.sqrt(2) / deviation
    assert value(found, "il1s") == pytest.approx(expected, rel=1e-9)


def test_interval_disclosure_of_a_record_needs_all_its_values() -> None:
    one = pair([(100.0, 100.0), (100.0, 100.0)], "A")
    other = pair([(100.0, 100.0), (100.0, 900.0)], "B")
    columns = Schema((quasi("A"), quasi("B")))
    assert value(distortions([one, other], columns), "interval-disclosure", None) == 50.0


def shares(values: list[float], low: float, high: float) -> dict[int, float]:
    width = (high - low) / 100
    bins = Counter(min(99, max(0, int((v - low) / width + 1e-9))) for v in values)
    return {b: n / len(values) for b, n in bins.items()}


@given(CELLS)
def test_divergences_by_hand(cells) -> None:
    found = marginal_distances([pair(cells)], schema((-12.5, 12.5)))

    p, q = (shares(list(side), -12.5, 12.5) for side in zip(*cells, strict=True))
    bits = 0.0
    for b in p | q:
        a, c = p.get(b, 0.0), q.get(b, 0.0)
        for part in (a, c):
            if part:
                bits += part / 2 * math.log2(2 * part / (a + c))
    overlap = math.fsum(math.sqrt(p[b] * q[b]) for b in p if b in q)
    assert value(found, "jsd") == pytest.approx(bits, abs=1e-9)
    assert value(found, "hellinger") == pytest.approx(math.sqrt(max(0, 1 - overlap)), abs=1e-6)


def test_divergences_have_their_ends() -> None:
    same = marginal_distances([pair([(1.0, 3.0), (3.0, 1.0)])], schema())
    apart = marginal_distances([pair([(0.0, 10.0), (1.0, 10.0)])], schema((0.0, 10.0)))
    assert (value(same, "jsd"), value(same, "hellinger")) == (0.0, 0.0)
    assert (value(apart, "jsd"), value(apart, "hellinger")) == (1.0, 1.0)


def test_categories_are_compared_as_such() -> None:
    columns = Schema((quasi("A", Scale.ORDINAL, ("low", "mid", "high")),))
    found = marginal_distances([pair([(0.0, 1.0), (2.0, 1.0)])], columns)
    assert value(found, "jsd") == 1.0


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        # Those that cannot be told apart have none, those that always are have a quarter.
        ([(float(i % 7), float((i + 3) % 7)) for i in range(700)], pytest.approx(0, abs=1e-12)),
        ([(i / 700, 50.0 + i / 700) for i in range(700)], pytest.approx(0.25, abs=0.01)),
        # Nothing but the value tells: the best guess is the share of released records at it.
        ([(0.0, 0.0)] * 100 + [(0.0, 1.0)] * 200 + [(1.0, 1.0)] * 100,
         pytest.approx((0.25 - 0.5) ** 2, rel=1e-4)),
    ],
    ids=["alike", "apart", "between"],
)  # fmt: skip
def test_propensity_error_follows_the_share_that_can_be_told_apart(cells, expected) -> None:
    (found,) = propensity_error([pair(cells)], Job())
    assert found.value == expected


def test_no_model_is_made_of_more_columns_than_it_could_say_something_about() -> None:
    cells = [(float(i), float(i + 1)) for i in range(4)]
    assert propensity_error([pair(cells)] * (MOST_COLUMNS + 1), Job()) == ()
    assert len(propensity_error([pair(cells)] * 20, Job())) == 1
