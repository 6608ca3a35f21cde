"""Groups records with equal values, and numbers groups by first appearance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.array_types import Bools, Ints
from core.jobs import CancellableSequence, Job
from core.kernels.numerics.first_records import note_first_records
from core.kernels.numerics.grouping import Labels, read_only, refine
from core.kernels.numerics.record_hashes import are_like_leaders, mix_cells_into
from core.model import Column, ColumnKind
from core.table import empty, index_type, pieces

# The bits of minus zero, which equals zero.
_MINUS_ZERO = np.iinfo(np.int64).min


def by_first_appearance(labels: Labels) -> Labels:
    """Renumber the groups from 0 by their first record.

    Parameters
    ----------
    labels : numpy.ndarray of int32 or int64, shape (n,)
        Group of each record, with arbitrary numbers.
    """
    return refine(labels, np.zeros_like(labels))


def group_records(
    columns: Sequence[Column], job: Job | None = None, wider_groups: Labels | None = None
) -> Labels:
    """Group equal records; a missing value equals only another missing value.

    Parameters
    ----------
    columns : sequence of Column
        At least one, each of `n` records.
    wider_groups : numpy.ndarray of int32 or int64, shape (n,), optional
        The groups of records that are equal in further columns, numbered by first appearance.

    Returns
    -------
    numpy.ndarray of int32, shape (n,)
        Group of each record, numbered from 0 by first appearance; int64 from 2**31 records on.
    """
    records = len(columns[0])
    if wider_groups is None and len(columns) > 1:
        # One pass over all columns; that records of a hash are equal is looked up.
        hashed = refine(_hash_records(columns, job), np.zeros(records, dtype=np.int32))
        if _are_equal_in(hashed, columns, job):
            return hashed
    labels: Labels = np.zeros(records, dtype=index_type(records))
    if wider_groups is not None:
        labels = wider_groups
    for column in columns if job is None else CancellableSequence(columns, job):
        if records and labels[-1] == records - 1:
            # No further column can split groups of one record each.
            break
        labels = refine_by(labels, column)
    return labels


def _hash_records(columns: Sequence[Column], job: Job | None) -> Ints:
    """Compute a hash of the cells of each record, shape (n,)."""
    hashes, keys = empty(len(columns[0]), np.uint64), [_raw_keys(column) for column in columns]
    for piece in _pieces_in_turn(len(hashes), job):
        words = np.zeros(piece.stop - piece.start, dtype=np.uint64)
        for column, cells in zip(columns, keys, strict=True):
            is_float = column.kind is ColumnKind.NUMBER
            mix_cells_into(words, cells, column.missing, piece.start, is_float)
        hashes[piece] = words
    return np.asarray(hashes.view(np.int64))


def _are_equal_in(labels: Labels, columns: Sequence[Column], job: Job | None) -> bool:
    """Decide whether each record equals the first one of its group."""
    first_records = first_of_groups(labels)
    if len(first_records) == len(labels):
        return True
    keys = [_raw_keys(column) for column in columns]
    for piece in _pieces_in_turn(len(labels), job):
        leaders = first_records[labels[piece]]
        for column, cells in zip(columns, keys, strict=True):
            is_float = column.kind is ColumnKind.NUMBER
            if not are_like_leaders(leaders, cells, column.missing, piece.start, is_float):
                return False
    return True


def _pieces_in_turn(records: int, job: Job | None) -> Iterable[slice]:
    """List the pieces of a table; between two of them the job may stop."""
    return pieces(records) if job is None else CancellableSequence([*pieces(records)], job)


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
    """Find the first record of each group, shape (groups,).

    Parameters
    ----------
    labels : numpy.ndarray of int32 or int64, shape (n,)
        Group of each record, numbered from 0 by first appearance.
    """
    groups = int(labels.max(initial=-1)) + 1
    first, count = empty(groups, labels.dtype), 0
    for piece in pieces(len(labels)):
        count = note_first_records(read_only(labels[piece]), piece.start, first, count)
    return first


def count_distinct(labels: Labels, values: Labels, is_counted: Bools) -> NDArray[Any]:
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
    bits = _raw_keys(column)
    is_plain = column.kind is not ColumnKind.NUMBER or not (bits == _MINUS_ZERO).any()
    return bits if is_plain and not column.missing.any() else keys_of(column)


def _raw_keys(column: Column) -> NDArray[Any]:
    """Return the values as whole numbers, or the bits of floats, if possible without a copy."""
    if column.kind is ColumnKind.TEXT:
        # The kernels are compiled for keys of 32 and 64 bits only.
        return column.values.astype(np.int32, copy=False)
    if column.kind is not ColumnKind.NUMBER:
        return np.asarray(column.values)
    return np.ascontiguousarray(column.values, dtype=np.float64).view(np.int64)


def keys_of(column: Column) -> Ints:
    """Compute an integer for each value, equal for equal values; 0 where it is missing."""
    # Adding zero gives both zeros the same bit pattern.
    is_number = column.kind is ColumnKind.NUMBER
    keys = (column.values + 0.0).view(np.int64) if is_number else column.values.astype(np.int64)
    keys[column.missing] = 0
    return keys
