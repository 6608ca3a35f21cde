"""Groups records with equal values, and numbers groups by first appearance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.jobs import CancellableSequence, Job
from core.kernels.numerics.grouping import refine
from core.model import Column, ColumnKind


def by_first_appearance(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the groups numbered from 0 by their first record.

    Parameters
    ----------
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record, with arbitrary numbers.
    """
    return np.asarray(refine(labels, np.zeros_like(labels)))


def group_records(columns: Sequence[Column], job: Job | None = None) -> NDArray[np.int64]:
    """Return the groups of equal records; a missing value equals only another missing value.

    Parameters
    ----------
    columns : sequence of Column
        At least one, each of `n` records.
    job : Job, optional
        Raises `Cancelled` between two columns if it is cancelled.

    Returns
    -------
    numpy.ndarray of int64, shape (n,)
        Group of each record, numbered from 0 by first appearance.
    """
    labels = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns if job is None else CancellableSequence(columns, job):
        labels = refine(2 * labels + column.missing, keys_of(column))
    return labels


def keys_of(column: Column) -> NDArray[np.int64]:
    """Return an integer for each value, equal for equal values; 0 where it is missing."""
    if column.kind is ColumnKind.NUMBER:
        # Adding zero gives both zeros the same bit pattern.
        keys = (column.values + 0.0).view(np.int64)
    else:
        keys = column.values.astype(np.int64)
    keys[column.missing] = 0
    return keys
