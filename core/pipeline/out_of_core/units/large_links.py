"""The numbers of units that a release has, with the records in the scratch folder.

See `core.pipeline.seal.links`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import AT
from core.io.scratch.row_files import RowFile
from core.io.scratch.sorted_rows import sorted_parts
from core.jobs import Job
from core.model import Schema
from core.pipeline.out_of_core.scratch_rows import append_rows, whole_numbers
from core.pipeline.out_of_core.sorting.equal_rows import joint_sizes
from core.pipeline.out_of_core.sorting.placing import rows_in_order
from core.pipeline.out_of_core.units.unit_arrays import unit_array
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.seal.links import kept_numbers, link_problem

Ints = NDArray[np.int64]
_DRAWN = np.dtype([(AT, "<i8"), ("high", "<u8"), ("low", "<u8")])


def numbered(table: StoredTable, units: LargeUnits, work: Workplace, job: Job) -> StoredTable:
    """Return a table whose column of units, if it has one, numbers these by first appearance."""
    return _with_numbers(table, units, "units-numbered", lambda unit: unit + 1, work, job)


def drawn(table: StoredTable, units: LargeUnits, work: Workplace, job: Job) -> StoredTable:
    """Return a table whose column of units, if it has one, has secret random numbers."""
    if units.unit.id not in {column.name for column in table.columns}:
        return table
    numbers = _secret_numbers(units.count, work, job)
    return _with_numbers(table, units, "units-drawn", lambda unit: numbers[unit], work, job)


def _with_numbers(
    table: StoredTable,
    units: LargeUnits,
    name: str,
    number_of: Callable[[Ints], Ints],
    work: Workplace,
    job: Job,
) -> StoredTable:
    link, path = units.unit.id, work.place(name)
    if link not in {column.name for column in table.columns}:
        return table
    for start, stop in work.spans(table.rows, job):
        append_rows(path, number_of(units.of(start, stop)))
    found = whole_numbers(link, path, table.rows)
    return StoredTable(tuple(found if c.name == link else c for c in table.columns))


def _secret_numbers(count: int, work: Workplace, job: Job) -> Ints:
    """Return the numbers from 1 in a secret random order (`record_order.secret_order`)."""
    found = unit_array(work, "units-secret", count, "<i8")
    with RowFile(work.place("units-random"), _DRAWN) as random:
        for start, stop in work.spans(count, job):
            rows = np.empty(stop - start, _DRAWN)
            rows[AT] = np.arange(start, stop)
            bits = np.frombuffer(os.urandom(16 * len(rows)), np.uint64).reshape(-1, 2)
            rows["high"], rows["low"] = bits.T
            random.add(rows)
        source, names = partial(random.parts, work.rows), ("high", "low")
        place, done = work.place("units-sorted"), 0
        for rows in job.each(sorted_parts(source, _DRAWN, names, place, count, work.rows)):
            found[rows[AT]] = done + 1 + np.arange(len(rows))
            done += len(rows)
    return found


def released_link(
    table: StoredTable, positions: Path | None, units: LargeUnits, work: Workplace, job: Job
) -> StoredColumn | None:
    """Return the released numbers of units in the order of the input; ``None`` without any.

    Parameters
    ----------
    table : StoredTable
        The released records.
    positions : pathlib.Path or None
        The file with the position in the input of each record; ``None``: the same order.
    """
    name = units.unit.id
    if name not in {column.name for column in table.columns}:
        return None
    link = replace(table.named(name), notes=None)
    if positions is None:
        return link
    path = work.place("units-placed")
    path.unlink(missing_ok=True)
    for _, rows in rows_in_order([link], positions, work, job):
        append_rows(path, rows["c0"])
    return link.placed(path, table.rows, None)


def not_original(link: StoredColumn | None, units: LargeUnits, work: Workplace, job: Job) -> int:
    """Return how many units of the input and of the release are not the same records in both."""
    if link is None:
        return 0
    both = len(joint_sizes([link, units.column], work, job))
    return 2 * both - len(joint_sizes([link], work, job)) - units.count


def large_link_problems(
    given: StoredTable,
    found: StoredTable,
    positions: Path | None,
    units: LargeUnits | None,
    schema: Schema,
    work: Workplace,
    job: Job,
) -> tuple[Problem, ...]:
    """Return a problem if units have their original numbers; see `core.pipeline.seal.links`.

    Parameters
    ----------
    given, found : StoredTable
        The input, and the released records.
    positions, units, work, job
        As of `released_link`.
    """
    if units is None or not schema.links:
        return ()
    link = released_link(found, positions, units, work, job)
    assert link is not None
    same = unit_array(work, "units-same", units.count, "|b1")
    before = given.named(link.name)
    for start, stop in work.spans(link.rows, job):
        alike = kept_numbers(before.part(start, stop), link.part(start, stop))
        same[units.of(start, stop)[alike]] = True
    return link_problem(link.name, int(np.count_nonzero(same)))
