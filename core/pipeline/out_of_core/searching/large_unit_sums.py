"""Finds published sums or means of masked columns over the units of a file on disk.

See `core.io.structure.unit_sums`, which has all records at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.io.structure.column_values import is_numeric, numbers_of, state_keys
from core.io.structure.table_blocks import RecordsOfColumn
from core.io.structure.undone_masks import THRESHOLDS, UndoneMask
from core.io.structure.unit_sums import agreement_of_units
from core.jobs import Job, run_cancellable
from core.model import Column
from core.pipeline.out_of_core.units.unit_arrays import unit_array
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.units.unit_plan import first_cells
from core.pipeline.out_of_core.workplace import Workplace

Ints = NDArray[np.int64]


def large_unit_sums(
    columns: Mapping[str, RecordsOfColumn],
    masked: Sequence[str],
    published: Sequence[str],
    units: LargeUnits,
    work: Workplace,
    job: Job,
) -> Iterator[UndoneMask]:
    """Yield the published columns that are the sum or mean of a masked one over each unit.

    Parameters
    ----------
    columns : Mapping of str to RecordsOfColumn
        The columns, of all records of the file.
    masked, published : sequence of str
        As of `core.io.structure.unit_sums.find_unit_sums`.
    units, work, job : LargeUnits, Workplace and Job
        The units; where values of them are kept; can be cancelled.
    """
    amounts = [columns[name] for name in masked if is_numeric(columns[name].head)]
    shared = [columns[name] for name in published if is_numeric(columns[name].head)]
    if not amounts or not shared:
        return
    sizes = _sizes(units, len(amounts[0]), work, job)
    constant = [column for column in shared if _is_constant(column, units, len(sizes), work, job)]
    sums = {}
    for column in amounts if constant else ():
        sums[column.name] = unit_array(work, "unit-sum", len(sizes), "<f8")
        for labels, part in _parts(column, units, work, job):
            np.add.at(sums[column.name], labels, np.nan_to_num(numbers_of(part), nan=0.0))
    for column in constant:
        known = unit_array(work, "unit-known-number", len(sizes), "<f8")
        for labels, part in _parts(column, units, work, job):
            known[labels] = numbers_of(part)
        for name, each in sums.items():
            compare = partial(agreement_of_units, known, each, sizes)
            r_squared = run_cancellable(compare, job, len(sizes))
            if r_squared > THRESHOLDS[0]:
                yield UndoneMask((column.name,), (name,), "undo-unit-sum", r_squared)


def _sizes(units: LargeUnits, rows: int, work: Workplace, job: Job) -> NDArray[Any]:
    """Return the number of records of each unit of the file."""
    count = 0
    for start in range(0, rows, work.rows):
        job.check()
        count = max(count, int(units.in_file(start, min(start + work.rows, rows)).max()) + 1)
    sizes = unit_array(work, "unit-file-sizes", count, "<i8")
    for start in range(0, rows, work.rows):
        job.check()
        np.add.at(sizes, units.in_file(start, min(start + work.rows, rows)), 1)
    return sizes


def _is_constant(
    column: RecordsOfColumn, units: LargeUnits, count: int, work: Workplace, job: Job
) -> bool:
    """Return whether all records of each unit have the same cell."""
    parts = ((labels, state_keys(part)) for labels, part in _parts(column, units, work, job))
    return first_cells(parts, count, work, "unit-shared").differing == 0


def _parts(
    column: RecordsOfColumn, units: LargeUnits, work: Workplace, job: Job
) -> Iterator[tuple[Ints, Column]]:
    """Yield the units and the cells of some records at a time."""
    for start in range(0, len(column), work.rows):
        job.check()
        stop = min(start + work.rows, len(column))
        yield units.in_file(start, stop), column.part(start, stop)
