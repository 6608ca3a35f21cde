"""Compares a log's counts of the conditions besides k and t with the released file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.conditions import chosen_columns, column_problems, rule_of, rule_outcome
from core.encode.not_applicable import codes_of
from core.errors import Problem, Severity
from core.model import Column, Dataset, Project, Result
from core.pipeline.audit.document import condition_entries
from core.pipeline.checking.figures import compare, misfit, tree_faults


def condition_faults(stated: Mapping[str, Any], project: Project, found: Dataset) -> list[Problem]:
    """Return the discrepancies that show without the input.

    Stated are all conditions of the recipe, each of them as held; as many zeros and cells of
    questions that were not asked as the file has; and as many violations of each rule. Whether
    groups satisfy a dominance rule, and whether rules were violated in more records before, shows
    only with the input.

    Parameters
    ----------
    stated : Mapping
        The log's ``verification``.
    project : Project
        The project of the log.
    found : Dataset
        The protected file.
    """
    entries = stated.get("conditions") or []
    chosen = chosen_columns(project.recipe, project.schema)
    if [(e["condition"], e["column"]) for e in entries] != chosen:
        return [misfit("verification.conditions")]
    faults: list[Problem] = []
    for entry in entries:
        at = f"verification.conditions.{entry['condition']}"
        faults += compare(at, entry["held"], True, entry["column"])
        if entry["condition"] == "zeros":
            zeros = _zeros(found.column(entry["column"]))
            faults += compare(at, entry["after"], zeros, entry["column"])
        elif entry["condition"] == "not-applicable":
            column = found.column(entry["column"])
            codes = codes_of(column, project.schema.named(entry["column"]))
            faults += compare(at, entry["after"], int(np.count_nonzero(codes)), entry["column"])
        elif entry["condition"] == "rules":
            faults += _rule_faults(entry, project, found)
    return faults


def _rule_faults(entry: Mapping[str, Any], project: Project, found: Dataset) -> list[Problem]:
    """Compare the violations of a rule with those in the file."""
    rule = rule_of(entry["column"])
    problems = column_problems(rule, found.columns, project.schema)
    if any(problem.severity is Severity.ERROR for problem in problems):
        return [misfit("verification.conditions.rules")]
    counted, at = rule_outcome(rule, found.columns, project.schema), "verification.conditions.rules"
    faults = compare(at, entry["after"], counted.violations, entry["column"])
    return faults + compare(at, entry["unchecked"], counted.uncheckable, entry["column"])


def repeated_condition_faults(stated: Mapping[str, Any], result: Result) -> list[Problem]:
    """Return the discrepancies from the counts of a repeated run, as far as the log states them.

    The public log leaves out what could disclose something about the original.
    """
    entries = stated.get("conditions") or []
    counted = [
        {key: value for key, value in count.items() if key in entry}
        for count, entry in zip(_counted(result), entries, strict=False)
    ]
    return tree_faults("verification.conditions", entries, counted)


def _counted(result: Result) -> list[dict[str, object]]:
    found = condition_entries(result.conditions).get("conditions", [])
    assert isinstance(found, list)
    return found


def _zeros(column: Column) -> int:
    return int(np.count_nonzero((column.values == 0) & ~column.missing))
