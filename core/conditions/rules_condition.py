"""Edit rules are violated in no more records than before (manual: conditions#edit-rules)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.conditions.condition import Condition, GroupFigures, Ints, Released
from core.conditions.recipe_records import Records
from core.encode.not_applicable import all_set_apart, codes_of
from core.errors import Problem, Refused, Severity, Where
from core.model import Column, ConditionCount, Recipe, Role, Schema
from core.rules import (
    Relation,
    Rule,
    RuleOutcome,
    check_rule,
    columns_of,
    evaluate,
    normal_form,
    parse_rule,
    sharing_order,
    sum_of_parts,
)

MOST_RULES = 2_000
"""Rules that a recipe may have."""


class Rules(Condition):
    """Each rule of the recipe is violated in at most as many released records as original ones."""

    name = "rules"

    def problems(self, recipe: Recipe, schema: Schema) -> list[Problem]:
        """Return an error for each rule that no file with these columns can be checked against."""
        if len(recipe.rules) > MOST_RULES:
            return [Problem("rules-too-many", Where(field="rules"), {"most": MOST_RULES})]
        problems, parsed = [], dict[int, Rule]()
        for i, text in enumerate(recipe.rules):
            try:
                parsed[i] = rule_of(text)
            except Refused as refused:
                problems += [_at(i, problem) for problem in refused.problems]
                continue
            problems += [_at(i, problem) for problem in _name_problems(parsed[i], schema)]
        return problems + list(_repeated(parsed)) + _circles(parsed)

    def columns(self, recipe: Recipe, _schema: Schema) -> list[str]:
        """Return the texts of the rules, which stand in the place of columns."""
        return list(recipe.rules)

    def claim(self, recipe: Recipe, _schema: Schema) -> Problem | None:
        """Return the sentence that says how many rules there are."""
        if not recipe.rules:
            return None
        return Problem("claim-rules", params={"count": len(recipe.rules)})

    def count(self, original: Records, released: Released) -> list[ConditionCount]:
        """Count the violations before and after.

        The figures are ``before``, the violations in the original; ``unchecked``, the released
        records in which a value that decides is missing; and ``after``, the violations in the
        release.
        """
        schema = original.schema
        after = tuple(released.columns.values())
        return [_counted(text, original.columns, after, schema) for text in original.recipe.rules]

    def group_figures(
        self, original: Records, released: Released, column: str, labels: Ints
    ) -> GroupFigures:
        """Return the released records of each group that violate a rule."""
        after = tuple(released.columns.values())
        violated = rule_outcome(rule_of(column), after, original.schema).violated
        found = np.bincount(labels, weights=violated).astype(np.float64)
        return GroupFigures("records", found, high_is_worse=True)


def _counted(
    text: str, before: Sequence[Column], after: Sequence[Column], schema: Schema
) -> ConditionCount:
    rule = rule_of(text)
    violations = rule_outcome(rule, before, schema).violations
    found = rule_outcome(rule, after, schema)
    figures = {
        "before": violations,
        "unchecked": found.uncheckable,
        "after": found.violations,
    }
    return ConditionCount(Rules.name, text, figures, found.violations <= violations)


@lru_cache(maxsize=2 * MOST_RULES)
def rule_of(text: str) -> Rule:
    """Return the rule that a text says; raise `Refused` if it cannot be read."""
    return parse_rule(text)


def rule_outcome(rule: Rule, columns: Sequence[Column], schema: Schema) -> RuleOutcome:
    """Evaluate a rule over columns as they are read or as they are written.

    Cells with a code of a question that was not asked are not applicable.
    """
    apart = all_set_apart(columns, schema)
    return evaluate(rule, apart, inapplicable_cells(apart, schema))


def inapplicable_cells(columns: Sequence[Column], schema: Schema) -> dict[str, NDArray[np.bool_]]:
    """Return where columns set apart (`core.encode.not_applicable`) do not apply."""
    known = {column.name: column for column in columns}
    return {
        attribute.name: codes_of(known[attribute.name], attribute) > 0
        for attribute in schema.attributes
        if attribute.not_applicable and attribute.name in known
    }


def column_problems(rule: Rule, columns: Sequence[Column], schema: Schema) -> list[Problem]:
    """Return the problems of a rule with the kinds of its columns."""
    coded = [attribute.name for attribute in schema.attributes if attribute.not_applicable]
    return list(check_rule(rule, all_set_apart(columns, schema), coded))


def rule_place(index: int, column: str | None = None) -> Where:
    """Return the place of a recipe's rule, numbered from 0."""
    return Where(column, field=f"rules[{index}]")


def record_problems(records: Records) -> list[Problem]:
    """Return the problems of the rules with the records to be released.

    Parameters
    ----------
    records : Records
        With rules that have no errors in `Rules.problems`.

    Returns
    -------
    list of Problem
        Errors for rules that cannot be evaluated, and for those that hold in no record; warnings
        with the number of records that violate a rule.
    """
    return [
        problem
        for i, text in enumerate(records.recipe.rules)
        for problem in _of_records(i, rule_of(text), records)
    ]


def _of_records(index: int, rule: Rule, records: Records) -> Iterator[Problem]:
    problems = column_problems(rule, records.columns, records.schema)
    found = [_at(index, problem) for problem in problems]
    yield from found
    if any(problem.severity is Severity.ERROR for problem in found):
        return
    outcome = rule_outcome(rule, records.columns, records.schema)
    where = rule_place(index)
    if not outcome.holds:
        code = "rule-never-holds" if outcome.violations else "rule-never-checked"
        yield Problem(code, where)
    elif outcome.violations:
        params = {"count": outcome.violations}
        yield Problem("rule-violated", where, params, Severity.WARNING)


def _at(index: int, problem: Problem) -> Problem:
    """Return a problem of a rule with the rule's place."""
    return replace(problem, where=rule_place(index, problem.where.column))


def _name_problems(rule: Rule, schema: Schema) -> list[Problem]:
    known = {attribute.name: attribute for attribute in schema.attributes}
    problems = []
    for name in columns_of(rule):
        if name not in known:
            problems.append(Problem("rule-column-unknown", Where(name)))
        elif known[name].role is Role.LINK or not known[name].role.is_released:
            problems.append(Problem("rule-column-dropped", Where(name)))
    return problems


def _repeated(parsed: Mapping[int, Rule]) -> Iterator[Problem]:
    first: dict[object, int] = {}
    for i, rule in parsed.items():
        said = normal_form(rule) if isinstance(rule, Relation) else rule
        if said in first:
            yield Problem("rule-twice", rule_place(i), {"first": first[said] + 1})
        first.setdefault(said, i)


def _circles(parsed: Mapping[int, Rule]) -> list[Problem]:
    """Return the problem of sums in which a total is in the end a part of itself."""
    sums = [found for rule in dict.fromkeys(parsed.values()) if (found := sum_of_parts(rule))]
    try:
        sharing_order(sums)
    except Refused as refused:
        # That a column is a part of two sums matters only if both must be shared out.
        circles = [p for p in refused.problems if p.code == "rule-sums-in-a-circle"]
        return [replace(problem, where=Where(field="rules")) for problem in circles]
    return []
