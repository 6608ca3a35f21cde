"""Sorts records by the number of their cluster, job or block, in a single pass."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.array_types import Ints

Narrow = NDArray[np.integer[Any]]
"""Of a type of few bytes (`narrow`)."""


def sort_places(numbers: Narrow, count: int) -> tuple[Ints, Ints]:
    """Find where each number begins in the order, and the places in that order.

    Parameters
    ----------
    numbers : numpy.ndarray of int32 or int64, shape (n,)
        Less than `count`; negative ones belong to nobody.
    count : int
        How many numbers there are.

    Returns
    -------
    start : numpy.ndarray of int64, shape (count + 1,)
    places : numpy.ndarray of int32, shape (those that belong to somebody,)
        Those of each number are ascending; int64 from 2**31 numbers on.
    """
    start = np.zeros(count + 1, dtype=np.int64)
    _count(numbers, start)
    places = np.empty(start[-1], np.int32 if len(numbers) < 1 << 31 else np.int64)
    _fill(numbers, start[:-1].copy(), places)
    return start, places


def narrow(count: int) -> type[np.integer[Any]]:
    """Find a type of few bytes for the numbers from 0 to ``count - 1``."""
    if count <= 1 << 16:
        return np.uint16
    return np.int32 if count <= 1 << 31 else np.int64


@njit(cache=True, nogil=True)
def _count(numbers: Narrow, start: Ints) -> None:
    for x in range(len(numbers)):
        if numbers[x] >= 0:
            start[numbers[x] + 1] += 1
    for c in range(len(start) - 1):
        start[c + 1] += start[c]


@njit(cache=True, nogil=True)
def _fill(numbers: Narrow, free: Ints, places: Ints) -> None:
    for x in range(len(numbers)):
        c = numbers[x]
        if c >= 0:
            places[free[c]] = x
            free[c] += 1
