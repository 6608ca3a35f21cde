"""Counts the units of a table on disk that share their whole released profile.

Units go into buckets by a hash of all of their records, so that equal profiles meet in one bucket,
where they are compared cell by cell. See `core.conditions.unit_conditions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.lib.recfunctions import require_fields
from numpy.typing import NDArray

from core.conditions import key_groups, sharing
from core.conditions.unit_closeness_condition import UnitCloseness, closeness_figures
from core.conditions.unit_conditions import UnitColumns, k_of, profile_names, whole_unit_figures
from core.encode import group_records
from core.encode.not_applicable import all_written_back
from core.encode.unit_groups import first_records, group_units
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import columns_of, row_type
from core.io.scratch.row_files import RoutedRows, RowFile, Rows
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.model import Column, ConditionCount, Project, Schema
from core.pipeline.out_of_core.encoded.file_ranks import file_ranks, sorted_members
from core.pipeline.out_of_core.scratch_rows import append_rows
from core.pipeline.out_of_core.sorting.equal_rows import hashes
from core.pipeline.out_of_core.sorting.placing import rows_in_order
from core.pipeline.out_of_core.units.large_links import not_original, released_link
from core.pipeline.out_of_core.units.unit_arrays import unit_array
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.units.unit_plan import first_cells, keys_of_cells
from core.pipeline.out_of_core.workplace import Workplace

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class ReleasedUnits:
    """Released records on disk, and the units that they belong to.

    Attributes
    ----------
    positions : pathlib.Path or None
        The file with the position in the input of each record; ``None``: the same order.
    units : LargeUnits
        The units of the records in the order of the input.
    """

    table: StoredTable
    positions: Path | None
    units: LargeUnits
    work: Workplace
    job: Job

    def rows(self, columns: Sequence[StoredColumn]) -> Iterator[tuple[Ints, Rows]]:
        """Yield the units and the rows of some records at a time, in the order of the input."""
        for start, rows in rows_in_order(columns, self.positions, self.work, self.job):
            yield self.units.of(start, start + len(rows)), rows

    def alike(
        self, names: Sequence[str], more: Sequence[str] = ()
    ) -> Iterator[tuple[Ints, Sequence[Column]]]:
        """Yield units with columns of their records; those that are equal in these come together.

        Units are numbered from 0 each time.

        Parameters
        ----------
        names : sequence of str
            At least one column.
        more : sequence of str
            Columns in which they may differ, which follow the others.
        """
        work, job = self.work, self.job
        columns = [replace(self.table.named(name), notes=None) for name in (*names, *more)]
        kinds = np.dtype([*row_type(columns).descr, ("unit", "<i8")])
        fields = [f"c{i}" for i in range(len(names))]
        sums = unit_array(work, "unit-hashes", self.units.count, "<u8")
        buckets = work.buckets(self.table.rows)
        with RowFile(work.place("unit-profiles"), kinds) as held:
            for unit, plain in self.rows(columns):
                rows = require_fields(plain, kinds)
                rows["unit"] = unit
                # A sum does not depend on the order of a unit's records.
                np.add.at(sums, unit, hashes([rows[name] for name in fields]))
                held.add(rows)
            place = work.place("unit-profiles-dealt")
            with RoutedRows(place, kinds, buckets) as routed:
                for rows in job.each(held.parts(work.rows)):
                    own = sums[rows["unit"]]
                    routed.add(rows, hashes([own.view(np.int64)]) % np.uint64(buckets))
                held.clear()
                for at in job.each(range(buckets)):
                    rows = routed.bucket(at)
                    if len(rows):
                        unit = np.ascontiguousarray(rows["unit"])
                        yield refine(np.zeros_like(unit), unit), columns_of(rows, columns)

    def sharing(self, names: Sequence[str], schema: Schema) -> Iterator[Ints]:
        """Yield how many units share each combination of the values of some columns in all records.

        See `core.conditions.held_scenarios.sharing`.
        """
        for unit, columns in self.alike(names):
            yield sharing(key_groups(columns, names, schema), unit, is_whole=True)[0]


def large_unit_counts(project: Project, released: ReleasedUnits) -> tuple[ConditionCount, ...]:
    """Count the conditions on units in released records.

    Parameters
    ----------
    project : Project
        Resolved, with whole units.
    """
    units, work, job = released.units, released.work, released.job
    k, figures = k_of(project.recipe), {"units": 0, "k": units.count, "failing": 0}
    names = profile_names(project.recipe, project.schema)
    for unit, profile in released.alike(names):
        own = whole_unit_figures(unit, all_written_back(profile, project.schema), k)
        figures["units"] += own["units"]
        # Of the units that share a profile, the fewest.
        figures["k"] = min(figures["k"], own["k"])
        figures["failing"] += own["failing"]
    # Where their numbers are released, units are those of the released file.
    link = released_link(released.table, released.positions, units, work, job)
    figures["failing"] += not_original(link, units, work, job)
    found = [ConditionCount("units", units.unit.id, figures, figures["failing"] == 0)]
    found += _closeness(project, released)
    for name in UnitColumns().columns(project.recipe, project.schema):
        rows_of_units = released.rows([replace(released.table.named(name), notes=None)])
        cells = ((unit, keys_of_cells(rows["c0"])) for unit, rows in rows_of_units)
        differing = first_cells(cells, units.count, work, "unit-column").differing
        counted = {"units": units.count, "differing": differing}
        found.append(ConditionCount("unit-columns", name, counted, differing == 0))
    return tuple(found)


def _closeness(project: Project, released: ReleasedUnits) -> list[ConditionCount]:
    """Count the groups of units that are farther than t from the file.

    See `core.conditions.unit_closeness_condition`.
    """
    recipe, schema = project.recipe, project.schema
    names = UnitCloseness().columns(recipe, schema)
    of_units = [name for name in names if name in released.units.unit.columns]
    columns = {name: replace(released.table.named(name), notes=None) for name in names}
    for at, name in enumerate(of_units):
        path = released.work.place(f"unit-hidden-{at}")
        columns[name] = _once_each(columns[name], path, released)
    if not names:
        return []
    held_columns = StoredTable(tuple(columns.values()))
    ranks = file_ranks(held_columns, schema, released.work.rows, released.job)
    found = {name: {"groups": 0, "failing": 0} for name in names}
    profile = profile_names(recipe, schema)
    for unit, held in released.alike(profile, names):
        own = all_written_back(held[: len(profile)], schema)
        groups, first = group_units(unit, group_records(own)), first_records(unit)
        for name, column in zip(names, held[len(profile) :], strict=True):
            rows = first if name in of_units else np.arange(len(unit))
            labels, each = groups[unit[rows]], ranks[name].of(column)[rows]
            emd = ranks[name].emd(*sorted_members(labels, each, int(groups.max()) + 1))
            for figure, count in closeness_figures(emd, recipe).items():
                found[name][figure] += count
    return [
        ConditionCount(UnitCloseness.name, name, figures, figures["failing"] == 0)
        for name, figures in found.items()
    ]


def _once_each(column: StoredColumn, path: Path, released: ReleasedUnits) -> StoredColumn:
    """Return a column of units with one record each."""
    known = unit_array(released.work, "unit-known", released.units.count, "|b1")
    path.write_bytes(b"")
    for unit, rows in released.rows([column]):
        values, first = np.unique(unit, return_index=True)
        is_new = ~known[values]
        known[values[is_new]] = True
        append_rows(path, rows["c0"][np.sort(first[is_new])])
    return column.placed(path, released.units.count, None)
