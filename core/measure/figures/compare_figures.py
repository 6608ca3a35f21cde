"""Computes the figures of a recipe on the original and on the release."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.jobs import Job
from core.measure.figures.amounts import correlations, deviations, ginis, ratios, totals
from core.measure.figures.complete_cases import Cases, SideRecords
from core.measure.figures.figure_domains import domains_of
from core.measure.figures.linearised import DomainUnits, Estimates
from core.measure.figures.quantiles import quantiles
from core.measure.figures.regression import fit, models_of
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
    """Compute each figure on both sides (manual: figures).

    Figures of a column that follow each other share its order.

    Parameters
    ----------
    figures : sequence of Figure
        Checked against the file.
    original, released : SideRecords
        All records of the file, and the released ones.
    job : Job
        Has entered a phase with as many steps. Raises `Cancelled` if it is cancelled.
    """
    compared = []
    for figure in job.each(figures):
        sides = tuple(side.complete_cases(figure.columns, schema) for side in (original, released))
        compared.append(_compare(figure, sides, schema))
        job.update(len(compared))
    return tuple(compared)


def _compare(figure: Figure, sides: tuple[Cases, ...], schema: Schema) -> ComparedFigure:
    if figure.what is FigureKind.REGRESSION:
        terms, models = models_of(figure, sides, schema)
        fits = [fit(model, case) for model, case in zip(models, sides, strict=True)]
        of_terms = [((), term.category, term.name) for term in terms]
        side_counts = fits[0][0], fits[1][0]
        return _put_together(figure, side_counts, of_terms, [estimates for _, estimates in fits])
    domains = domains_of(figure.by, sides, schema) if figure.by else None
    domain_names = ((),) if domains is None else domains.names
    clusters = [
        case.whole if domains is None else case.clusters(domains.labels[side], len(domain_names))
        for side, case in enumerate(sides)
    ]
    if figure.what.counts_categories:
        cells = domains_of((*figure.by, *figure.of), sides, schema)
        place = {name: i for i, name in enumerate(domain_names)}
        n_by = len(figure.by)
        within = np.array([place[name[:n_by]] for name in cells.names], dtype=np.int64)
        estimates = [
            shares(case.weights, in_domains, case.clusters(labels, len(cells.names)), within)
            for case, in_domains, labels in zip(sides, clusters, cells.labels, strict=True)
        ]
        names = [(name[:n_by], name[n_by:], None) for name in cells.names]
    else:
        estimates = [
            _estimate_amounts(figure, case, in_domains)
            for case, in_domains in zip(sides, clusters, strict=True)
        ]
        names = [(name, (), None) for name in domain_names]
    return _put_together(figure, (sides[0].side, sides[1].side), names, estimates)


def _estimate_amounts(figure: Figure, case: Cases, clusters: DomainUnits) -> Estimates:
    name, weights = figure.of[0], case.weights
    if figure.what is FigureKind.DEVIATION:
        return deviations(case.standardise(name, clusters), weights, clusters)
    if figure.what is FigureKind.CORRELATION:
        x, y = (case.standardise(column, clusters) for column in figure.of)
        return correlations(x, y, weights, clusters)
    amounts = case.numbers(name)
    if figure.what is FigureKind.TOTAL:
        return totals(amounts, weights, clusters)
    if figure.what is FigureKind.GINI:
        return ginis(amounts, weights, clusters, case.sorted_amounts(name, clusters))
    if figure.what is FigureKind.QUANTILE:
        assert figure.q is not None
        ascending = case.sorted_amounts(name, clusters)
        return quantiles(amounts, weights, clusters, ascending, figure.q)
    is_ratio = figure.what is FigureKind.RATIO
    lower = case.numbers(figure.of[1]) if is_ratio else np.ones(len(amounts))
    return ratios(amounts, lower, weights, clusters)


_Name = tuple[tuple[Category, ...], tuple[Category, ...], str | None]


def _put_together(
    figure: Figure,
    sides: tuple[Side, Side],
    names: Sequence[_Name],
    estimates: Sequence[Estimates | None],
) -> ComparedFigure:
    values = []
    for place, (by, of, term) in enumerate(names):
        original, released = (_estimate_at(side, place) for side in estimates)
        overlap, inside = overlap_of(original, released), is_inside(original, released)
        values.append(FigureValue(by, of, term, original, released, overlap, inside))
    return ComparedFigure(figure, *sides, tuple(values))


def _estimate_at(estimates: Estimates | None, place: int) -> Estimate | None:
    if estimates is None or not np.isfinite(estimates.value[place]):
        return None
    low, high = float(estimates.low[place]), float(estimates.high[place])
    has_interval = bool(np.isfinite(low) and np.isfinite(high))
    outside = estimates.outside
    return Estimate(
        value=float(estimates.value[place]),
        low=low if has_interval else None,
        high=high if has_interval else None,
        records=int(estimates.records[place]),
        units=int(estimates.units[place]),
        heaviest=float(estimates.heaviest[place]),
        outside=None if outside is None else int(outside[place]),
    )


def overlap_of(original: Estimate | None, released: Estimate | None) -> float | None:
    """Compute the overlap of two intervals: Karr et al. (2006); ``None`` if a side has none.

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
    """Decide whether a released figure lies inside the original's interval.

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
