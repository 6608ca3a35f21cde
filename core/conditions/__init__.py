"""Conditions of a release besides k and t: each is chosen, kept, counted and worded in one place.

A method does not know which conditions hold: those that forbid grouping certain records split the
file as strata do, and those that set a limit on groups make clusters merge.
"""

from core.conditions.condition import Condition, Limit
from core.conditions.patterns import JoinedPattern, Patterns
from core.conditions.recipe_records import Records, kept_records
from core.conditions.registry import (
    CONDITIONS,
    chosen_columns,
    condition_claims,
    condition_problems,
    count_conditions,
    limits_of,
    needs_original,
    patterns_of,
)

__all__ = [
    "CONDITIONS",
    "Condition",
    "JoinedPattern",
    "Limit",
    "Patterns",
    "Records",
    "chosen_columns",
    "condition_claims",
    "condition_problems",
    "count_conditions",
    "kept_records",
    "limits_of",
    "needs_original",
    "patterns_of",
]
