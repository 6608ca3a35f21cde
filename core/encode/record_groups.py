"""Groups records with equal values, and numbers groups by first appearance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.jobs import CancellableSequence, Job
from core.kernels.numerics.grouping import Labels, refine
from core.model import Column, ColumnKind
from core.table import index_type

# The bits of minus zero, which equals zero.
_MINUS_ZERO = np.iinfo(np.int64).min


def by_first_appearance(labels: Labels) -> Labels:
    """Return the groups numbered from 0 by their first record.

    Parameters
    ----------
    labels : numpy.ndarray of int32 or int64, shape (n,)
        Group of each record, with arbitrary numbers.
    """
    return refine(labels, np.zeros_like(labels))


def group_records(columns: Sequence[Column], job: Job | None = None) -> Labels:
    """Return the groups of equal records; a missing value equals only another missing value.

    Parameters
    ----------
    columns : sequence of Column
        At least one, each of `n` records.
    job : Job, optional
        Raises `Cancelled` between two columns if it is cancelled.

    Returns
    -------
    numpy.ndarray of int32, shape (n,)
        Group of each record, numbered from 0 by first appearance; int64 from 2**31 records on.
    """
    records = len(columns[0])
    labels: Labels = np.zeros(records, dtype=index_type(records))
    for column in columns if job is None else CancellableSequence(columns, job):
        labels = refine_by(labels, column)
        if records and labels[-1] == records - 1:
            # No further column can split groups of one record each.
            break
    return labels


def refine_by(labels: Labels, column: Column) -> Labels:
    """Split groups by the values of a further column; a missing value equals a missing one.

    Parameters
    ----------
    labels : numpy.ndarray of int32 or int64, shape (n,)
        Group of each record.

    Returns
    -------
    numpy.ndarray of int32, shape (n,)
        Group of each record, numbered from 0 by first appearance; int64 from 2**31 records on.
    """
    if column.missing.any():
        labels = labels.astype(np.int64)
        labels *= 2
        labels += column.missing
    return refine(labels, _bits_of(column))


def first_of_groups(labels: Labels) -> Labels:
    """Return the first record of each group, shape (groups,).

    Parameters
    ----------
    labels : numpy.ndarray of int32 or int64, shape (n,)
        Group of each record, numbered from 0 by first appearance.
    """
    highest = np.maximum.accumulate(labels)
    is_first = np.append(True, highest[1:] > highest[:-1])
    return np.flatnonzero(is_first).astype(labels.dtype)


def count_distinct(labels: Labels, values: Labels, is_counted: NDArray[np.bool_]) -> NDArray[Any]:
    """Count the different values in each group, shape (groups,).

    Parameters
    ----------
    labels : numpy.ndarray of int32 or int64, shape (n,)
        Group of each record, numbered from 0 without gaps.
    values : numpy.ndarray of int32 or int64, shape (n,)
        A number for each value, equal for equal ones.
    is_counted : numpy.ndarray of bool, shape (n,)
        Whether the value of a record counts, as a missing one does not.
    """
    first_records = first_of_groups(refine(labels, values))
    first_records = first_records[is_counted[first_records]]
    return np.bincount(labels[first_records], minlength=int(labels.max(initial=-1)) + 1)


def _bits_of(column: Column) -> NDArray[Any]:
    """Return `keys_of`, without a copy of the column if its values are such keys."""
    if column.missing.any():
        return keys_of(column)
    if column.kind is ColumnKind.TEXT:
        # The kernel is compiled for keys of 32 and 64 bits only.
        return column.values.astype(np.int32, copy=False)
    if column.kind is not ColumnKind.NUMBER:
        return np.asarray(column.values)
    bits = np.ascontiguousarray(column.values, dtype=np.float64).view(np.int64)
    return keys_of(column) if (bits == _MINUS_ZERO).any() else bits


def keys_of(column: Column) -> NDArray[np.int64]:
    """Return an integer for each value, equal for equal values; 0 where it is missing."""
    if column.kind is ColumnKind.NUMBER:
        # Adding zero gives both zeros the same bit pattern.
        keys = (column.values + 0.0).view(np.int64)
    else:
        keys = column.values.astype(np.int64)
    keys[column.missing] = 0
    return keys
