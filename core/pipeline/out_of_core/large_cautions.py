"""The cautions about a run out of core, and what it does not look at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from core.encode import standard_of_parts
from core.errors import Problem, Severity, Where
from core.io.scratch.disk_columns import StoredTable
from core.jobs import Job
from core.measure.table import afters, befores
from core.model import ColumnKind, Measure, Plan, Role, Scale
from core.model.uniqueness import is_nearly_unique
from core.pipeline.cautions import (
    MOST_LOST,
    UNCHANGED,
    contradicting,
    dropped,
    filled,
    identifying,
    moved,
)
from core.pipeline.out_of_core.encoded.file_ranks import distinct_numbers
from core.pipeline.out_of_core.large_input import LargeInput
from core.pipeline.out_of_core.large_measures import StoredPair
from core.pipeline.out_of_core.searching.large_disclosure import large_disclosure_cautions
from core.pipeline.out_of_core.searching.searched_file import InParts, searched_table
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.weight_cautions import is_off, is_weight, off_weight, total_of
from core.protect.privacy import is_private


def measures_warning() -> Problem:
    """Return the warning of the measures that such a run does not compute."""
    return Problem("large-measures", severity=Severity.WARNING)


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
    found = [
        *dropped(plan.project.recipe, given.rows - tables[1].rows, given.rows),
        *_off_weights(plan, tables[1], given, rows, job),
        *_lost(plan, tables, measures, rows, job),
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
    found += (*moved(measures), *_nearly_unique(plan, tables[1], rows, job))
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
    return (Problem("large-left-out", severity=Severity.WARNING),)


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


def _lost(
    plan: Plan,
    tables: tuple[StoredTable, StoredTable],
    measures: Sequence[Measure],
    rows: int,
    job: Job,
) -> list[Problem]:
    """Return a caution for each column that lost most of its variance, or of its categories."""
    found = []
    for measure in measures:
        name = measure.attribute
        if name is None or not measure.value > MOST_LOST:
            continue
        share, attribute = 100 - round(100 - measure.value), plan.project.schema.named(name)
        if measure.name == "information-loss" and attribute.scale is Scale.NOMINAL:
            found.append(Problem("caution-categories", Where(name), {"share": share}, _WARNING))
        if measure.name != "variance-change":
            continue
        before, after = (table.named(name) for table in tables)
        pair = StoredPair(attribute, before, after, rows, job)
        spreads = (standard_of_parts(partial(side, pair)).deviation for side in (befores, afters))
        was, remains = spreads
        # A variance can also change by more than half by growing.
        if remains < was:
            found.append(Problem("caution-variance", Where(name), {"share": share}, _WARNING))
    return found


_WARNING = Severity.WARNING


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


def _nearly_unique(plan: Plan, table: StoredTable, rows: int, job: Job) -> list[Problem]:
    """Return a caution on columns published unchanged whose values point to single records."""
    found = []
    for column in table.columns:
        role = plan.project.schema.named(column.name).role
        code = UNCHANGED.get(role)
        if role is Role.QUASI_IDENTIFIER or code is None:
            continue
        job.check()
        if column.kind is ColumnKind.TEXT:
            distinct = len(column.head.categories)
            present = sum(int((~part.missing).sum()) for part in column.parts(rows))
        else:
            distinct, present = distinct_numbers(column, rows)
        if is_nearly_unique(distinct, present) and column.name not in identifying(plan):
            params = {"count": distinct, "rows": present}
            found.append(Problem(code, Where(column.name), params, _WARNING))
    return found
