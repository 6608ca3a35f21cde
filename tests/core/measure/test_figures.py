"""Figures and their intervals against plain recomputation."""

from __future__ import annotations

import csv
import math
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from core.jobs import Job
from core.measure.figures import SideRecords, compare_figures, sample_of
from core.measure.figures.compare_figures import is_inside, overlap_of
from core.measure.figures.student import student_quantile
from core.measure.figures.usual_figures import usual_figures
from core.model import (
    Attribute,
    Column,
    ComparedFigure,
    Estimate,
    Figure,
    FigureKind,
    Role,
    Scale,
    Schema,
)
from tests.core.tables import column
from tests.oracles import figures as oracle

DRAW = random.Random(11)
COUNT = 240
REGION = [DRAW.choice("NESW") for _ in range(COUNT)]
SEX = [DRAW.choice("FM") for _ in range(COUNT)]
INCOME = [round(DRAW.lognormvariate(3, 0.8), 2) for _ in range(COUNT)]
HOURS = [DRAW.randint(5, 45) for _ in range(COUNT)]
WEIGHT = [round(DRAW.uniform(1, 9), 1) for _ in range(COUNT)]
UNIT = [i // 3 for i in range(COUNT)]
ALONE = list(range(COUNT))


def schema(**codes: tuple[str, ...]) -> Schema:
    scales = {
        "REGION": Scale.NOMINAL,
        "SEX": Scale.NOMINAL,
        "INCOME": Scale.CONTINUOUS,
        "HOURS": Scale.INTEGER,
        "WEIGHT": Scale.CONTINUOUS,
    }
    return Schema(
        tuple(
            Attribute(name, Role.OTHER, scale, not_applicable=codes.get(name, ()))
            for name, scale in scales.items()
        )
    )


def side(units: Sequence[int] | None = None, **cells: Sequence[object]) -> SideRecords:
    table = {"REGION": REGION, "SEX": SEX, "INCOME": INCOME, "HOURS": HOURS, "WEIGHT": WEIGHT}
    columns = [column(name, found) for name, found in {**table, **cells}.items()]
    own = None if units is None else np.array(units, dtype=np.int64)
    return sample_of(columns, "WEIGHT", own)


def computed(figure: Figure, units: Sequence[int] | None = None) -> ComparedFigure:
    (found,) = compare_figures([figure], schema(), side(units), side(units), Job())
    return found


def check(found: Estimate | None, value: float, error: float, freedom: int) -> None:
    assert found is not None
    assert found.value == pytest.approx(value, rel=1e-9)
    assert found.low is not None
    assert found.high is not None
    reach = student_quantile(freedom) * error
    assert found.low == pytest.approx(value - reach, rel=1e-6)
    assert found.high == pytest.approx(value + reach, rel=1e-6)


UNITS = [pytest.param(None, id="records"), pytest.param(UNIT, id="units")]


@pytest.mark.parametrize(
    ("freedom", "expected"),
    [(1, 12.7062), (2, 4.30265), (3, 3.18245), (4, 2.77645), (10, 2.22814), (29, 2.04523),
     (30, 2.04227), (60, 2.00030), (120, 1.97993), (400, 1.96591), (401, 1.96590),
     (1000, 1.96234), (10**6, 1.95997)],
)  # fmt: skip
def test_quantiles_of_student_are_those_of_the_tables(freedom: int, expected: float) -> None:
    assert student_quantile(freedom) == pytest.approx(expected, abs=6e-6)


@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("what", ["total", "mean", "ratio", "gini"])
@pytest.mark.parametrize("by", [(), ("REGION",)])
def test_amounts_are_those_computed_plainly(
    what: str, by: tuple[str, ...], units: list[int] | None
) -> None:
    of = ("INCOME", "HOURS") if what == "ratio" else ("INCOME",)
    found = computed(Figure(FigureKind(what), of, by), units)
    named, whole = units or ALONE, len(set(units or ALONE))
    regions = sorted(set(REGION)) if by else [None]
    assert [value.by for value in found.values] == [
        (("REGION", region),) if region else () for region in regions
    ]
    for region, value in zip(regions, found.values, strict=True):
        at = [i for i in range(COUNT) if region in (None, REGION[i])]
        y, x, w = ([c[i] for i in at] for c in (INCOME, HOURS, WEIGHT))
        own = [named[i] for i in at]

        def figure(weights, y=y, x=x) -> float:
            if what == "ratio":
                return oracle.total(y, weights) / oracle.total(x, weights)
            return getattr(oracle, what)(y, weights)

        if what == "gini" and not by:
            # All pairs once for each record take too long for the whole file.
            assert value.original.value == pytest.approx(figure(w), rel=1e-9)
            continue
        error = oracle.standard_error(oracle.by_differences(figure, w), own, whole)
        check(value.original, figure(w), error, len(set(own)) - 1)
        assert (value.original.records, value.original.units) == (len(at), len(set(own)))
        assert (value.overlap, value.inside) == (1.0, True)


@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("by", [(), ("REGION",)])
def test_shares_are_those_computed_plainly(by: tuple[str, ...], units: list[int] | None) -> None:
    found = computed(Figure(FigureKind.SHARE, ("SEX",), by), units)
    named, whole = units or ALONE, len(set(units or ALONE))
    regions = sorted(set(REGION)) if by else [None]
    assert len(found.values) == 2 * len(regions)
    for value in found.values:
        region, sex = dict(value.by).get("REGION"), dict(value.of)["SEX"]
        at = [i for i in range(COUNT) if region in (None, REGION[i])]
        y, w, own = (
            [float(SEX[i] == sex) for i in at],
            [WEIGHT[i] for i in at],
            [named[i] for i in at],
        )
        share = oracle.mean(y, w)
        linear = [v * (a - share) / math.fsum(w) for a, v in zip(y, w, strict=True)]
        check(value.original, share, oracle.standard_error(linear, own, whole), len(set(own)) - 1)
        assert value.original.records == sum(y)
        sums = {u: math.fsum(z for z, v in zip(linear, own, strict=True) if v == u) for u in own}
        most = max(z * z for z in sums.values()) / math.fsum(z * z for z in sums.values())
        # An upper bound: the heaviest unit of the domain may have a record in the category.
        assert most - 1e-9 <= value.original.heaviest <= 1


def test_a_table_has_the_share_of_each_cell() -> None:
    found = computed(Figure(FigureKind.TABLE, ("REGION", "SEX")))
    cells = {value.of: value.original.value for value in found.values}
    assert len(cells) == 8
    assert math.fsum(cells.values()) == pytest.approx(1)
    for (region, sex), share in ((tuple(dict(of).values()), v) for of, v in cells.items()):
        own = math.fsum(
            w for r, s, w in zip(REGION, SEX, WEIGHT, strict=True) if (r, s) == (region, sex)
        )
        assert share == pytest.approx(own / math.fsum(WEIGHT), rel=1e-12)


@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("q", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("by", [(), ("REGION",)])
def test_quantiles_are_those_computed_plainly(
    q: float, by: tuple[str, ...], units: list[int] | None
) -> None:
    found = computed(Figure(FigureKind.QUANTILE, ("INCOME",), by, q), units)
    named, whole = units or ALONE, len(set(units or ALONE))
    for value in found.values:
        region = dict(value.by).get("REGION")
        at = [i for i in range(COUNT) if region in (None, REGION[i])]
        y, w, own = [INCOME[i] for i in at], [WEIGHT[i] for i in at], [named[i] for i in at]
        middle = oracle.quantile(y, w, q)
        share = oracle.mean([float(a <= middle) for a in y], w)
        linear = [v * ((a <= middle) - share) / math.fsum(w) for a, v in zip(y, w, strict=True)]
        reach = student_quantile(len(set(own)) - 1) * oracle.standard_error(linear, own, whole)
        expected = [oracle.quantile(y, w, each) for each in (q, q - reach, q + reach)]
        assert [value.original.value, value.original.low, value.original.high] == expected
        beyond = sum(a <= expected[1] for a in y), sum(a >= expected[2] for a in y)
        assert value.original.outside == min(beyond)


@pytest.mark.parametrize("units", UNITS)
def test_regressions_are_those_computed_plainly(units: list[int] | None) -> None:
    figure = Figure(FigureKind.REGRESSION, ("log(INCOME)",), on=("HOURS", "log(HOURS)", "REGION"))
    found = computed(figure, units)
    x = [
        [1.0, h, math.log(h), float(r == "N"), float(r == "S"), float(r == "W")]
        for h, r in zip(HOURS, REGION, strict=True)
    ]
    named, whole = units or ALONE, len(set(units or ALONE))
    y = [math.log(value) for value in INCOME]
    beta, errors = oracle.least_squares(x, y, WEIGHT, named, whole)
    terms = [(v.term, dict(v.of).get("REGION")) for v in found.values]
    assert terms == [
        ("", None), ("HOURS", None), ("log(HOURS)", None),
        ("REGION", "N"), ("REGION", "S"), ("REGION", "W"),
    ]  # fmt: skip
    for value, b, error in zip(found.values, beta, errors, strict=True):
        check(value.original, b, error, whole - 6)
    of_regions = [REGION.count(region) for region in "NSW"]
    assert [v.original.records for v in found.values] == [COUNT] * 3 + of_regions


def test_the_gini_coefficient_of_the_published_households(reference_data: Path) -> None:
    with (reference_data / "household_testdata.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["income"] not in ("", "NA")]
    income = np.array([float(row["income"]) for row in rows])
    weights = np.array([float(row["sampling_weight"]) for row in rows])
    # Closed formula: all pairs, in numpy.
    pairs = math.fsum(
        float(w * (weights * np.abs(income - y)).sum())
        for y, w in zip(income.tolist(), weights.tolist(), strict=True)
    )
    expected = pairs / (2 * weights.sum() * (weights * income).sum())
    columns = [column("INCOME", income.tolist()), column("WEIGHT", weights.tolist())]
    sample = sample_of(columns, "WEIGHT", None)
    figure = Figure(FigureKind.GINI, ("INCOME",))
    (found,) = compare_figures([figure], schema(), sample, sample, Job())
    assert found.values[0].original.value == pytest.approx(expected, rel=1e-12)


def test_missing_cells_are_left_out_and_counted_apart_from_questions_not_asked() -> None:
    income: list[float | None] = list(INCOME)
    income[3] = income[4] = None
    made = column("INCOME", income)
    asked = np.full(COUNT, -1, dtype=np.int16)
    asked[4] = 0
    made = Column("INCOME", made.kind, made.values, made.missing, missing_text=(("-9",), asked))
    both = side()
    one = SideRecords({**both.columns, "INCOME": made}, both.weights, None)
    figure = Figure(FigureKind.MEAN, ("INCOME",))
    (found,) = compare_figures([figure], schema(INCOME=("-9",)), one, both, Job())
    said = found.original
    assert (said.records, said.missing, said.not_applicable) == (COUNT - 2, 1, 1)
    assert (found.released.records, found.released.missing) == (COUNT, 0)
    kept = [i for i in range(COUNT) if i not in (3, 4)]
    expected = oracle.mean([INCOME[i] for i in kept], [WEIGHT[i] for i in kept])
    assert found.values[0].original.value == pytest.approx(expected, rel=1e-12)


def test_one_unit_has_no_interval() -> None:
    region = ["X", *["Y"] * (COUNT - 1)]
    one = side(REGION=region)
    figure = Figure(FigureKind.MEAN, ("INCOME",), ("REGION",))
    (found,) = compare_figures([figure], schema(), one, one, Job())
    alone, rest = found.values
    assert (alone.original.low, alone.original.high, alone.original.units) == (None, None, 1)
    assert (alone.overlap, alone.inside) == (None, None)
    assert rest.original.low is not None


def test_a_category_that_all_records_share_has_no_usual_figure() -> None:
    columns = [column("SEX", SEX), column("LAND", ["X"] * COUNT), column("INCOME", INCOME)]
    scales = {"SEX": Scale.NOMINAL, "LAND": Scale.NOMINAL, "INCOME": Scale.CONTINUOUS}
    schema = Schema(tuple(Attribute(name, Role.OTHER, scale) for name, scale in scales.items()))
    named = {
        name for figure in usual_figures(schema, columns) for name in figure.columns + figure.by
    }
    assert named == {"SEX", "INCOME"}


def test_a_category_that_the_release_lacks_lies_outside() -> None:
    figure = Figure(FigureKind.SHARE, ("SEX",))
    (found,) = compare_figures([figure], schema(), side(), side(SEX=["M"] * COUNT), Job())
    women = found.values[0]
    assert women.of == (("SEX", "F"),)
    assert women.released.value == 0
    assert (women.overlap, women.inside) == (0.0, False)
    figure = Figure(FigureKind.MEAN, ("INCOME",), ("SEX",))
    (found,) = compare_figures([figure], schema(), side(), side(SEX=["M"] * COUNT), Job())
    assert (found.values[0].released, found.values[0].inside) == (None, False)


def test_a_regression_that_the_release_cannot_carry_says_why() -> None:
    figure = Figure(FigureKind.REGRESSION, ("INCOME",), on=("HOURS",))
    for cells, reason in (({"HOURS": [20] * COUNT}, "collinear"), ({}, None)):
        (found,) = compare_figures([figure], schema(), side(), side(**cells), Job())
        assert found.released.lacks == reason
        assert (found.values[1].released is None) == (reason is not None)
    figure = Figure(FigureKind.REGRESSION, ("log(INCOME)",), on=("HOURS",))
    lost = side(INCOME=[0.0, *INCOME[1:]])
    (found,) = compare_figures([figure], schema(), side(), lost, Job())
    assert (found.released.lacks, found.values[0].inside) == ("log", False)


def estimate(low: float, value: float, high: float) -> Estimate:
    return Estimate(value, low, high, 100, 100, 0.0)


@pytest.mark.parametrize(
    ("original", "released", "overlap", "inside"),
    [
        # (3/4 + 3/6) / 2: by the formula of Karr et al. (2006)
        ((0, 2, 4), (1, 4, 7), 0.625, True),
        ((0, 2, 4), (0, 2, 4), 1.0, True),
        ((0, 2, 4), (1, 2, 3), 0.75, True),
        ((0, 2, 4), (5, 6, 7), 0.0, False),
        ((0, 2, 4), (3, 5, 7), 0.25, False),
        ((2, 2, 2), (2, 2, 2), 1.0, True),
        ((2, 2, 2), (3, 3, 3), 0.0, False),
        ((0, 2, 4), (3, 3, 3), 0.5, True),
    ],
)
def test_overlap_by_hand(
    original: tuple[float, float, float],
    released: tuple[float, float, float],
    overlap: float,
    inside: bool,
) -> None:
    one, other = estimate(*original), estimate(*released)
    assert overlap_of(one, other) == pytest.approx(overlap)
    assert is_inside(one, other) is inside


@pytest.mark.parametrize("clustered", [False, True], ids=["records", "units"])
def test_the_interval_of_a_mean_covers_it_as_often_as_it_says(clustered: bool) -> None:
    """In 1,000 samples of a made population, between 93 and 97 % of them."""
    draw = np.random.default_rng(7)
    units, size = 2_000, 4 if clustered else 1
    level = draw.normal(50, 10, units)
    population = level[:, None] + draw.normal(0, 5, (units, size))
    truth = float(population.mean())
    attributes = Schema((Attribute("Y", Role.OTHER, Scale.CONTINUOUS),))
    figure, covered = Figure(FigureKind.MEAN, ("Y",)), 0
    for _ in range(1_000):
        drawn = draw.integers(0, units, 60)
        found = column("Y", population[drawn].ravel().tolist())
        unit = np.repeat(np.arange(60), size)
        sample = SideRecords({"Y": found}, np.ones(60 * size), unit if clustered else None)
        (one,) = compare_figures([figure], attributes, sample, sample, Job())
        interval = one.values[0].original
        covered += interval.low <= truth <= interval.high
    assert 930 <= covered <= 970
