"""Checks the edit rules, totals and scenarios of a recipe against the records to be released."""

from __future__ import annotations

from core.array_types import Ints
from core.checklist.cast_columns import cast_columns
from core.conditions import list_enforced_scenarios, record_problems, take_records
from core.errors import Problem, Severity
from core.model import Dataset, Project
from core.protect import METHODS
from core.protect.edit_rules import judge_rules
from core.protect.key_sets import find_out_of_reach
from core.protect.totals import totals_problems


def rule_problems(project: Project, dataset: Dataset, kept_rows: Ints) -> list[Problem]:
    """Check rules, totals and scenarios, and whether masking keeps the rules.

    Parameters
    ----------
    project : Project
        Resolved, with a method that forms groups if there are any.
    kept_rows : numpy.ndarray of int64, shape (r,)
        Positions of the records to be released.
    """
    recipe, method = project.recipe, METHODS[project.recipe.method.name]
    if not (recipe.rules or recipe.totals or list_enforced_scenarios(recipe)) or not len(kept_rows):
        return []
    typed = cast_columns(dataset, project)
    records = take_records(typed, kept_rows, project.schema, recipe)
    totals = totals_problems(records, method)
    of_records = record_problems(recipe, project.schema, records.columns)
    problems = [*of_records, *totals, *find_out_of_reach(records)]
    if any(problem.severity is Severity.ERROR for problem in problems):
        return problems
    return [*problems, *judge_rules(records, method).problems]
