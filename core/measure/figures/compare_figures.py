"""Computes the figures of a recipe on the original and on the release."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.jobs import Job
from core.measure.figures.amounts import ginis, ratios, totals
from core.measure.figures.complete_cases import Cases, SideRecords, cases_of
from core.measure.figures.figure_domains import Domains, domains_of
from core.measure.figures.linearised import Estimates
from core.measure.figures.quantiles import quantiles
from core.measure.figures.regression import fitted, models_of
from core.measure.figures.shares import shares
from core.model import ComparedFigure, Estimate, Figure, FigureKind, FigureValue, Schema, Side
from core.model.compared_figures import Category

# Figures of equal columns may differ by the rounding of their sums.
_ROUNDING = 1e-9


def compare_figures(
    figures: Sequence[Figure],
    schema: Schema,
    original: SideRecords,
    released: SideRecords,
    job: Job,
) -> tuple[ComparedFigure, ...]:
    """Return each figure with its values on both sides (manual: figures).

    Parameters
    ----------
    figures : sequence of Figure
        Checked against the file.
    original, released : SideRecords
        All records of the file, and the released ones.
    job : Job
        Has entered a phase with as many steps. Raises `Cancelled` if it is cancelled.
    """
    found = []
    for figure in job.each(figures):
        sides = tuple(cases_of(side, figure.columns, schema) for side in (original, released))
        found.append(_compared(figure, sides, schema))
        job.update(len(found))
    return tuple(found)


def _compared(figure: Figure, sides: tuple[Cases, ...], schema: Schema) -> ComparedFigure:
    if figure.what is FigureKind.REGRESSION:
        terms, models = models_of(figure, sides, schema)
        (one, first), (other, second) = (
            fitted(model, case) for model, case in zip(models, sides, strict=True)
        )
        of_terms = [((), term.category, term.name) for term in terms]
        return _put_together(figure, (one, other), of_terms, [first, second])
    domains = domains_of(figure.by, sides, schema)
    if figure.what.counts_categories:
        cells = domains_of((*figure.by, *figure.of), sides, schema)
        place = {name: i for i, name in enumerate(domains.names)}
        number = len(figure.by)
        within = np.array([place[name[:number]] for name in cells.names], dtype=np.int64)
        found = []
        for case, in_domains, in_cells in zip(sides, domains.labels, cells.labels, strict=True):
            whole = case.clusters(in_domains, len(domains.names))
            parts = case.clusters(in_cells, len(cells.names))
            found.append(shares(case.weights, whole, parts, within))
        names = [(name[:number], name[number:], None) for name in cells.names]
    else:
        found = [_amounts(figure, case, domains, i) for i, case in enumerate(sides)]
        names = [(name, (), None) for name in domains.names]
    return _put_together(figure, (sides[0].side, sides[1].side), names, found)


def _amounts(figure: Figure, case: Cases, domains: Domains, side: int) -> Estimates:
    clusters = case.clusters(domains.labels[side], len(domains.names))
    amounts, weights = case.numbers(figure.of[0]), case.weights
    if figure.what is FigureKind.TOTAL:
        return totals(amounts, weights, clusters)
    if figure.what is FigureKind.GINI:
        return ginis(amounts, weights, clusters)
    if figure.what is FigureKind.QUANTILE:
        assert figure.q is not None
        return quantiles(amounts, weights, clusters, figure.q)
    is_ratio = figure.what is FigureKind.RATIO
    lower = case.numbers(figure.of[1]) if is_ratio else np.ones(len(amounts))
    return ratios(amounts, lower, weights, clusters)


_Name = tuple[tuple[Category, ...], tuple[Category, ...], str | None]


def _put_together(
    figure: Figure,
    sides: tuple[Side, Side],
    names: Sequence[_Name],
    found: Sequence[Estimates | None],
) -> ComparedFigure:
    values = []
    for place, (by, of, term) in enumerate(names):
        one, other = (_estimate(estimates, place) for estimates in found)
        overlap, inside = overlap_of(one, other), is_inside(one, other)
        values.append(FigureValue(by, of, term, one, other, overlap, inside))
    return ComparedFigure(figure, *sides, tuple(values))


def _estimate(found: Estimates | None, place: int) -> Estimate | None:
    if found is None or not np.isfinite(found.value[place]):
        return None
    low, high = float(found.low[place]), float(found.high[place])
    has_interval = bool(np.isfinite(low) and np.isfinite(high))
    return Estimate(
        value=float(found.value[place]),
        low=low if has_interval else None,
        high=high if has_interval else None,
        records=int(found.records[place]),
        units=int(found.units[place]),
        heaviest=float(found.heaviest[place]),
        outside=None if found.outside is None else int(found.outside[place]),
    )


def overlap_of(original: Estimate | None, released: Estimate | None) -> float | None:
    """Return the overlap of two intervals: Karr et al. (2006); ``None`` if a side has none.

    It is the mean of the shares of both intervals that the other one covers, and 0 for disjoint
    ones. An interval without length is covered if it lies in the other one.
    """
    if original is None or released is None or original.low is None or released.low is None:
        return None
    assert original.high is not None
    assert released.high is not None
    margin = _margin(original.low, original.high, released.low, released.high)
    low, high = max(original.low, released.low), min(original.high, released.high)
    if high < low - margin:
        return 0.0
    covered = max(0.0, high - low)
    lengths = original.high - original.low, released.high - released.low
    shares = [1.0 if length <= margin else min(1.0, covered / length) for length in lengths]
    return sum(shares) / 2


def is_inside(original: Estimate | None, released: Estimate | None) -> bool | None:
    """Return whether a released figure lies inside the original's interval.

    ``None`` if the original has no interval. A figure that the release has no longer is outside.
    """
    if original is None or original.low is None or original.high is None:
        return None
    if released is None:
        return False
    margin = _margin(original.low, original.high, released.value)
    return original.low - margin <= released.value <= original.high + margin


def _margin(*values: float) -> float:
    return _ROUNDING * max(map(abs, values))
