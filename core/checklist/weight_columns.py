"""Finds the released columns that hold survey weights."""

from __future__ import annotations

from collections.abc import Sequence

from core.inspect.profiling.name_words import matches_words
from core.model import Column, Plan, Project, Role

_WEIGHTS = "weight* wt wgt fnlwgt pweight* gewicht* hochrechn* poids ponder* peso pesos"


def weight_columns(plan: Plan, released: Sequence[Column]) -> tuple[Column, ...]:
    """Return the released column of survey weights, or columns that look like one."""
    return tuple(column for column in released if _is_weight(plan.project, column))


def _is_weight(project: Project, column: Column) -> bool:
    """Return whether a released column holds the survey weights, or looks like it."""
    if not column.kind.is_numeric:
        return False
    declared = project.recipe.weight
    if declared is not None:
        return column.name == declared
    role = project.schema.named(column.name).role
    return role is Role.OTHER and matches_words(column.name, _WEIGHTS)
