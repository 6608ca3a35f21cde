"""Compares a log's counts of the conditions besides k and t with the released file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from core.conditions import (
    column_problems,
    list_counted_columns,
    list_enforced_scenarios,
    rule_counts,
    rule_of,
)
from core.conditions.blanks_condition import count_blanks
from core.conditions.diversity_condition import diversity_file_figures
from core.conditions.scenario_condition import scenario_file_figures
from core.conditions.unit_conditions import (
    k_of,
    profile_columns,
    unit_column_figures,
    whole_unit_figures,
)
from core.encode import group_records
from core.encode.not_applicable import codes_of, write_all_back
from core.errors import Problem, Severity
from core.log import InternalLog, PublicLog
from core.log.claim_statements import with_some_rule
from core.log.declared.counts import count_entry
from core.model import ConditionCount, Dataset, Project, Result
from core.protect import METHODS
from core.rules import columns_of
from core.verify.fault_words import entry_fault
from core.verify.figures import compare


def condition_faults(
    log: PublicLog | InternalLog, project: Project, file: Dataset, core: Dataset
) -> list[Problem]:
    """Find the discrepancies that show without the input.

    Stated are all conditions of the recipe, each of them as held; as many blanks, zeros and cells
    of questions that were not asked as the file has; as many violations of each rule; for each
    scenario as many records with the same values; as many different values in groups; and, if the
    file has numbers of units, as many units with the same profile. Whether groups satisfy a
    dominance rule or come from enough units, whether categories are true, and whether rules were
    violated in more records before, shows only with the input.

    Parameters
    ----------
    project : Project
        Of the log, with its taxonomies.
    file, core : Dataset
        The protected file, and the core from which it was drawn; otherwise the same.
    """
    stated = log.verification.conditions
    recipe = project.recipe
    if isinstance(log, PublicLog):
        recipe = with_some_rule(recipe, log.omitted)
    counts = [(count.condition, count.column) for count in stated]
    if counts != list_counted_columns(recipe, project.schema):
        return [entry_fault("verification.conditions")]
    faults: list[Problem] = []
    for count in stated:
        entry_path = f"verification.conditions.{count.condition}"
        faults += compare(f"{entry_path}.held", count.is_held, True)
        is_of_core = count.condition in ("scenarios", "diversity")
        faults += CHECKS[count.condition](count, project, core if is_of_core else file)
    return faults


def _code_faults(stated: ConditionCount, project: Project, file: Dataset) -> list[Problem]:
    """Compare the cells of questions that were not asked, in a column set apart, with the file."""
    attribute = project.schema.named(stated.column)
    count = int(np.count_nonzero(codes_of(file.column(attribute.name), attribute)))
    entry_path = "verification.conditions.not-applicable.after"
    return compare(entry_path, stated.figures["after"], count, stated.column)


def _blank_faults(stated: ConditionCount, project: Project, file: Dataset) -> list[Problem]:  # noqa: ARG001
    """Compare the blanks of a column with the file."""
    entry_path, column = "verification.conditions.blanks", stated.column
    blanks = count_blanks(file.column(column))
    faults = compare(f"{entry_path}.after", stated.figures["after"], blanks, column)
    return faults + compare(f"{entry_path}.failing", stated.figures["failing"], 0, column)


def _zero_faults(stated: ConditionCount, project: Project, file: Dataset) -> list[Problem]:  # noqa: ARG001
    """Compare the zeros of a column with the file."""
    column = file.column(stated.column)
    zeros = int(np.count_nonzero((column.values == 0) & ~column.missing))
    entry_path = "verification.conditions.zeros.after"
    return compare(entry_path, stated.figures["after"], zeros, column.name)


def _scenario_faults(stated: ConditionCount, project: Project, file: Dataset) -> list[Problem]:
    """Compare the figures of a scenario with those of the file, as far as the log states them."""
    enforced = list_enforced_scenarios(project.recipe)
    scenario = next(scenario for _, scenario, _ in enforced if scenario.key == stated.column)
    entry = "verification.conditions.scenarios"
    faults: list[Problem] = []
    figures = scenario_file_figures(scenario, file.columns, project.schema, project.recipe)
    for name, value in figures.items():
        if name in stated.figures or project.recipe.unit is None:
            faults += compare(f"{entry}.{name}", stated.figures.get(name), value, stated.column)
    return faults + compare(f"{entry}.failing", stated.figures["failing"], 0, stated.column)


def _diversity_faults(stated: ConditionCount, project: Project, file: Dataset) -> list[Problem]:
    """Compare the different values in groups with those in the file."""
    recipe, schema = project.recipe, project.schema
    method = METHODS[recipe.method.name]
    blocks = method.blocks(recipe.method.parameters, schema, recipe.strata)
    figures = diversity_file_figures(stated.column, file.columns, schema, recipe, blocks)
    entry_path, faults = "verification.conditions.diversity", list[Problem]()
    for name, value in figures.items():
        faults += compare(f"{entry_path}.{name}", stated.figures[name], value, stated.column)
    return faults


def _rule_faults(stated: ConditionCount, project: Project, file: Dataset) -> list[Problem]:
    """Compare the violations of a rule with those in the file."""
    rule = rule_of(stated.column)
    problems = column_problems(rule, file.columns, project.schema)
    if any(problem.severity is Severity.ERROR for problem in problems):
        return [entry_fault("verification.conditions.rules")]
    columns = [file.column(name) for name in columns_of(rule)]
    (counted,) = rule_counts([rule], columns, project.schema)
    entry_path, column = "verification.conditions.rules", stated.column
    faults = compare(f"{entry_path}.after", stated.figures["after"], counted.violated, column)
    unchecked = stated.figures["unchecked"]
    return faults + compare(f"{entry_path}.unchecked", unchecked, counted.unchecked, column)


def _unit_faults(stated: ConditionCount, project: Project, file: Dataset) -> list[Problem]:
    """Compare the figures of units with the file, if it has the numbers of units."""
    recipe, schema = project.recipe, project.schema
    if not schema.links:
        return []
    unit = group_records([file.column(name) for name in schema.links])
    if stated.condition == "unit-columns":
        (column,) = write_all_back([file.column(stated.column)], schema)
        figures = unit_column_figures(unit, column)
    else:
        columns = {column.name: column for column in file.columns}
        figures = whole_unit_figures(unit, profile_columns(recipe, schema, columns), k_of(recipe))
    entry_path, faults = f"verification.conditions.{stated.condition}", list[Problem]()
    for name, value in figures.items():
        faults += compare(f"{entry_path}.{name}", stated.figures[name], value, stated.column)
    return faults


def _need_input(*_stated: object) -> list[Problem]:
    """Find nothing: what is stated shows only with the input."""
    return []


_Check = Callable[[ConditionCount, Project, Dataset], list[Problem]]
# Each condition has one, so that none passes unlooked at.
CHECKS: Mapping[str, _Check] = {
    "blanks": _blank_faults,
    "diversity": _diversity_faults,
    "dominance": _need_input,
    "members": _need_input,
    "not-applicable": _code_faults,
    "rules": _rule_faults,
    "scenarios": _scenario_faults,
    "totals": _need_input,
    "unit-closeness": _need_input,
    "unit-columns": _unit_faults,
    "units": _unit_faults,
    "zeros": _zero_faults,
}


def repeated_condition_faults(stated: Sequence[ConditionCount], result: Result) -> list[Problem]:
    """Find the discrepancies from the counts of a repeated run, as far as the log states them.

    The public log leaves out what could disclose something about the original.
    """
    if len(result.conditions) != len(stated):
        return [entry_fault("verification.conditions")]
    faults: list[Problem] = []
    for logged, count in zip(stated, result.conditions, strict=True):
        entry_path, repeated = f"verification.conditions.{logged.condition}", count_entry(count)
        for key, value in count_entry(logged).items():
            faults += compare(f"{entry_path}.{key}", value, repeated.get(key), logged.column)
    return faults
