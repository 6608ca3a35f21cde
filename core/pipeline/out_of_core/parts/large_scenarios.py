"""Counts how many records of a table on disk share the key columns of scenarios with a k."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.conditions import held_scenarios, masked_key_columns
from core.conditions.scenario_condition import scenario_count
from core.errors import Problem
from core.io.scratch.disk_columns import StoredTable
from core.jobs import Job
from core.model import ConditionCount, Project, Scenario
from core.pipeline.out_of_core.large_counts import sizes_of_combinations
from core.pipeline.out_of_core.units.large_unit_counts import ReleasedUnits
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.units.unit_rows import UnitRows
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.key_sets import out_of_reach_of


def scenario_of_table(
    project: Project,
    table: StoredTable,
    positions: Path | None,
    units: LargeUnits | None,
    scenario: Scenario,
    work: Workplace,
    job: Job,
) -> ConditionCount:
    """Count the combinations of a scenario with a k in the released records of `table`.

    Parameters
    ----------
    project, table : Project and StoredTable
        Resolved, and the records.
    positions : pathlib.Path or None
        As of `core.pipeline.out_of_core.parts.large_conditions.large_conditions`.
    units : LargeUnits or None
        The units of the records in the order of the input, if several belong to one; a combination
        is then that of all records of a unit.
    scenario : Scenario
        With a k.
    """
    names = scenario.columns
    if units is None:
        columns = [table.named(name) for name in names]
        return scenario_count(scenario, sizes_of_combinations(columns, project.schema, work, job))
    released = ReleasedUnits(table, positions, units, work, job)
    return scenario_count(scenario, released.sharing(names, project.schema))


def large_out_of_reach(
    project: Project, table: StoredTable, by_unit: UnitRows | None, work: Workplace, job: Job
) -> list[Problem]:
    """Return an error for each scenario whose k no masking can bring about.

    See `core.protect.key_sets`; `table` has the records to be released, and `by_unit`
    the same unit by unit, if several belong to one.
    """
    recipe, schema = project.recipe, project.schema
    found = []
    for at, scenario, k in held_scenarios(recipe):
        masked = masked_key_columns(scenario, recipe, schema)
        kept = [name for name in scenario.columns if name not in masked]
        failing, least = 0, table.rows
        for sizes in _sharing(project, kept, table, by_unit, work, job):
            failing += int((sizes < k).sum())
            least = min(least, int(sizes.min()))
        found += out_of_reach_of(at, k, kept, failing, least, is_whole=by_unit is not None)
    return found


def _sharing(
    project: Project,
    kept: Sequence[str],
    table: StoredTable,
    by_unit: UnitRows | None,
    work: Workplace,
    job: Job,
) -> Iterable[NDArray[np.int64]]:
    """Return how many records or units share each combination of columns that are not masked."""
    if not kept and by_unit is None:
        return [np.array([table.rows])]
    if by_unit is None:
        columns = [table.named(name) for name in kept]
        return sizes_of_combinations(columns, project.schema, work, job)
    if kept:
        records = ReleasedUnits(table, None, by_unit.units, work, job)
        return records.sharing(kept, project.schema)
    # Without such columns, units of the same size are alike.
    sizes, units, _ = np.array(by_unit.patterns).T
    return [np.bincount(sizes, weights=units)[np.unique(sizes)].astype(np.int64)]
