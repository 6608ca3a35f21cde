"""Units of several records share their profile with others (manual: conditions#units).

Whether a recipe's unit fits its method and its file is checked by `core.pipeline.resolve`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from core.array_types import Ints
from core.conditions.condition import Condition, GroupFigures, Released
from core.conditions.recipe_records import Records
from core.encode import group_records
from core.encode.not_applicable import write_all_back
from core.encode.unit_groups import first_records, group_units, units_in_groups
from core.errors import Problem
from core.kernels.numerics.grouping import refine
from core.model import Column, ConditionCount, Recipe, Role, Schema


class WholeUnits(Condition):
    """Each unit shares its whole released profile with at least k - 1 others.

    The profile consists of the unit's columns and the quasi-identifiers of all of its members.
    """

    name = "units"

    def columns(self, recipe: Recipe, _schema: Schema) -> list[str]:
        """List what numbers the units, as one text, if units are protected whole."""
        unit = recipe.unit
        return [unit.key] if unit is not None and unit.is_whole else []

    def claim(self, recipe: Recipe, schema: Schema) -> Problem | None:
        """Return the sentence that names what a unit is, and with how many it shares."""
        return _claim("claim-units", recipe) if self.columns(recipe, schema) else None

    def count(self, original: Records, released: Released) -> list[ConditionCount]:
        """Count the units whose profile fewer than k units have.

        Where the numbers of units are released, units are those of the released file, and each one
        that is not a unit of the original counts as failing, too.
        """
        if not self.columns(original.recipe, original.schema):
            return []
        original_units = _original_units(original)
        unit, broken = _units(original, released, original_units)
        profile = profile_columns(original.recipe, original.schema, released.columns)
        figures = whole_unit_figures(unit, profile, k_of(original.recipe))
        figures["failing"] += broken
        return [_count_of_unit(self.name, original.recipe, figures)]

    def group_figures(
        self, original: Records, released: Released, _column: str, labels: Ints
    ) -> GroupFigures:
        """Find the smallest number of units that share the profile of a unit in each group."""
        unit, _ = number_released_units(original, released)
        profile = profile_columns(original.recipe, original.schema, released.columns)
        groups = group_units(unit, group_records(profile))
        smallest = np.full(int(labels.max()) + 1, len(labels), dtype=np.int64)
        np.minimum.at(smallest, labels, np.bincount(groups)[groups][unit])
        return GroupFigures("units", smallest.astype(np.float64), high_is_worse=False)


class UnitsOfMembers(Condition):
    """Each group of equal records comes from at least k units."""

    name = "members"

    def columns(self, recipe: Recipe, _schema: Schema) -> list[str]:
        """List what numbers the units, as one text, if only their members are protected."""
        unit = recipe.unit
        return [unit.key] if unit is not None and not unit.is_whole else []

    def claim(self, recipe: Recipe, schema: Schema) -> Problem | None:
        """Return the sentence that says that records, not units, are protected."""
        return _claim("claim-members", recipe) if self.columns(recipe, schema) else None

    def count(self, original: Records, released: Released) -> list[ConditionCount]:
        """Count the groups of equal records that come from fewer than k units."""
        recipe, schema = original.recipe, original.schema
        if not self.columns(recipe, schema):
            return []
        profile = profile_columns(recipe, schema, released.columns)
        n_units = units_in_groups(group_records(profile), _original_units(original))
        failing = int(np.count_nonzero(n_units < k_of(recipe)))
        figures = {"groups": len(n_units), "k": int(n_units.min()), "failing": failing}
        return [_count_of_unit(self.name, recipe, figures)]

    def group_figures(
        self, original: Records, _released: Released, _column: str, labels: Ints
    ) -> GroupFigures:
        """Count the units that have records in each group."""
        n_units = units_in_groups(labels, _original_units(original)).astype(np.float64)
        return GroupFigures("units", n_units, high_is_worse=False)


class UnitColumns(Condition):
    """The columns of a unit have one value in all of its released records."""

    name = "unit-columns"

    def columns(self, recipe: Recipe, schema: Schema) -> list[str]:
        """Return the released columns of the unit, in the order of the recipe."""
        if recipe.unit is None:
            return []
        released_names = {a.name for a in schema.attributes if a.role.is_released}
        return [name for name in recipe.unit.columns if name in released_names]

    def claim(self, _recipe: Recipe, _schema: Schema) -> Problem | None:
        """Return ``None``: the sentence on units covers their columns."""
        return None

    def count(self, original: Records, released: Released) -> list[ConditionCount]:
        """Count the units in whose released records a column differs."""
        names = self.columns(original.recipe, original.schema)
        if not names:
            return []
        unit, _ = number_released_units(original, released)
        columns = [released.columns[name] for name in names]
        written = {c.name: c for c in write_all_back(columns, original.schema)}
        return [
            ConditionCount(self.name, name, figures, figures["differing"] == 0)
            for name in names
            for figures in [unit_column_figures(unit, written[name])]
        ]


def k_of(recipe: Recipe) -> int:
    """Return the k of a resolved recipe, as a number of units."""
    k = recipe.method.parameters["k"]
    assert isinstance(k, int)
    return k


def profile_columns(recipe: Recipe, schema: Schema, released: Mapping[str, Column]) -> list[Column]:
    """Return the released columns of a unit's profile: quasi-identifiers, and waves."""
    names = [a.name for a in schema.with_role(Role.QUASI_IDENTIFIER)]
    waves = None if recipe.unit is None else recipe.unit.waves
    if waves is not None and waves not in names:
        names.append(waves)
    return list(write_all_back([released[name] for name in names], schema))


