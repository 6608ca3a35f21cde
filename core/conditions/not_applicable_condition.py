"""Cells of questions that were not asked stay such cells (manual: conditions#does-not-apply)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.conditions.condition import Condition, GroupFigures, Ints, Released, State
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
            where = Where(a.name, field="not_applicable")
            codes = [code for code in a.not_applicable if code]
            if len(set(a.not_applicable)) != len(a.not_applicable):
                problems.append(Problem("not-applicable-twice", where))
            elif codes and a.scale is Scale.DATE:
                problems.append(Problem("not-applicable-needs-empty", where))
            elif a.scale is not None and a.scale.has_amounts:
                whole = a.scale is Scale.INTEGER
                if not all(is_number_code(code, whole) for code in codes):
                    problems.append(Problem("not-applicable-needs-number", where))
                elif a.keeps_zeros and any(float(code) == 0.0 for code in codes):
                    problems.append(Problem("not-applicable-is-zero", where))
        return problems

    def columns(self, recipe: Recipe, schema: Schema) -> list[str]:
        """Return the masked columns with such codes, in column order."""
        masked = [a.name for a in schema.attributes if a.name not in recipe.strata]
        return [attribute.name for attribute in _coded(schema, masked)]

    def claim(self, recipe: Recipe, schema: Schema) -> Problem | None:
        """Return the sentence that names the columns."""
        columns = self.columns(recipe, schema)
        return Problem("claim-not-applicable", params={"columns": columns}) if columns else None

    def states(self, records: Records, names: Sequence[str]) -> list[State]:
        """Return for each code of each column whether a cell has it."""
        found = [(a, codes_of(records.named(a.name), a)) for a in _coded(records.schema, names)]
        return [
            (attribute.name, codes == i)
            for attribute, codes in found
            for i in range(1, len(attribute.not_applicable) + 1)
        ]

    def count(self, original: Records, released: Released) -> list[ConditionCount]:
        """Count such cells before and after, and the cells whose state changed.

        The condition is held if such cells occur only in groups with records of a pattern that was
        joined to another one.
        """
        found = []
        for attribute in _coded(original.schema, tuple(released.groups)):
            before = codes_of(original.named(attribute.name), attribute)
            after = codes_of(set_apart(released.columns[attribute.name], attribute), attribute)
            found.append(self._counted(attribute.name, before, after, released))
        return found

    def group_figures(
        self, original: Records, released: Released, column: str, labels: Ints
    ) -> GroupFigures:
        """Return the cells of each group whose state changed."""
        attribute = original.schema.named(column)
        before = codes_of(original.named(column), attribute)
        after = codes_of(set_apart(released.columns[column], attribute), attribute)
        found = np.bincount(labels, weights=before != after).astype(np.float64)
        return GroupFigures("changed", found, high_is_worse=True)

    def _counted(self, name: str, before: Ints, after: Ints, released: Released) -> ConditionCount:
        changed = before != after
        figures = {
            "before": int(np.count_nonzero(before)),
            "after": int(np.count_nonzero(after)),
            "changed": int(np.count_nonzero(changed)),
        }
        is_held = not bool((changed & ~released.in_mixed_groups(name)).any())
        return ConditionCount(self.name, name, figures, is_held)


def _coded(schema: Schema, names: Sequence[str]) -> list[Attribute]:
    quasi = schema.with_role(Role.QUASI_IDENTIFIER)
    return [a for a in quasi if a.not_applicable and a.name in names]
