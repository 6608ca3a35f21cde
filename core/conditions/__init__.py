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
    key_groups,
    list_enforced_scenarios,
    list_masked_keys,
    list_masked_scenarios,
    sharing,
)
from core.conditions.patterns import JoinedPattern, Patterns
from core.conditions.recipe_records import Records, take_records
from core.conditions.registry import (
    CONDITIONS,
    condition_claims,
    condition_group_figures,
    condition_problems,
    count_conditions,
    limits_of,
    list_counted_columns,
    needs_original,
    patterns_of,
    violation_problems,
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
