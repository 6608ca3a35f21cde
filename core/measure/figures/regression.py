"""Weighted least squares with variances between units (manual: figures#regressions)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.measure.figures.complete_cases import Cases
from core.measure.figures.figure_domains import categories_of
from core.measure.figures.linearised import Estimates, reaches
from core.model import Figure, Schema, Side
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

    @property
    def occurs(self) -> Bools:
        """Whether a regressor's category occurs, shape (p,)."""
        return np.asarray(self.counts > 0)


def models_of(
    figure: Figure, sides: Sequence[Cases], schema: Schema
) -> tuple[list[Coefficient], list[Model]]:
    """List the terms of a regression and its model on each side."""
    terms = [Coefficient("")]
    columns = [[np.ones(case.side.records)] for case in sides]
    n_not_positive = [0] * len(sides)
    for term in figure.on:
        name = column_of(term)
        if is_log(term) or all(c.sample.columns[name].kind.is_numeric for c in sides):
            terms.append(Coefficient(term))
            for side, case in enumerate(sides):
                values, n_bad = _values(case, term)
                columns[side].append(values)
                n_not_positive[side] += n_bad
            continue
        categories, codes = categories_of(name, sides, schema)
        # Of the original's: a release may have a category of its own, which comes before them.
        first = int(codes[0].min(initial=max(len(categories) - 1, 0)))
        for place, category in enumerate(categories):
            if place != first:
                terms.append(Coefficient(term, ((name, category),)))
                for side, category_codes in enumerate(codes):
                    columns[side].append((category_codes == place).astype(np.float64))
    models = []
    for case, side_columns, n_bad in zip(sides, columns, n_not_positive, strict=True):
        outcome, n_bad_outcomes = _values(case, figure.of[0])
        counts = [
            int(regressor.sum()) if term.category else case.side.records
            for term, regressor in zip(terms, side_columns, strict=True)
        ]
        regressors, n_records = np.stack(side_columns, axis=1), np.array(counts, dtype=np.int64)
        models.append(Model(outcome, regressors, n_records, n_bad + n_bad_outcomes))
    return terms, models


def _values(case: Cases, term: str) -> tuple[Floats, int]:
    """Look up the values of a term and the number of those without a logarithm."""
    values = case.numbers(column_of(term))
    if not is_log(term):
        return values, 0
    bad = ~(values > 0)
    return np.log(np.where(bad, 1.0, values)), int(bad.sum())


def obstacle(model: Model, weights: Floats) -> str | None:
    """Find out why a regression cannot be computed: ``log``, ``few`` or ``collinear``."""
    solution = _solve(model, weights)
    return solution if isinstance(solution, str) else None


def fit(model: Model, case: Cases) -> tuple[Side, Estimates | None]:
    """Estimate the coefficients of one side with their intervals, or say why there are none."""
    solution = _solve(model, case.weights)
    if isinstance(solution, str):
        return replace(case.side, lacks=solution), None
    clusters, count = case.whole, len(model.counts)
    value, error, heaviest = np.full(count, np.nan), np.full(count, np.nan), np.zeros(count)
    used = np.flatnonzero(model.occurs)
    for place, at in enumerate(used.tolist()):
        errors, shares = clusters.errors(np.ascontiguousarray(solution.moves[:, place]))
        value[at], error[at], heaviest[at] = solution.coefficients[place], errors[0], shares[0]
    units = np.full(count, clusters.units[0], dtype=np.int64)
    reach = reaches(units - len(used)) * error
    low, high = value - reach, value + reach
    return case.side, Estimates(value, low, high, model.counts, units, heaviest)


@dataclass(frozen=True, slots=True, eq=False)
class _Solution:
    """Coefficients of shape (u,), and by regressor how each case moves them, shape (m, u)."""

    coefficients: Floats
    moves: Floats


def _solve(model: Model, weights: Floats) -> _Solution | str:
    """Solve the normal equations for centred and scaled regressors, or say why they cannot be."""
    if model.not_positive:
        return "log"
    if not model.occurs.any() or len(model.outcome) < int(model.occurs.sum()):
        return "few"
    x = model.regressors if model.occurs.all() else model.regressors[:, model.occurs]
    center = weights @ x / weights.sum()
    center[0] = 0.0
    scale = np.sqrt(weights @ (x - center) ** 2 / weights.sum())
    if not np.all(scale > _SMALLEST_SINGULAR * np.abs(center)) or not scale.all():
        return "collinear"
    scaled = (x - center) / scale
    root = np.sqrt(weights)[:, None]
    base, triangle = np.linalg.qr(scaled * root)
    singular = np.linalg.svd(triangle, compute_uv=False)
    if not singular[-1] > _SMALLEST_SINGULAR * singular[0]:
        return "collinear"
    inverse = np.linalg.inv(triangle)
    # The coefficients of the regressors as they were: b_j / s_j, and the intercept moved back.
    back = np.diag(1 / scale)
    back[0, 1:] = -center[1:] / scale[1:]
    whole = back @ inverse
    coefficients = whole @ (base.T @ (root[:, 0] * model.outcome))
    residual = model.outcome - x @ coefficients
    moves = (base * (root[:, 0] * residual)[:, None]) @ whole.T
    return _Solution(coefficients, moves)
