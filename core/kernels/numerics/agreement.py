"""Whether the records of a group agree on a value, or how far they differ."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.array_types import Floats
from core.kernels.numerics.grouping import Labels, read_only


def count_agreeing(labels: Labels, values: Labels, groups: int) -> tuple[Labels, Labels, Labels]:
    """Count the different values of each group, and how many records have the same one.

    Parameters
    ----------
    labels : numpy.ndarray of int32 or int64, shape (n,)
        Group of each record, from 0.
    values : numpy.ndarray of int32 or int64, shape (n,)
        A number from 0 for each value; -1 is none.

    Returns
    -------
    distinct : numpy.ndarray of int64, shape (groups,)
        Different values; 3 for three and more.
    agreeing : numpy.ndarray of int64, shape (groups,)
        Of one or two values, the records with the commoner one.
    first_values : numpy.ndarray of int64, shape (groups,)
        The value of the first record that has one; -1 if none has.
    """
    return _count(read_only(labels), read_only(values), groups)


def find_extremes(labels: Labels, values: Floats, groups: int) -> tuple[Floats, Floats]:
    """Find the smallest and largest value of each group; infinite and minus infinite without one.

    Parameters
    ----------
    labels : numpy.ndarray of int32 or int64, shape (n,)
        Group of each record, from 0.
    values : numpy.ndarray of float64, shape (n,)
        NaN where missing.
    """
    return _find_extremes(read_only(labels), read_only(values), groups)


@njit(cache=True, nogil=True)
def _find_extremes(labels: Labels, values: Floats, groups: int) -> tuple[Floats, Floats]:
    lowest, highest = np.full(groups, np.inf), np.full(groups, -np.inf)
    for record in range(len(labels)):
        group, value = labels[record], values[record]
        # A missing value is neither lower nor higher than any.
        if value < lowest[group]:
            lowest[group] = value
        if value > highest[group]:
            highest[group] = value
    return lowest, highest


@njit(cache=True, nogil=True)
def _count(labels: Labels, values: Labels, groups: int) -> tuple[Labels, Labels, Labels]:
    pair = np.full((groups, 2), -1, dtype=np.int64)
    counts = np.zeros((groups, 2), dtype=np.int64)
    has_more = np.zeros(groups, dtype=np.bool_)
    for record in range(len(labels)):
        group, value = labels[record], values[record]
        if value < 0:
            continue
        for column in range(2):
            if pair[group, column] < 0:
                pair[group, column] = value
            if pair[group, column] == value:
                counts[group, column] += 1
                break
        else:
            has_more[group] = True
    distinct = np.zeros(groups, dtype=np.int64)
    agreeing = np.zeros(groups, dtype=np.int64)
    for group in range(groups):
        distinct[group] = (pair[group, 0] >= 0) + (pair[group, 1] >= 0) + has_more[group]
        agreeing[group] = max(counts[group, 0], counts[group, 1])
    return distinct, agreeing, pair[:, 0].copy()
