"""Limits on groups of records, for groups of units.

Each is started and merged with groups of units, and passes groups of their records on.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.conditions import Limit, RecordLimit
from core.encode.unit_groups import first_records
from core.kernels.numerics.grouping import refine


class OfSlots:
    """Whether the records that a group of units has in each slot are within all limits.

    They are if the members of its units can be put into slots in one of several orders so that no
    slot violates a limit.

    Parameters
    ----------
    limits : sequence of RecordLimit
        Limits on groups of the file's records.
    pattern : numpy.ndarray of int64, shape (u,)
        Pattern of each unit.
    orders : sequence of numpy.ndarray of int64, shape (u, m)
        The records of each unit slot by slot, as they may be ordered within a single pattern.
    mixed : sequence of numpy.ndarray of int64, shape (u, m)
        The same for groups with units of several patterns.
    """

    bound = 0.0

    def __init__(
        self,
        limits: Sequence[RecordLimit],
        pattern: Ints,
        orders: Sequence[Ints],
        mixed: Sequence[Ints],
    ) -> None:
        self._pattern, self._slots = pattern, orders[0].shape[1]
        self._orders = [[limit.part(rows.ravel()) for limit in limits] for rows in orders]
        self._mixed = [[limit.part(rows.ravel()) for limit in limits] for rows in mixed]

    def start(self, labels: Ints, groups: int) -> Floats:
        """Set 1 for each group that violates a limit in all orders, 0 otherwise."""
        occurring, group = np.unique(labels, return_inverse=True)
        lowest = np.full(len(occurring), len(self._pattern), dtype=np.int64)
        highest = np.zeros(len(occurring), dtype=np.int64)
        np.minimum.at(lowest, group, self._pattern)
        np.maximum.at(highest, group, self._pattern)
        over = np.where(
            lowest == highest,
            self._beyond(self._orders, group, len(occurring)),
            self._beyond(self._mixed, group, len(occurring)),
        )
        is_over = np.zeros(groups)
        is_over[occurring] = over
        return is_over

    def _beyond(self, orders: Sequence[Sequence[Limit]], group: Ints, groups: int) -> Bools:
        records = (group[:, None] * self._slots + np.arange(self._slots)).ravel().astype(np.int64)
        is_over = np.ones(groups, dtype=np.bool_)
        for limits in orders:
            over = np.zeros(groups * self._slots, dtype=np.bool_)
            for limit in limits:
                over |= limit.start(records, len(over)) > limit.bound
            is_over &= over.reshape(groups, self._slots).any(axis=1)
        return is_over


class OfUnitRecords:
    """A limit on all records of a group of units.

    Parameters
    ----------
    limit : Limit
        A limit on groups of the file's records.
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, numbered from 0 without gaps.
    """

    def __init__(self, limit: Limit, unit: Ints) -> None:
        self.bound = limit.bound
        self._limit, self._unit = limit, unit

    def start(self, labels: Ints, groups: int) -> Floats:
        """Compute the excess of each group, shape (groups,)."""
        return self._limit.start(labels[self._unit], groups)


class InStrata:
    """A limit on the records that a group has in each stratum.

    Parameters
    ----------
    limit : Limit
        A limit on groups of the file's records.
    strata : numpy.ndarray of int64, shape (n,)
        Stratum of each record.
    """

    def __init__(self, limit: Limit, strata: Ints) -> None:
        self.bound = limit.bound
        self._limit, self._strata = limit, strata
        self._excess: Floats = np.zeros(0)
        self._cells: list[dict[int, int]] = []

    def start(self, labels: Ints, groups: int) -> Floats:
        """Find the largest excess of each group in a stratum, shape (groups,)."""
        cells = refine(labels, self._strata)
        first = first_records(cells)
        group, stratum = labels[first], self._strata[first]
        self._excess = self._limit.start(cells, len(first))
        self._cells = [{} for _ in range(groups)]
        for cell, (g, s) in enumerate(zip(group.tolist(), stratum.tolist(), strict=True)):
            self._cells[g][s] = cell
        largest_excess = np.full(groups, -np.inf)
        np.maximum.at(largest_excess, group, self._excess)
        return largest_excess

    def merge(self, into: int, gone: int) -> float:
        """Merge two groups; return the largest excess of their union in a stratum."""
        union = self._cells[into]
        for stratum, cell in self._cells[gone].items():
            if stratum in union:
                self._excess[union[stratum]] = self._limit.merge(union[stratum], cell)
            else:
                union[stratum] = cell
        self._cells[gone] = {}
        return float(max(self._excess[cell] for cell in union.values()))
