"""Every group has several different values of a sensitive column (manual: conditions#diversity).

Distinct l-diversity (Machanavajjhala et al. 2007), or p-sensitive k-anonymity (Truta and Vinay
2006). A missing value is none; a group without any value discloses none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from core.array_types import Floats, Ints
from core.conditions.condition import Condition, GroupFigures, RecordLimit, Released
from core.conditions.held_scenarios import key_groups
from core.conditions.recipe_records import Records
from core.conditions.unit_conditions import number_released_units, profile_columns
from core.encode import group_records
from core.encode.record_groups import count_distinct
from core.encode.unit_groups import first_records, group_units
from core.errors import Problem, Where
from core.kernels.numerics.grouping import refine
from core.model import Column, ConditionCount, Recipe, Role, Schema


class DiversityLimit:
    """How many different values each group lacks.

    Parameters
    ----------
    values : numpy.ndarray of int, shape (n,)
        A number for each value, equal for equal ones; -1 where it is missing.
    n_required : int
        How many different values each group with a value has at least.
    """

    bound = 0.0

    def __init__(self, values: Ints, n_required: int) -> None:
        self._values, self._n_required = values, n_required
        # Of each group the smallest of its different values, as many as are required, then -1.
        self._values_of_group = np.zeros((0, n_required), dtype=np.int64)

    def part(self, records: Ints) -> DiversityLimit:
        """Return the limit on groups of some records."""
        return DiversityLimit(self._values[records], self._n_required)

    def start(self, labels: Ints, groups: int) -> Floats:
        """Count the values that each group lacks, shape (groups,)."""
        is_known = self._values >= 0
        n_values = int(self._values.max(initial=0)) + 1
        pairs = np.unique(labels[is_known].astype(np.int64) * n_values + self._values[is_known])
        group = pairs // n_values
        counts = np.bincount(group, minlength=groups)
        rank = np.arange(len(pairs)) - (np.cumsum(counts) - counts)[group]
        is_kept = rank < self._n_required
        self._values_of_group = np.full((groups, self._n_required), -1, dtype=np.int64)
        self._values_of_group[group[is_kept], rank[is_kept]] = (pairs % n_values)[is_kept]
        return np.where(counts > 0, np.maximum(self._n_required - counts, 0), 0).astype(np.float64)

    def merge(self, into: int, gone: int) -> float:
        """Merge two groups; count the values that their union lacks."""
        values = np.unique(self._values_of_group[[into, gone]])
        values = values[values >= 0][: self._n_required]
        self._values_of_group[into] = -1
        self._values_of_group[into, : len(values)] = values
        return float(self._n_required - len(values)) if len(values) else 0.0


class DiversityCondition(Condition):
    """Each group with a value of a sensitive column has at least l different ones."""

    name = "diversity"

    def problems(self, recipe: Recipe, schema: Schema) -> list[Problem]:
        """Check the columns."""
        if recipe.diversity is None:
            return []
        names = self.columns(recipe, schema)
        if not names:
            return [Problem("diversity-no-column", Where(field="diversity"))]
        roles = {a.name: a.role for a in schema.attributes}
        problems = []
        for i, name in enumerate(names):
            column = Where(name, field="diversity.columns")
            if name not in roles:
                key = Where(field="diversity.columns")
                problems.append(Problem("diversity-unknown", key, {"column": name}))
            elif name in names[:i]:
                problems.append(Problem("diversity-column-twice", column))
            elif roles[name] not in (Role.CONFIDENTIAL, Role.OTHER) or name in recipe.strata:
                problems.append(Problem("diversity-not-published", column))
        return problems

    def columns(self, recipe: Recipe, schema: Schema) -> list[str]:
        """Return the columns that the recipe names, or else all sensitive ones."""
        if recipe.diversity is None:
            return []
        published = (Role.CONFIDENTIAL, Role.OTHER)
        sensitive = [a.name for a in schema.attributes if a.role in published and a.is_sensitive]
        return list(recipe.diversity.columns) or sensitive

    def claim(self, recipe: Recipe, schema: Schema) -> Problem | None:
        """Return the sentence with l and its columns."""
        if recipe.diversity is None:
            return None
        params = {"columns": self.columns(recipe, schema), "l": recipe.diversity.n_values}
        return Problem("claim-diversity", params=params)

    def limits(self, records: Records, _names: Sequence[str]) -> list[RecordLimit]:
        """Return one limit for each column, whatever is masked."""
        return diversity_limits(records)

    def violation_problems(
        self, records: Records, _names: Sequence[str], row_of: Callable[[int], int]
    ) -> list[Problem]:
        """Build an error for each column and each stratum, or the file, with too few values."""
        recipe, strata = records.recipe, records.strata()
        if recipe.diversity is None:
            return []
        first = first_records(strata)
        names, problems = self.columns(recipe, records.schema), list[Problem]()
        for name, limit in zip(names, diversity_limits(records), strict=True):
            for record in first[limit.start(strata, len(first)) > limit.bound].tolist():
                code, problem_where = "diversity-of-file", Where(name, field="diversity.l")
                params: dict[str, object] = {"l": recipe.diversity.n_values}
                if recipe.strata:
                    code = "diversity-of-stratum"
                    problem_where = Where(row=row_of(record), field="diversity.l")
                    params |= {"column": name, "columns": list(recipe.strata)}
                problems.append(Problem(code, problem_where, params))
        return problems

    def count(self, original: Records, released: Released) -> list[ConditionCount]:
        """Count the groups with too few different values of each column."""
        recipe, schema, columns = original.recipe, original.schema, released.columns
        # Columns that were masked together have the same labels.
        groupings = list({id(labels): labels for labels in released.groups.values()}.values())
        names = self.columns(recipe, schema)
        if names and recipe.unit is not None and recipe.unit.is_whole:
            unit, _ = number_released_units(original, released)
            groupings = [_groups_in_profiles(recipe, schema, columns, unit)]
        counts = []
        for name in names:
            figures = _diversity_figures(recipe, columns[name], groupings)
            counts.append(ConditionCount(self.name, name, figures, figures["failing"] == 0))
        return counts

    def group_figures(
        self, original: Records, _released: Released, column: str, labels: Ints
    ) -> GroupFigures:
        """Count the different values of each group; infinitely many if it has none."""
        n_values = _count_values(labels, original.named(column)).astype(np.float64)
        n_values[n_values == 0] = np.inf
        return GroupFigures("values", n_values, high_is_worse=False)


def diversity_limits(records: Records) -> list[RecordLimit]:
    """Return the limits on groups of records, one for each column with an l."""
    recipe = records.recipe
    if recipe.diversity is None:
        return []
    limits: list[RecordLimit] = []
    for name in DiversityCondition().columns(recipe, records.schema):
        column = records.named(name)
        values = group_records([column]).astype(np.int64)
        values[column.missing] = -1
        limits.append(DiversityLimit(values, recipe.diversity.n_values))
    return limits


def diversity_file_figures(
    name: str,
    columns: Sequence[Column],
    schema: Schema,
    recipe: Recipe,
    blocks: Sequence[Sequence[str]],
) -> Mapping[str, int]:
    """Count what follows from the released columns alone on the values of column `name`.

    Without the numbers of whole units only ``failing`` does.

    Parameters
    ----------
    blocks : sequence of sequence of str
        The columns that are masked together.
    """
    by_name = {column.name: column for column in columns}
    groupings = [key_groups(columns, (*recipe.strata, *names), schema) for names in blocks]
    is_whole = recipe.unit is not None and recipe.unit.is_whole
    if is_whole and schema.links:
        unit = group_records([by_name[link] for link in schema.links])
        groupings = [_groups_in_profiles(recipe, schema, by_name, unit)]
    figures = _diversity_figures(recipe, by_name[name], groupings)
    return {"failing": figures["failing"]} if is_whole and not schema.links else figures


def _groups_in_profiles(
    recipe: Recipe, schema: Schema, columns: Mapping[str, Column], unit: Ints
) -> Ints:
    """Group equal records of units that share their whole profile, shape (n,)."""
    records = group_records(profile_columns(recipe, schema, columns))
    return np.asarray(refine(records, group_units(unit, records)[unit]))


def _diversity_figures(recipe: Recipe, column: Column, groupings: Sequence[Ints]) -> dict[str, int]:
    """Count the groups with a value, the fewest different values of one, and the failing groups."""
    assert recipe.diversity is not None
    counts = np.concatenate([_count_values(labels, column) for labels in groupings])
    counts = counts[counts > 0]
    return {
        "groups": len(counts),
        "wanted": recipe.diversity.n_values,
        "least": int(counts.min(initial=len(column))),
        "failing": int(np.count_nonzero(counts < recipe.diversity.n_values)),
    }


def _count_values(labels: Ints, column: Column) -> Ints:
    """Count the different values of a column in each group, without missing ones."""
    return count_distinct(labels, group_records([column]), ~column.missing)
