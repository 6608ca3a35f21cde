"""Measures of nominal attributes, against the formulas in plain Python."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from core.encode import MeasuredTable
from core.jobs import Job
from core.measure import measure_all
from core.model import Attribute, Role, Scale, Schema, taxonomy_of
from tests.core.tables import column
from tests.core.taxonomies.trees import PLACES
from tests.oracles.taxonomies import distance, representative

BEFORE = ["fjord", "fjord", "bay", "reef", "reef", "sea", "bay", "reef"]
AFTER = ["north", "north", "north", "reef", "reef", "reef", "north", "reef"]


def values() -> dict[tuple[str, str | None], float]:
    attribute = Attribute("p", Role.QUASI_IDENTIFIER, Scale.NOMINAL, categories=taxonomy_of(PLACES))
    before, after = [column("p", BEFORE)], [column("p", AFTER)]
    found = measure_all(*(MeasuredTable(c, Schema((attribute,))) for c in (before, after)), Job())
    return {(measure.name, measure.attribute): measure.value for measure in found}


def test_losses_are_those_of_the_semantic_distance() -> None:
    found, n = values(), len(BEFORE)

    errors = [distance(PLACES, a, b) for a, b in zip(BEFORE, AFTER, strict=True)]
    mean_square = sum(distance(PLACES, a, b) ** 2 for a in BEFORE for b in BEFORE) / n**2
    middle = representative(PLACES, BEFORE)
    sse = sum(e**2 for e in errors) / mean_square
    sst = sum(distance(PLACES, a, middle) ** 2 for a in BEFORE) / mean_square
    assert found["sse", None] == pytest.approx(sse)
    assert found["information-loss", None] == pytest.approx(100 * sse / sst)
    assert found["quasi-distortion", None] == pytest.approx(sse / sst)
    assert found["normalised-sse", None] == pytest.approx(sum(e**2 for e in errors) / n)
    assert found["relative-error", "p"] == pytest.approx(sum(errors) / n)


def test_distributions_are_compared_category_by_category() -> None:
    names = sorted({*BEFORE, *AFTER})
    p = np.array([BEFORE.count(name) for name in names]) / len(BEFORE)
    q = np.array([AFTER.count(name) for name in names]) / len(AFTER)
    assert values()["hellinger", "p"] == pytest.approx(sqrt(1 - np.sqrt(p * q).sum()))


def test_a_record_is_linked_if_no_other_original_is_nearer() -> None:
    expected = 0.0
    for i, name in enumerate(AFTER):
        distances = [distance(PLACES, name, other) for other in BEFORE]
        nearest = [j for j, d in enumerate(distances) if d <= min(distances) + 1e-12]
        expected += (i in nearest) / len(nearest)
    assert values()["linkage", None] == pytest.approx(100 * expected / len(BEFORE))
