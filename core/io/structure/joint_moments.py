"""Correlations of many columns, accumulated over blocks of records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.io.structure.column_values import Floats, numbers_of
from core.jobs import Job
from core.model import Column

_BLOCK = 65_536


@dataclass(frozen=True, slots=True, eq=False)
class JointMoments:
    """Correlation matrices of `c` columns.

    Attributes
    ----------
    pairs : numpy.ndarray of float64, shape (c, c)
        Each over the records in which both columns have a value.
    complete : numpy.ndarray of float64, shape (c, c)
        Over the records in which all columns have a value.
    complete_rows : int
        Number of these records.
    filled : numpy.ndarray of float64, shape (c, c)
        Over all records, with 0 for missing cells, as in a sum of amounts.
    """

    pairs: Floats
    complete: Floats
    complete_rows: int
    filled: Floats


def joint_moments(columns: Sequence[Column], job: Job) -> JointMoments:
    """Return the correlations of columns of numbers or dates.

    Raises
    ------
    Cancelled
        If the job is cancelled.
    """
    count, rows = len(columns), len(columns[0]) if columns else 0
    scales = [_scale(column) for column in columns]
    # The last column of each block is 1, so that one product also gives sums and counts.
    complete = np.zeros((count + 1, count + 1))
    filled = np.zeros((count + 1, count + 1))
    products, squares, sums, both = (np.zeros((count, count)) for _ in range(4))
    for start in range(0, rows, _BLOCK):
        job.check()
        part = slice(start, min(start + _BLOCK, rows))
        block = np.ones((part.stop - start, count + 1))
        for place, (column, (centre, width)) in enumerate(zip(columns, scales, strict=True)):
            values = column.values[part].astype(np.float64)
            values[column.missing[part]] = np.nan
            block[:, place] = (values - centre) / width
        there = ~np.isnan(block[:, :-1])
        whole = block[there.all(axis=1)]
        complete += whole.T @ whole
        present = there.astype(np.float64)
        zeros = np.array([-centre / width for centre, width in scales])
        centred = np.where(there, block[:, :-1], 0.0)
        block[:, :-1] = np.where(there, block[:, :-1], zeros)
        filled += block.T @ block
        products += centred.T @ centred
        squares += (centred * centred).T @ present
        sums += centred.T @ present
        both += present.T @ present
    return JointMoments(
        _pairwise(products, squares, sums, both),
        _correlations(complete),
        int(complete[-1, -1]),
        _correlations(filled),
    )


def _scale(column: Column) -> tuple[float, float]:
    """Return mean and standard deviation of the present values; 1 for a constant column."""
    values = numbers_of(column)[~column.missing]
    if not len(values):
        return 0.0, 1.0
    largest = float(np.abs(values).max())
    if largest == 0.0:
        return 0.0, 1.0
    # In units of the largest value neither sums nor squares overflow.
    centre = float((values / largest).mean())
    width = float((values / largest).std())
    return centre * largest, width * largest if width > 0.0 else 1.0


def _correlations(moments: Floats) -> Floats:
    """Return correlations from products of columns and a last column of ones."""
    rows = max(float(moments[-1, -1]), 1.0)
    means = moments[:-1, -1] / rows
    covariances = moments[:-1, :-1] / rows - np.outer(means, means)
    return _normalised(covariances, np.outer(np.diag(covariances), np.diag(covariances)))


def _pairwise(products: Floats, squares: Floats, sums: Floats, both: Floats) -> Floats:
    rows = np.maximum(both, 1.0)
    covariances = products / rows - (sums / rows) * (sums / rows).T
    variances = squares / rows - (sums / rows) ** 2
    return _normalised(covariances, variances * variances.T)


def _normalised(covariances: Floats, variances: Floats) -> Floats:
    """Divide covariances; 0 where a column does not vary beyond the error of its sums."""
    varies = variances > 1e-20
    roots = np.sqrt(np.where(varies, variances, 1.0))
    return np.where(varies, covariances / roots, 0.0)
