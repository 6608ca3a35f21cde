"""Conditions of a release besides k and t; `core.conditions.registry` lists them.

A method does not know which conditions hold: those that forbid grouping certain records split the
file as strata do, and those that set a limit on groups make clusters merge.
"""

from core.conditions.condition import (
    GroupFigures,
    Limit,
    RecordLimit,
)
from core.conditions.held_scenarios import (
    held_scenarios,
    key_groups,
    masked_key_columns,
    masked_scenarios,
    sharing,
)
from core.conditions.patterns import JoinedPattern, Patterns
from core.conditions.recipe_records import Records, kept_records
from core.conditions.registry import (
    CONDITIONS,
    chosen_columns,
    condition_claims,
    condition_group_figures,
    condition_problems,
    count_conditions,
    limits_of,
    needs_original,
    patterns_of,
    states_of,
)
from core.conditions.rule_counts import (
    inapplicable_cells,
    rule_counts,
    rule_of,
    rule_outcome,
)
from core.conditions.rules_condition import (
    column_problems,
    record_problems,
    rule_place,
)

__all__ = [
    "CONDITIONS",
    "GroupFigures",
    "JoinedPattern",
    "Limit",
    "Patterns",
    "RecordLimit",
    "Records",
    "chosen_columns",
    "column_problems",
    "condition_claims",
    "condition_group_figures",
    "condition_problems",
    "count_conditions",
    "held_scenarios",
    "inapplicable_cells",
    "kept_records",
    "key_groups",
    "limits_of",
    "masked_key_columns",
    "masked_scenarios",
    "needs_original",
    "patterns_of",
    "record_problems",
    "rule_counts",
    "rule_of",
    "rule_outcome",
    "rule_place",
    "sharing",
    "states_of",
]
