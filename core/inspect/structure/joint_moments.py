"""Correlations of many columns, accumulated over blocks of records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.inspect.structure.column_values import Floats
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
    """Return the correlations of columns of numbers or dates.

    Raises
    ------
    Cancelled
        If the job of the table is cancelled.
    """
    count = len(names)
    centres, widths, missing = _scales(table, names)
    # The last column of each block is 1, so that one product also gives sums and counts.
    complete = np.zeros((count + 1, count + 1))
    filled = np.zeros((count + 1, count + 1))
    pairwise = np.zeros((4, count, count))
    for values in table.numbers(names):
        block = np.ones((len(values[0]), count + 1)) if values else np.ones((0, 1))
        for place, each in enumerate(values):
            block[:, place] = (each - centres[place]) / widths[place]
        if not missing:
            complete += block.T @ block
            continue
        there = ~np.isnan(block[:, :-1])
        whole = block[there.all(axis=1)]
        complete += whole.T @ whole
        centred, present = np.where(there, block[:, :-1], 0.0), there.astype(np.float64)
        pairwise += np.stack(
            [
                centred.T @ centred,
                (centred * centred).T @ present,
                centred.T @ present,
                present.T @ present,
            ]
        )
        block[:, :-1] = np.where(there, block[:, :-1], -centres / widths)
        filled += block.T @ block
    correlations = by_pairs = _correlations(complete)
    if missing:
        products, squares, sums, both = pairwise
        rows = np.maximum(both, 1.0)
        covariances = products / rows - (sums / rows) * (sums / rows).T
        variances = squares / rows - (sums / rows) ** 2
        by_pairs = _normalised(covariances, variances * variances.T)
    return JointMoments(
        by_pairs,
        correlations,
        int(complete[-1, -1]),
        _correlations(filled) if missing else correlations,
    )


def _scales(table: TableBlocks, names: Sequence[str]) -> tuple[Floats, Floats, bool]:
    """Return mean and standard deviation of each column, and whether a cell is missing.

    The deviation of a constant column is 1.
    """
    largest, missing = np.zeros(len(names)), False
    for values in table.numbers(names):
        for place, each in enumerate(values):
            seen = each[~np.isnan(each)]
            missing |= len(seen) < len(each)
            largest[place] = max(largest[place], float(np.abs(seen).max(initial=0.0)))
    # In units of the largest value neither sums nor squares overflow.
    largest[largest == 0.0] = 1.0
    counts, means, squares = (np.zeros(len(names)) for _ in range(3))
    for values in table.numbers(names):
        for place, each in enumerate(values):
            seen = each[~np.isnan(each)] / largest[place]
            if not len(seen):
                continue
            mean, count = float(seen.mean()), counts[place] + len(seen)
            step = mean - means[place]
            between = step**2 * counts[place] * len(seen) / count
            squares[place] += float((seen - mean) @ (seen - mean)) + between
            means[place] += step * len(seen) / count
            counts[place] = count
    widths = np.sqrt(squares / np.maximum(counts, 1.0))
    return means * largest, np.where(widths > 0.0, widths * largest, 1.0), missing


def _correlations(moments: Floats) -> Floats:
    """Return correlations from products of columns and a last column of ones."""
    rows = max(float(moments[-1, -1]), 1.0)
    means = moments[:-1, -1] / rows
    covariances = moments[:-1, :-1] / rows - np.outer(means, means)
    return _normalised(covariances, np.outer(np.diag(covariances), np.diag(covariances)))


def _normalised(covariances: Floats, variances: Floats) -> Floats:
    """Divide covariances; 0 where a column does not vary beyond the error of its sums."""
    varies = variances > 1e-20
    roots = np.sqrt(np.where(varies, variances, 1.0))
    return np.where(varies, covariances / roots, 0.0)
