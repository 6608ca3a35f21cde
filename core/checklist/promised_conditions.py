"""Counts the conditions besides k and t in released columns."""

from __future__ import annotations

from collections.abc import Sequence

from core.conditions import Records, count_conditions, needs_original
from core.encode import MeasuredTable
from core.errors import Problem, Where
from core.model import Column, ConditionCount, Recipe, Schema
from core.protect import METHODS, promise_of
from core.protect.units import find_joined_units


def count_promised(
    schema: Schema, recipe: Recipe, original: Sequence[Column], released: MeasuredTable
) -> tuple[ConditionCount, ...]:
    """Count the chosen conditions in released columns.

    Parameters
    ----------
    original : sequence of Column
        The same records in the same order as in `released`, cast to the kinds that their scales
        need.
    """
    promise = promise_of(recipe.method)
    if not needs_original(recipe, schema) or promise.k is None:
        return ()
    method = METHODS[recipe.method.name]
    blocks = method.blocks(recipe.method.parameters, schema, recipe.strata)
    records = Records(tuple(original), schema, recipe)
    k = method.count_cluster_records(records, recipe.method.parameters)
    joined = None if recipe.unit is None else find_joined_units(records, promise, k)
    return count_conditions(records, released, blocks, k, joined)


def broken_conditions(counts: Sequence[ConditionCount]) -> tuple[Problem, ...]:
    """Return a problem for each condition that the released columns do not keep."""
    problems = []
    for count in counts:
        code, where = f"promise-{count.condition}", Where(count.column)
        params: dict[str, object] = {**count.figures, "count": count.violations}
        if count.condition in ("rules", "totals", "scenarios"):
            # These conditions have texts of their own in the place of a column.
            where, params[count.condition.removesuffix("s")] = Where(), count.column
        problems += [] if count.is_held else [Problem(code, where, params)]
    return tuple(problems)
