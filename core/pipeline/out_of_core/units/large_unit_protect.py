"""Protects the units of a file on disk, as `core.protect.units.protect_units` does in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records
from core.encode import group_records, take
from core.encode.not_applicable import all_written_back
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import AT, columns_of, row_type
from core.io.scratch.row_files import RoutedRows, Rows
from core.jobs import Job
from core.kernels.numerics.sums import group_means
from core.model import Attribute, Column, Plan, Role, Scale, Step, aggregate_of
from core.pipeline.out_of_core.conditions.large_rules import LargeSharing, large_judgement
from core.pipeline.out_of_core.conditions.large_totals import calibrated_table, numbered_groups
from core.pipeline.out_of_core.encoded.masked_columns import masked_column
from core.pipeline.out_of_core.encoded.stored_numbers import StoredNumbers, stored_numbers
from core.pipeline.out_of_core.large_protect import (
    KnownDominance,
    LargeProtected,
    dominated_on_disk,
    in_order_of_file,
    masked_rows,
    with_masked,
)
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile
from core.pipeline.out_of_core.sorting.equal_rows import equal_records
from core.pipeline.out_of_core.sorting.placing import labels_column
from core.pipeline.out_of_core.units.cluster_slots import UnitCluster
from core.pipeline.out_of_core.units.large_links import numbered
from core.pipeline.out_of_core.units.large_unit_parts import LargeUnitParts
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.units.unit_plan import have_equal_means
from core.pipeline.out_of_core.units.unit_points import UnitQuasi, unit_quasi
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.aggregate import aggregated
from core.protect.blocks import BlockEngine, ThreadEngine
from core.protect.edit_rules import shared_steps

Ints = NDArray[np.int64]


def protect_units_large(
    plan: Plan,
    table: StoredTable,
    parts: PartsOfFile,
    work: Workplace,
    job: Job,
    engine: BlockEngine | None = None,
) -> LargeProtected:
    """Cluster the units of a table and replace their values and those of their members.

    Parameters
    ----------
    plan, table, parts, work, job, engine
        As of `core.pipeline.out_of_core.large_protect.protect_large`; `parts` has the records unit
        by unit.

    Raises
    ------
    PromiseBroken
        If a cluster has fewer than k units.
    """
    rows = parts.by_unit
    assert rows is not None
    encoded = unit_quasi(plan, table, rows, work, job)
    schema = plan.project.schema
    recipe = plan.project.recipe
    attributes = schema.without_strata(recipe.strata).with_role(Role.QUASI_IDENTIFIER)
    before = [table.named(attribute.name) for attribute in attributes]
    masked = [masked_column(*pair) for pair in zip(before, attributes, strict=True)]
    numeric = [a for a in attributes if a.scale is not Scale.NOMINAL]
    standards = [stored_numbers(table.named(a.name), a, work.rows, job) for a in numeric]
    equal_means = have_equal_means(plan.project, table, rows.units, work, job)
    sums = large_judgement(plan.project, table, work.rows, job, equal_means).sums
    writer = _Writer(plan, encoded, attributes, masked, standards, LargeSharing(sums))
    # Totals are calibrated by clusters and groups once all records are masked.
    labelled = (*masked, *([labels_column()] * (2 if recipe.totals else 0)))
    kinds, buckets = row_type(labelled), work.buckets(table.rows)
    with RoutedRows(work.place("clustered"), kinds, buckets) as clustered:

        def take_cluster(cluster: UnitCluster) -> None:
            found = writer.rows(cluster, kinds)
            clustered.add(found, found[AT] // work.rows)

        found = LargeUnitParts(plan, encoded, work, engine or ThreadEngine())
        sizes, steps = found.run(take_cluster, job)
        writer.sharing.finish()
        placed = in_order_of_file(clustered, labelled, table, work, job)
    released, more = _with_totals(plan, (table, placed), rows.units, writer, work, job)
    released = numbered(released, rows.units, work, job)
    _add_unit_columns(plan, (table, released), encoded, standards, writer.dominance, work, job)
    pairs = list(zip(before, attributes, strict=True))
    known = writer.dominance.known
    counted = Step("units", {"units": rows.units.count, "patterns": len(rows.parts)})
    dominated = dominated_on_disk(pairs, standards, released, known, work.rows)
    done = counted, *steps, *shared_steps(sums), *more
    return LargeProtected(released, sizes, done, dominated)


def _with_totals(
    plan: Plan,
    tables: tuple[StoredTable, StoredTable],
    units: LargeUnits,
    writer: _Writer,
    work: Workplace,
    job: Job,
) -> tuple[StoredTable, tuple[Step, ...]]:
    """Return the released table, calibrated if totals are to be kept, and what was done."""
    table, placed = tables
    released = with_masked(table, placed)
    if not plan.project.recipe.totals:
        return released, ()
    *masked, clusters, groups = placed.columns
    clusters, _ = numbered_groups(clusters, "numbered-clusters", work, job)
    groups, sizes = numbered_groups(groups, "numbered-groups", work, job)
    by_name = {c.name: clusters if c.name in writer.of_unit else groups for c in masked}
    released, steps = calibrated_table(plan, (table, released), by_name, units, work, job)
    writer.members.add_all(table, released, groups, sizes, work, job)
    return released, steps


class _Writer:
    """Computes the released columns of clusters, and notes what their figures would disclose."""

    def __init__(
        self,
        plan: Plan,
        encoded: UnitQuasi,
        attributes: Sequence[Attribute],
        masked: Sequence[StoredColumn],
        standards: Sequence[StoredNumbers],
        sharing: LargeSharing,
    ) -> None:
        self._encoded, self._attributes, self._masked = encoded, attributes, masked
        self._recipe, self._schema = plan.project.recipe, plan.project.schema
        self._by, self.sharing = aggregate_of(plan.parameters), sharing
        # Clusters and groups so far.
        self._count = np.zeros(2, np.int64)
        weight = encoded.weight
        self._weight = None if weight is None else self._schema.named(weight)
        self.of_unit = {attribute.name for attribute in encoded.of_unit}
        members = {attribute.name for attribute in encoded.of_members}
        numbers = [one for one in standards if one.name in members]
        self.dominance = KnownDominance(attributes, standards)
        self.members = KnownDominance(encoded.of_members, numbers)
        self.dominance.known |= self.members.known

    def rows(self, cluster: UnitCluster, kinds: np.dtype[Any]) -> Rows:
        """Return the masked columns of all units of some clusters."""
        size = len(cluster.members) // len(cluster.units)
        unit = np.repeat(np.arange(len(cluster.units)), size)
        released = self._released(cluster, unit, size)
        numbered = cluster.units[unit] + self._count[0], cluster.groups + self._count[1]
        self._count += int(cluster.units.max()) + 1, int(cluster.groups.max()) + 1
        labels = numbered if self._recipe.totals else ()
        return masked_rows(cluster.members[AT], released, self._masked, labels, kinds)

    def _released(self, cluster: UnitCluster, unit: Ints, size: int) -> Sequence[Column]:
        members = cluster.members
        weights = self._encoded.weights(members, self._weight)
        once = None if weights is None else group_means(weights, unit, len(cluster.units))
        found, before = list[Column](), list[Column]()
        for attribute in self._attributes:
            column = self._encoded.column(attribute.name, members)
            before.append(column)
            if attribute.name in self.of_unit:
                first = take(column, np.arange(0, len(members), size))
                own = aggregated(first, attribute, cluster.units, self._by, once)
                found.append(take(own, unit))
            else:
                found.append(aggregated(column, attribute, cluster.groups, self._by, weights))
        shared = self._shared(cluster, before, found, unit)
        if not self._recipe.totals:
            was, now = ([c for c in e if c.name not in self.of_unit] for e in (before, shared))
            self.members.add(members[AT], was, now, cluster.groups)
        return shared

    def _shared(
        self, cluster: UnitCluster, before: Sequence[Column], found: Sequence[Column], unit: Ints
    ) -> Sequence[Column]:
        """Return the masked columns with parts that add up to their totals."""
        names = [column.name for column in found]
        of_unit = cluster.units[unit]
        groups = {n: of_unit if n in self.of_unit else cluster.groups for n in names}
        weight = self._encoded.weight
        more = [] if weight is None else [self._encoded.column(weight, cluster.members)]
        records = Records((*before, *more), self._schema, self._recipe)
        return self.sharing.shared(records, found, groups)


def _add_unit_columns(
    plan: Plan,
    tables: tuple[StoredTable, StoredTable],
    encoded: UnitQuasi,
    standards: Sequence[StoredNumbers],
    dominance: KnownDominance,
    work: Workplace,
    job: Job,
) -> None:
    """Look at the columns of units, whose groups are the records that are equal in them."""
    attributes, schema = encoded.of_unit, plan.project.schema
    if not attributes:
        return
    own = {attribute.name for attribute in attributes}
    known = KnownDominance(attributes, [one for one in standards if one.name in own])
    dominance.known |= known.known
    unit = set(encoded.rows.units.unit.columns)
    keys = [a.name for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.name in unit]
    grouped = [tables[1].named(name) for name in keys]
    original = [tables[0].named(attribute.name) for attribute in attributes]
    columns = [replace(column, notes=None) for column in (*grouped, *original)]
    for rows in equal_records(columns, len(grouped), "unit-pairs", work, job):
        found = columns_of(rows, columns)
        after, before = found[: len(grouped)], found[len(grouped) :]
        labels = group_records(all_written_back(after, schema))
        masked = [column for column in after if column.name in own]
        known.add(rows[AT], before, masked, labels)
