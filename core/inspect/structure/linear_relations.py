"""Finds the few columns that determine another one by a linear function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Floats
from core.inspect.structure.rank_agreement import spread_sample, squared_rank_correlation
from core.inspect.structure.table_blocks import slice_by_step

# Directions of less relative variance are collinear columns.
_COLLINEAR = 1e-10
# A variance that is positive, whatever rounding has made of it.
_SMALLEST = 1e-14
_EXACT = 1.0 - 1e-8
# Coefficients of a plain sum or difference are 1 or -1, with this tolerance.
_UNIT_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class LinearFit:
    """How well a column is a linear function of others.

    Attributes
    ----------
    rank_r_squared : float
        Squared rank correlation with the function; low if only a few large records fit.
    is_sum : bool
        Whether the column is a sum or difference of the others, to rounding.
    """

    r_squared: float
    rank_r_squared: float
    is_sum: bool


def compute_determination(correlations: Floats, target: int, predictors: Sequence[int]) -> float:
    """Compute R² of a regression from correlations, 0 to 1."""
    if not predictors:
        return 0.0
    among = correlations[np.ix_(predictors, predictors)]
    with_target = correlations[predictors, target]
    values, vectors = np.linalg.eigh(among)
    is_large = values > _COLLINEAR * max(float(values[-1]), 1.0)
    projected = vectors[:, is_large].T @ with_target
    return float(np.clip(np.sum(projected**2 / values[is_large]), 0.0, 1.0))


def possible_determination(correlations: Floats) -> Floats:
    """Compute for each column an R² that no regression on any of the others exceeds.

    One decomposition serves all columns, where `compute_determination` needs one for each. If the
    matrix is not one of complete records and has negative directions, nothing is known: 1 for all.
    """
    values, vectors = np.linalg.eigh(correlations)
    if values[0] < -_COLLINEAR * max(float(values[-1]), 1.0):
        return np.ones(len(correlations))
    # The diagonal of the inverse is one over the variance that the others do not explain.
    inverse = (vectors**2 / np.maximum(values, _SMALLEST)).sum(axis=1)
    return np.asarray(1.0 - 1.0 / inverse)


def find_smallest_predictors(
    correlations: Floats, target: int, predictors: Sequence[int], threshold: float
) -> tuple[int, ...]:
    """Find predictors that are all needed, or nothing if all together do not suffice.

    Parameters
    ----------
    correlations : numpy.ndarray of float64, shape (c, c)
        Of all columns.
    target : int
        The explained column.
    predictors : sequence of int
        The candidates; the first ones are left out first.
    threshold : float
        The R² to be reached; if all candidates together are exact, so are those returned.
    """
    r_squared = compute_determination(correlations, target, predictors)
    if r_squared <= threshold:
        return ()
    needed = _EXACT if r_squared > _EXACT else threshold
    needed_predictors, i, step = list(predictors), 0, 1
    # Several at once, since R² only falls with each that is left out.
    while i < len(needed_predictors):
        fewer = needed_predictors[:i] + needed_predictors[i + step :]
        if compute_determination(correlations, target, fewer) > needed:
            needed_predictors, step = fewer, 2 * step
        elif step > 1:
            step //= 2
        else:
            i += 1
    return tuple(needed_predictors)


def fit(blocks: Callable[[], Iterable[Sequence[Floats]]]) -> LinearFit:
    """Fit a column by least squares, over the records in which all have a value.

    Parameters
    ----------
    blocks : callable
        Returns the columns in blocks, NaN where missing: the explained one and the others.
    """
    count, largest = 0, np.zeros(0)
    for columns in _complete(blocks):
        count += len(columns)
        block_largest = np.abs(columns).max(axis=0, initial=np.finfo(np.float64).tiny)
        largest = np.maximum(largest, block_largest) if len(largest) else block_largest
    if count <= len(largest):
        return LinearFit(0.0, 0.0, False)
    size, widths = float(largest[0]), largest[1:]
    products = np.zeros((len(largest) + 1, len(largest) + 1))
    for columns in _complete(blocks):
        scaled = np.column_stack([columns / largest, np.ones(len(columns))])
        products += scaled.T @ scaled
    solution, *_ = np.linalg.lstsq(products[1:, 1:], products[1:, 0], rcond=1e-13)
    mean = float(products[0, -1]) / count
    signs = np.round(solution[:-1] * size / widths)
    residual = spread = error = 0.0
    sampled_blocks, done, step = list[Floats](), 0, spread_sample(count).step
    for columns in _complete(blocks):
        values, table = columns[:, 0] / size, columns[:, 1:]
        fitted = table / widths @ solution[:-1] + solution[-1]
        residual += float((values - fitted) @ (values - fitted))
        spread += float((values - mean) @ (values - mean))
        error = max(error, float(np.abs(columns[:, 0] - table @ signs).max(initial=0.0)))
        few = slice_by_step(done, len(columns), step)
        sampled_blocks.append(np.stack([columns[few, 0], fitted[few]]))
        done += len(columns)
    r_squared = 1.0 - residual / spread if spread > 0.0 else 0.0
    # Coefficients of a sum or difference are 1 or -1, to rounding.
    is_sum = bool(np.all(np.abs(signs) == 1.0)) and error <= _UNIT_TOLERANCE * max(1.0, size)
    return LinearFit(r_squared, squared_rank_correlation(*np.hstack(sampled_blocks)), is_sum)


def _complete(blocks: Callable[[], Iterable[Sequence[Floats]]]) -> Iterator[Floats]:
    """Yield the records in which all columns have a value, as rows."""
    for columns in blocks():
        rows = np.column_stack(columns)
        yield rows[~np.isnan(rows).any(axis=1)]
