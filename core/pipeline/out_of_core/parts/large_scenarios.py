"""Counts how many records of a table on disk share the key columns of scenarios with a k."""

from __future__ import annotations

from core.conditions import held_scenarios, masked_key_columns
from core.conditions.scenario_condition import scenario_count
from core.errors import Problem
from core.io.scratch.disk_columns import StoredTable
from core.jobs import Job
from core.model import ConditionCount, Project, Scenario
from core.pipeline.out_of_core.large_counts import sizes_of_combinations
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.key_sets import out_of_reach_of


def large_scenarios(
    project: Project, table: StoredTable, work: Workplace, job: Job
) -> tuple[ConditionCount, ...]:
    """Count the combinations of each scenario with a k in the released records of `table`."""
    return tuple(
        scenario_of_table(project, table, scenario, work, job)
        for _, scenario, _ in held_scenarios(project.recipe)
    )


def scenario_of_table(
    project: Project, table: StoredTable, scenario: Scenario, work: Workplace, job: Job
) -> ConditionCount:
    """Count the combinations of a scenario with a k in the released records of `table`."""
    columns = [table.named(name) for name in scenario.columns]
    return scenario_count(scenario, sizes_of_combinations(columns, project.schema, work, job))


def large_out_of_reach(
    project: Project, table: StoredTable, work: Workplace, job: Job
) -> list[Problem]:
    """Return an error for each scenario whose k no masking can bring about.

    See `core.protect.key_sets.out_of_reach`; `table` has the records to be released.
    """
    recipe, schema = project.recipe, project.schema
    found = []
    for at, scenario, k in held_scenarios(recipe):
        masked = masked_key_columns(scenario, recipe, schema)
        kept = [name for name in scenario.columns if name not in masked]
        columns = [table.named(name) for name in kept]
        failing, least = 0, table.rows
        for sizes in sizes_of_combinations(columns, schema, work, job) if kept else ():
            failing += int((sizes < k).sum())
            least = min(least, int(sizes.min()))
        failing += int(not kept and least < k)
        found += out_of_reach_of(at, k, kept, failing, least)
    return found
