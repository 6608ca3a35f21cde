"""Compares a log's counts of the conditions besides k and t with the released file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.conditions import (
    chosen_columns,
    column_problems,
    held_scenarios,
    rule_counts,
    rule_of,
)
from core.conditions.scenario_condition import scenario_file_figures
from core.conditions.unit_conditions import (
    k_of,
    profile_columns,
    unit_column_figures,
    whole_unit_figures,
)
from core.encode import group_records
from core.encode.not_applicable import all_written_back, codes_of
from core.errors import Problem, Severity
from core.log.document import condition_entries
from core.model import Column, Dataset, Project, Result
from core.rules import columns_of
from core.verify.fault_words import entry_fault
from core.verify.figures import compare


def condition_faults(stated: Mapping[str, Any], project: Project, found: Dataset) -> list[Problem]:
    """Return the discrepancies that show without the input.

    Stated are all conditions of the recipe, each of them as held; as many zeros and cells of
    questions that were not asked as the file has; as many violations of each rule; for each
    scenario as many records with the same values; and, if the file has numbers of units, as many
    units with the same profile. Whether groups satisfy a dominance
    rule or come from enough units, and whether rules were violated in more records before, shows
    only with the input.

    Parameters
    ----------
    stated : Mapping
        The log's ``verification``.
    found : Dataset
        The protected file.
    """
    if not _are_chosen(stated, project):
        return [entry_fault("verification.conditions")]
    faults: list[Problem] = []
    for entry in stated.get("conditions") or []:
        faults += _held_faults(entry, found)
        if entry["condition"] == "not-applicable":
            faults += _code_faults(entry, project, found)
        elif entry["condition"] == "rules":
            faults += _rule_faults(entry, project, found)
        elif entry["condition"] == "scenarios":
            faults += _scenario_faults(entry, project, found)
        for name, value in _unit_figures(entry, project, found).items():
            at = f"verification.conditions.{entry['condition']}.{name}"
            faults += compare(at, entry[name], value, entry["column"])
    return faults


def _code_faults(entry: Mapping[str, Any], project: Project, found: Dataset) -> list[Problem]:
    """Compare the cells of questions that were not asked, in a column set apart, with the file."""
    attribute = project.schema.named(entry["column"])
    count = int(np.count_nonzero(codes_of(found.column(attribute.name), attribute)))
    at = "verification.conditions.not-applicable.after"
    return compare(at, entry["after"], count, entry["column"])


def _held_faults(entry: Mapping[str, Any], found: Dataset) -> list[Problem]:
    """Check that a condition is stated as held; compare its zeros, if any, with the file."""
    at, column = f"verification.conditions.{entry['condition']}", str(entry["column"])
    faults = compare(f"{at}.held", entry["held"], True)
    if entry["condition"] == "zeros":
        faults += compare(f"{at}.after", entry["after"], _zeros_in(found.column(column)), column)
    return faults


def _are_chosen(stated: Mapping[str, Any], project: Project) -> bool:
    """Return whether the log has an entry for each condition of the recipe."""
    entries = [(e["condition"], e["column"]) for e in stated.get("conditions") or []]
    return entries == chosen_columns(project.recipe, project.schema)


def _scenario_faults(entry: Mapping[str, Any], project: Project, found: Dataset) -> list[Problem]:
    """Compare the figures of a scenario with those of the file, as far as the log states them."""
    held = held_scenarios(project.recipe)
    scenario = next(each for _, each, _ in held if each.key == entry["column"])
    at = "verification.conditions.scenarios"
    faults: list[Problem] = []
    figures = scenario_file_figures(scenario, found.columns, project.schema, project.recipe)
    for name, value in figures.items():
        if name in entry or project.recipe.unit is None:
            faults += compare(f"{at}.{name}", entry.get(name), value, entry["column"])
    return faults + compare(f"{at}.failing", entry["failing"], 0, entry["column"])


def _rule_faults(entry: Mapping[str, Any], project: Project, found: Dataset) -> list[Problem]:
    """Compare the violations of a rule with those in the file."""
    rule = rule_of(entry["column"])
    problems = column_problems(rule, found.columns, project.schema)
    if any(problem.severity is Severity.ERROR for problem in problems):
        return [entry_fault("verification.conditions.rules")]
    columns = [found.column(name) for name in columns_of(rule)]
    (counted,) = rule_counts([rule], columns, project.schema)
    at = "verification.conditions.rules"
    faults = compare(f"{at}.after", entry["after"], counted.violated, entry["column"])
    return faults + compare(
        f"{at}.unchecked", entry["unchecked"], counted.unchecked, entry["column"]
    )


def _unit_figures(entry: Mapping[str, Any], project: Project, found: Dataset) -> Mapping[str, int]:
    """Return what follows from the file on its units, if it has their numbers."""
    recipe, schema = project.recipe, project.schema
    if recipe.unit is None or recipe.unit.id not in found.names:
        return {}
    unit = group_records([found.column(recipe.unit.id)])
    if entry["condition"] == "unit-columns":
        (column,) = all_written_back([found.column(entry["column"])], schema)
        return unit_column_figures(unit, column)
    if entry["condition"] != "units":
        return {}
    columns = {column.name: column for column in found.columns}
    return whole_unit_figures(unit, profile_columns(recipe, schema, columns), k_of(recipe))


def repeated_condition_faults(stated: Mapping[str, Any], result: Result) -> list[Problem]:
    """Return the discrepancies from the counts of a repeated run, as far as the log states them.

    The public log leaves out what could disclose something about the original.
    """
    entries = stated.get("conditions") or []
    counted = condition_entries(result.conditions).get("conditions", [])
    assert isinstance(counted, list)
    if len(counted) != len(entries):
        return [entry_fault("verification.conditions")]
    faults: list[Problem] = []
    for entry, count in zip(entries, counted, strict=True):
        at, column = f"verification.conditions.{entry['condition']}", str(entry["column"])
        for key, value in count.items():
            if key in entry:
                faults += compare(f"{at}.{key}", entry[key], value, column)
    return faults


def _zeros_in(column: Column) -> int:
    """Return how many cells of a column are zeros."""
    return int(np.count_nonzero((column.values == 0) & ~column.missing))
