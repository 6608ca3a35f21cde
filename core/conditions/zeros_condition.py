"""Zeros that mean "none" stay zeros, and no other value becomes one (manual: conditions#zeros)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.conditions.condition import (
    Bools,
    Condition,
    Floats,
    GroupFigures,
    Ints,
    Released,
    State,
)
from core.conditions.recipe_records import Records
from core.errors import Problem, Where
from core.model import Attribute, Column, ConditionCount, Recipe, Role, Schema


class Zeros(Condition):
    """Records with a zero in a column are grouped only with others that have one."""

    name = "zeros"

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
        return [attribute.name for attribute in _kept(schema, masked)]

    def claim(self, recipe: Recipe, schema: Schema) -> Problem | None:
        """Return the sentence that names the columns whose zeros are kept."""
        columns = self.columns(recipe, schema)
        return Problem("claim-zeros", params={"columns": columns}) if columns else None

    def states(self, records: Records, names: Sequence[str]) -> list[State]:
        """Return whether each cell is a zero, which a missing one is not."""
        return [(a.name, records.numbers(a.name) == 0.0) for a in _kept(records.schema, names)]

    def count(self, original: Records, released: Released) -> list[ConditionCount]:
        """Count zeros before and after, and the cells of which only one is a zero.

        The condition is held if such cells occur only in groups with records of a pattern that was
        joined to another one.
        """
        return [
            self._counted(a.name, original.numbers(a.name), released)
            for a in _kept(original.schema, tuple(released.groups))
        ]

    def group_figures(
        self, original: Records, released: Released, column: str, labels: Ints
    ) -> GroupFigures:
        """Return the cells of each group of which only one of both, before and after, is a zero."""
        changed = _changed(original.numbers(column), _numbers(released.columns[column]))
        found = np.bincount(labels, weights=changed).astype(np.float64)
        return GroupFigures("changed", found, high_is_worse=True)

    def _counted(self, name: str, before: Floats, released: Released) -> ConditionCount:
        after = _numbers(released.columns[name])
        changed = _changed(before, after)
        figures = {
            "before": int(np.count_nonzero(before == 0.0)),
            # As in the file: in a joined pattern a cell of a question not asked may become one.
            "after": int(np.count_nonzero(after == 0.0)),
            "changed": int(np.count_nonzero(changed)),
        }
        is_held = not bool((changed & ~released.in_mixed_groups(name)).any())
        return ConditionCount(self.name, name, figures, is_held)


def _kept(schema: Schema, names: Sequence[str]) -> list[Attribute]:
    quasi = schema.with_role(Role.QUASI_IDENTIFIER)
    return [a for a in quasi if a.keeps_zeros and a.name in names]


def _changed(before: Floats, after: Floats) -> Bools:
    # Nothing, which is no number, is no zero either.
    return np.asarray((before == 0.0) != (after == 0.0))


def _numbers(column: Column) -> Floats:
    found = column.values.astype(np.float64)
    found[column.missing] = np.nan
    return found
