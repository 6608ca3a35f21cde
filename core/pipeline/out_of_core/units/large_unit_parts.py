"""Clusters the units of each part of a file on disk; see `core.protect.units.unit_clusters`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, PromiseBroken
from core.io.scratch.row_files import RoutedRows, Rows
from core.jobs import Job
from core.jobs.parallel_parts import PartJob
from core.model import Plan, Step
from core.pipeline.out_of_core.parts.large_parts import groups_of_records
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile
from core.pipeline.out_of_core.parts.part_records import WholeFile
from core.pipeline.out_of_core.units.cluster_slots import ClusterSlots, UnitCluster
from core.pipeline.out_of_core.units.common_slots import CommonSlots, Pieces
from core.pipeline.out_of_core.units.limited_clusters import ORDERS, LimitedClusters
from core.pipeline.out_of_core.units.unit_patterns import UnitPart
from core.pipeline.out_of_core.units.unit_points import SlotTable, UnitPoints, UnitQuasi, in_slot
from core.pipeline.out_of_core.units.unit_rows import PATTERN, whole_units
from core.pipeline.out_of_core.workplace import Workplace
from core.protect import METHODS
from core.protect.blocks import BlockEngine
from core.protect.task import whole

Ints = NDArray[np.int64]
# Cutting, routing, clustering and repairing.
_PHASES = 4


class LargeUnitParts:
    """Clusters the units of each part of a file.

    Parameters
    ----------
    plan : Plan
        With a method that works in blocks.
    encoded : UnitQuasi
        What units depend on.
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
            for piece in rows.pieces(self._work.rows):
                job.check()
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
        orders = 1 if limits is None else ORDERS
        table = SlotTable(self._encoded, part.size, work, apart=apart, orders=orders)
        for rows, order in common.orders():
            job.check()
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
            with LimitedClusters(slots, points, limits, work) as clusters:
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
