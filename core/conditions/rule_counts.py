"""Counts what becomes of edit rules in the records of a file, which may come in parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.encode.not_applicable import all_set_apart, codes_of
from core.model import Column, Schema
from core.rules import Rule, RuleOutcome, evaluate, parse_rule

MOST_RULES = 2_000
"""Rules that a recipe may have."""


@dataclass(frozen=True, slots=True)
class RuleCounts:
    """Numbers of records in which a rule is violated, cannot be checked, and holds."""

    violated: int = 0
    unchecked: int = 0
    holds: int = 0

    def __add__(self, other: RuleCounts) -> RuleCounts:
        """Return the counts of two parts of a file together."""
        return RuleCounts(
            self.violated + other.violated,
            self.unchecked + other.unchecked,
            self.holds + other.holds,
        )


def rule_counts(
    rules: Sequence[Rule], parts: Iterable[Sequence[Column]], schema: Schema
) -> tuple[RuleCounts, ...]:
    """Count what becomes of each rule in all records.

    Parameters
    ----------
    rules : sequence of Rule
        Without errors in `core.rules.check_rule`.
    parts : iterable of sequence of Column
        The columns of the rules, of some records at a time.
    """
    found = [RuleCounts() for _ in rules]
    for columns in parts:
        apart = all_set_apart(columns, schema)
        inapplicable = inapplicable_cells(apart, schema)
        for i, rule in enumerate(rules):
            one = evaluate(rule, apart, inapplicable)
            found[i] += RuleCounts(one.violations, one.uncheckable, one.holds)
    return tuple(found)


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


def inapplicable_cells(
    columns: Sequence[Column], schema: Schema
) -> Mapping[str, NDArray[np.bool_]]:
    """Return where columns set apart (`core.encode.not_applicable`) do not apply."""
    known = {column.name: column for column in columns}
    return {
        attribute.name: codes_of(known[attribute.name], attribute) > 0
        for attribute in schema.attributes
        if attribute.not_applicable and attribute.name in known
    }