def whole_unit_figures(unit: Ints, profile: Sequence[Column], k: int) -> dict[str, int]:
    """Count units, the fewest that share a profile, and failing ones.

    Parameters
    ----------
    unit : numpy.ndarray of int64, shape (n,)
        Unit of each record, numbered from 0 without gaps.
    profile : sequence of Column
        The columns of the profile, of `n` released records.
    """
    groups = group_units(unit, group_records(profile))
    sizes = np.bincount(groups)
    failing = int(sizes[sizes < k].sum())
    return {"units": len(groups), "k": int(sizes.min()), "failing": failing}


def unit_column_figures(unit: Ints, column: Column) -> dict[str, int]:
    """Count the units, and those in which a column differs."""
    labels = group_records([column])
    differs = labels != labels[first_records(unit)][unit]
    return {"units": int(unit.max()) + 1, "differing": len(np.unique(unit[differs]))}


def _claim(code: str, recipe: Recipe) -> Problem:
    assert recipe.unit is not None
    k = recipe.method.parameters.get("k")
    n_others = k - 1 if isinstance(k, int) else 0
    return Problem(code, params={"columns": recipe.unit.id, "k": k, "others": n_others})


def _count_of_unit(name: str, recipe: Recipe, figures: dict[str, int]) -> ConditionCount:
    assert recipe.unit is not None
    return ConditionCount(name, recipe.unit.key, figures, figures["failing"] == 0)


def _original_units(original: Records) -> Ints:
    unit = original.units()
    assert unit is not None
    return unit


def number_released_units(original: Records, released: Released) -> tuple[Ints, int]:
    """Find the unit of each released record; with the number of units that are not original."""
    return _units(original, released, _original_units(original))


def _units(original: Records, released: Released, original_units: Ints) -> tuple[Ints, int]:
    """Find the unit of each released record; with the number of units that are not original."""
    links = [released.columns[name] for name in original.schema.links]
    if not links:
        return original_units, 0
    unit = group_records(links)
    n_pairs = int(refine(unit, original_units).max()) + 1
    return unit, 2 * n_pairs - int(unit.max()) - int(original_units.max()) - 2
