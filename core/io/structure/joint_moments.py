"""Correlations of many columns, accumulated over blocks of records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.io.structure.column_values import Flags, Floats
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
    pairwise = np.zeros((4, count, count))
    missing = any(column.missing.any() for column in columns)
    for start in range(0, rows, _BLOCK):
        job.check()
        block = _block(columns, scales, slice(start, min(start + _BLOCK, rows)))
        if not missing:
            complete += block.T @ block
            continue
        there = ~np.isnan(block[:, :-1])
        whole = block[there.all(axis=1)]
        complete += whole.T @ whole
        pairwise += _pair_products(block[:, :-1], there)
        zeros = np.array([-centre / width for centre, width in scales])
        block[:, :-1] = np.where(there, block[:, :-1], zeros)
        filled += block.T @ block
    correlations = _correlations(complete)
    return JointMoments(
        _pairwise(pairwise) if missing else correlations,
        correlations,
        int(complete[-1, -1]),
        _correlations(filled) if missing else correlations,
    )


def _block(columns: Sequence[Column], scales: Sequence[tuple[float, float]], part: slice) -> Floats:
    """Return standardised values with NaN where missing, and a column of ones."""
    block = np.ones((part.stop - part.start, len(columns) + 1))
    for place, (column, (centre, width)) in enumerate(zip(columns, scales, strict=True)):
        block[:, place] = (column.values[part] - centre) / width
        block[column.missing[part], place] = np.nan
    return block


def _pair_products(values: Floats, there: Flags) -> Floats:
    """Return sums of products, squares and values, and counts, for each pair of columns."""
    centred, present = np.where(there, values, 0.0), there.astype(np.float64)
    return np.stack(
        [
            centred.T @ centred,
            (centred * centred).T @ present,
            centred.T @ present,
            present.T @ present,
        ]
    )


def _scale(column: Column) -> tuple[float, float]:
    """Return mean and standard deviation of the present values; 1 for a constant column."""
    values = column.values if not column.missing.any() else column.values[~column.missing]
    largest = float(np.abs(values).max()) if len(values) else 0.0
    if largest == 0.0:
        return 0.0, 1.0
    # In units of the largest value neither sums nor squares overflow.
    scaled = values / largest
    centre = float(scaled.mean())
    scaled -= centre
    width = float(np.sqrt(scaled @ scaled / len(scaled)))
    return centre * largest, width * largest if width > 0.0 else 1.0


def _correlations(moments: Floats) -> Floats:
    """Return correlations from products of columns and a last column of ones."""
    rows = max(float(moments[-1, -1]), 1.0)
    means = moments[:-1, -1] / rows
    covariances = moments[:-1, :-1] / rows - np.outer(means, means)
    return _normalised(covariances, np.outer(np.diag(covariances), np.diag(covariances)))


def _pairwise(moments: Floats) -> Floats:
    """Return correlations from sums for each pair of columns, shape (4, c, c)."""
    products, squares, sums, both = moments
    rows = np.maximum(both, 1.0)
    covariances = products / rows - (sums / rows) * (sums / rows).T
    variances = squares / rows - (sums / rows) ** 2
    return _normalised(covariances, variances * variances.T)


def _normalised(covariances: Floats, variances: Floats) -> Floats:
    """Divide covariances; 0 where a column does not vary beyond the error of its sums."""
    varies = variances > 1e-20
    roots = np.sqrt(np.where(varies, variances, 1.0))
    return np.where(varies, covariances / roots, 0.0)
