"""Cells of questions that were not asked stay such cells (manual: conditions#does-not-apply)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.array_types import Ints
from core.conditions.condition import Condition, GroupFigures, Released, State, state_count
from core.conditions.recipe_records import Records
from core.encode.not_applicable import codes_of, is_number_code, set_apart
from core.errors import Problem, Where
from core.model import Attribute, ConditionCount, Recipe, Role, Scale, Schema


class NotApplicable(Condition):
    """Records that were not asked a question are grouped only with others that were not.

    Each code is a state of its own, because the release contains it.
    """

    name = "not-applicable"

    def problems(self, _recipe: Recipe, schema: Schema) -> list[Problem]:
        """Return an error for each column whose scale does not allow its codes."""
        problems = []
        for a in schema.attributes:
            location = Where(a.name, field="not_applicable")
            codes = [code for code in a.not_applicable if code]
            if len(set(a.not_applicable)) != len(a.not_applicable):
                problems.append(Problem("not-applicable-twice", location))
            elif codes and a.scale is Scale.DATE:
                problems.append(Problem("not-applicable-needs-empty", location))
            elif a.scale is not None and a.scale.has_amounts:
                is_integer = a.scale is Scale.INTEGER
                if not all(is_number_code(code, is_integer) for code in codes):
                    problems.append(Problem("not-applicable-needs-number", location))
                elif a.keeps_zeros and any(float(code) == 0.0 for code in codes):
                    problems.append(Problem("not-applicable-is-zero", location))
        return problems

    def columns(self, recipe: Recipe, schema: Schema) -> list[str]:
        """Return the masked columns with such codes, in column order."""
        masked = [a.name for a in schema.attributes if a.name not in recipe.strata]
        return [attribute.name for attribute in _list_coded(schema, masked)]

    def claim(self, recipe: Recipe, schema: Schema) -> Problem | None:
        """Return the sentence that names the columns."""
        columns = self.columns(recipe, schema)
        return Problem("claim-not-applicable", params={"columns": columns}) if columns else None

    def states(self, records: Records, names: Sequence[str]) -> list[State]:
        """Find the cells with each code of each column."""
        codes_by_attribute = [
            (a, codes_of(records.named(a.name), a)) for a in _list_coded(records.schema, names)
        ]
        return [
            (attribute.name, codes == i)
            for attribute, codes in codes_by_attribute
            for i in range(1, len(attribute.not_applicable) + 1)
        ]

    def count(self, original: Records, released: Released) -> list[ConditionCount]:
        """Count such cells before and after, and the cells whose state changed."""
        return [
            state_count(self.name, a.name, *_states(a, original, released), released)
            for a in _list_coded(original.schema, tuple(released.groups))
        ]

    def group_figures(
        self, original: Records, released: Released, column: str, labels: Ints
    ) -> GroupFigures:
        """Count the cells of each group whose state changed."""
        original_codes, released_codes = _states(original.schema.named(column), original, released)
        n_changed = np.bincount(labels, weights=original_codes != released_codes).astype(np.float64)
        return GroupFigures("changed", n_changed, high_is_worse=True)


def _states(attribute: Attribute, original: Records, released: Released) -> tuple[Ints, Ints]:
    """Find the number of the code of each cell in the original and the release, 0 without one."""
    released_cells = set_apart(released.columns[attribute.name], attribute)
    return codes_of(original.named(attribute.name), attribute), codes_of(released_cells, attribute)


def _list_coded(schema: Schema, names: Sequence[str]) -> list[Attribute]:
    quasi = schema.with_role(Role.QUASI_IDENTIFIER)
    return [a for a in quasi if a.not_applicable and a.name in names]
