"""Edit rules are violated in no more records than before (manual: conditions#edit-rules)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.array_types import Ints
from core.conditions.condition import Condition, GroupFigures, Released
from core.conditions.recipe_records import Records
from core.conditions.rule_counts import (
    MOST_RULES,
    RuleCounts,
    rule_counts,
    rule_of,
    rule_outcome,
)
from core.encode.not_applicable import set_all_apart
from core.errors import Problem, Refused, Severity, Where
from core.model import Column, ConditionCount, Recipe, Role, Schema
from core.rules import (
    Relation,
    Rule,
    check_rule,
    columns_of,
    normal_form,
    order_sums,
    sum_of_parts,
)


class Rules(Condition):
    """Each rule of the recipe is violated in at most as many released records as original ones."""

    name = "rules"
    is_of_core = False

    def problems(self, recipe: Recipe, schema: Schema) -> list[Problem]:
        """Return an error for each rule that no file with these columns can be checked against."""
        if len(recipe.rules) > MOST_RULES:
            return [Problem("rules-too-many", Where(field="rules"), {"most": MOST_RULES})]
        problems, parsed = [], dict[int, Rule]()
        roles = {attribute.name: attribute.role for attribute in schema.attributes}
        for i, text in enumerate(recipe.rules):
            try:
                parsed[i] = rule_of(text)
            except Refused as refused:
                problems += [_at(i, problem) for problem in refused.problems]
                continue
            for name in columns_of(parsed[i]):
                if name not in roles:
                    problems.append(_at(i, Problem("rule-column-unknown", Where(name))))
                elif roles[name] is Role.LINK or not roles[name].is_released:
                    problems.append(_at(i, Problem("rule-column-dropped", Where(name))))
        first: dict[object, int] = {}
        for i, rule in parsed.items():
            normalised = normal_form(rule) if isinstance(rule, Relation) else rule
            if normalised in first:
                problems.append(
                    Problem("rule-twice", rule_place(i), {"first": first[normalised] + 1})
                )
            first.setdefault(normalised, i)
        sums = [
            sum_rule for rule in dict.fromkeys(parsed.values()) if (sum_rule := sum_of_parts(rule))
        ]
        try:
            order_sums(sums)
        except Refused as refused:
            # A total is in the end a part of itself. That a column is a part of two sums matters
            # only if both must be shared out.
            circles = [p for p in refused.problems if p.code == "rule-sums-in-a-circle"]
            problems += [replace(problem, where=Where(field="rules")) for problem in circles]
        return problems

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
        texts, schema = original.recipe.rules, original.schema
        rules = [rule_of(text) for text in texts]
        original_counts = rule_counts(rules, original.columns, schema)
        released_counts = rule_counts(rules, tuple(released.columns.values()), schema)
        return [
            _count_of(*counts)
            for counts in zip(texts, original_counts, released_counts, strict=True)
        ]

    def group_figures(
        self, original: Records, released: Released, column: str, labels: Ints
    ) -> GroupFigures:
        """Count the released records of each group that violate a rule."""
        released_columns = tuple(released.columns.values())
        violated = rule_outcome(rule_of(column), released_columns, original.schema).violated
        n_violating = np.bincount(labels, weights=violated).astype(np.float64)
        return GroupFigures("records", n_violating, high_is_worse=True)


def _count_of(text: str, original: RuleCounts, released: RuleCounts) -> ConditionCount:
    """Return the count of a rule, given those of the original and of the release."""
    figures = {
        "before": original.violated,
        "unchecked": released.unchecked,
        "after": released.violated,
    }
    return ConditionCount(Rules.name, text, figures, released.violated <= original.violated)


def column_problems(rule: Rule, columns: Sequence[Column], schema: Schema) -> list[Problem]:
    """Return the problems of a rule with the kinds of its columns."""
    coded = [attribute.name for attribute in schema.attributes if attribute.not_applicable]
    return list(check_rule(rule, set_all_apart(columns, schema), coded))


def rule_place(index: int, column: str | None = None) -> Where:
    """Return the place of a recipe's rule, numbered from 0."""
    return Where(column, field=f"rules[{index}]")


def record_problems(recipe: Recipe, schema: Schema, columns: Sequence[Column]) -> list[Problem]:
    """Check the rules against the records to be released.

    Parameters
    ----------
    recipe, schema : Recipe and Schema
        With rules that have no errors in `Rules.problems`.

    Returns
    -------
    list of Problem
        Errors for rules that cannot be evaluated, and for those that hold in no record; warnings
        with the number of records that violate a rule.
    """
    rules = [rule_of(text) for text in recipe.rules]
    problems_by_rule = [
        [_at(i, problem) for problem in column_problems(rule, columns, schema)]
        for i, rule in enumerate(rules)
    ]
    sound = [
        i
        for i, rule_problems in enumerate(problems_by_rule)
        if not any(p.severity is Severity.ERROR for p in rule_problems)
    ]
    counts = rule_counts([rules[i] for i in sound], columns, schema) if sound else ()
    for i, count in zip(sound, counts, strict=True):
        if not count.holds:
            code = "rule-never-holds" if count.violated else "rule-never-checked"
            problems_by_rule[i].append(Problem(code, rule_place(i)))
        elif count.violated:
            params = {"count": count.violated}
            problems_by_rule[i].append(
                Problem("rule-violated", rule_place(i), params, Severity.WARNING)
            )
    return [problem for rule_problems in problems_by_rule for problem in rule_problems]


def _at(index: int, problem: Problem) -> Problem:
    """Return a problem of a rule with the rule's place."""
    return replace(problem, where=rule_place(index, problem.where.column))
