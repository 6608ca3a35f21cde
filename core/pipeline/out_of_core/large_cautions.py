"""The cautions about a run out of core, and what it does not look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.encode import standard_of_parts
from core.encode.record_groups import keys_of
from core.errors import Problem, warning
from core.io.scratch.disk_columns import MISSING_WHOLE, StoredColumn, StoredTable
from core.jobs import Job
from core.measure.table import afters, befores
from core.model import Attribute, ColumnKind, Measure, Plan, Role
from core.pipeline.cautions import (
    contradicting,
    dropped,
    filled,
    lost,
    moved,
    nearly_unique,
)
from core.pipeline.dominance_cautions import asked_of, columns_of_amounts, dominated
from core.pipeline.out_of_core.encoded.file_ranks import distinct_numbers
from core.pipeline.out_of_core.large_input import LargeInput
from core.pipeline.out_of_core.large_measures import StoredPair
from core.pipeline.out_of_core.parts.large_conditions import conditions_of_block, settings_by_unit
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile
from core.pipeline.out_of_core.searching.large_disclosure import large_disclosure_cautions
from core.pipeline.out_of_core.searching.searched_file import InParts, searched_table
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.units.unit_plan import first_cells
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.unit_cautions import UNCHANGED_IN_UNITS, unit_value_caution
from core.pipeline.weight_cautions import is_off, is_weight, off_weight, total_of
from core.protect import blocks_of
from core.protect.privacy import is_private

Ints = NDArray[np.int64]


def large_cautions(
    plan: Plan,
    tables: tuple[StoredTable, StoredTable],
    given: LargeInput,
    measures: Sequence[Measure],
    work: Workplace,
    job: Job,
) -> tuple[Problem, ...]:
    """Return the cautions of a run but for those on groups and units.

    A private run has none (`core.pipeline.cautions`).

    Parameters
    ----------
    tables : pair of StoredTable
        The records before and after.
    work, job : Workplace and Job
        Where the records are; enters the phase "searching".
    """
    rows = work.rows
    if is_private(plan.project):
        return ()

    def has_shrunk(attribute: Attribute) -> bool:
        before, after = (table.named(attribute.name) for table in tables)
        pair = StoredPair(attribute, before, after, rows, job)
        was, remains = (standard_of_parts(partial(side, pair)) for side in (befores, afters))
        return remains.deviation < was.deviation

    found = [
        *dropped(plan.project.recipe, given.rows - tables[1].rows, given.rows),
        *_off_weights(plan, tables[1], given, rows, job),
        *lost(measures, plan.project.schema, has_shrunk),
        *_filled(plan, tables, rows, job),
    ]
    # Classes that no longer fit their number.
    original, released = (
        {
            column.name: InParts(column, rows, job)
            for column in searched_table(table, plan.project.schema).columns
        }
        for table in tables
    )
    found += contradicting(plan, original, released)
    found += moved(measures)
    counted = {c.name: partial(_distinct, c, rows, job) for c in tables[1].columns}
    found += nearly_unique(plan, counted)
    # Published columns that disclose what others hide.
    job.start_phase("searching")
    found += large_disclosure_cautions(plan, tables, given, work, job)
    return tuple(found)


def left_out_caution(plan: Plan) -> tuple[Problem, ...]:
    """Return the caution on what a run does not look for; a private one has no cautions."""
    recipe = plan.project.recipe
    is_said = recipe.records_are_units or recipe.unit is not None
    if is_private(plan.project) or is_said or not recipe.active_preparing:
        return ()
    return (warning("large-left-out"),)


def _off_weights(
    plan: Plan, released: StoredTable, given: LargeInput, rows: int, job: Job
) -> list[Problem]:
    """Return a caution for each column of weights whose total is not that of the original."""
    found = []
    for column in released.columns:
        if is_weight(plan.project, column.head):
            job.check()
            weights, after = given.weights[column.name], total_of(column.parts(rows))
            before = weights.total.total()
            if is_off(before, after):
                heaviest = given.heaviest.get(column.name, weights.heaviest)
                found.append(off_weight(column.name, before, after, heaviest))
    return found


def _filled(
    plan: Plan, tables: tuple[StoredTable, StoredTable], rows: int, job: Job
) -> list[Problem]:
    """Return a caution for each masked column in which many values were missing."""
    found = []
    for column in tables[1].columns:
        if plan.project.schema.named(column.name).role is not Role.QUASI_IDENTIFIER:
            continue
        job.check()
        parts = zip(tables[0].named(column.name).parts(rows), column.parts(rows), strict=True)
        count = sum(int((before.missing & ~after.missing).sum()) for before, after in parts)
        found += filled(column.name, count, tables[1].rows)
    return found


def _distinct(column: StoredColumn, rows: int, job: Job) -> tuple[int, int]:
    """Return the number of different values of a column, and of records with one."""
    job.check()
    if column.kind is not ColumnKind.TEXT:
        return distinct_numbers(column, rows)
    present = sum(int((~part.missing).sum()) for part in column.parts(rows))
    return len(column.head.categories), present


def large_dominance_cautions(
    plan: Plan,
    tables: tuple[StoredTable, StoredTable],
    parts: PartsOfFile,
    work: Workplace,
    job: Job,
) -> tuple[Problem, ...]:
    """Return a caution for each column of amounts with groups that violate the p% rule, p = 10.

    See `core.pipeline.dominance_cautions`.

    Parameters
    ----------
    tables : pair of StoredTable
        The released records before and after, in the same order.
    parts : PartsOfFile
        Which of them were grouped separately.
    """
    schema, recipe = plan.project.schema, plan.project.recipe
    if not isinstance(recipe.method.parameters.get("k"), int):
        return ()
    named = {column.name: column for column in tables[0].columns}
    columns = columns_of_amounts(schema, recipe, named, job)
    found = dict[str, Problem]()
    for names in blocks_of(recipe.method, schema, recipe.strata):
        own = [name for name in columns if name in names]
        if own:
            plain, asked = asked_of(schema, recipe, own)
            units = None if parts.by_unit is None else parts.by_unit.units
            settings, pair = settings_by_unit(asked, plain, tables, units)
            counts = conditions_of_block(settings, names, pair, None, parts, work, job)
            found |= {str(one.where.column): one for one in dominated(counts)}
    return tuple(found[name] for name in columns if name in found)


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
        for start in job.each(range(0, self.column.rows, self.rows)):
            part = self.column.part(start, start + self.rows)
            self.present += int((~part.missing).sum())
            keys = np.where(part.missing, MISSING_WHOLE, keys_of(part))
            yield self.units.of(start, start + self.rows), keys
