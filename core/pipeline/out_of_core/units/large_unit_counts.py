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

from core.conditions.unit_conditions import UnitColumns, k_of, profile_names, whole_unit_figures
from core.encode.not_applicable import all_written_back
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import columns_of, row_type
from core.io.scratch.routed_rows import RoutedRows
from core.io.scratch.row_files import RowFile
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.model import Column, ConditionCount, Project
from core.pipeline.out_of_core.large_counts import hashes
from core.pipeline.out_of_core.sorting.placing import rows_in_order
from core.pipeline.out_of_core.units.large_links import not_original, released_link
from core.pipeline.out_of_core.units.unit_arrays import unit_array
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
    for unit, profile in profiles(project, table, positions, units, work, job):
        own = whole_unit_figures(unit, all_written_back(profile, project.schema), k)
        figures["units"] += own["units"]
        # Of the units that share a profile, the fewest.
        figures["k"] = min(figures["k"], own["k"])
        figures["failing"] += own["failing"]
    # Where their numbers are released, units are those of the released file.
    link = released_link(table, positions, units, work, job)
    figures["failing"] += not_original(link, units, work, job)
    found = [ConditionCount("units", units.unit.id, figures, figures["failing"] == 0)]
    for name in UnitColumns().columns(project.recipe, project.schema):
        column = replace(table.named(name), notes=None)

        def parts(column: StoredColumn = column) -> Iterator[tuple[Ints, Ints]]:
            for start, rows in rows_in_order([column], positions, work, job):
                yield units.of(start, start + len(rows)), keys_of_cells(rows["c0"])

        differing = first_cells(parts(), units.count, work, "unit-column").differing
        counted = {"units": units.count, "differing": differing}
        found.append(ConditionCount("unit-columns", name, counted, differing == 0))
    return tuple(found)


def profiles(
    project: Project,
    table: StoredTable,
    positions: Path | None,
    units: LargeUnits,
    work: Workplace,
    job: Job,
) -> Iterator[tuple[Ints, Sequence[Column]]]:
    """Yield units and the columns of their profiles; those with equal profiles come together.

    Units are numbered from 0 each time. The parameters are those of `large_unit_counts`.
    """
    names = profile_names(project.recipe, project.schema)
    columns = [replace(table.named(name), notes=None) for name in names]
    kinds = np.dtype([*row_type(columns).descr, ("unit", "<i8")])
    fields = [f"c{i}" for i in range(len(columns))]
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
