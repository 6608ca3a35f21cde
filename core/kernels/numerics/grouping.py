"""Groups of records with equal values, column after column."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.kernels.compilation.bare import bare

# With a table of so many cells for each record it is quicker to look them up than to hash them.
_MOST_CELLS = 4

Labels = NDArray[Any]
"""Numbers of groups: int32 below 2**31 records, else int64."""


def refine(labels: Labels, keys: Labels) -> Labels:
    """Split groups by a further key.

    Parameters
    ----------
    labels : numpy.ndarray of int32 or int64, shape (n,)
        Group of each record, any numbers.
    keys : numpy.ndarray of int32 or int64, shape (n,)
        What members of a group must have in common from now on.

    Returns
    -------
    numpy.ndarray of int32, shape (n,)
        The new groups, numbered from 0 by first appearance; int64 from 2**31 records on.
    """
    groups = np.empty(len(labels), np.int32 if len(labels) < 1 << 31 else np.int64)
    _split(read_only(labels), read_only(keys), groups)
    return groups


def read_only(numbers: Labels) -> Labels:
    """Build a view of one layout, so that kernels are compiled for few types."""
    view = np.ascontiguousarray(numbers).view()
    view.setflags(write=False)
    return view


@njit(cache=True, nogil=True)
def _split(labels: Labels, keys: Labels, groups: Labels) -> None:
    n, size = len(labels), 16
    if n == 0:
        return
    lowest_label, lowest_key = np.int64(labels.min()), np.int64(keys.min())
    # The difference of two numbers may need all 64 bits.
    n_labels = np.float64(np.uint64(np.int64(labels.max())) - np.uint64(lowest_label)) + 1.0
    n_keys = np.float64(np.uint64(np.int64(keys.max())) - np.uint64(lowest_key)) + 1.0
    if n_labels * n_keys <= _MOST_CELLS * n:
        width = np.int64(n_keys)
        cells = np.full(np.int64(n_labels) * width, -1, groups.dtype)
        _number_cells(labels, keys, lowest_label, lowest_key, width, cells, groups)
        return
    # At most three quarters are taken.
    while 3 * size < 4 * n:
        size *= 2
    # In each place of the table the first record of a group, or -1.
    _number_hashes(labels, keys, np.full(size, -1, groups.dtype), groups)


@bare
def _number_cells(
    labels: Labels,
    keys: Labels,
    lowest_label: np.int64,
    lowest_key: np.int64,
    width: np.int64,
    cells: Labels,
    groups: Labels,
) -> None:
    count = 0
    for record in range(len(labels)):
        cell = (labels[record] - lowest_label) * width + (keys[record] - lowest_key)
        if cells[cell] < 0:
            cells[cell] = count
            count += 1
        groups[record] = cells[cell]


@bare
def _number_hashes(labels: Labels, keys: Labels, table: Labels, groups: Labels) -> None:
    mask = np.uint64(len(table) - 1)
    count = 0
    for record in range(len(labels)):
        mixed = np.uint64(keys[record]) * np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(29))) + np.uint64(labels[record])
        mixed *= np.uint64(0xBF58476D1CE4E5B9)
        slot = (mixed ^ (mixed >> np.uint64(32))) & mask
        while True:
            first_record = table[slot]
            if first_record < 0:
                table[slot] = record
                groups[record] = count
                count += 1
                break
            if labels[first_record] == labels[record] and keys[first_record] == keys[record]:
                groups[record] = groups[first_record]
                break
            slot = (slot + np.uint64(1)) & mask
