"""Correlations of many columns, accumulated over blocks of records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Floats
from core.inspect.structure.table_blocks import TableBlocks


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


def joint_moments(table: TableBlocks, names: Sequence[str]) -> JointMoments:
    """Compute the correlations of columns of numbers or dates.

    Raises
    ------
    Cancelled
        If the job of the table is cancelled.
    """
    count = len(names)
    centres, widths, missing = _scales(table, names)
    # The last row of each block is 1, so that one product also gives sums and counts.
    complete = np.zeros((count + 1, count + 1))
    filled = np.zeros((count + 1, count + 1))
    pairwise = np.zeros((4, count, count))
    for values in table.numbers(names):
        # A row for each column of the table, which is written in one go.
        block = np.ones((count + 1, len(values[0]) if values else 0))
        for i, x in enumerate(values):
            block[i] = (x - centres[i]) / widths[i]
        if not missing:
            complete += block @ block.T
            continue
        is_present = ~np.isnan(block[:-1])
        complete_records = block[:, is_present.all(axis=0)]
        complete += complete_records @ complete_records.T
        centred, present = np.where(is_present, block[:-1], 0.0), is_present.astype(np.float64)
        pairwise += np.stack(
            [
                centred @ centred.T,
                (centred * centred) @ present.T,
                centred @ present.T,
                present @ present.T,
            ]
        )
        block[:-1] = np.where(is_present, block[:-1], (-centres / widths)[:, None])
        filled += block @ block.T
    correlations = by_pairs = _correlations(complete)
    if missing:
        products, squares, sums, n_pairs = pairwise
        rows = np.maximum(n_pairs, 1.0)
        covariances = products / rows - (sums / rows) * (sums / rows).T
        variances = squares / rows - (sums / rows) ** 2
        by_pairs = _normalise(covariances, variances * variances.T)
    return JointMoments(
        by_pairs,
        correlations,
        int(complete[-1, -1]),
        _correlations(filled) if missing else correlations,
    )


def _scales(table: TableBlocks, names: Sequence[str]) -> tuple[Floats, Floats, bool]:
    """Compute mean and standard deviation of each column, and whether a cell is missing.

    The deviation of a constant column is 1.
    """
    largest, missing = np.zeros(len(names)), False
    for values in table.numbers(names):
        for i, x in enumerate(values):
            known_values = _drop_missing(x)
            missing |= len(known_values) < len(x)
            largest[i] = max(largest[i], float(np.abs(known_values).max(initial=0.0)))
    # In units of the largest value neither sums nor squares overflow.
    largest[largest == 0.0] = 1.0
    counts, means, squares = (np.zeros(len(names)) for _ in range(3))
    for values in table.numbers(names):
        for i, x in enumerate(values):
            known_values = _drop_missing(x) / largest[i]
            if not len(known_values):
                continue
            mean, count = float(known_values.mean()), counts[i] + len(known_values)
            step = mean - means[i]
            between = step**2 * counts[i] * len(known_values) / count
            # A product of vectors would wake threads that wait longer than they count.
            squares[i] += float(np.square(known_values - mean).sum()) + between
            means[i] += step * len(known_values) / count
            counts[i] = count
    widths = np.sqrt(squares / np.maximum(counts, 1.0))
    return means * largest, np.where(widths > 0.0, widths * largest, 1.0), missing


def _drop_missing(values: Floats) -> Floats:
    """Leave out missing values, without a copy where there are none."""
    is_missing = np.isnan(values)
    return values[~is_missing] if is_missing.any() else values


def _correlations(moments: Floats) -> Floats:
    """Compute correlations from products of columns and a last column of ones."""
    rows = max(float(moments[-1, -1]), 1.0)
    means = moments[:-1, -1] / rows
    covariances = moments[:-1, :-1] / rows - np.outer(means, means)
    return _normalise(covariances, np.outer(np.diag(covariances), np.diag(covariances)))


def _normalise(covariances: Floats, variances: Floats) -> Floats:
    """Divide covariances; 0 where a column does not vary beyond the error of its sums."""
    varies = variances > 1e-20
    roots = np.sqrt(np.where(varies, variances, 1.0))
    return np.where(varies, covariances / roots, 0.0)
