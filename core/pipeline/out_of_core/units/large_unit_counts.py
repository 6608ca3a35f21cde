"""Counts the units of a table on disk that share their whole released profile.

Units go into buckets by a hash of all of their records, so that equal profiles meet in one bucket,
where they are compared cell by cell. See `core.conditions.unit_conditions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.conditions import key_groups, sharing
from core.conditions.unit_closeness_condition import UnitCloseness, closeness_figures
from core.conditions.unit_conditions import UnitColumns, k_of, profile_names, whole_unit_figures
from core.encode import group_records
from core.encode.not_applicable import all_written_back
from core.encode.unit_groups import first_records, group_units
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import columns_of, row_type
from core.io.scratch.row_files import RoutedRows, RowFile
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.model import Column, ConditionCount, Project
from core.pipeline.out_of_core.encoded.file_ranks import file_ranks, sorted_members
from core.pipeline.out_of_core.large_counts import hashes
from core.pipeline.out_of_core.sorting.placing import rows_in_order
from core.pipeline.out_of_core.units.large_links import not_original, released_link
from core.pipeline.out_of_core.units.unit_arrays import append_rows, unit_array
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.units.unit_plan import first_cells, keys_of_cells
from core.pipeline.out_of_core.workplace import Workplace

Ints = NDArray[np.int64]


def large_unit_counts(
    project: Project,
    table: StoredTable,
    positions: Path | None,
    units: LargeUnits,
    work: Workplace,
    job: Job,
) -> tuple[ConditionCount, ...]:
    """Count the conditions on units in released records.

    Parameters
    ----------
    project : Project
        Resolved, with whole units.
    table : StoredTable
        The released records.
    positions : pathlib.Path or None
        The file with the position in the input of each record; ``None``: the same order.
    units : LargeUnits
        The units of the records in the order of the input.
    work, job : Workplace and Job
        Where the records are sorted; can be cancelled.
    """
    k, figures = k_of(project.recipe), {"units": 0, "k": units.count, "failing": 0}
    names = profile_names(project.recipe, project.schema)
    for unit, profile in units_alike(names, table, positions, units, work, job):
        own = whole_unit_figures(unit, all_written_back(profile, project.schema), k)
        figures["units"] += own["units"]
        # Of the units that share a profile, the fewest.
        figures["k"] = min(figures["k"], own["k"])
        figures["failing"] += own["failing"]
    # Where their numbers are released, units are those of the released file.
    link = released_link(table, positions, units, work, job)
    figures["failing"] += not_original(link, units, work, job)
    found = [ConditionCount("units", units.unit.id, figures, figures["failing"] == 0)]
    found += _closeness(project, table, positions, units, work, job)
    for name in UnitColumns().columns(project.recipe, project.schema):
        column = replace(table.named(name), notes=None)

        def parts(column: StoredColumn = column) -> Iterator[tuple[Ints, Ints]]:
            for start, rows in rows_in_order([column], positions, work, job):
                yield units.of(start, start + len(rows)), keys_of_cells(rows["c0"])

        differing = first_cells(parts(), units.count, work, "unit-column").differing
        counted = {"units": units.count, "differing": differing}
        found.append(ConditionCount("unit-columns", name, counted, differing == 0))
    return tuple(found)


def _closeness(
    project: Project,
    table: StoredTable,
    positions: Path | None,
    units: LargeUnits,
    work: Workplace,
    job: Job,
) -> list[ConditionCount]:
    """Count the groups of units that are farther than t from the file.

    See `core.conditions.unit_closeness_condition`; the parameters are those of `large_unit_counts`.
    """
    recipe, schema = project.recipe, project.schema
    names = UnitCloseness().columns(recipe, schema)
    of_units = [name for name in names if name in units.unit.columns]
    columns = {name: replace(table.named(name), notes=None) for name in names}
    for at, name in enumerate(of_units):
        path = work.place(f"unit-hidden-{at}")
        columns[name] = _once_each(columns[name], path, positions, units, work, job)
    if not names:
        return []
    ranks = file_ranks(StoredTable(tuple(columns.values())), schema, work.rows, job)
    found = {name: {"groups": 0, "failing": 0} for name in names}
    profile = profile_names(recipe, schema)
    for unit, held in units_alike(profile, table, positions, units, work, job, names):
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


def _once_each(
    column: StoredColumn,
    path: Path,
    positions: Path | None,
    units: LargeUnits,
    work: Workplace,
    job: Job,
) -> StoredColumn:
    """Return a column of units with one record each."""
    known = unit_array(work, "unit-known", units.count, "|b1")
    path.write_bytes(b"")
    for start, rows in rows_in_order([column], positions, work, job):
        values, first = np.unique(units.of(start, start + len(rows)), return_index=True)
        is_new = ~known[values]
        known[values[is_new]] = True
        append_rows(path, rows["c0"][np.sort(first[is_new])])
    return column.placed(path, units.count, None)


def units_sharing(
    project: Project,
    names: Sequence[str],
    table: StoredTable,
    positions: Path | None,
    units: LargeUnits,
    work: Workplace,
    job: Job,
) -> Iterator[Ints]:
    """Yield how many units share each combination of the values of some columns in all records.

    See `core.conditions.held_scenarios.sharing`; the parameters are those of `units_alike`.
    """
    for unit, columns in units_alike(names, table, positions, units, work, job):
        labels = key_groups(columns, names, project.schema)
        yield sharing(labels, unit, is_whole=True)[0]


def units_alike(
    names: Sequence[str],
    table: StoredTable,
    positions: Path | None,
    units: LargeUnits,
    work: Workplace,
    job: Job,
    more: Sequence[str] = (),
) -> Iterator[tuple[Ints, Sequence[Column]]]:
    """Yield units and some columns of their records; those that are equal in these come together.

    Units are numbered from 0 each time.

    Parameters
    ----------
    names : sequence of str
        At least one column.
    table, positions, units, work, job
        As of `large_unit_counts`.
    more : sequence of str
        Columns in which they may differ, which follow the others.
    """
    columns = [replace(table.named(name), notes=None) for name in (*names, *more)]
    kinds = np.dtype([*row_type(columns).descr, ("unit", "<i8")])
    fields = [f"c{i}" for i in range(len(names))]
    sums = unit_array(work, "unit-hashes", units.count, "<u8")
    buckets = work.buckets(table.rows)
    with RowFile(work.place("unit-profiles"), kinds) as held:
        for start, plain in rows_in_order(columns, positions, work, job):
            rows = np.empty(len(plain), kinds)
            for name in plain.dtype.names or ():
                rows[name] = plain[name]
            rows["unit"] = units.of(start, start + len(plain))
            # A sum does not depend on the order of a unit's records.
            np.add.at(sums, rows["unit"], hashes([rows[name] for name in fields]))
            held.add(rows)
        place = work.place("unit-profiles-dealt")
        with RoutedRows(place, kinds, buckets) as routed:
            for rows in held.parts(work.rows):
                job.check()
                own = sums[rows["unit"]]
                routed.add(rows, hashes([own.view(np.int64)]) % np.uint64(buckets))
            held.clear()
            for at in range(buckets):
                job.check()
                rows = routed.bucket(at)
                if len(rows):
                    unit = np.ascontiguousarray(rows["unit"])
                    yield refine(np.zeros_like(unit), unit), columns_of(rows, columns)
