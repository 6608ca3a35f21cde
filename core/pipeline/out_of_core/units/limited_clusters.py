"""Merges clusters of units on disk until the groups in their slots are within all limits.

What comes out is that of `core.protect.units.unit_clusters` on the same records in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from core.conditions.group_amounts import joined_amounts
from core.io.scratch.open_files import OpenFiles
from core.io.scratch.row_files import Rows
from core.pipeline.out_of_core.merging.cluster_file import ClusterFile
from core.pipeline.out_of_core.merging.disk_clusters import DiskClusters, MergeLimits
from core.pipeline.out_of_core.units.cluster_slots import ClusterSlots, UnitCluster, labels_of
from core.pipeline.out_of_core.units.slot_limits import Measured, SlotLimits
from core.pipeline.out_of_core.units.unit_points import UnitPoints
from core.pipeline.out_of_core.units.whole_groups import WholeGroups
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.merging import Merging

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

ORDERS = 3
"""Orders of members that are noted: that of `UnitRows`, the common one, and the turned one."""
_FIXED, _COMMON, _TURNED = range(ORDERS)


class LimitedClusters(OpenFiles):
    """The clusters of a part, some of which are merged.

    Parameters
    ----------
    slots : ClusterSlots
        The slots of the part.
    points : UnitPoints
        What its clusters depend on; three orders of members are noted in its columns.
    limits : SlotLimits
        What each group must be within.
    work : Workplace
        Where the units are.
    """

    def __init__(
        self, slots: ClusterSlots, points: UnitPoints, limits: SlotLimits, work: Workplace
    ) -> None:
        self._slots, self._table, self._size = slots, slots.table, slots.part.size
        self._points, self._limits, self._work = points, limits, work
        super().__init__()
        self._file, self._is_over = self._new("unit-clusters"), False
        self.failing = 0
        """Groups that violate a limit all the same."""

    def take(self, rows: Rows) -> None:
        """Take all units of some clusters, in the slots common to the part."""
        rows, _ = self._file.take(self._slots.first(rows))
        self._is_over |= bool(self._beyond(rows).any())

    def run(self, take: Callable[[UnitCluster], None]) -> Ints:
        """Merge until all limits are kept, pass all units to `take`; return sizes of clusters."""
        if not self._is_over:
            for rows in self._file.pieces():
                take(self._slots.clusters(rows))
            return self._file.places().sizes
        merged = self._merged(self._mergeable())
        rearranged = self._within(merged)
        for rows in rearranged():
            self._slots.job.check()
            moved = self._slots.again(rows)
            # Members stay where their cluster would violate a limit otherwise.
            kept = self._beyond(moved)[labels_of(moved)]
            moved[kept] = rows[kept]
            self.failing += int(np.count_nonzero(self._over(moved)))
            take(self._slots.clusters(moved))
        return merged.places().sizes

    def _new(self, name: str) -> ClusterFile:
        return self._files.enter_context(ClusterFile(self._work.place(name)))

    def _over(self, rows: Rows) -> Bools:
        """Return whether each group of some clusters violates a limit, shape (clusters * m,)."""
        found = self._slots.clusters(rows)
        count = (int(found.units.max()) + 1) * self._size
        return self._limits.beyond(found.members, found.groups, count)

    def _beyond(self, rows: Rows) -> Bools:
        """Return whether a group of each of some clusters violates a limit, shape (clusters,)."""
        return np.asarray(self._over(rows).reshape(-1, self._size).any(axis=1))

    def _mergeable(self) -> int:
        """Return the first order of slots in which all units as one group are within all limits.

        The turned order of a part that others joined mixes states, which only groups with units of
        a joined pattern may do.
        """
        orders = (_COMMON, _FIXED) if self._slots.part.joins else (_COMMON, _FIXED, _TURNED)
        slots = np.arange(self._size)
        for order in orders:
            with WholeGroups(self._limits, self._size, self._work.place("unit-whole")) as whole:
                for rows in self._file.pieces():
                    self._slots.job.check()
                    members = self._table.members(self._in_order(rows, order))
                    whole.take(members, np.tile(slots, len(rows)))
                if not whole.violated(slots, slots, self._size).any():
                    return order
        return _COMMON

    def _in_order(self, rows: Rows, order: int) -> Rows:
        return self._table.reordered(rows, self._table.order(rows, order))

    def _merged(self, order: int) -> ClusterFile:
        """Return the clusters after those beyond a limit were merged in an order of the slots."""
        file, found = self._new("unit-mergeable"), list[Measured]()
        for rows in self._file.pieces():
            self._slots.job.check()
            rows, own = file.take(self._in_order(rows, order))
            groups = (own[:, None] * self._size + np.arange(self._size)).ravel()
            members, count = self._table.members(rows), (int(own.max()) + 1) * self._size
            found.append(self._limits.measured(members, groups, count))
        places, (setting, code) = file.places(), self._limits.setting
        by_slot = (places.order[:, None] * self._size + np.arange(self._size)).ravel()
        measured = Measured(
            tuple(
                joined_amounts(each).of(by_slot)
                for each in zip(*(one.amounts for one in found), strict=True)
            ),
            tuple(
                np.concatenate(each)[by_slot]
                for each in zip(*(one.emd for one in found), strict=True)
            ),
        )
        started = self._limits.of_clusters(measured, self._size, self._table.members)
        limits = MergeLimits(setting, code, others=started, records=self._size)
        clusters = DiskClusters(self._points, file, places, np.zeros(1, np.int64), limits)
        bounds = [one.bound for one in started]
        merging = Merging(clusters.excess(), bounds, clusters.merged, clusters.centroids)
        merging.run(self._slots.job)
        final = merging.renumbered()
        number_of = np.empty(int(places.labels.max()) + 1, np.int64)
        number_of[places.labels] = final
        sizes = np.bincount(final, weights=places.sizes).astype(np.int64)
        merged = self._new("unit-merged")
        file.regroup(number_of, sizes, self._work, merged.take, self._slots.job)
        return merged

    def _within(self, merged: ClusterFile) -> Callable[[], Iterator[Rows]]:
        """Return what yields merged clusters in the order of slots in which they are kept.

        A single cluster that violates a limit in the common slots does not in one of the orders for
        which patterns were joined.
        """

        def in_order(order: int | None) -> Iterator[Rows]:
            for rows in merged.pieces():
                yield rows if order is None else self._in_order(rows, order)

        for order in (None, _FIXED):
            if not any(self._beyond(rows).any() for rows in in_order(order)):
                return lambda: in_order(order)
        return lambda: in_order(_TURNED)
