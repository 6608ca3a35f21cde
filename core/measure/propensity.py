"""Measures whether a model can distinguish released from original records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Floats
from core.encode import Standard
from core.jobs import Job
from core.measure.table import Pair
from core.model import Direction, Measure

# The time grows as the third power of the number of columns: above a minute with 2,000. With that
# many, a model distinguishes nearly all records, and the figure says nothing about the release.
MOST_COLUMNS = 500
_ROWS = 65_536
_STEPS = 25
_RIDGE = 1e-8
# Rounded numbers of a large offset can lie farther off than any original one, and their squares
# would take all digits of the model's equations.
_FARTHEST = 1e4
_STEEPEST = 30.0


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """Both tables, standardised block by block to save memory."""

    scales: Sequence[Standard]
    before: Sequence[Floats]
    after: Sequence[Floats]

    @property
    def records(self) -> int:
        return len(self.before[0])

    def blocks(self) -> Iterator[tuple[Floats, float]]:
        """Yield the rows of the model in blocks, with whether they are released records."""
        for columns, released in ((self.before, 0.0), (self.after, 1.0)):
            for begin in range(0, self.records, _ROWS):
                block = [
                    np.nan_to_num(
                        np.clip(scale.apply(column[begin : begin + _ROWS]), -_FARTHEST, _FARTHEST),
                        nan=0.0,
                    )
                    for scale, column in zip(self.scales, columns, strict=True)
                ]
                squares = [values * values - 1.0 for values in block]
                yield (
                    np.column_stack((np.ones(len(block[0])), *block, *squares)),
                    released,
                )


def propensity_error(masked: Sequence[Pair], job: Job) -> tuple[Measure, ...]:
    """Compute the propensity-score mean squared error (Woo et al. 2009).

    Original and released records are pooled, and a logistic model with the standardised
    quasi-identifiers and their squares predicts which records are released. The measure is the mean
    of ``(prediction - 1/2)^2``: 0 if the records cannot be distinguished, 1/4 if always.

    Parameters
    ----------
    masked : sequence of Pair
        The quasi-identifiers; records need not be paired. Missing values are replaced by the mean.

    Returns
    -------
    tuple of Measure
        The measure; none for more than `MOST_COLUMNS` columns.
    """
    if len(masked) > MOST_COLUMNS:
        return ()
    table = _Table(
        [pair.scale_before for pair in masked],
        [pair.before for pair in masked],
        [pair.after for pair in masked],
    )
    weights = np.zeros(2 * len(masked) + 1)
    for _ in range(_STEPS):
        # A step of Newton's method.
        gradient = np.zeros_like(weights)
        curvature = np.zeros((len(weights), len(weights)))
        for x, released in job.each(table.blocks()):
            guess = _guess(x, weights)
            gradient += x.T @ (released - guess)
            curvature += (x.T * (guess * (1.0 - guess))) @ x
        ridge = _RIDGE * 2 * table.records
        curvature += ridge * np.eye(len(weights))
        change = np.asarray(np.linalg.solve(curvature, gradient - ridge * weights))
        weights += change
        if np.abs(change).max() < 1e-9:
            break
    error = 0.0
    for x, _ in job.each(table.blocks()):
        error += float(((_guess(x, weights) - 0.5) ** 2).sum())
    # Further digits depend on the order in which a machine's linear algebra adds.
    value = float(f"{error / (2 * table.records):.6g}")
    return (Measure("propensity-error", value, "1", Direction.LOWER),)


def _guess(x: Floats, weights: Floats) -> Floats:
    return 1.0 / (1.0 + np.exp(-np.clip(x @ weights, -_STEEPEST, _STEEPEST)))
