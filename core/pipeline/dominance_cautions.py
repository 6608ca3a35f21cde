"""Cautions about columns of amounts in which groups would disclose a single record's amount."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.encode import numbers
from core.errors import Problem, warning
from core.io.structure.table_blocks import InMemory, RecordsOfColumn, TableBlocks
from core.jobs import Job
from core.model import (
    Attribute,
    Column,
    ConditionCount,
    Dominance,
    Recipe,
    Role,
    Schema,
)
from core.pipeline.promised_conditions import counted_conditions

_FEWEST_VALUES = 20
# Moment skewness; 0 for symmetric columns such as many ages, 2 for the exponential distribution.
_LEAST_SKEWNESS = 1.0


def dominance_cautions(
    schema: Schema, recipe: Recipe, original: Sequence[Column], released: Sequence[Column]
) -> tuple[Problem, ...]:
    """Return a caution for each column of amounts with groups that violate the p% rule, p = 10.

    Columns of a chosen dominance rule have none. Amounts are masked numbers that are never
    negative, have at least 20 different values above zero and are skewed to the right.

    Parameters
    ----------
    schema, recipe : Schema and Recipe
        Resolved, with a method that forms groups.
    original, released : sequence of Column
        The same records in the same order; the original columns are cast to the kinds that their
        scales need.
    """
    named = {column.name: InMemory(column) for column in original}
    columns = columns_of_amounts(schema, recipe, named, Job())
    if not columns:
        return ()
    return dominated(counted_conditions(*asked_of(schema, recipe, columns), original, released))


def asked_of(schema: Schema, recipe: Recipe, columns: Sequence[str]) -> tuple[Schema, Recipe]:
    """Return the settings with the p% rule for some columns, and with no other condition."""
    plain = Schema(tuple(replace(a, keeps_zeros=False) for a in schema.attributes))
    return plain, replace(
        recipe, dominance=Dominance(tuple(columns)), scenarios=(), rules=(), totals=()
    )


def dominated(counts: Sequence[ConditionCount]) -> tuple[Problem, ...]:
    """Return a caution for each count of groups of which some violate the rule."""
    return tuple(
        warning("caution-dominance", count.column, **{**count.figures, "count": count.violations})
        for count in counts
        if count.condition == "dominance" and not count.is_held
    )


def columns_of_amounts(
    schema: Schema, recipe: Recipe, columns: Mapping[str, RecordsOfColumn], job: Job
) -> tuple[str, ...]:
    """Return the masked columns of amounts for which no dominance rule is chosen.

    Parameters
    ----------
    columns : mapping of str to RecordsOfColumn
        The original of the released records.
    job : Job
        Raises `Cancelled` if it is cancelled.
    """
    chosen = recipe.dominance.columns if recipe.dominance is not None else ()
    table = TableBlocks(list(columns.values()), job)
    return tuple(
        attribute.name
        for attribute in schema.with_role(Role.QUASI_IDENTIFIER)
        if attribute.name not in (*chosen, *recipe.strata, recipe.weight)
        and attribute.scale is not None
        and attribute.scale.has_amounts
        and _are_amounts(partial(_present, table, attribute))
    )


def _present(table: TableBlocks, attribute: Attribute) -> Iterator[NDArray[np.float64]]:
    """Yield the blocks of a column's values."""
    for _, (column,) in table.blocks([attribute.name]):
        values = numbers(column, attribute)
        yield values[~np.isnan(values)]


def _are_amounts(blocks: Callable[[], Iterator[NDArray[np.float64]]]) -> bool:
    count, largest, total = 0, 0.0, 0.0
    different = np.empty(0)
    for values in blocks():
        if values.min(initial=0.0) < 0:
            return False
        if len(different) < _FEWEST_VALUES:
            different = np.union1d(different, values[values > 0])[:_FEWEST_VALUES]
        count, largest = count + len(values), max(largest, float(values.max(initial=0.0)))
    if len(different) < _FEWEST_VALUES:
        return False
    for values in blocks():
        total += float((values / largest).sum())
    squares = cubes = 0.0
    for values in blocks():
        # In units of the largest amount, whose third power could overflow.
        apart = values / largest - total / count
        squares, cubes = squares + float((apart**2).sum()), cubes + float((apart**3).sum())
    spread = float(np.sqrt(squares / count))
    return spread > 0 and cubes / count > _LEAST_SKEWNESS * spread**3
