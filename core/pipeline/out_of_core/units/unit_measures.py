"""The measures of the risk of units of a table on disk; see `core.measure.unit_counts`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.conditions.unit_conditions import profile_names
from core.encode.not_applicable import all_written_back
from core.io.scratch.disk_columns import StoredTable
from core.io.scratch.raw_rows import columns_of, row_type, rows_of
from core.io.scratch.row_files import RoutedRows
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.kernels.numerics.part_sums import PartSum
from core.measure.unit_counts import count_unique_units, risks_of_records, risks_of_units
from core.model import Direction, Measure, Project
from core.pipeline.out_of_core.large_counts import hashes
from core.pipeline.out_of_core.units.large_unit_counts import units_alike
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.workplace import Workplace

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_RISKS = np.dtype([("unit", "<i8"), ("risk", "<f8")])


def large_unit_measures(
    project: Project,
    tables: tuple[StoredTable, StoredTable],
    units: LargeUnits,
    work: Workplace,
    job: Job,
) -> tuple[Measure, ...]:
    """Return the units with a unique profile and the mean risk of a unit, before and after.

    Parameters
    ----------
    project : Project
        Resolved, with a unit.
    tables : pair of StoredTable
        The records before and after, in the order of the input.
    units : LargeUnits
        Their units.
    work, job : Workplace and Job
        Where the records are sorted; can be cancelled.
    """
    found, names = [], profile_names(project.recipe, project.schema)
    for when, table, better in (
        ("before", tables[0], Direction.NEITHER),
        ("after", tables[1], Direction.LOWER),
    ):
        unique = sum(
            count_unique_units(unit, all_written_back(profile, project.schema))
            for unit, profile in units_alike(names, table, None, units, work, job)
        )
        risk = PartSum(1.0, units.count)
        for some in _risks(project, table, units, work, job):
            risk.add(some)
        found.append(Measure(f"unit-uniques-{when}", float(unique), "units", better))
        found.append(Measure(f"unit-risk-{when}", 100.0 * risk.mean(), "%", better))
    return tuple(found)


def _risks(
    project: Project, table: StoredTable, units: LargeUnits, work: Workplace, job: Job
) -> Iterator[Floats]:
    """Yield the risks of some units at a time."""
    names, buckets = profile_names(project.recipe, project.schema), work.buckets(table.rows)
    columns = [*(replace(table.named(name), notes=None) for name in names), units.column]
    with RoutedRows(work.place("unit-risks"), _RISKS, buckets) as by_unit:
        # Equal records come together, which gives each its risk.
        with RoutedRows(work.place("unit-members"), row_type(columns), buckets) as by_profile:
            for start in range(0, table.rows, work.rows):
                job.check()
                rows = rows_of(start, columns, min(start + work.rows, table.rows))
                cells = [rows[f"c{i}"] for i in range(len(names))]
                by_profile.add(rows, hashes(cells) % np.uint64(buckets))
            for at in range(buckets):
                job.check()
                rows = by_profile.bucket(at)
                if len(rows):
                    *profile, member_of = columns_of(rows, columns)
                    own = np.empty(len(rows), _RISKS)
                    own["unit"] = member_of.values
                    own["risk"] = risks_of_records(all_written_back(profile, project.schema))
                    by_unit.add(own, own["unit"] * buckets // units.count)
        for at in range(buckets):
            job.check()
            rows = by_unit.bucket(at)
            if len(rows):
                unit = np.ascontiguousarray(rows["unit"])
                labels = refine(np.zeros_like(unit), unit)
                yield risks_of_units(labels, np.ascontiguousarray(rows["risk"]))
