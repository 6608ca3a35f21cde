"""Combines the checks into a plan."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.conditions import condition_problems
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
from core.pipeline.figure_problems import figure_problems
from core.pipeline.resolve.columns import column_problems
from core.pipeline.resolve.domains_from_data import with_domains_from_data
from core.pipeline.resolve.file_implications import implications_for_file, with_merges
from core.pipeline.resolve.not_applicable_checks import not_applicable_problems
from core.pipeline.resolve.parameter_checks import resolve_parameters, scale_problems
from core.pipeline.resolve.parts import parts_of
from core.pipeline.resolve.privacy_checks import (
    listed_columns,
    preparing_problems,
    privacy_problems,
)
from core.pipeline.resolve.recipe_rules import rule_problems
from core.pipeline.resolve.records import ConfidentialUse, kept_records
from core.pipeline.resolve.roles import role_problems
from core.pipeline.resolve.strata_checks import (
    Strata,
    small_strata,
    strata_of,
    strata_problems,
    weight_problems,
)
from core.pipeline.resolve.taxonomy_loading import with_taxonomies
from core.pipeline.resolve.unit_records import kept_units, unit_implications
from core.pipeline.resolve.unit_settings import unit_problems
from core.pipeline.scenario_problems import scenario_problems
from core.prepare import unapplied
from core.protect import METHODS, MethodSpec, phases_of


def resolve(
    recipe: Recipe, schema: Schema, dataset: Dataset, source: Source, *, is_whole: bool = True
) -> Plan:
    """Check `recipe` against `schema` and `dataset` and fill in all defaults.

    Never raises for user errors: the plan then contains the problems. Later stages may rely on
    everything that is checked here.

    Parameters
    ----------
    recipe, schema : Recipe and Schema
        How to protect, and what the columns mean.
    dataset : Dataset
        The records.
    source : Source
        The source of the records, which becomes part of the plan's project.
    is_whole : bool
        Whether these are all records; otherwise nothing is said of units, edit rules and totals
        that only all records can show.

    Returns
    -------
    Plan
        It can be executed unless it has errors.
    """
    values, problems = resolve_parameters(recipe.method, schema, recipe.strata)
    spec = METHODS.get(recipe.method.name)
    schema, unread = with_taxonomies(_with_domains(spec, schema, dataset, source))
    project = Project(source, schema, replace(recipe, method=Method(recipe.method.name, values)))
    problems = [
        *unapplied(project, dataset),
        *preparing_problems(project),
        *unread,
        *_asked_for(project, dataset, listed_columns(project)),
        *problems,
    ]
    problems += _roles(spec, values, schema.without_strata(recipe.strata))
    kept, implied = np.arange(dataset.rows, dtype=np.int64), None
    problems += unit_problems(spec, project)
    problems += scale_problems(spec, recipe, values)
    problems += _conditions(spec, project, problems)
    problems += _private(project, dataset, problems)
    problems += [] if _has_errors(problems) else figure_problems(project, dataset)
    if spec is not None and not _has_errors(problems):
        kept, implied, found = _counted(spec, values, project, dataset, is_whole=is_whole)
        problems += found
    return Plan(
        project=project,
        parameters=values,
        kept=kept,
        phases=() if spec is None else phases_of(spec, recipe, values),
        implications=implied,
        problems=tuple(problems),
    )


def _counted(
    spec: MethodSpec,
    values: dict[str, object],
    project: Project,
    dataset: Dataset,
    *,
    is_whole: bool,
) -> tuple[NDArray[np.int64], Implications | None, list[Problem]]:
    """Return the kept records, the implications of the settings, and problems."""
    recipe, schema = project.recipe, project.schema
    kept, problems = kept_records(schema, dataset, recipe.missing, _use(spec, values))
    strata = strata_of(recipe, dataset, kept)
    problems = [*problems, *_size_problems(recipe, values, dataset, strata)]
    if _has_errors(problems):
        return kept, None, problems
    if recipe.unit is not None and not is_whole:
        return kept, None, problems  # units may have further records
    if recipe.unit is not None:
        units = kept_units(project, dataset, kept)
        problems += units.problems
        if not _has_errors(problems):
            problems += rule_problems(project, dataset, units.kept)
        is_wrong = _has_errors(problems)
        implied = None if is_wrong else unit_implications(project, dataset, units.kept)
        return units.kept, implied, problems
    parts = parts_of(project, dataset, kept, strata.sizes)
    problems += parts.problems
    if _has_errors(problems):
        return kept, None, problems
    problems += rule_problems(project, dataset, kept) if is_whole else []
    if _has_errors(problems):
        return kept, None, problems
    implied = implications_for_file(spec.name, values, parts.sizes, dataset.rows - len(kept))
    return kept, with_merges(implied, recipe), problems


def _asked_for(project: Project, dataset: Dataset, listed: frozenset[str]) -> list[Problem]:
    """Return problems with the columns that do not depend on the method's settings."""
    recipe, schema = project.recipe, project.schema
    return (
        column_problems(recipe, schema, dataset, project.source.options.decimal, listed)
        + strata_problems(recipe, schema, dataset)
        + weight_problems(recipe, schema, dataset)
        + not_applicable_problems(recipe, schema, dataset)
        + scenario_problems(recipe, schema)
    )


def _with_domains(
    spec: MethodSpec | None, schema: Schema, dataset: Dataset, source: Source
) -> Schema:
    if spec is None or not spec.is_private:
        return schema
    return with_domains_from_data(schema, dataset, source.options.decimal)


def _private(project: Project, dataset: Dataset, problems: list[Problem]) -> list[Problem]:
    return [] if _has_errors(problems) else privacy_problems(project, dataset)


def _conditions(
    spec: MethodSpec | None, project: Project, problems: list[Problem]
) -> list[Problem]:
    """Return problems with the conditions besides k and t."""
    if spec is None or _has_errors(problems):
        return []
    return condition_problems(project.recipe, project.schema, is_private=spec.is_private)


def _roles(spec: MethodSpec | None, values: dict[str, object], schema: Schema) -> list[Problem]:
    return [] if spec is None else role_problems(spec, values, schema)


def _use(spec: MethodSpec, values: dict[str, object]) -> ConfidentialUse:
    return ConfidentialUse(spec.works_on_confidential(values), needs_all=spec.keeps_t(values))


def _size_problems(
    recipe: Recipe, values: dict[str, object], dataset: Dataset, strata: Strata
) -> list[Problem]:
    k, records = values.get("k"), int(strata.sizes.sum())
    if isinstance(k, int) and 0 < records < k:
        return [Problem("k-exceeds-records", Where(field="method.k"), {"k": k, "count": records})]
    return small_strata(recipe, dataset, strata, k)


def _has_errors(problems: list[Problem]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in problems)
