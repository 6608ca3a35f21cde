"""Groups of records whose values are equal."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.jobs import CancellableSequence, Job
from core.kernels.grouping import refine
from core.model import Column, ColumnKind


def group_records(columns: Sequence[Column], job: Job | None = None) -> NDArray[np.int64]:
    """Group the records whose tuples are equal; a missing value equals a missing value only.

    Parameters
    ----------
    columns : sequence of Column
        At least one, each of `n` records.
    job : Job, optional
        Raises `Cancelled` between two columns when it is cancelled.

    Returns
    -------
    numpy.ndarray of int64, shape (n,)
        Class of each record, numbered from 0 by first appearance.
    """
    labels = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns if job is None else CancellableSequence(columns, job):
        labels = refine(2 * labels + column.missing, _keys(column))
    return labels


def _keys(column: Column) -> NDArray[np.int64]:
    """Return a whole number for each value, equal for equal values; 0 where it is missing."""
    if column.kind is ColumnKind.NUMBER:
        # Adding zero makes the two zeros the same bits.
        keys = (column.values + 0.0).view(np.int64)
    else:
        keys = column.values.astype(np.int64)
    keys[column.missing] = 0
    return keys
