"""The cautions on published columns that point to single units, of a file on disk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.encode.record_groups import keys_of
from core.errors import Problem
from core.io.scratch.disk_columns import MISSING_WHOLE, StoredColumn, StoredTable
from core.jobs import Job
from core.model import Plan
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.units.unit_plan import first_cells
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.unit_cautions import UNCHANGED_IN_UNITS, unit_value_caution

Ints = NDArray[np.int64]


def large_unit_value_cautions(
    plan: Plan, table: StoredTable, units: LargeUnits, work: Workplace, job: Job
) -> Iterator[Problem]:
    """Yield a caution on each published column of which most values point to one unit.

    See `core.pipeline.unit_cautions.unit_value_cautions`.

    Parameters
    ----------
    table, units : StoredTable and LargeUnits
        The records before protection, and their units.
    work, job : Workplace and Job
        Where the first value of each unit is kept; can be cancelled.
    """
    for stored in table.columns:
        if plan.project.schema.named(stored.name).role not in UNCHANGED_IN_UNITS:
            continue
        cells = _Cells(replace(stored, notes=None), units, work.rows)
        found = first_cells(cells.parts(job), units.count, work, "unit-value")
        if found.differing:
            continue
        values = np.sort(found.first[found.first != MISSING_WHOLE])
        distinct = int(np.count_nonzero(np.diff(values))) + 1 if len(values) else 0
        yield from unit_value_caution(stored.name, distinct, len(values), cells.present)


@dataclass(slots=True)
class _Cells:
    """A column with the unit of each record, and how many of its cells had a value so far."""

    column: StoredColumn
    units: LargeUnits
    rows: int
    present: int = 0

    def parts(self, job: Job) -> Iterator[tuple[Ints, Ints]]:
        """Yield the units and the keys of the cells of some records at a time."""
        for start in range(0, self.column.rows, self.rows):
            job.check()
            part = self.column.part(start, start + self.rows)
            self.present += int((~part.missing).sum())
            keys = np.where(part.missing, MISSING_WHOLE, keys_of(part))
            yield self.units.of(start, start + self.rows), keys
