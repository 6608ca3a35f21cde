"""Records of numbers that leave one by one, and which of them is farthest from their mean."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from core.array_types import Floats, Ints
from core.kernels.compilation.bare import bare
from core.kernels.numerics import exact
from core.kernels.trees import outer_list
from core.kernels.trees.outer_list import OuterList


class PointRecords(NamedTuple):
    """The records, whatever index searches them.

    Attributes
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        All records in the file's order.
    labels : numpy.ndarray of int64, shape (n,)
        Filled with the clusters; -1 for the records that remain.
    sums : numpy.ndarray of int64, shape (m, WORDS)
        Exact sums of the records that remain (`core.kernels.numerics.exact`).
    bits, exponent : int
        Layout of `sums`.
    centre : numpy.ndarray of float64, shape (m,)
        Scratch.
    outer : OuterList
        Over at least the records that remain.
    """

    points: Floats
    labels: Ints
    sums: Ints
    bits: int
    exponent: int
    centre: Floats
    outer: OuterList


def build_point_records(points: Floats) -> PointRecords:
    """Build records that all remain; `points` are finite, of shape (n, m) with `m` at least 1."""
    points, (n, m) = np.ascontiguousarray(points), points.shape
    layout = exact.layout(float(np.abs(points).max()), n)
    sums = exact.column_sums(points.T, *layout)
    labels = np.full(n, -1, dtype=np.int64)
    return PointRecords(points, labels, sums, *layout, np.empty(m), outer_list.empty(n, m))


def without_mean(points: Floats, labels: Ints) -> PointRecords:
    """Make records whose mean is not asked for, shapes as in `PointRecords`."""
    m = points.shape[1]
    no_sums = np.zeros((0, exact.WORDS), dtype=np.int64)
    return PointRecords(points, labels, no_sums, 0, 0, np.empty(m), outer_list.empty(0, m))


def average_all(records: PointRecords) -> Floats:
    """Compute the mean of the records while all of them remain, shape (m,)."""
    mean: Floats = exact.values_of(records.sums, records.bits, records.exponent) / len(
        records.points
    )
    return mean


@bare
def find_mean(records: PointRecords, count: int) -> None:
    """Write the mean of the `count` records that remain to ``own.centre``."""
    for i in range(len(records.centre)):
        records.centre[i] = exact.value_of(records.sums[i], records.bits, records.exponent) / count


@njit(cache=True, nogil=True)
def far_from_mean(
    records: PointRecords, count: int, scan_limit: int
) -> tuple[float, int, bool, int]:
    """Look in the outer list for the record farthest from the mean of those that remain.

    The list is sorted again once `scan_limit` times `count` of its records have been looked at.

    Returns
    -------
    best, record, sure : float, int and bool
        As in `core.kernels.trees.outer_list.farthest`; the mean is in ``own.centre``.
    n_listed : int
        Records looked at or sorted.
    """
    find_mean(records, count)
    n_sorted = 0
    if records.outer.state[outer_list.SCANNED] > scan_limit * count:
        outer_list.sort_again(records.outer, records.points, records.labels, records.centre)
        n_sorted = count
    best, record, sure, n_listed = outer_list.farthest(
        records.outer, records.points, records.labels, records.centre
    )
    return best, record, sure, n_sorted + n_listed


@bare
def leave(records: PointRecords, record: int, label: int) -> None:
    """Give a record to the cluster `label`."""
    records.labels[record] = label
    exact.add_record(records.sums, records.points, record, -1, records.bits, records.exponent)
