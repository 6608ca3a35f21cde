"""Edit rules are violated in no more records than before (manual: conditions#edit-rules)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.conditions.condition import Condition, GroupFigures, Ints, Released
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
        known = {attribute.name: attribute.role for attribute in schema.attributes}
        for i, text in enumerate(recipe.rules):
            try:
                parsed[i] = rule_of(text)
            except Refused as refused:
                problems += [_at(i, problem) for problem in refused.problems]
                continue
            for name in columns_of(parsed[i]):
                if name not in known:
                    problems.append(_at(i, Problem("rule-column-unknown", Where(name))))
                elif known[name] is Role.LINK or not known[name].is_released:
                    problems.append(_at(i, Problem("rule-column-dropped", Where(name))))
        first: dict[object, int] = {}
        for i, rule in parsed.items():
            said = normal_form(rule) if isinstance(rule, Relation) else rule
            if said in first:
                problems.append(Problem("rule-twice", rule_place(i), {"first": first[said] + 1}))
            first.setdefault(said, i)
        sums = [each for rule in dict.fromkeys(parsed.values()) if (each := sum_of_parts(rule))]
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
        before = rule_counts(rules, original.columns, schema)
        after = rule_counts(rules, tuple(released.columns.values()), schema)
        return [_count_of(*counts) for counts in zip(texts, before, after, strict=True)]

    def group_figures(
        self, original: Records, released: Released, column: str, labels: Ints
    ) -> GroupFigures:
        """Return the released records of each group that violate a rule."""
        after = tuple(released.columns.values())
        violated = rule_outcome(rule_of(column), after, original.schema).violated
        found = np.bincount(labels, weights=violated).astype(np.float64)
        return GroupFigures("records", found, high_is_worse=True)


def _count_of(text: str, before: RuleCounts, after: RuleCounts) -> ConditionCount:
    """Return the count of a rule, given those of the original and of the release."""
    figures = {
        "before": before.violated,
        "unchecked": after.unchecked,
        "after": after.violated,
    }
    return ConditionCount(Rules.name, text, figures, after.violated <= before.violated)


def column_problems(rule: Rule, columns: Sequence[Column], schema: Schema) -> list[Problem]:
    """Return the problems of a rule with the kinds of its columns."""
    coded = [attribute.name for attribute in schema.attributes if attribute.not_applicable]
    return list(check_rule(rule, set_all_apart(columns, schema), coded))


def rule_place(index: int, column: str | None = None) -> Where:
    """Return the place of a recipe's rule, numbered from 0."""
    return Where(column, field=f"rules[{index}]")


def record_problems(recipe: Recipe, schema: Schema, columns: Sequence[Column]) -> list[Problem]:
    """Return the problems of the rules with the records to be released.

    Parameters
    ----------
    recipe, schema : Recipe and Schema
        With rules that have no errors in `Rules.problems`.
    columns : sequence of Column
        The columns of the rules.

    Returns
    -------
    list of Problem
        Errors for rules that cannot be evaluated, and for those that hold in no record; warnings
        with the number of records that violate a rule.
    """
    rules = [rule_of(text) for text in recipe.rules]
    found = [
        [_at(i, problem) for problem in column_problems(rule, columns, schema)]
        for i, rule in enumerate(rules)
    ]
    sound = [
        i for i, each in enumerate(found) if not any(p.severity is Severity.ERROR for p in each)
    ]
    counts = rule_counts([rules[i] for i in sound], columns, schema) if sound else ()
    for i, count in zip(sound, counts, strict=True):
        if not count.holds:
            code = "rule-never-holds" if count.violated else "rule-never-checked"
            found[i].append(Problem(code, rule_place(i)))
        elif count.violated:
            params = {"count": count.violated}
            found[i].append(Problem("rule-violated", rule_place(i), params, Severity.WARNING))
    return [problem for each in found for problem in each]


def _at(index: int, problem: Problem) -> Problem:
    """Return a problem of a rule with the rule's place."""
    return replace(problem, where=rule_place(index, problem.where.column))
