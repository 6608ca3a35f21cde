"""No category is false: a record has its own, or a blank.

Manual: methods#blanks-instead-of-false-categories.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from core.array_types import Bools, Ints
from core.conditions.condition import Condition, GroupFigures, Released
from core.conditions.held_scenarios import list_enforced_scenarios
from core.conditions.recipe_records import Records
from core.encode.agreeing_records import MOST_BLANKED
from core.errors import Problem, Where
from core.model import CATEGORICAL, CategoryChange, Column, ConditionCount, Recipe, Role, Schema


class Blanks(Condition):
    """Categories that masking would change are left blank."""

    name = "blanks"

    def problems(self, recipe: Recipe, schema: Schema) -> list[Problem]:
        """List the columns that cannot be left blank, and the settings that count equal records."""
        blanked = [a for a in schema.attributes if a.change is CategoryChange.BLANK]
        if not blanked:
            return []
        masked = schema.with_role(Role.QUASI_IDENTIFIER)
        problems = [
            Problem("blank-needs-categories", Where(attribute.name))
            for attribute in blanked
            if attribute not in masked
            or attribute.scale not in CATEGORICAL
            or attribute.name in recipe.strata
        ]
        if len(blanked) > MOST_BLANKED:
            params = {"count": len(blanked), "most": MOST_BLANKED}
            problems.append(Problem("blank-too-many", Where(field="attributes"), params))
        return [*problems, *_unfit_settings(recipe, schema)]

    def columns(self, recipe: Recipe, schema: Schema) -> list[str]:  # noqa: ARG002
        """Return the columns in which false categories are left blank, in column order."""
        return list(schema.blanked)

    def claim(self, recipe: Recipe, schema: Schema) -> Problem | None:
        """Return the sentence that no category is false."""
        columns = self.columns(recipe, schema)
        return Problem("claim-blanks", params={"columns": columns}) if columns else None

    def count(self, original: Records, released: Released) -> list[ConditionCount]:
        """Count the blanks of the release, and the cells that are neither blank nor true."""
        counts = []
        for name in original.schema.blanked:
            column = released.columns[name]
            n_false = int(np.count_nonzero(_are_false(original.named(name), column)))
            figures = {"after": count_blanks(column), "failing": n_false}
            counts.append(ConditionCount(self.name, name, figures, n_false == 0))
        return counts

    def group_figures(
        self, original: Records, released: Released, column: str, labels: Ints
    ) -> GroupFigures:
        """Return the cells of each group that are neither blank nor true."""
        is_false = _are_false(original.named(column), released.columns[column])
        counts = np.bincount(labels, weights=is_false).astype(np.float64)
        return GroupFigures("changed", counts, high_is_worse=True)


def count_blanks(column: Column) -> int:
    """Count the cells of a column without a value."""
    return int(np.count_nonzero(column.missing))


def _are_false(original: Column, released: Column) -> Bools:
    """Find the cells that are neither blank nor the category of the original, shape (n,)."""
    codes = {category: code for code, category in enumerate(original.categories)}
    # The code of a missing cell, -1, selects the last entry.
    true_codes = np.array([*(codes.get(c, -2) for c in released.categories), -2])
    return np.asarray(~released.missing & (true_codes[released.values] != original.values))


def _unfit_settings(recipe: Recipe, schema: Schema) -> Iterator[Problem]:
    """Yield an error for each setting whose promise is on groups of equal records."""
    settings = (
        ("unit", recipe.unit is not None),
        ("dominance", recipe.dominance is not None),
        ("diversity", recipe.diversity is not None),
        ("rules", bool(recipe.rules)),
        ("totals", bool(recipe.totals)),
        ("merges", recipe.merges is not None),
        ("scenarios", bool(list_enforced_scenarios(recipe))),
        ("attributes", bool(schema.kept_states)),
    )
    for field, is_set in settings:
        if is_set:
            yield Problem(f"blank-and-{field}", Where(field=field))
