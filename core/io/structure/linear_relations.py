"""Finds the few columns of which another one is a linear function."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.io.structure.column_values import Flags, Floats
from core.io.structure.rank_agreement import sampled, squared_rank_correlation

# Directions of less relative variance are collinear columns.
_COLLINEAR = 1e-10
_EXACT = 1.0 - 1e-8
# Coefficients of a plain sum or difference are 1 or -1, with this tolerance.
_UNIT_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class LinearFit:
    """How well a column is a linear function of others.

    Attributes
    ----------
    r_squared : float
        Share of the variance that the function explains.
    rank_r_squared : float
        Squared rank correlation with the function; low if only a few large records fit.
    is_sum : bool
        Whether the column is a sum or difference of the others, to rounding.
    """

    r_squared: float
    rank_r_squared: float
    is_sum: bool


def determination(correlations: Floats, target: int, predictors: Sequence[int]) -> float:
    """Return R² of a regression from correlations, 0 to 1."""
    if not predictors:
        return 0.0
    among = correlations[np.ix_(predictors, predictors)]
    with_target = correlations[predictors, target]
    values, vectors = np.linalg.eigh(among)
    kept = values > _COLLINEAR * max(float(values[-1]), 1.0)
    projected = vectors[:, kept].T @ with_target
    return float(np.clip(np.sum(projected**2 / values[kept]), 0.0, 1.0))


def smallest_predictors(
    correlations: Floats, target: int, predictors: Sequence[int], least: float
) -> tuple[int, ...]:
    """Return predictors none of which can be left out, or nothing if all together do not suffice.

    Parameters
    ----------
    correlations : numpy.ndarray of float64, shape (c, c)
        Of all columns.
    target : int
        The explained column.
    predictors : sequence of int
        The candidates; the first ones are left out first.
    least : float
        The R² to be reached; if all candidates together are exact, so are those returned.
    """
    whole = determination(correlations, target, predictors)
    if whole <= least:
        return ()
    needed = _EXACT if whole > _EXACT else least
    kept = list(predictors)
    for predictor in predictors:
        fewer = [other for other in kept if other != predictor]
        if determination(correlations, target, fewer) > needed:
            kept = fewer
    return tuple(kept)


def fit(target: Floats, predictors: Sequence[Floats]) -> LinearFit:
    """Return the least-squares fit of a column, over the records in which all have a value.

    Parameters
    ----------
    target : numpy.ndarray of float64, shape (n,)
        NaN where missing.
    predictors : sequence of numpy.ndarray of float64, shape (n,)
        NaN where missing.
    """
    complete: Flags = ~np.isnan(target)
    for predictor in predictors:
        complete &= ~np.isnan(predictor)
    values = target[complete]
    if len(values) <= len(predictors) + 1:
        return LinearFit(0.0, 0.0, False)
    table = np.column_stack([predictor[complete] for predictor in predictors])
    widths = np.maximum(np.abs(table).max(axis=0), np.finfo(np.float64).tiny)
    size = max(float(np.abs(values).max()), np.finfo(np.float64).tiny)
    scaled = np.column_stack([table / widths, np.ones(len(values))])
    solution, *_ = np.linalg.lstsq(scaled.T @ scaled, scaled.T @ (values / size), rcond=1e-13)
    fitted = scaled @ solution
    residuals = values / size - fitted
    apart = values / size - (values / size).mean()
    spread = float(apart @ apart)
    r_squared = 1.0 - float(residuals @ residuals) / spread if spread > 0.0 else 0.0
    few = sampled(len(values))
    signs = np.round(solution[:-1] * size / widths)
    return LinearFit(
        r_squared,
        squared_rank_correlation(values[few], fitted[few]),
        _is_sum(values, table, signs),
    )


def _is_sum(values: Floats, table: Floats, signs: Floats) -> bool:
    """Return whether the column is the sum of the others with signs 1 and -1, to rounding."""
    if not np.all(np.abs(signs) == 1.0):
        return False
    error = np.abs(values - table @ signs).max()
    return bool(error <= _UNIT_TOLERANCE * max(1.0, float(np.abs(values).max())))
