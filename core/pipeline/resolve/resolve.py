"""Puts the checks together into a plan."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Severity, Where
from core.model import (
    Dataset,
    Implications,
    Method,
    Plan,
    Project,
    Recipe,
    Schema,
    Source,
)
from core.pipeline.resolve.columns import column_problems
from core.pipeline.resolve.parameters import resolve_parameters
from core.pipeline.resolve.records import ConfidentialUse, kept_records
from core.pipeline.resolve.roles import role_problems
from core.pipeline.resolve.strata import small_strata, strata_problems, weight_problems
from core.pipeline.resolve.taxonomies import with_taxonomies
from core.protect import METHODS, MethodSpec, implications


def resolve(recipe: Recipe, schema: Schema, dataset: Dataset, source: Source) -> Plan:
    """Check `recipe` against `schema` and `dataset` and fix everything that is left open.

    Never raises for what a user can get wrong: the plan then holds the problems. What comes
    after may assume all that is checked here.

    Parameters
    ----------
    recipe : Recipe
        What the user wishes.
    schema : Schema
        What the columns mean.
    dataset : Dataset
        The records.
    source : Source
        Where they were read from; goes into the plan's project.

    Returns
    -------
    Plan
        To be executed if it has no errors.
    """
    values, problems = resolve_parameters(recipe.method, schema)
    spec = METHODS.get(recipe.method.name)
    schema, unread = with_taxonomies(schema)
    problems = unread + _asked_for(recipe, schema, dataset, source) + problems
    problems += role_problems(spec, values, schema) if spec is not None else []
    kept, ahead = np.arange(dataset.rows, dtype=np.int64), None
    if spec is not None and not _has_errors(problems):
        kept, found = kept_records(schema, dataset, recipe.missing, _use(spec, values))
        problems += found + _size_problems(recipe, values, dataset, kept)
        ahead = _implications(spec, values, len(kept), dataset.rows, problems)
    return Plan(
        project=Project(source, schema, replace(recipe, method=Method(recipe.method.name, values))),
        parameters=values,
        kept=kept,
        phases=spec.phases if spec is not None else (),
        implications=ahead,
        problems=tuple(problems),
    )


def _asked_for(recipe: Recipe, schema: Schema, dataset: Dataset, source: Source) -> list[Problem]:
    """Return what is wrong with the columns, whatever the method."""
    return (
        column_problems(recipe, schema, dataset, source.options.decimal)
        + strata_problems(recipe, schema, dataset)
        + weight_problems(recipe, dataset)
    )


def _use(spec: MethodSpec, values: dict[str, object]) -> ConfidentialUse:
    return ConfidentialUse(spec.works_on_confidential(values), needs_all=spec.keeps_t(values))


def _size_problems(
    recipe: Recipe, values: dict[str, object], dataset: Dataset, kept: NDArray[np.int64]
) -> list[Problem]:
    k, records = values.get("k"), len(kept)
    if isinstance(k, int) and 0 < records < k:
        return [Problem("k-exceeds-records", Where(field="method.k"), {"k": k, "count": records})]
    return small_strata(recipe, dataset, kept, k)


def _implications(
    spec: MethodSpec,
    values: dict[str, object],
    records: int,
    rows: int,
    problems: list[Problem],
) -> Implications | None:
    if _has_errors(problems):
        return None
    return implications(spec.name, values, records, rows - records)


def _has_errors(problems: list[Problem]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in problems)
