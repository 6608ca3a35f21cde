"""Finds the records that share a combination of values with no other record."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Bools
from core.kernels.numerics.grouping import Labels

# A table of all combinations, of a byte each, takes less time than hashing while few of its cells
# are cleared for each record, and none worth counting where it is small.
_WIDEST_TABLE, _SMALL_TABLE = 1 << 24, 1 << 10
_CELLS_PER_RECORD = 8
_FREE, _SHARED = -1, -2


def lone_records(labels: Labels, groups: int, codes: Labels, categories: int) -> Bools:
    """Find which records are alone with their group and category.

    Parameters
    ----------
    labels : numpy.ndarray of int32 or int64, shape (n,)
        Group of each record, in ``0..groups-1``.
    codes : numpy.ndarray of int32 or int64, shape (n,)
        Category of each record, in ``0..categories-1``.
    categories : int
        Number of categories; ``groups * categories`` must be below 2**63.

    Returns
    -------
    numpy.ndarray of bool, shape (n,)
        True where no other record has the same group and category.
    """
    span = groups * categories
    if span <= min(_WIDEST_TABLE, max(_CELLS_PER_RECORD * len(labels), _SMALL_TABLE)):
        return np.asarray(alone_in_table(labels, codes, categories, span))
    return np.asarray(alone_by_hash(labels, codes, categories))


@njit(cache=True, nogil=True)
def alone_in_table(labels: Labels, codes: Labels, categories: int, span: int) -> Bools:
    """Find which records are alone, with a table of all combinations.

    Parameters
    ----------
    labels, codes, categories
        See `lone_records`.
    span : int
        Number of combinations, the length of the table.
    """
    counts = np.zeros(span, np.uint8)
    n = len(labels)
    for record in range(n):
        cell = labels[record] * categories + codes[record]
        if counts[cell] < 2:
            counts[cell] += 1
    is_alone = np.empty(n, np.bool_)
    for record in range(n):
        is_alone[record] = counts[labels[record] * categories + codes[record]] == 1
    return is_alone


@njit(cache=True, nogil=True)
def alone_by_hash(labels: Labels, codes: Labels, categories: int) -> Bools:
    """Find which records are alone, with a hash table of the combinations that occur.

    Parameters
    ----------
    labels, codes, categories
        See `lone_records`.
    """
    n, size = len(labels), 16
    while size < 2 * n:
        size *= 2
    mask = np.uint64(size - 1)
    keys = np.empty(size, np.int64)
    # The record of a combination that occurred once, _FREE or _SHARED.
    owner = np.full(size, _FREE, np.int64)
    is_alone = np.zeros(n, np.bool_)
    for record in range(n):
        key = labels[record] * categories + codes[record]
        mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
        slot = (mixed ^ (mixed >> np.uint64(32))) & mask
        while owner[slot] != _FREE and keys[slot] != key:
            slot = (slot + np.uint64(1)) & mask
        if owner[slot] == _FREE:
            keys[slot], owner[slot] = key, record
            is_alone[record] = True
        elif owner[slot] != _SHARED:
            is_alone[owner[slot]] = False
            owner[slot] = _SHARED
    return is_alone
