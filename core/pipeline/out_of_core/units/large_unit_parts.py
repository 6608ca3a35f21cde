"""Clusters the units of each part of a file on disk; see `core.protect.units.unit_clusters`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.conditions.group_amounts import joined_amounts
from core.errors import Problem, PromiseBroken
from core.io.scratch.open_files import OpenFiles
from core.io.scratch.row_files import RoutedRows, Rows
from core.jobs import Job
from core.jobs.parallel_parts import PartJob
from core.model import Plan, Step
from core.pipeline.out_of_core.merging.cluster_file import ClusterFile
from core.pipeline.out_of_core.merging.disk_clusters import DiskClusters, MergeLimits
from core.pipeline.out_of_core.parts.large_parts import groups_of_records
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile
from core.pipeline.out_of_core.parts.part_records import WholeFile
from core.pipeline.out_of_core.units.cluster_slots import ClusterSlots, UnitCluster, labels_of
from core.pipeline.out_of_core.units.common_slots import CommonSlots, Pieces
from core.pipeline.out_of_core.units.slot_limits import Measured, SlotLimits
from core.pipeline.out_of_core.units.unit_patterns import UnitPart
from core.pipeline.out_of_core.units.unit_points import SlotTable, UnitPoints, UnitQuasi, in_slot
from core.pipeline.out_of_core.units.unit_rows import PATTERN, whole_units
from core.pipeline.out_of_core.units.whole_groups import WholeGroups
from core.pipeline.out_of_core.workplace import Workplace
from core.protect import METHODS
from core.protect.blocks import BlockEngine
from core.protect.merging import Merging
from core.protect.task import whole

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
# Cutting, routing, clustering and repairing.
_PHASES = 4

_ORDERS = 3
"""Orders of members that are noted: that of `UnitRows`, the common one, and the turned one."""
_FIXED, _COMMON, _TURNED = range(_ORDERS)


class LargeUnitParts:
    """Clusters the units of each part of a file.

    Parameters
    ----------
    plan : Plan
        With a method that works in blocks.
    work, engine : Workplace and BlockEngine
        Where they are sorted, and what computes the pieces.
    """

    def __init__(
        self, plan: Plan, encoded: UnitQuasi, work: Workplace, engine: BlockEngine
    ) -> None:
        self._plan, self._encoded, self._work, self._engine = plan, encoded, work, engine
        method = plan.project.recipe.method
        self._parameters = METHODS[method.name].complete(plan.parameters)
        self._sizes: list[Ints] = []
        self._failing = 0

    def run(self, take: Callable[[UnitCluster], None], job: Job) -> tuple[Ints, tuple[Step, ...]]:
        """Pass all units with their clusters to `take`; return sizes of groups, and the steps.

        Raises
        ------
        PromiseBroken
            If a cluster has fewer than k units, or one of its groups violates a limit.
        """
        rows = self._encoded.rows
        bins, steps = self._bins(), list[Step]()
        job.start_phase("clustering", sum(part.units * part.size for part in rows.parts))
        place, done = self._work.place("unit-parts"), 0
        with RoutedRows(place, rows.kinds, int(bins[-1]) + 1) as routed:
            for piece in job.each(rows.pieces(self._work.rows)):
                routed.add(piece, bins[rows.part[piece[PATTERN]]])
            for at, part in enumerate(rows.parts):
                count = part.units * part.size
                share = PartJob.following(job, done, count, _PHASES)
                pieces = partial(self._pieces, routed, bins, at)
                steps += self._part(part, pieces, take, share)
                done += count
                job.update(done)
        if self._failing:
            raise PromiseBroken(Problem("units-too-far", params={"count": self._failing}))
        return np.concatenate(self._sizes), tuple(steps)

    def _bins(self) -> Ints:
        """Return the bucket of each part: several small ones share one, in their order."""
        found, filled, at = np.empty(len(self._encoded.rows.parts), np.int64), 0, -1
        for number, part in enumerate(self._encoded.rows.parts):
            records = part.units * part.size
            if at < 0 or filled + records > self._work.rows:
                at, filled = at + 1, 0
            filled += records
            found[number] = at
        return found

    def _pieces(self, routed: RoutedRows, bins: Ints, at: int) -> Iterator[Rows]:
        """Yield the members of the units of a part."""
        part = self._encoded.rows.part
        for piece in whole_units(routed.pieces(int(bins[at]))):
            own = piece[part[piece[PATTERN]] == at]
            if len(own):
                yield own

    def _part(
        self,
        part: UnitPart,
        pieces: Pieces,
        take: Callable[[UnitCluster], None],
        job: Job,
    ) -> tuple[Step, ...]:
        # A unit has as many cells as its members have.
        work = Workplace(self._work.folder, max(1, self._work.rows // part.size))
        common = CommonSlots(self._encoded, part, pieces, self._work, job)
        rows_of_file = self._encoded.rows
        limits, apart = rows_of_file.limits, bool(part.joins)
        orders = 1 if limits is None else _ORDERS
        table = SlotTable(self._encoded, part.size, work, apart=apart, orders=orders)
        for rows, order in job.each(common.orders()):
            members = rows.reshape(-1, part.size)
            others = () if limits is None else (order, rows_of_file.turned(members, mixed=apart))
            table.add(rows, order, *others)
        common.remove()
        points = self._points(table, part, work)
        nobody = np.zeros(1, np.int64)
        one = PartsOfFile(np.array([part.units]), nobody, None, nobody, nobody, 1)
        records = WholeFile(points.columns, one, work.rows)
        groups = groups_of_records(self._plan, points, records, work, self._engine)
        slots = ClusterSlots(self._encoded, part, table, job)
        if limits is None:
            sizes, steps = groups.run(lambda rows: take(slots.clusters(slots.first(rows))), job)
        else:
            with _LimitedClusters(slots, points, limits, work) as clusters:
                _, steps = groups.run(clusters.take, job)
                sizes = clusters.run(take)
                self._failing += clusters.failing
        table.remove()
        k, smallest = whole(self._parameters, "k"), int(sizes.min())
        if smallest < k:
            raise PromiseBroken(Problem("k-not-reached", params={"k": k, "reached": smallest}))
        self._sizes.append(np.repeat(sizes, part.size))
        return steps

    def _points(self, table: SlotTable, part: UnitPart, work: Workplace) -> UnitPoints:
        own = self._encoded
        named = [(a, in_slot(a.name, s)) for s in range(1, part.size + 1) for a in own.of_members]
        return UnitPoints(
            columns=table.finish(),
            attributes=(*own.of_unit, *(replace(a, name=name) for a, name in named)),
            numbers=(),
            nominal=(),
            added=(),
            share=0.0,
            ranks={},
            keeps_t=False,
            parameters=self._parameters,
            by_rank=False,
            rows=work.rows,
            encoded=own,
            places=table.places,
            apart=table.apart,
        )


class _LimitedClusters(OpenFiles):
    """The clusters of a part, some of which are merged until their slots are within all limits.

    What comes out is that of `core.protect.units.unit_clusters` on the same records in memory.

    Parameters
    ----------
    points : UnitPoints
        What its clusters depend on; three orders of members are noted in its columns.
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
        merged = self._new("unit-merged")
        file.regroup(places, merging.renumbered(), self._work, merged.take, self._slots.job)
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
