"""Zeros that mean "none" stay zeros, and no other value becomes one (manual: conditions#zeros)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Bools, Ints
from core.conditions.condition import Condition, GroupFigures, Released, State, state_count
from core.conditions.recipe_records import Records
from core.errors import Problem, Where
from core.model import Attribute, ConditionCount, Recipe, Role, Schema


class Zeros(Condition):
    """Records with a zero in a column are grouped only with others that have one."""

    name = "zeros"
    is_of_core = False

    def problems(self, _recipe: Recipe, schema: Schema) -> list[Problem]:
        """Return an error for each column without a scale on which zero is a number."""
        return [
            Problem("zeros-need-numbers", Where(attribute.name))
            for attribute in schema.attributes
            if attribute.keeps_zeros
            and (attribute.scale is None or not attribute.scale.has_amounts)
        ]

    def columns(self, recipe: Recipe, schema: Schema) -> list[str]:
        """Return the masked columns whose zeros are kept, in column order."""
        masked = [a.name for a in schema.attributes if a.name not in recipe.strata]
        return [attribute.name for attribute in _list_kept(schema, masked)]

    def claim(self, recipe: Recipe, schema: Schema) -> Problem | None:
        """Return the sentence that names the columns whose zeros are kept."""
        columns = self.columns(recipe, schema)
        return Problem("claim-zeros", params={"columns": columns}) if columns else None

    def states(self, records: Records, names: Sequence[str]) -> list[State]:
        """Find the cells that are zero, which a missing one is not."""
        return [(a.name, records.numbers(a.name) == 0.0) for a in _list_kept(records.schema, names)]

    def count(self, original: Records, released: Released) -> list[ConditionCount]:
        """Count zeros before and after, and the cells that are a zero only before or only after."""
        return [
            state_count(self.name, a.name, *_zeros(a.name, original, released), released)
            for a in _list_kept(original.schema, tuple(released.groups))
        ]

    def group_figures(
        self, original: Records, released: Released, column: str, labels: Ints
    ) -> GroupFigures:
        """Count the cells of each group that are a zero only before or only after."""
        is_original_zero, is_released_zero = _zeros(column, original, released)
        n_changed = np.bincount(labels, weights=is_original_zero != is_released_zero).astype(
            np.float64
        )
        return GroupFigures("changed", n_changed, high_is_worse=True)


def _list_kept(schema: Schema, names: Sequence[str]) -> list[Attribute]:
    quasi = schema.with_role(Role.QUASI_IDENTIFIER)
    return [a for a in quasi if a.keeps_zeros and a.name in names]


def _zeros(name: str, original: Records, released: Released) -> tuple[Bools, Bools]:
    """Find the cells that are zero, before and after; an empty cell, without a number, is not.

    After as in the file: in a joined pattern a cell of a question not asked may become one.
    """
    released_column = released.columns[name]
    return original.numbers(name) == 0.0, (
        released_column.values.astype(np.float64) == 0.0
    ) & ~released_column.missing
