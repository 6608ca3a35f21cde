"""Hashes of records over several columns, and whether records are equal."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.array_types import Bools, Words
from core.kernels.compilation.bare import copy_in
from core.kernels.numerics.grouping import Labels, read_only

Keys = NDArray[Any]

# The bits of minus zero, which equals zero.
_MINUS_ZERO = np.iinfo(np.int64).min


def mix_cells_into(hashes: Words, keys: Keys, missing: Bools, begin: int, is_float: bool) -> None:
    """Mix the cells of a column into the hashes of some consecutive records.

    Parameters
    ----------
    hashes : numpy.ndarray of uint64, shape (m,)
        Of the records from `begin` on; changed.
    keys : numpy.ndarray of int32 or int64, shape (n,)
        The cells as whole numbers, or the bits of those that are floats.
    missing : numpy.ndarray of bool, shape (n,)
        Cells without a value.
    is_float : bool
        Whether `keys` are bits of floats, of which two are zero.
    """
    _mix(hashes, read_only(keys), read_only(missing), begin, is_float)


def are_like_leaders(
    leaders: Labels, keys: Keys, missing: Bools, begin: int, is_float: bool
) -> bool:
    """Check whether consecutive records from `begin` on each have the cell of their leader.

    Parameters
    ----------
    leaders : numpy.ndarray of int32 or int64, shape (m,)
        A record for each of them.
    keys, missing, is_float
        As in `mix_cells_into`.
    """
    return _are_like(read_only(leaders), read_only(keys), read_only(missing), begin, is_float)


@copy_in
def _key_of(keys: Keys, missing: Bools, record: int, is_float: bool) -> np.int64:
    key = np.int64(keys[record])
    return np.int64(0) if missing[record] or (is_float and key == _MINUS_ZERO) else key


@njit(cache=True, nogil=True)
def _mix(hashes: Words, keys: Keys, missing: Bools, begin: int, is_float: bool) -> None:
    for i in range(len(hashes)):
        word = hashes[i] + np.uint64(_key_of(keys, missing, begin + i, is_float))
        # The finalizer of splitmix64; a missing cell has the key of another value.
        word = (word ^ (word >> np.uint64(30))) + np.uint64(0x9E3779B97F4A7C15)
        word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        hashes[i] = (word ^ (word >> np.uint64(31))) + np.uint64(missing[begin + i])


@njit(cache=True, nogil=True)
def _are_like(leaders: Labels, keys: Keys, missing: Bools, begin: int, is_float: bool) -> bool:
    for i in range(len(leaders)):
        record, leader = begin + i, leaders[i]
        if missing[record] != missing[leader]:
            return False
        key = _key_of(keys, missing, record, is_float)
        if key != _key_of(keys, missing, leader, is_float):
            return False
    return True
