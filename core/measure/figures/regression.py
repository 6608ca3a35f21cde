"""Weighted least squares with variances between units (manual: figures#regressions)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.measure.figures.complete_cases import Bools, Cases
from core.measure.figures.figure_domains import categories_of
from core.measure.figures.linearised import Estimates, Floats, Ints, reaches
from core.model import ColumnKind, Figure, Schema, Side
from core.model.compared_figures import Category, column_of, is_log

# Of the scaled regressors; beyond it coefficients would be the rounding of sums.
_SMALLEST_SINGULAR = 1e-7


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A coefficient: of the intercept, of a number, or of a category against the first one."""

    name: str
    category: tuple[Category, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """The outcome and the regressors of one side.

    Attributes
    ----------
    outcome : numpy.ndarray of float64, shape (m,)
        The outcome of each case.
    regressors : numpy.ndarray of float64, shape (m, p)
        The regressors, of which the first is 1.
    counts : numpy.ndarray of int64, shape (p,)
        For a category its number of cases; otherwise all cases.
    not_positive : int
        Number of values that have no logarithm.
    """

    outcome: Floats
    regressors: Floats
    counts: Ints
    not_positive: int


def models_of(
    figure: Figure, sides: Sequence[Cases], schema: Schema
) -> tuple[list[Coefficient], list[Model]]:
    """Return the terms of a regression and its model on each side."""
    terms = [Coefficient("")]
    columns = [[np.ones(case.side.records)] for case in sides]
    wrong = [0] * len(sides)
    for term in figure.on:
        name = column_of(term)
        if is_log(term) or all(c.sample.columns[name].kind in _NUMERIC for c in sides):
            terms.append(Coefficient(term))
            found = [_values(case, term) for case in sides]
            for side, (values, bad) in enumerate(found):
                columns[side].append(values)
                wrong[side] += bad
            continue
        categories, codes = categories_of(name, sides, schema)
        first = int(codes[0].min(initial=0))
        for place, category in enumerate(categories):
            if place != first:
                terms.append(Coefficient(term, ((name, category),)))
                for side, own in enumerate(codes):
                    columns[side].append((own == place).astype(np.float64))
    models = []
    for case, parts, bad in zip(sides, columns, wrong, strict=True):
        outcome, more = _values(case, figure.of[0])
        counts = [
            int(part.sum()) if term.category else case.side.records
            for term, part in zip(terms, parts, strict=True)
        ]
        regressors = np.stack(parts, axis=1)
        models.append(Model(outcome, regressors, np.array(counts, dtype=np.int64), bad + more))
    return terms, models


_NUMERIC = (ColumnKind.INTEGER, ColumnKind.NUMBER)


def _values(case: Cases, term: str) -> tuple[Floats, int]:
    """Return the values of a term and the number of those without a logarithm."""
    values = case.numbers(column_of(term))
    if not is_log(term):
        return values, 0
    bad = ~(values > 0)
    return np.log(np.where(bad, 1.0, values)), int(bad.sum())


def obstacle(model: Model, weights: Floats) -> str | None:
    """Return why a regression cannot be computed: ``log``, ``few`` or ``collinear``."""
    if model.not_positive:
        return "log"
    used = _used(model)
    if len(model.outcome) < int(used.sum()):
        return "few"
    return "collinear" if _solved(model, weights, used) is None else None


def fitted(model: Model, case: Cases) -> tuple[Side, Estimates | None]:
    """Return the coefficients of one side with their intervals, or why there are none."""
    weights = case.weights
    lacks = obstacle(model, weights)
    if lacks is not None:
        return replace(case.side, lacks=lacks), None
    used = _used(model)
    solved = _solved(model, weights, used)
    assert solved is not None
    clusters = case.clusters(np.zeros(len(weights), dtype=np.int64), 1)
    count = len(used)
    value, error, heaviest = np.full(count, np.nan), np.full(count, np.nan), np.zeros(count)
    for place, at in enumerate(np.flatnonzero(used).tolist()):
        found, share = clusters.errors(solved.moves[:, place])
        value[at], error[at], heaviest[at] = solved.coefficients[place], found[0], share[0]
    units = np.full(count, clusters.units[0], dtype=np.int64)
    reach = reaches(units - int(used.sum())) * error
    low, high = value - reach, value + reach
    return case.side, Estimates(value, low, high, model.counts, units, heaviest)


def _used(model: Model) -> Bools:
    """Return the regressors whose category occurs."""
    return np.asarray(model.counts > 0)


@dataclass(frozen=True, slots=True, eq=False)
class _Solved:
    """Coefficients of shape (u,), and by regressor how each case moves them, shape (m, u)."""

    coefficients: Floats
    moves: Floats


def _solved(model: Model, weights: Floats, used: Bools) -> _Solved | None:
    """Solve the normal equations for centred and scaled regressors.

    Returns ``None`` if the regressors are collinear.
    """
    x = model.regressors[:, used]
    center = weights @ x / weights.sum()
    center[0] = 0.0
    scale = np.sqrt(weights @ (x - center) ** 2 / weights.sum())
    if not np.all(scale > _SMALLEST_SINGULAR * np.abs(center)) or not scale.all():
        return None
    scaled = (x - center) / scale
    root = np.sqrt(weights)[:, None]
    base, triangle = np.linalg.qr(scaled * root)
    singular = np.linalg.svd(triangle, compute_uv=False)
    if not singular[-1] > _SMALLEST_SINGULAR * singular[0]:
        return None
    inverse = np.linalg.inv(triangle)
    # The coefficients of the regressors as they were: b_j / s_j, and the intercept moved back.
    back = np.diag(1 / scale)
    back[0, 1:] = -center[1:] / scale[1:]
    whole = back @ inverse
    coefficients = whole @ (base.T @ (root[:, 0] * model.outcome))
    residual = model.outcome - x @ coefficients
    moves = (base * (root[:, 0] * residual)[:, None]) @ whole.T
    return _Solved(coefficients, moves)
