"""What the public log says of figures gives away of one record, for whoever knows all others."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from core.jobs import Job
from core.measure.figures import compare_figures, sample_of, usual_figures
from core.measure.figures.kept_figures import MOST_OF_ONE_UNIT, KeptCounts, count_stated
from core.model import (
    Attribute,
    ComparedFigure,
    Figure,
    FigureKind,
    Role,
    Scale,
    Schema,
    UsualFigures,
)
from tests.core.tables import column

SCHEMA = Schema((Attribute("Y", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),))
NEAR = 0.1
FIGURES = {
    "mean": Figure(FigureKind.MEAN, ("Y",)),
    "total": Figure(FigureKind.TOTAL, ("Y",)),
    "gini": Figure(FigureKind.GINI, ("Y",)),
    "quantile": Figure(FigureKind.QUANTILE, ("Y",), q=0.9),
}


def masked(values: list[float], k: int = 5) -> list[float]:
    """Return the mean of each group of k neighbours; means and totals are kept."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = list(values)
    starts = range(0, len(values) - len(values) % k, k)
    for start in starts:
        group = order[start:] if start == starts[-1] else order[start : start + k]
        for place in group:
            found[place] = math.fsum(values[i] for i in group) / len(group)
    return found


def compared(figure: Figure, before: list[float], after: list[float]) -> ComparedFigure:
    one, other = (sample_of([column("Y", values)], None, None) for values in (before, after))
    return compare_figures([figure], SCHEMA, one, other, Job())[0]


def stated(figure: Figure, before: list[float], after: list[float]) -> tuple[int, float]:
    """Return the whole per cent of overlap, and the heaviest unit's share of the variance."""
    (value,) = compared(figure, before, after).values
    assert value.overlap is not None
    assert value.original is not None
    return round(100 * value.overlap), value.original.heaviest


def sample(outlier: float, seed: int) -> list[float]:
    draw = random.Random(seed)
    return [*(draw.gauss(100, 10) for _ in range(2000)), 100 + 10 * outlier]


@pytest.mark.parametrize("name", FIGURES)
def test_a_stated_overlap_does_not_give_the_largest_value_to_a_tenth(name: str) -> None:
    """The released file is fixed: every value that gives the same per cent is possible."""
    figure, checked = FIGURES[name], 0
    for outlier in (2, 3, 4, 6, 30):
        before = sample(outlier, 1)
        after = masked(before)
        overlap, heaviest = stated(figure, before, after)
        if heaviest > MOST_OF_ONE_UNIT:
            continue
        checked += 1
        distance = before[-1] - float(np.mean(before[:-1]))
        guesses = np.linspace(-2 * distance, 2 * distance, 81) + before[-1]
        possible = [
            abs(guess - before[-1])
            for guess in guesses.tolist()
            if stated(figure, [*before[:-1], guess], after)[0] == overlap
        ]
        assert max(possible) >= NEAR * distance, (outlier, overlap)
    assert checked


def test_one_firm_that_makes_up_the_variance_is_not_stated() -> None:
    before = sample(100, 0)
    assert stated(FIGURES["mean"], before, masked(before))[1] > MOST_OF_ONE_UNIT
    assert stated(FIGURES["total"], before, masked(before))[1] > MOST_OF_ONE_UNIT


def test_a_quantile_near_the_extreme_is_not_stated() -> None:
    before = sample(3, 0)
    extreme = Figure(FigureKind.QUANTILE, ("Y",), q=0.99)
    assert stated(extreme, before, masked(before))[1] > MOST_OF_ONE_UNIT


def counted(before: list[float], after: list[float]) -> KeptCounts:
    """Count the usual figures of the column, as the public log states them."""
    table = [column("Y", before)]
    figures = usual_figures(SCHEMA, table)
    sides = (sample_of(table, None, None), sample_of([column("Y", after)], None, None))
    compared = compare_figures(figures, SCHEMA, *sides, Job())
    return count_stated(UsualFigures(len(before), False, 5, compared), ())


@pytest.mark.parametrize("outlier", [2, 3, 4, 6, 30])
def test_counts_of_usual_figures_do_not_give_the_largest_value_to_a_tenth(outlier: float) -> None:
    """The released file is fixed: every value that gives the same counts is possible."""
    before = sample(outlier, 1)
    after = masked(before)
    stated_counts = counted(before, after)
    assert stated_counts.counted > 5
    distance = before[-1] - float(np.mean(before[:-1]))
    guesses = np.linspace(-distance, distance, 41) + before[-1]
    possible = [
        abs(guess - before[-1])
        for guess in guesses.tolist()
        if counted([*before[:-1], guess], after) == stated_counts
    ]
    assert max(possible) >= NEAR * distance


def test_a_column_that_one_value_makes_up_is_not_counted() -> None:
    before = sample(100, 0)
    alone, among = counted(before, masked(before)), counted(sample(2, 0), masked(sample(2, 0)))
    assert alone.counted < among.counted
