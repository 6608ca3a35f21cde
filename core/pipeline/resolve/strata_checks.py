"""Checks the strata and the survey weights named in the recipe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.array_types import Ints
from core.checklist.cast_columns import cast_column
from core.encode import group_records, take
from core.errors import Problem, Where
from core.model import (
    Dataset,
    Project,
    Recipe,
    Role,
    Scale,
    Schema,
)
from core.pipeline.resolve.scales import cells_problem
from core.protect import METHODS
from core.protect.representatives import number_representative

_QUANTITIES = (None, Scale.CONTINUOUS, Scale.INTEGER)


def strata_problems(recipe: Recipe, schema: Schema, dataset: Dataset) -> list[Problem]:
    """Return problems with the columns that define the strata."""
    problems = [
        Problem("strata-unknown", Where(field="strata"), {"column": name})
        for name in recipe.strata
        if name not in dataset.names
    ]
    confidential = {a.name for a in schema.with_role(Role.CONFIDENTIAL)}
    problems += [
        Problem("strata-confidential", Where(name, field="strata"))
        for name in recipe.strata
        if name in confidential
    ]
    quasi = {a.name for a in schema.with_role(Role.QUASI_IDENTIFIER)}
    if quasi and quasi <= set(recipe.strata):
        problems.append(Problem("strata-cover-all", Where(field="strata")))
    return problems


@dataclass(frozen=True, slots=True, eq=False)
class Strata:
    """Number of kept records, or units, in each stratum, and the position of its first record."""

    sizes: Ints
    first: Ints


def strata_of(project: Project, dataset: Dataset, kept_rows: Ints) -> Strata:
    """Form the strata of the kept records; a single one if no column defines strata."""
    if not project.recipe.strata or not len(kept_rows):
        return Strata(np.array([len(kept_rows)]), kept_rows[:1])
    # As the run has them: cells of one number can be two categories, such as 1 and 1.0.
    decimal = project.source.options.decimal
    columns = [
        cast_column(take(dataset.column(name), kept_rows), project.schema.named(name), decimal)
        for name in project.recipe.strata
    ]
    labels = group_records(columns)
    first, sizes = np.unique(labels, return_index=True, return_counts=True)[1:]
    return Strata(sizes, kept_rows[first])


def small_strata(
    recipe: Recipe, dataset: Dataset, strata: Strata, fewest: int, code: str = "stratum-too-small"
) -> list[Problem]:
    """Check for strata with fewer than `fewest` kept records, or units.

    The first is named by the row of its first record, because its values are cells of the file.
    """
    small = np.flatnonzero((strata.sizes > 0) & (strata.sizes < fewest))
    if not recipe.strata or not len(small):
        return []
    first = small[np.argmin(strata.first[small])]
    params = {
        **{"columns": list(recipe.strata), "count": len(small), "k": fewest},
        "size": int(strata.sizes[first]),
    }
    row = dataset.row_number(int(strata.first[first]))
    return [Problem(code, Where(row=row, field="strata"), params)]


def weight_problems(recipe: Recipe, schema: Schema, dataset: Dataset) -> list[Problem]:
    """Check the column of survey weights and how it is masked."""
    problems = weight_cell_problems(recipe, schema, dataset)
    if recipe.weight is None or problems:
        return problems
    quasi = schema.without_strata(recipe.strata).with_role(Role.QUASI_IDENTIFIER)
    masked = {a.name: a.scale for a in quasi}
    method = METHODS.get(recipe.method.name)
    # Under differential privacy, every weight is refused (`privacy_checks`).
    if recipe.weight not in masked or method is None or method.adds_noise:
        return []
    # With some masked weights, weighted totals would change.
    location = Where(recipe.weight, field="weight")
    blocks = recipe.method.parameters.get("blocks")
    apart = method.column_by_column or (isinstance(blocks, Sequence) and len(blocks) > 1)
    if (apart and len(masked) > 1) or not method.forms_groups:
        return [Problem("weight-masked-apart", location)]
    if masked[recipe.weight] is not Scale.CONTINUOUS:
        return [Problem("weight-masked-whole", location)]
    if not number_representative(recipe.method.parameters).keeps_sums:
        return [Problem("weight-masked-median", location)]
    return []


def weight_cell_problems(recipe: Recipe, schema: Schema, dataset: Dataset) -> list[Problem]:
    """Check the cells of the column of survey weights."""
    name = recipe.weight
    if name is None:
        return []
    if name not in dataset.names:
        return [Problem("weight-unknown", Where(field="weight"), {"column": name})]
    column = dataset.column(name)
    scale = next((a.scale for a in schema.attributes if a.name == name), None)
    if not column.kind.is_numeric or scale not in _QUANTITIES:
        return [Problem("weight-not-numbers", Where(name, field="weight"))]
    bad = np.flatnonzero(column.missing | ~(column.values > 0))
    if len(bad):
        problem = cells_problem("weight-not-positive", column, bad, len(bad), dataset)
        return [replace(problem, where=replace(problem.where, field="weight"))]
    return []
