"""Counts the conditions besides k and t in a table on disk.

Records go into buckets by a hash of their released values, with what they were in the original, so
that each group is in one bucket as a whole; the counts of all buckets are added up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.lib.recfunctions import require_fields
from numpy.typing import NDArray

from core.conditions import Records, chosen_columns, count_conditions, held_scenarios
from core.io.scratch.disk_columns import StoredTable
from core.io.scratch.raw_rows import columns_of, row_type
from core.io.scratch.row_files import Rows
from core.jobs import Job
from core.model import Column, ConditionCount, Plan, Recipe, Schema
from core.pipeline.out_of_core.conditions.large_rules import large_rule_counts
from core.pipeline.out_of_core.conditions.large_totals import large_total_counts
from core.pipeline.out_of_core.parts.large_limits import weights_of_limits
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile
from core.pipeline.out_of_core.parts.large_scenarios import scenario_of_table
from core.pipeline.out_of_core.sorting.equal_rows import equal_rows
from core.pipeline.out_of_core.sorting.placing import rows_in_order
from core.pipeline.out_of_core.units.large_unit_counts import ReleasedUnits, large_unit_counts
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.workplace import Workplace
from core.protect import blocks_of

_JOINED = "joined"


def large_conditions(
    plan: Plan,
    tables: tuple[StoredTable, StoredTable],
    positions: Path | None,
    parts: PartsOfFile,
    work: Workplace,
    job: Job,
) -> tuple[ConditionCount, ...]:
    """Count the chosen conditions in released columns.

    What is counted is what `core.pipeline.promised_conditions.counted_conditions` counts in memory.

    Parameters
    ----------
    tables : pair of StoredTable
        The records to release, and the released ones.
    positions : pathlib.Path or None
        The file with the position among the former of each of the latter; ``None``: the same order.
    parts : PartsOfFile
        Which of them were grouped separately.
    """
    recipe, schema = plan.project.recipe, plan.project.schema
    chosen = chosen_columns(recipe, schema)
    # Rules and totals have no groups; the records of a scenario's combination are in many buckets.
    found = [*large_rule_counts(recipe, schema, tables, work.rows, job)]
    units = None if parts.by_unit is None else parts.by_unit.units
    found += large_total_counts(recipe, schema, tables, units, work, job)
    for _, scenario, _ in held_scenarios(recipe):
        of_file = tables[1], positions, units
        found.append(scenario_of_table(plan.project, *of_file, scenario, work, job))
    if units is not None:
        released = ReleasedUnits(tables[1], positions, units, work, job)
        found += large_unit_counts(plan.project, released)
    grouped = replace(recipe, rules=(), totals=(), scenarios=(), unit=None)
    groups: tuple[ConditionCount, ...] = ()
    if chosen_columns(grouped, schema):
        (names,) = blocks_of(recipe.method, schema, recipe.strata)
        settings, pair = settings_by_unit(grouped, schema, tables, units)
        groups = conditions_of_block(settings, names, pair, positions, parts, work, job)
    known = {(one.condition, one.column): one for one in (*groups, *found)}
    return tuple(known[each] for each in chosen)


def settings_by_unit(
    recipe: Recipe,
    schema: Schema,
    tables: tuple[StoredTable, StoredTable],
    units: LargeUnits | None,
) -> tuple[tuple[Recipe, Schema], tuple[StoredTable, StoredTable]]:
    """Return settings and tables with which a unit counts once in the groups of a dominance rule.

    What they count of units themselves is of no use: that concerns all of a unit's records.
    """
    if units is None or recipe.dominance is None:
        return (recipe, schema), tables
    unit = replace(units.unit, columns=(), waves=None)
    given = {name: value for name, value in recipe.method.parameters.items() if name != "t"}
    recipe = replace(recipe, unit=unit, method=replace(recipe.method, parameters=given))
    return (recipe, schema), (StoredTable((*tables[0].columns, units.column)), tables[1])


def conditions_of_block(
    settings: tuple[Recipe, Schema],
    names: Sequence[str],
    tables: tuple[StoredTable, StoredTable],
    positions: Path | None,
    parts: PartsOfFile,
    work: Workplace,
    job: Job,
) -> tuple[ConditionCount, ...]:
    """Count the conditions of a recipe in the columns `names`, which are masked together.

    They compare the records of each group with what they were before. The other parameters are
    those of `large_conditions`.
    """
    recipe, schema = settings
    k = recipe.method.parameters["k"]
    assert isinstance(k, int)
    found: list[ConditionCount] = []
    pairs = _Pairs(recipe, names, tables, parts, work)
    for before, after, joined in pairs.groups(positions, job):
        records = Records(before, schema, recipe)
        counts = count_conditions(records, after, (tuple(names),), k, joined)
        if not found:
            found = [*counts]
            continue
        for at, (one, other) in enumerate(zip(found, counts, strict=True)):
            figures = {name: count + other.figures[name] for name, count in one.figures.items()}
            found[at] = replace(one, figures=figures, is_held=one.is_held and other.is_held)
    return tuple(found)


Group = tuple[tuple[Column, ...], tuple[Column, ...], NDArray[np.bool_]]


class _Pairs:
    """The masked columns before and after, with those that define strata or hold the weights."""

    def __init__(
        self,
        recipe: Recipe,
        masked: Sequence[str],
        tables: tuple[StoredTable, StoredTable],
        parts: PartsOfFile,
        work: Workplace,
    ) -> None:
        released = {column.name for column in tables[1].columns}
        names = [*masked, *(name for name in recipe.strata if name in released)]
        # Of columns that define strata the spelling does not matter here.
        unit = [] if recipe.unit is None else [recipe.unit.id]
        needed = dict.fromkeys((*masked, *weights_of_limits(recipe), *unit))
        self._before = [replace(tables[0].named(name), notes=None) for name in needed]
        self._after = [replace(tables[1].named(name), notes=None) for name in names]
        self._parts, self._work, self._rows = parts, work, tables[1].rows

    def groups(self, positions: Path | None, job: Job) -> Iterator[Group]:
        """Yield the columns before and after, and the records of joined patterns, by bucket.

        Records with the same released values are in the same bucket.
        """
        own, columns, work = len(self._after), [*self._after, *self._before], self._work
        kinds = np.dtype([*row_type(columns).descr, (_JOINED, "?")])
        in_order = rows_in_order(self._after, positions, work, job)
        parts = (self._paired(start, require_fields(after, kinds)) for start, after in in_order)
        fields, place = [f"c{i}" for i in range(own)], work.place("pairs")
        for rows in equal_rows(parts, kinds, fields, place, work.buckets(self._rows), job):
            typed = columns_of(rows, columns)
            yield typed[own:], typed[:own], rows[_JOINED]

    def _paired(self, start: int, rows: Rows) -> Rows:
        """Return the rows of consecutive records with their cells before."""
        stop = start + len(rows)
        for i, column in enumerate(self._before, start=len(self._after)):
            rows[f"c{i}"] = column.raw(start, stop)
        rows[_JOINED] = self._parts.own_of(start, stop) > 0
        return rows
