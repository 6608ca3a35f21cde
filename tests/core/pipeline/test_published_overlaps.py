"""What the public log says of figures gives away of one record, for whoever knows all others."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from core.jobs import Job
from core.measure.figures import SideRecords, compare_figures, sample_of, usual_figures
from core.measure.figures.kept_figures import MOST_OF_ONE_UNIT, publish_shares, score_figures
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
        guesses = np.linspace(-2 * distance, 2 * distance, 41) + before[-1]
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


TWO = Schema(
    (
        *(Attribute(name, Role.QUASI_IDENTIFIER, Scale.CONTINUOUS) for name in "YZ"),
        *(Attribute(name, Role.QUASI_IDENTIFIER, Scale.NOMINAL) for name in "AB"),
    )
)


class Published:
    """A released file, and what is published of its usual figures for each last value of Y."""

    def __init__(self, outlier: float, seed: int) -> None:
        draw = np.random.default_rng(seed)
        self.y = [*draw.normal(100, 10, 700).tolist(), 100 + 10.0 * outlier]
        self.z = np.exp(draw.normal(1, 0.5, len(self.y))).tolist()
        self.names = [
            draw.choice([*letters], len(self.y)).tolist() for letters in ("abcdef", "uvw")
        ]
        self.released = self.side(masked(self.y), masked(self.z))
        self.distance = self.y[-1] - float(np.mean(self.y[:-1]))

    def side(self, y: list[float], z: list[float]) -> SideRecords:
        columns = zip("YZAB", (y, z, *self.names), strict=True)
        return sample_of([column(name, values) for name, values in columns], None, None)

    def shares(self, last: float) -> tuple[int, int] | None:
        original = self.side([*self.y[:-1], last], self.z)
        figures = usual_figures(TWO, [*original.columns.values()])
        compared = compare_figures(figures, TWO, original, self.released, Job())
        return publish_shares(UsualFigures(len(self.y), False, 5, compared), ())


@pytest.mark.parametrize(
    "outlier", [3, 6, *(pytest.param(n, marks=pytest.mark.longer) for n in (4, 12))]
)
def test_shares_of_usual_figures_do_not_give_the_largest_value_to_a_tenth(outlier: float) -> None:
    """Exact counts would: with 6, they leave less than a twentieth (decision 291)."""
    release = Published(outlier, 1)
    stated_shares = release.shares(release.y[-1])
    assert stated_shares is not None
    guesses = release.y[-1] + release.distance * np.linspace(-0.5, 0.5, 11)
    possible = [
        abs(guess - release.y[-1])
        for guess in guesses.tolist()
        if release.shares(guess) == stated_shares
    ]
    assert max(possible) >= NEAR * release.distance


def test_of_few_figures_no_share_is_published() -> None:
    before = sample(2, 0)
    sides = [sample_of([column("Y", values)], None, None) for values in (before, masked(before))]
    figures = usual_figures(SCHEMA, [*sides[0].columns.values()])
    compared = compare_figures(figures, SCHEMA, *sides, Job())
    usual = UsualFigures(len(before), False, 5, compared)
    assert 5 < score_figures(usual).counted < 30
    assert publish_shares(usual, ()) is None
