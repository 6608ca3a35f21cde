"""Totals by domain of a file in the scratch folder, which are checked, kept and counted.

What is computed is what `core.protect.totals` and `core.conditions.totals_condition` compute of the
same records in memory. Of each group some dozen numbers are in memory.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records, rule_of
from core.conditions.domain_sums import RecordParts
from core.conditions.totals_condition import total_counts
from core.errors import Problem
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import columns_of, row_type
from core.io.scratch.row_files import RoutedRows
from core.jobs import Job
from core.model import Column, ConditionCount, Plan, Project, Recipe, Schema, Step
from core.pipeline.out_of_core.encoded.masked_columns import cells_of
from core.pipeline.out_of_core.scratch_rows import append_rows, parts_of_rows
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.totals import GroupedPart, calibration, totals_problems
from core.rules import columns_of as columns_of_rule

Ints = NDArray[np.int64]


def large_total_problems(
    project: Project, table: StoredTable, rows: int, job: Job
) -> list[Problem]:
    """Return what is wrong with the totals of a resolved recipe, as in memory.

    Parameters
    ----------
    project, table : Project and StoredTable
        Resolved, and the records to release.
    rows, job : int and Job
        Records of a part; can be cancelled.
    """
    recipe, schema = project.recipe, project.schema
    used = _used(table, _columns_of_totals(recipe))
    return totals_problems(recipe, schema, partial(_records, used, schema, recipe, rows, job))


def large_total_counts(
    recipe: Recipe,
    schema: Schema,
    tables: tuple[StoredTable, StoredTable],
    units: LargeUnits | None,
    work: Workplace,
    job: Job,
) -> list[ConditionCount]:
    """Count the domains whose totals are too far from the original's.

    Parameters
    ----------
    tables : pair of StoredTable
        The records to release, in the order of the input, and the released ones, in any order.
    units : LargeUnits or None
        The units of the former, if several records belong to one.
    """
    before, after = (_used(table, _columns_of_totals(recipe)) for table in tables)
    original = partial(_records, before, schema, recipe, work.rows, job)
    released = partial(_named, after, work.rows, job)
    with _by_unit(before, schema, recipe, units, work, job) as by_unit:
        return total_counts(recipe, schema, original, released, by_unit)


def calibrated_table(
    plan: Plan,
    tables: tuple[StoredTable, StoredTable],
    groups: Mapping[str, StoredColumn],
    units: LargeUnits | None,
    work: Workplace,
    job: Job,
) -> tuple[StoredTable, tuple[Step, ...]]:
    """Return the released table with calibrated values, and the log's step.

    Parameters
    ----------
    tables : pair of StoredTable
        The records to release and the released ones, in the order of the input.
    groups : Mapping of str to StoredColumn
        For each masked column the group of each record, numbered by first appearance
        (`numbered_groups`).
    units : LargeUnits or None
        The units of the records, if several belong to one.
    """
    recipe, schema = plan.project.recipe, plan.project.schema
    names = {*groups, *_columns_of_totals(recipe)}
    names |= {name for text in recipe.rules for name in columns_of_rule(rule_of(text))}
    before, after = (_used(table, names) for table in tables)

    def parts() -> Iterator[GroupedPart]:
        own = _records(before, schema, recipe, work.rows, job), _named(after, work.rows, job)
        for part in zip(*own, _labels(groups, work.rows), strict=True):
            yield GroupedPart(*part)

    with _by_unit(before, schema, recipe, units, work, job) as by_unit:
        found = calibration(parts, recipe, schema, job, by_unit)
    if found is None:
        return tables[1], ()
    columns = {name: tables[1].named(name) for name in found.values}
    places = {name: work.place(f"calibrated-{at}") for at, name in enumerate(columns)}
    for part in parts():
        applied = found.applied(part)
        for name, column in columns.items():
            append_rows(places[name], cells_of(applied[name], column).astype(column.dtype))
    written = {n: c.placed(places[n], c.rows, None) for n, c in columns.items()}
    calibrated = (written.get(column.name, column) for column in tables[1].columns)
    return StoredTable(tuple(calibrated)), (found.step,)


def numbered_groups(
    groups: StoredColumn, name: str, work: Workplace, job: Job
) -> tuple[StoredColumn, Ints]:
    """Return the groups of the records numbered by first appearance, and their sizes.

    Parameters
    ----------
    groups : StoredColumn
        A number of the group of each record, in the order of the input.
    name : str
        Of the file of the numbers.
    """
    number, sizes = np.zeros(0, np.int64), np.zeros(0, np.int64)
    place = work.place(name)
    for part in job.each(groups.parts(work.rows)):
        labels = part.values
        more = max(int(labels.max()) + 1 - len(number), 0)
        number = np.append(number, np.full(more, -1, np.int64))
        seen, first = np.unique(labels, return_index=True)
        new = seen[number[seen] < 0]
        new = new[np.argsort(first[number[seen] < 0])]
        number[new] = len(sizes) + np.arange(len(new))
        sizes = np.append(sizes, np.zeros(len(new), np.int64))
        own = number[labels]
        np.add.at(sizes, own, 1)
        append_rows(place, own.astype(groups.dtype))
    return groups.placed(place, groups.rows, None), sizes


def _columns_of_totals(recipe: Recipe) -> set[str]:
    """Return the columns on which totals depend."""
    weight = set() if recipe.weight is None else {recipe.weight}
    return weight.union(*((*each.columns, *each.by) for each in recipe.totals))


def _used(table: StoredTable, names: Collection[str]) -> StoredTable:
    return StoredTable(tuple(column for column in table.columns if column.name in names))


def _records(
    table: StoredTable, schema: Schema, recipe: Recipe, rows: int, job: Job
) -> Iterator[Records]:
    """Yield the records of a table, some at a time."""
    for _, columns in job.each(table.parts(rows)):
        yield Records(columns, schema, recipe)


def _named(table: StoredTable, rows: int, job: Job) -> Iterator[Mapping[str, Column]]:
    """Yield the columns of a table by name, of some records at a time."""
    for _, columns in job.each(table.parts(rows)):
        yield {column.name: column for column in columns}


def _labels(groups: Mapping[str, StoredColumn], rows: int) -> Iterator[Mapping[str, Ints]]:
    """Yield the group of each of some records at a time, by column."""
    different = {column.path: column for column in groups.values()}
    for parts in zip(*(column.parts(rows) for column in different.values()), strict=True):
        labels = dict(zip(different, (part.values.astype(np.int64) for part in parts), strict=True))
        yield {name: labels[column.path] for name, column in groups.items()}


@contextmanager
def _by_unit(
    table: StoredTable,
    schema: Schema,
    recipe: Recipe,
    units: LargeUnits | None,
    work: Workplace,
    job: Job,
) -> Iterator[RecordParts | None]:
    """Give what returns the records of a table with all of a unit's at a time, if there are units.

    Whether a total is safe depends on the sum of each unit's amounts.
    """
    if units is None or not recipe.totals:
        yield None
        return
    buckets = work.buckets(table.rows)
    columns = [*(replace(column, notes=None) for column in table.columns), units.column]
    with RoutedRows(work.place("by-unit-in-buckets"), row_type(columns), buckets) as routed:
        for some in job.each(parts_of_rows(columns, work.rows)):
            routed.add(some, some[f"c{len(table.columns)}"] * buckets // units.count)

        def parts() -> Iterator[Records]:
            for at in job.each(np.flatnonzero(routed.sizes()).tolist()):
                yield Records(columns_of(routed.bucket(at), columns), schema, recipe)

        yield parts
