"""Units that share a profile are t-close (manual: conditions#units)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.array_types import Floats, Ints
from core.conditions.condition import Condition, GroupFigures, Released
from core.conditions.recipe_records import Records
from core.conditions.unit_conditions import number_released_units, profile_columns
from core.encode import emd_of_groups, group_records, rank
from core.encode.unit_groups import first_records, group_units
from core.errors import Problem
from core.model import Attribute, Column, ConditionCount, Recipe, Role, Schema


class UnitCloseness(Condition):
    """The confidential values of units that share a profile are within t of those of the file.

    Of a column of the unit each unit counts once, of a column of members each record of its units.
    """

    name = "unit-closeness"

    def columns(self, recipe: Recipe, schema: Schema) -> list[str]:
        """Return the confidential columns, if units are protected whole and t is promised."""
        if recipe.unit is None or not recipe.unit.is_whole or t_of(recipe) >= 1:
            return []
        return [attribute.name for attribute in schema.with_role(Role.CONFIDENTIAL)]

    def claim(self, recipe: Recipe, schema: Schema) -> Problem | None:
        """Return the sentence that says over what t holds."""
        names = self.columns(recipe, schema)
        if not names:
            return None
        return Problem("claim-unit-closeness", params={"columns": names, "t": t_of(recipe)})

    def count(self, original: Records, released: Released) -> list[ConditionCount]:
        """Count the groups of units that are farther than t from the file."""
        recipe, schema = original.recipe, original.schema
        names = self.columns(recipe, schema)
        if not names:
            return []
        unit, _ = number_released_units(original, released)
        groups = _groups(original, released, unit)
        counts = []
        for name in names:
            emd = _emd(unit, groups, released.columns[name], schema.named(name), recipe)
            figures = _closeness_figures(emd, recipe)
            counts.append(ConditionCount(self.name, name, figures, figures["failing"] == 0))
        return counts

    def group_figures(
        self, original: Records, released: Released, column: str, labels: Ints
    ) -> GroupFigures:
        """Find the largest EMD of the units in each group."""
        unit, _ = number_released_units(original, released)
        groups = _groups(original, released, unit)
        attribute = original.schema.named(column)
        emd = _emd(unit, groups, released.columns[column], attribute, original.recipe)
        largest = np.zeros(int(labels.max()) + 1)
        np.maximum.at(largest, labels, emd[groups][unit])
        return GroupFigures("emd", largest, high_is_worse=True)


def _closeness_figures(emd: Floats, recipe: Recipe) -> dict[str, int]:
    """Count the groups, given their EMD, and those that are farther than t."""
    return {"groups": len(emd), "failing": int(np.count_nonzero(~(emd <= t_of(recipe))))}


def t_of(recipe: Recipe) -> float:
    """Return the t of a resolved recipe; 1, which every group satisfies, if it has none."""
    t = recipe.method.parameters.get("t", 1)
    return float(t) if isinstance(t, int | float) else 1.0


def _groups(original: Records, released: Released, unit: Ints) -> Ints:
    """Find the group of each unit: the units with the same whole released profile."""
    profile = profile_columns(original.recipe, original.schema, released.columns)
    return group_units(unit, group_records(profile))


def _emd(unit: Ints, groups: Ints, column: Column, attribute: Attribute, recipe: Recipe) -> Floats:
    """Compute the EMD of each group of units in a confidential column, shape (groups,)."""
    assert recipe.unit is not None
    rows = first_records(unit) if column.name in recipe.unit.columns else np.arange(len(unit))
    ranked = rank(column, attribute)
    return np.asarray(emd_of_groups(groups[unit[rows]], replace(ranked, ranks=ranked.ranks[rows])))
