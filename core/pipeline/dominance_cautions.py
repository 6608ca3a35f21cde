"""Cautions about columns of amounts in which groups would disclose a single record's amount."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.conditions import Records
from core.errors import Problem, Severity, Where
from core.model import Attribute, Column, Dominance, Recipe, Role, Schema
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
    chosen = recipe.dominance.columns if recipe.dominance is not None else ()
    named = Records(tuple(original), schema, recipe)
    columns = tuple(
        attribute.name
        for attribute in schema.with_role(Role.QUASI_IDENTIFIER)
        if attribute.name not in (*chosen, *recipe.strata, recipe.weight)
        and _holds_amounts(named, attribute)
    )
    if not columns:
        return ()
    plain = Schema(tuple(replace(a, keeps_zeros=False) for a in schema.attributes))
    asked = replace(recipe, dominance=Dominance(columns), scenarios=())
    return tuple(
        Problem(
            "caution-dominance",
            Where(count.column),
            {**count.figures, "count": count.violations},
            Severity.WARNING,
        )
        for count in counted_conditions(plain, asked, original, released)
        if count.condition == "dominance" and not count.is_held
    )


def _holds_amounts(records: Records, attribute: Attribute) -> bool:
    if attribute.scale is None or not attribute.scale.has_amounts:
        return False
    values = records.numbers(attribute.name)
    values = values[~np.isnan(values)]
    if not len(values) or values.min() < 0 or len(np.unique(values[values > 0])) < _FEWEST_VALUES:
        return False
    # In units of the largest amount, whose third power could overflow.
    apart = (values - values.mean()) / values.max()
    spread = float(np.sqrt((apart**2).mean()))
    return spread > 0 and float((apart**3).mean()) > _LEAST_SKEWNESS * spread**3
