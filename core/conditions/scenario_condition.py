"""Each combination of a scenario's columns is shared by at least k (manual: risk#scenarios)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from core.array_types import Ints
from core.conditions.condition import Condition, GroupFigures, Released
from core.conditions.held_scenarios import key_groups, list_enforced_scenarios, sharing
from core.conditions.recipe_records import Records
from core.conditions.unit_conditions import number_released_units
from core.encode import group_records
from core.errors import Problem, Where
from core.model import Column, ConditionCount, Recipe, Scenario, Schema


class Scenarios(Condition):
    """Each combination of released values in the columns of a scenario is that of k records.

    Where members of units are protected, it is that of records of k units; where whole units are,
    the combinations of all records of a unit are those of k units.
    """

    name = "scenarios"

    def problems(self, recipe: Recipe, _schema: Schema) -> list[Problem]:
        """Return an error for each scenario with the columns of an earlier one."""
        earlier, problems = set[frozenset[str]](), []
        for position, scenario, _ in list_enforced_scenarios(recipe):
            columns = frozenset(scenario.columns)
            if columns in earlier:
                field = f"scenarios[{position}].columns"
                problems.append(Problem("scenario-k-twice", Where(field=field), {"field": field}))
            earlier.add(columns)
        return problems

    def columns(self, recipe: Recipe, _schema: Schema) -> list[str]:
        """Return the sets of columns, which stand in the place of columns."""
        return [scenario.key for _, scenario, _ in list_enforced_scenarios(recipe)]

    def claim(self, recipe: Recipe, _schema: Schema) -> Problem | None:
        """Return the sentence that says how many share the columns of each scenario."""
        sets = [f"{scenario.key} ({k})" for _, scenario, k in list_enforced_scenarios(recipe)]
        if not sets:
            return None
        code = "claim-scenarios"
        if recipe.unit is not None:
            code += "-units" if recipe.unit.is_whole else "-members"
        return Problem(code, params={"sets": sets})

    def count(self, original: Records, released: Released) -> list[ConditionCount]:
        """Count the combinations that fewer than k share.

        The figures are ``groups``, the combinations; ``wanted``, the k that was promised; ``k``,
        the smallest number that share a combination; and ``failing``.
        """
        counts = []
        for _, scenario, _ in list_enforced_scenarios(original.recipe):
            shared, _ = _count_sharing(scenario, original, released)
            counts.append(_scenario_count(scenario, shared))
        return counts

    def group_figures(
        self, original: Records, released: Released, column: str, labels: Ints
    ) -> GroupFigures:
        """Find the smallest number that share a combination of the records of each group."""
        enforced = list_enforced_scenarios(original.recipe)
        scenario = next(candidate for _, candidate, _ in enforced if candidate.key == column)
        shared, of_record = _count_sharing(scenario, original, released)
        smallest = np.full(int(labels.max()) + 1, len(labels), dtype=np.int64)
        np.minimum.at(smallest, labels, shared[of_record])
        return GroupFigures("sharing", smallest.astype(np.float64), high_is_worse=False)


def _scenario_count(scenario: Scenario, shared: Ints) -> ConditionCount:
    """Return the count of a scenario with a k, given how many share each combination."""
    assert scenario.k is not None
    failing, k = int(np.count_nonzero(shared < scenario.k)), int(shared.min())
    figures = {"groups": len(shared), "wanted": scenario.k, "k": k, "failing": failing}
    return ConditionCount(Scenarios.name, scenario.key, figures, failing == 0)


def scenario_file_figures(
    scenario: Scenario, columns: Iterable[Column], schema: Schema, recipe: Recipe
) -> dict[str, int]:
    """Compute the figures of a scenario that follow from the released columns alone.

    Without the numbers of units, none but the promised k does where units are protected.
    """
    assert scenario.k is not None
    columns = list(columns)
    labels = key_groups(columns, scenario.columns, schema)
    if recipe.unit is None:
        return dict(_scenario_count(scenario, np.bincount(labels)).figures)
    numbers = [column for column in columns if column.name in schema.links]
    if not numbers:
        return {"wanted": scenario.k}
    unit = group_records(numbers)
    shared, _ = sharing(labels, unit, is_whole=recipe.unit.is_whole)
    return dict(_scenario_count(scenario, shared).figures)


def _count_sharing(scenario: Scenario, original: Records, released: Released) -> tuple[Ints, Ints]:
    recipe = original.recipe
    labels = key_groups(released.columns.values(), scenario.columns, original.schema)
    if recipe.unit is None:
        return sharing(labels, None, is_whole=False)
    unit, _ = number_released_units(original, released)
    return sharing(labels, unit, is_whole=recipe.unit.is_whole)
