"""Counts what becomes of edit rules in the records of a file."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from core.array_types import Bools
from core.conditions.recipe_records import Records
from core.encode.not_applicable import codes_of, set_all_apart
from core.model import Column, Schema
from core.rules import Rule, RuleOutcome, columns_of, evaluate, parse_rule

MOST_RULES = 2_000
"""Rules that a recipe may have."""


@dataclass(frozen=True, slots=True)
class RuleCounts:
    """Numbers of records in which a rule is violated, cannot be checked, and holds."""

    violated: int
    unchecked: int
    holds: int


def rule_counts(
    rules: Sequence[Rule], columns: Sequence[Column], schema: Schema
) -> tuple[RuleCounts, ...]:
    """Count what becomes of each rule in all records.

    Parameters
    ----------
    rules : sequence of Rule
        Without errors in `core.rules.check_rule`.
    """
    apart = set_all_apart(columns, schema)
    inapplicable = inapplicable_cells(apart, schema)
    outcomes = (evaluate(rule, apart, inapplicable) for rule in rules)
    return tuple(
        RuleCounts(outcome.violations, outcome.uncheckable, outcome.holds) for outcome in outcomes
    )


@lru_cache(maxsize=2 * MOST_RULES)
def rule_of(text: str) -> Rule:
    """Parse the rule that a text says; raise `Refused` if it cannot be read."""
    return parse_rule(text)


def rule_outcome(rule: Rule, columns: Sequence[Column], schema: Schema) -> RuleOutcome:
    """Evaluate a rule over columns as they are read or as they are written.

    Cells with a code of a question that was not asked are not applicable.
    """
    apart = set_all_apart(columns, schema)
    return evaluate(rule, apart, inapplicable_cells(apart, schema))


def inapplicable_cells(columns: Sequence[Column], schema: Schema) -> Mapping[str, Bools]:
    """Find the cells that do not apply in columns set apart (`core.encode.not_applicable`)."""
    columns_by_name = {column.name: column for column in columns}
    return {
        attribute.name: codes_of(columns_by_name[attribute.name], attribute) > 0
        for attribute in schema.attributes
        if attribute.not_applicable and attribute.name in columns_by_name
    }


def newly_violating(
    records: Records,
    changed_from: Mapping[str, Column],
    changed_to: Mapping[str, Column],
    names: Collection[str],
) -> dict[str, Bools]:
    """Find for each column in `names` the records in which a rule on it broke, shape (n,)."""
    broken_by_column: dict[str, Bools] = {}
    for text in records.recipe.rules:
        rule = rule_of(text)
        touched = [name for name in columns_of(rule) if name in names]
        if not touched:
            continue
        was_violated = rule_outcome(rule, tuple(changed_from.values()), records.schema).violated
        is_violated = rule_outcome(rule, tuple(changed_to.values()), records.schema).violated
        broken = np.asarray(is_violated & ~was_violated)
        for name in touched if broken.any() else ():
            broken_by_column[name] = broken_by_column.get(name, np.zeros_like(broken)) | broken
    return broken_by_column
